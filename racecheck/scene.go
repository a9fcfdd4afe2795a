// This file looks at the source of an access: how a lock is to be held there, and where else.

package racecheck

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fix"
	"github.com/syncvet/syncvet/internal/report"
)

// scene looks around the accesses of a race.
func (r *reporter) scene(f *report.Finding, x *evidence.Evidence) *scene {
	shared := func(lock string) bool { return sharedLock(r.Pass.Pkg, lock) }
	s := &scene{beside: besides(r.Pass.Pkg, r.Places.Own, x), shared: shared}
	if v := f.Variable.Kind; v == "map" || v == "slice" || v == "pointee" {
		s.atomic = "" // the type is that of what leads there
	}
	tests := f.InTests()
	for k := range f.Accesses {
		at := f.Accesses[k].Pos
		s.care[k], s.bare[k] = fix.Hold(r.Pass, at, r.Places.Find), r.unlocked(x, at, tests)
		s.closes[k] = fix.Closes(r.Pass, at, r.Places.Find)
	}
	return s
}

// unlocked are the places of a race at which no lock is held, but for one: those of its pairs. What else uses the
// variable may be ordered. A race of production code names none in tests.
func (r *reporter) unlocked(x *evidence.Evidence, but report.Pos, tests bool) []report.Pos {
	var list []report.Pos
	add := func(at report.Pos) {
		here := func(p report.Pos) bool { return p.Line == at.Line && p.File == at.File && p.Pkg == at.Pkg }
		if at.Line != 0 && (tests || !at.InTest()) && !here(but) && !slices.ContainsFunc(list, here) {
			list = append(list, at)
		}
	}
	for _, p := range x.Bare {
		add(r.Places.Report(p))
	}
	slices.SortFunc(list, func(a, b report.Pos) int {
		return cmp.Or(strings.Compare(a.Pkg, b.Pkg), strings.Compare(a.File, b.File), a.Line-b.Line)
	})
	return list
}
