// This file says what leads from here to a race in other packages, by which such races are put together.

package racecheck

import (
	"strings"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/merge"
)

// lead is what leads to both accesses; zero if one of them is in this package.
func (r *reporter) lead(x *evidence.Evidence) (w merge.Lead) {
	at, via := r.anchor(x)
	if via == "" {
		return w
	}
	w.At = at
	w.Other, _, _ = r.Via(x.Ends[1].Path, &x.Ends[1].Goroutine)
	if r.sameModule(x.Ends[0].Last().Pos.File.Pkg) && r.sameModule(x.Ends[1].Last().Pos.File.Pkg) {
		w.Name = x.Ends[0].Last().Name
	}
	return w
}

// sameModule reports whether a package belongs to the module of the package analysed. The standard library is not taken
// for one: it has the size of many.
func (r *reporter) sameModule(pkg string) bool {
	m := r.Module()
	return m != "" && m != "std" && (pkg == m || strings.HasPrefix(pkg, m+"/"))
}
