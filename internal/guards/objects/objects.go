// Package objects says what the functions of a package do with objects by themselves: who makes them, who holds them,
// and when a function gives what it has made to somebody else. The rules that rest on this have their numbers in
// package guards.
//
// Approximation: an object is followed within one function, through variables that are set once, and through small
// functions of the package; what is not followed was made by somebody else, and is known to others (more races).
package objects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

// A Package answers for the functions of a package: what they call, make, hold and give away.
type Package struct {
	Funcs     []*ssa.Function                 // by own unit; nil for those that are left out
	src       *source.Result                  // units and names
	flow      *flow.Result                    // models of calls
	places    *place.Package                  // what variables with one store hold
	lent      map[*types.Var]bool             // fields that point to objects which others have too
	shown     map[*types.Var]bool             // fields that are not the only way to what they point to
	copies    map[ssa.Value]bool              // structs that their function fills with what it loads atomically (G29)
	snapshots map[types.Object]bool           // their types
	kept      map[*types.Var]bool             // fields in which only such structs are kept (G51); nil until asked
	published map[ssa.Value][]ssa.Instruction // memo of PublishedBy
}

// New selects the functions of a package: not those of tests, nor roots.
func New(src *source.Result, calls *flow.Result, places *place.Package) *Package {
	p := &Package{
		Funcs: make([]*ssa.Function, len(src.Funcs)), src: src, flow: calls, places: places,
		lent: map[*types.Var]bool{}, shown: map[*types.Var]bool{}, copies: map[ssa.Value]bool{},
		snapshots: map[types.Object]bool{}, published: map[ssa.Value][]ssa.Instruction{},
	}
	for i, fn := range src.Funcs {
		u := &src.Pkg.Source.Units[i]
		if u.Flags&(facts.Root|facts.InTest|facts.Degraded) == 0 && fn.Blocks != nil && calls.Flow(i) != nil {
			p.Funcs[i] = fn
		}
	}
	return p
}
