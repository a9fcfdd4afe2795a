// This file writes findings as packages finish, before it is known what other packages say: in the order in which they
// come, each identity once. What a format counts at its end comes at the end.

package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"slices"
)

// A Stream writes findings piece by piece.
type Stream struct {
	w      io.Writer       // where findings are written to
	view   *View           // how they are shown; colours are added behind, when a text is complete
	format string          // one that Streamed lists
	said   map[string]bool // identities written
}

// Streamed lists the formats that can be written piece by piece.
func Streamed() []string { return []string{"text", "stack", "json"} }

// NewStream opens a stream in one of the formats that Streamed lists.
func NewStream(w io.Writer, v *View, format string) *Stream {
	return &Stream{w: w, view: v, format: format, said: map[string]bool{}}
}

// Add writes those of some findings that were not written yet. Of several with one identity it writes the strongest.
func (s *Stream) Add(findings []*Finding) error {
	fresh := slices.DeleteFunc(Dedup(findings), func(f *Finding) bool { return s.said[f.ID] })
	if len(fresh) == 0 {
		return nil
	}
	var out bytes.Buffer
	b := bufio.NewWriter(&out)
	lines := json.NewEncoder(b)
	lines.SetEscapeHTML(false)
	black := *s.view
	black.Color = false
	for _, f := range inReadingOrder(fresh) {
		s.said[f.ID] = true
		switch s.format {
		case "json":
			if err := lines.Encode(f); err != nil {
				return err
			}
		case "stack":
			stack(b, &black, f)
		default:
			text(b, &black, f)
		}
	}
	b.Flush() // to memory
	return s.write(out.Bytes())
}

// Close writes what is left of all findings, and what the format has at its end.
func (s *Stream) Close(findings []*Finding, totals *Totals) error {
	if err := s.Add(findings); err != nil {
		return err
	}
	switch {
	case s.format == "json":
		return writeJSON(s.w, nil, nil, totals)
	case s.format == "text" && totals.Packages > 0 && (s.view.Person || len(findings)+len(totals.Incomplete) > 0):
		return s.write([]byte(fit(closing(findings, totals)) + "\n"))
	}
	return nil
}

// write writes text, in colours if they are wanted.
func (s *Stream) write(text []byte) error {
	if s.view.Color && s.format == "text" {
		return paint(s.w, text)
	}
	_, err := s.w.Write(text)
	return err
}
