// This file takes apart what go vet prints: JSON objects, one per package, and text (S5).

package cli

import (
	"bufio"
	"io"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// An item is one JSON object or one line of text.
type item struct {
	object []byte // nil for text
	text   string // without line end
}

// split sends the items of a stream. The driver prints objects indented, so an object ends at the first line that is a
// closing brace alone; text inside strings has no line breaks.
func split(r io.Reader, to chan<- item) {
	in := bufio.NewReader(r)
	var object []byte
	for {
		line, err := in.ReadString('\n')
		text := strings.TrimRight(line, "\r\n")
		switch {
		case object != nil:
			if object = append(object, line...); text == "}" {
				to <- item{object: object}
				object = nil
			}
		case text == "{":
			object = []byte(line)
		case text == "{}":
			to <- item{object: []byte(line)}
		case line != "":
			to <- item{text: text}
		}
		if err != nil {
			if object != nil {
				to <- item{text: string(object)}
			}
			return
		}
	}
}

// blocks is the text of go vet: each line "# package" opens what is to be said about that package.
type blocks struct {
	all []block // in the order of the text
}

// A block is the text about one package; the first may have none.
type block struct {
	pkg   string   // as go vet names it, with the test variant; "" for text before the first opening line
	lines []string // including the opening one
}

// add adds a line. The go command prints a second "# [package]" line below the first, which opens nothing.
func (b *blocks) add(line string) {
	pkg, opens := strings.CutPrefix(line, "# ")
	if opens && !strings.HasPrefix(pkg, "[") {
		b.all = append(b.all, block{pkg: pkg})
	} else if len(b.all) == 0 {
		b.all = append(b.all, block{})
	}
	last := &b.all[len(b.all)-1]
	last.lines = append(last.lines, line)
}

// crashWords open the lines with which the Go runtime and the go command report that a process came to a bad end.
var crashWords = []string{"panic: ", "fatal error: ", "signal: "}

// crashed gives the line that says that the tool crashed.
func (b *block) crashed() (string, bool) {
	for _, line := range b.lines {
		for _, word := range crashWords {
			if strings.HasPrefix(line, word) || strings.Contains(line, ": "+word) && strings.Contains(line, ".cfg") {
				return line, true
			}
		}
	}
	return "", false
}

// crashes separates the blocks of packages on which the tool crashed, as notes, from the rest of the text.
func (b *blocks) crashes() (notes []report.Note, rest string) {
	var out strings.Builder
	for i := range b.all {
		blk := &b.all[i]
		if line, ok := blk.crashed(); ok {
			notes = append(notes, report.Note{Pkg: blk.pkg, Kind: "panic", Text: line + "\n" + strings.Join(blk.lines, "\n")})
			continue
		}
		for _, line := range blk.lines {
			if line != "# "+blk.pkg || len(blk.lines) > 1 {
				out.WriteString(line + "\n")
			}
		}
	}
	return notes, out.String()
}
