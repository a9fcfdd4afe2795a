// This file is the places that a finding has.

package report

import (
	_ "embed" // the page's parts
	"slices"
)

// InTests reports whether a finding needs test code: one of its places lies in a test file.
func (f *Finding) InTests() bool {
	if f.Pos.InTest() {
		return true
	}
	for i := range f.Threads {
		t := &f.Threads[i]
		from := !t.anyone() && (t.Origin.Kind == "test" || t.Origin.Pos.InTest() || framesInTests(t.Origin.Chain))
		if from || framesInTests(t.Path[min(1, len(t.Path)):]) ||
			slices.ContainsFunc(t.Steps, func(s Step) bool { return s.Pos.InTest() }) {
			return true
		}
	}
	for i := range f.Accesses {
		a := &f.Accesses[i]
		if a.Origin.Kind == "test" || a.Pos.InTest() || a.Origin.Pos.InTest() || framesInTests(a.Path) ||
			framesInTests(a.Origin.Chain) {
			return true
		}
	}
	return false
}

// Starts are the places where the goroutines of a finding are started, as far as they are known.
func (f *Finding) Starts() []Pos {
	var out []Pos
	for _, t := range trails(f) {
		if t.origin.Pos.known() {
			out = append(out, t.origin.Pos)
		}
	}
	return out
}

// Ends are the places of the accesses, or of the steps of all goroutines.
func (f *Finding) Ends() []Pos {
	var out []Pos
	for i := range f.Threads {
		for _, s := range f.Threads[i].Steps {
			out = append(out, s.Pos)
		}
	}
	if len(f.Threads) == 0 {
		out = append(out, f.Accesses[0].Pos, f.Accesses[1].Pos)
	}
	return out
}

// Places are all places that a finding names: its own, and those that its goroutines pass.
func (f *Finding) Places() []Pos {
	out := []Pos{f.Pos}
	for _, t := range trails(f) {
		for _, s := range t.stops {
			out = append(out, s.at)
		}
	}
	return out
}
