// This file says what it takes to get to the places of a finding: the conditions on the ways of its goroutines, as the
// source has them.

package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Condition is an expression of the source that holds where a place is reached.
type Condition struct {
	Text string
	Line int // in the file of the place
}

// Bounds of what is told of the conditions on one way.
const (
	conditionsMax  = 4  // how many
	conditionWidth = 60 // columns of each
)

// textConditions writes the conditions on a way: at its places, the one where it ends first. Each is told once.
func textConditions(w io.Writer, v *View, head string, way []Pos) {
	if v.Conditions == nil {
		return
	}
	var told []string
	for _, p := range way {
		if !p.known() {
			continue
		}
		for _, c := range v.Conditions(p) {
			at := Pos{Pkg: p.Pkg, File: p.File, Dir: p.Dir, Line: c.Line}
			if text := fmt.Sprintf("%s (%s)", brief(c.Text), briefPlaces(v.name(at))); !slices.Contains(told, text) {
				told = append(told, text)
			}
		}
	}
	if more := len(told) - conditionsMax; more > 0 {
		told = append(told[:conditionsMax], fmt.Sprintf("%d more", more))
	}
	if len(told) > 0 {
		row(w, head, strings.Join(told, "; "))
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

// wayTo are the places on the way to one of a goroutine, innermost first: that place, then its calls, then the start of
// the goroutine and what leads there.
func wayTo(at Pos, path []Frame, o *Origin) []Pos {
	way := []Pos{at}
	for _, f := range slices.Backward(path) {
		way = append(way, f.Call)
	}
	if o.Pos.known() {
		way = append(way, o.Pos)
		for _, f := range slices.Backward(o.Chain) {
			way = append(way, f.Call)
		}
	}
	return way
}
