// This file colours the lines of the format "text" for terminals.

package report

import (
	"bytes"
	"io"
	"strings"
)

// The codes of a terminal, and what they are for.
const (
	bold  = "\x1b[1m"  // headlines
	red   = "\x1b[31m" // the places that a finding is about
	green = "\x1b[32m" // what helps
	dim   = "\x1b[2m"  // how to go on
	reset = "\x1b[0m"
)

// paint writes a text with its lines coloured. Apart from codes of terminals nothing is added.
func paint(w io.Writer, text []byte) error {
	var out bytes.Buffer
	for line := range bytes.Lines(text) {
		body := strings.TrimRight(string(line), "\n")
		out.WriteString(painted(body) + "\n")
	}
	_, err := w.Write(out.Bytes())
	return err
}

// painted is one line with its colour.
func painted(line string) string {
	switch at := strings.Index(line, "<<<<<"); {
	case line == "":
		return line
	case at >= 0:
		return line[:at] + red + line[at:] + reset
	case strings.HasPrefix(line, "  fix "):
		return green + line + reset
	case strings.HasPrefix(line, "  more "):
		return dim + line + reset
	case line[0] != ' ':
		return bold + line + reset
	}
	return line
}
