// This file turns call paths into steps for a reader: where each frame is, and which frames are folded.

package report

import (
	"fmt"
	"strings"
)

// boundSuffix ends the name of the function that a method value is: x.F bound to its x.
const boundSuffix = "-fm"

// A step is one line of a stack: a function and the place in it where the next one is entered, or the access is made.
type step struct {
	fn     string // as in Frame.Func
	pkg    string // import path
	at     Pos    // in fn; unknown for frames whose call is not known
	folded int    // > 0: stands for so many frames of the standard library, pkg is the first one's
}

// steps lists a call path outermost first. The last step stands at end.
func steps(path []Frame, end Pos) []step {
	var out []step
	for i, f := range path {
		at := end
		if i+1 < len(path) {
			at = path[i+1].Call
			if !at.known() && strings.HasSuffix(f.Func, boundSuffix) {
				continue // no source has it: the method that it calls is next
			}
		}
		out = append(out, step{fn: f.Func, pkg: f.Pkg, at: at})
	}
	return out
}

// fold replaces each run of standard library frames between two frames of user code by one step (P5).
func fold(in []step, home reader) []step {
	var out []step
	for i := 0; i < len(in); {
		j := i
		for j < len(in) && standard(in[j].pkg, home.pkg) {
			j++
		}
		switch {
		case j == i:
			out = append(out, in[i])
			i++
		case i == 0 || j == len(in):
			out = append(out, in[i:j]...)
			i = j
		default:
			out = append(out, step{pkg: in[i].pkg, folded: j - i})
			i = j
		}
	}
	return out
}

// foldText says what was folded.
func (s *step) foldText() string {
	if s.folded == 1 {
		return fmt.Sprintf("… 1 frame in %s", s.pkg)
	}
	return fmt.Sprintf("… %d frames in %s", s.folded, s.pkg)
}

// route is a call path in one line, outermost first: each function entered is followed by the place of its call.
func route(path []Frame, home reader, name func(Pos) string) string {
	text := ""
	var last Pos // where the step before leaves its function
	for i, s := range fold(steps(path, Pos{}), home) {
		if i > 0 {
			text += " -> "
		}
		if s.folded > 0 {
			text += s.foldText()
		} else {
			text += qualify(s.fn, s.pkg, home)
		}
		if last.known() {
			text += " (" + name(last) + ")"
		}
		last = s.at
	}
	return text
}
