// This file says what it takes to get to the places of a finding: the conditions on the ways of its goroutines, as the
// source has them.

package report

import (
	_ "embed" // the page's parts
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A passage is a place on a way, and the function it stands in.
type passage struct {
	at Pos    // the place; zero if it is not known, and then nothing is said of it
	fn string // as a reader of the finding writes it; empty if it is not known
}

// textConditions writes the conditions on a way in the order in which they are met, one a line with its function and
// line. Each is told once. Of many the last ones are told: they decide whether the place is reached.
func textConditions(w io.Writer, v *View, head string, way []passage) {
	if v.Conditions == nil {
		return
	}
	var told []string
	seen := map[string]bool{}
	for _, p := range way {
		if !p.at.known() {
			continue
		}
		for _, c := range slices.Backward(v.Conditions(p.at)) {
			at := Pos{Pkg: p.at.Pkg, File: p.at.File, Dir: p.at.Dir, Line: c.Line}
			text, place := brief(c.Text), briefPlaces(v.name(at))
			if key := text + place; !seen[key] {
				seen[key] = true
				told = append(told, text+"  ("+strings.TrimSpace(p.fn+" "+place)+")")
			}
		}
	}
	if more := len(told) - conditionsMax; more > 1 && !v.Pairs {
		told = append([]string{fmt.Sprintf("%d conditions further out (-pairs lists them), and", more)}, told[more:]...)
	}
	for _, text := range told {
		row(w, head, text)
		head = ""
	}
}

// brief cuts the middle out of a long condition: what is asked stands at both ends.
func brief(text string) string {
	if utf8.RuneCountInString(text) <= conditionWidth {
		return text
	}
	runes, half := []rune(text), conditionWidth/2-1
	return string(runes[:half]) + " … " + string(runes[len(runes)-half:])
}

// wayTo are the places on the way to one of a goroutine, outermost first: what leads to the start of the goroutine, its
// calls, that place.
func wayTo(at Pos, path []Frame, o *Origin, home reader) []passage {
	var way []passage
	if o.Pos.known() {
		way = passages(o.Chain, o.Pos, home)
	}
	return append(way, passages(path, at, home)...)
}

// passages are the places that a path of calls passes.
func passages(path []Frame, end Pos, home reader) []passage {
	if len(path) == 0 {
		return []passage{{at: end}}
	}
	var list []passage
	for _, s := range steps(path, end) {
		if standard(s.pkg, home.pkg) {
			continue // nobody changes what the standard library asks
		}
		list = append(list, passage{at: s.at, fn: qualify(s.fn, s.pkg, home)})
	}
	return list
}
