// This file answers questions about claims with what runs have shown.

package interp

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// Met says what runs have shown of two accesses; whole says that all roots in which they can meet came to their end.
func (r *Result) Met(a, b facts.Position, whole bool) (evidence.Meeting, string) {
	pair, _ := pairOf(a, b)
	if x := r.Races[pair]; x != nil {
		return evidence.Unordered, x.Run
	}
	switch {
	case r.Ordered[pair] && (r.Whole() || whole):
		return evidence.InOrder, ""
	case !r.Whole():
	case r.Tidy[pair[0]] && r.Tidy[pair[1]]:
		return evidence.Apart, ""
	}
	return evidence.Unmet, ""
}

// Raced says what was run when an access met another one that nothing orders; empty if none did. Of several runs it is
// the first one by name.
func (r *Result) Raced(at facts.Position) (run string) {
	at = line(at)
	for pair, x := range r.Races {
		if (pair[0] == at || pair[1] == at) && (run == "" || x.Run < run) {
			run = x.Run
		}
	}
	return run
}

// Waits says what runs have shown of the last step of an end, who may panic there or else block. If it lies in a
// library, runs know it by the call of the user that leads there.
func (r *Result) Waits(x *evidence.End, panics bool) (evidence.Stay, string) {
	at := x.Last().Pos
	for k := len(x.Path) - 1; k > 0 && !r.own(at.File.Pkg) && x.Path[k].Call != (facts.Position{}); k-- {
		at = x.Path[k].Call
	}
	at = line(at)
	switch {
	case panics && r.Panics[at] != "":
		return evidence.Stuck, r.Panics[at]
	case !panics && r.Stuck[at] != "":
		return evidence.Stuck, r.Stuck[at]
	case r.Passed[at] > 0 && !r.Stayed[at] && r.Whole():
		return evidence.Passed, ""
	}
	return evidence.Unreached, ""
}

// Ran reports whether a test was run to its end, in several orders, and did not fail (V67).
func (r *Result) Ran(root facts.Symbol) bool {
	_, missed := r.Missed[root.Name]
	return r.tests[root.Name] && !missed && r.Ended[root.Name] > 2 &&
		strings.TrimSuffix(root.Pkg, "_test") == strings.TrimSuffix(r.pkg, "_test")
}

// Reached reports whether a run has come to a line of a function, or nobody knows: it is none of the module. Of a line
// without instructions of its own the function is asked.
func (r *Result) Reached(fn facts.Symbol, at facts.Position) bool {
	return r.called[fn] && !r.left[line(at)] || !r.own(fn.Pkg)
}

// Clean reports whether runs have accessed memory at a line, and none has raced there.
func (r *Result) Clean(at facts.Position) bool { return r.seen[line(at)] && r.Raced(at) == "" }

// own reports whether a package belongs to what is judged.
func (r *Result) own(pkg string) bool {
	return pkg == r.pkg || r.module != "" && (pkg == r.module || strings.HasPrefix(pkg, r.module+"/"))
}

// Whole reports whether all roots came to their end (V45).
func (r *Result) Whole() bool { return len(r.Failed) == 0 && r.Roots > 0 && r.Orders > 2 }

// ShownRaces are the races that runs show, one for each variable.
func (r *Result) ShownRaces() (races []evidence.Evidence) {
	at := map[variable]int{}
	pairs := slices.SortedFunc(maps.Keys(r.Races), func(p, q Pair) int {
		return cmp.Or(facts.ComparePos(p[0], q[0]), facts.ComparePos(p[1], q[1]))
	})
	for _, p := range pairs {
		x := r.Races[p]
		if r.elsewhere(x) {
			continue
		}
		key := variable{name: x.Name, pair: p}
		if x.Name != (facts.Symbol{}) {
			key.pair = Pair{}
			if x.Name.Kind == facts.SymLocal {
				key.in = x.Ends[0].Last().Func.Declared().Name
			}
		}
		k, known := at[key]
		if !known {
			at[key] = len(races)
			races = append(races, *x)
			continue
		}
		races[k].Absorb(x)
	}
	return races
}

// ShownStalls are the goroutines that stay where they are for ever, and what panics. What only waits to be asked when
// its root has returned is left out: programs end so, and tests.
func (r *Result) ShownStalls() (stalls []evidence.Evidence) {
	for _, p := range slices.SortedFunc(maps.Keys(r.Stalls), facts.ComparePos) {
		if s := r.Stalls[p]; s.Sure && !r.elsewhere(&s.Evidence) {
			stalls = append(stalls, s.Evidence)
		}
	}
	return stalls
}

// A variable is what races are told once of.
type variable struct {
	name facts.Symbol // its name; zero: it has none
	in   string       // of a local variable: the function
	pair Pair         // of one without a name: the lines
}

// elsewhere reports whether a claim is another package's affair: a test shows it, but the ways to its ends part in a
// package that is not the tested one (V46).
func (r *Result) elsewhere(x *evidence.Evidence) bool {
	if !r.tests[x.Run] {
		return false
	}
	way := func(e *evidence.End) []evidence.Frame { return slices.Concat(e.Goroutine.Chain, e.Path) }
	first := way(&x.Ends[0])
	n := len(first)
	for k := 1; k < len(x.Ends); k++ {
		other := way(&x.Ends[k])
		same := 0
		for same < min(n, len(other)) && first[same] == other[same] {
			same++
		}
		n = same
	}
	if n == 0 {
		return false // one of them starts by itself
	}
	pkg := first[n-1].Func.Pkg
	return pkg != r.pkg && pkg != strings.TrimSuffix(r.pkg, "_test")
}
