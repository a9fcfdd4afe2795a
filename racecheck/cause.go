// This file puts races together that have one cause.

package racecheck

import (
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
)

// A cause is what the programmer would change. For accesses deep in other packages, that is the place here that leads
// to the first, and the one that leads to the second; if those packages are of the same module, the variable too: it
// can be guarded there. For a slice or map whose elements race where the variable that holds it does, it is the two
// lines and the variable.
type cause struct {
	at    link.Position // the place here that leads to the first access, or that access
	other link.Position // zero when nothing here leads to it
	name  facts.Symbol  // of the variable; zero when the accesses are in other modules
}

// causes keeps of the races with one cause the first, which counts the others.
func (r *reporter) causes(found []evidence.Evidence) []evidence.Evidence {
	holders := map[cause]bool{}
	for i := range found {
		if x := &found[i]; !ofElement(x) && x.Grade <= evidence.Medium && !x.Meant {
			for _, at := range x.Places {
				holders[onLines(x.Ends[0].Last().Name, at)] = true
			}
		}
	}
	var kept []evidence.Evidence
	first := map[cause]int{}
	for _, x := range found {
		at := evidence.Places{x.Ends[0].Last().Pos, x.Ends[1].Last().Pos}
		if ofElement(&x) && holders[onLines(x.Ends[0].Last().Name, at)] {
			continue
		}
		if at, via := r.anchor(&x); via != "" {
			other, _, _ := r.Via(x.Ends[1].Path, &x.Ends[1].Goroutine)
			key := cause{at: at, other: other}
			if r.sameModule(x.Ends[0].Last().Pos.File.Pkg) && r.sameModule(x.Ends[1].Last().Pos.File.Pkg) {
				key.name = x.Ends[0].Last().Name
			}
			if k, ok := first[key]; ok {
				kept[k].Absorb(&x)
				continue
			}
			first[key] = len(kept)
		}
		kept = append(kept, x)
	}
	return kept
}

// sameModule reports whether a package belongs to the module of the package analysed. The standard library is not taken
// for one: it has the size of many.
func (r *reporter) sameModule(pkg string) bool {
	m := r.Module()
	return m != "" && m != "std" && (pkg == m || strings.HasPrefix(pkg, m+"/"))
}

// ofElement reports whether a race is about the elements of a slice or map.
func ofElement(x *evidence.Evidence) bool {
	v := x.Ends[0].Last().Access.Var
	return v == facts.VarSlice || v == facts.VarMap
}

// onLines is a variable and the two lines of a pair of accesses, in a fixed order.
func onLines(name facts.Symbol, at evidence.Places) cause {
	a, b := at[0], at[1]
	a.Col, b.Col = 0, 0
	if b.Line < a.Line {
		a, b = b, a
	}
	return cause{at: a, other: b, name: name}
}
