// This file lays out lines of text: rows with a head, wrapped to the width.

package report

import (
	_ "embed" // the page's parts
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// writeLine writes a line, cut to the width.
func writeLine(w io.Writer, line string) {
	fmt.Fprintln(w, fit(line))
}

// fit cuts a line to the width, at its end.
func fit(line string) string {
	if utf8.RuneCountInString(line) <= textWidth {
		return line
	}
	runes := []rune(line)
	return strings.TrimRight(string(runes[:textWidth-1]), " ") + "…"
}

// rowHead is the width of the words at the beginning of rows.
const rowHead = 11

// row writes a line with a word at its beginning, and what does not fit on further lines.
func row(w io.Writer, head, body string) {
	for i, part := range wrap(body, textWidth-rowHead-4) {
		if i > 0 {
			head = ""
		}
		writeLine(w, strings.TrimRight(fmt.Sprintf("  %-*s  %s", rowHead, head, part), " "))
	}
}

// wrap breaks a text at spaces into parts of so many columns.
func wrap(text string, width int) []string {
	var parts []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			parts, line = append(parts, line), word
		default:
			line += " " + word
		}
	}
	return append(parts, line)
}

// withSource is a line with source in braces behind it, cut so that what has to stand at the end fits.
func withSource(line, gap, src, end string) string {
	if src != "" {
		line = fitTo(line+gap+"{ "+goesOn(src), textWidth-utf8.RuneCountInString(end)-2) + " }"
	}
	return line + end
}

// fitTo cuts a text to so many columns.
func fitTo(line string, width int) string {
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	return strings.TrimRight(string([]rune(line)[:max(width-1, 0)]), " ") + "…"
}

// goesOn marks a line of source that goes on in the next one.
func goesOn(src string) string {
	if strings.HasSuffix(src, "{") || strings.HasSuffix(src, "(") || strings.HasSuffix(src, ",") {
		return src + " …"
	}
	return src
}

// others says how many further pairs the finding stands for.
func others(n int) string {
	if n == 1 {
		return "1 more pair of accesses with the same cause"
	}
	return fmt.Sprintf("%d more pairs of accesses with the same cause", n)
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// trailer is the last line of a finding in other formats than text, and of one about a comment.
func trailer(f *Finding) string {
	return strings.Join([]string{
		f.Level, "confidence " + string(f.Confidence), "explain: syncvet explain " + f.Rule, "id " + f.ID,
	}, " · ")
}
