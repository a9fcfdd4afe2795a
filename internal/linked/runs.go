// This file runs what a package has to run, once for all checkers.

package linked

import (
	"fmt"
	"runtime/debug"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/interp"
	"github.com/syncvet/syncvet/internal/report"
)

// Witness gives what runs of the package's tests and main function show; nil if there is nothing to run. The note is
// what went wrong, nil if nothing did.
func (r *Result) Witness() (evidence.Witness, *report.Note) {
	r.tried.Do(func() {
		if !hasRoots(r.Source) || !r.runnable() {
			return
		}
		defer func() {
			if e := recover(); e != nil {
				r.runsFailed = &report.Note{
					Pkg: r.Source.Pkg.Source.Path, Kind: "panic", Text: fmt.Sprintf("interp: %v\n%s", e, debug.Stack()),
				}
			}
		}()
		r.shown = interp.Try(&interp.Package{
			Path: r.pass.Pkg.Path(), Fset: r.pass.Fset, Files: r.pass.Files, Types: r.pass.Pkg,
			Module: r.Source.Pkg.Source.Module, Go: r.pass.Pkg.GoVersion(),
		})
	})
	if r.shown == nil {
		return nil, r.runsFailed
	}
	return r.shown, r.runsFailed
}

// runnable reports whether the package has something to run.
func (r *Result) runnable() bool {
	own := r.Source.Pkg.Source
	for i := range own.Units[:own.Own] {
		if own.Units[i].Flags&(facts.Main|facts.Test) != 0 {
			return true
		}
	}
	return false
}
