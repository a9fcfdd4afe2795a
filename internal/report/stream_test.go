// This file tests that a stream says what the formats say, piece by piece.

package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestStream writes findings in two pieces, one finding twice, and compares with the format's lines.
func TestStream(t *testing.T) {
	all := samples()
	totals := &Totals{Schema: SchemaVersion, Packages: 2}
	for _, format := range Streamed() {
		var whole, pieces bytes.Buffer
		v := &View{Cwd: "/src"}
		if err := Formats()[format](&whole, v, all, totals); err != nil {
			t.Fatal(err)
		}
		s := NewStream(&pieces, v, format)
		for _, part := range [][]*Finding{all[:1], all[:1], all[1:]} {
			before := pieces.Len()
			if err := s.Add(part); err != nil {
				t.Fatal(err)
			}
			if first := part[0].ID == all[0].ID; first == (pieces.Len() == before) && before == 0 {
				t.Errorf("%s: nothing is written before the end", format)
			}
		}
		if err := s.Close(all, totals); err != nil {
			t.Fatal(err)
		}
		if got, want := sortedLines(pieces.String()), sortedLines(whole.String()); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nin one piece:\n%s", format, pieces.String(), whole.String())
		}
	}
}

// sortedLines are the lines of a text, without the line above tests, which a stream does not have.
func sortedLines(text string) []string {
	lines := strings.Split(strings.Replace(text, "in tests:\n\n", "", 1), "\n")
	slices.Sort(lines)
	return lines
}
