// This file is what fields of a package are asked about: calls, tests, names that nobody else can use, positions.

package fielduse

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

// A Package answers for the fields of one package that hold something to wait for: what is done with them, and where.
type Package struct {
	Flow   *flow.Result   // models of calls, control flow
	Places *place.Package // names and stable places

	used    map[facts.Symbol]*Uses                  // what is done with each field; nil until asked for
	started map[*ssa.Function]bool                  // functions that go statements start; nil until asked for
	callsOf map[*ssa.Function][]ssa.CallInstruction // calls by name, by what they call; nil until asked for
}

// New makes the answers for a package, empty.
func New(flow *flow.Result, places *place.Package) *Package {
	return &Package{Flow: flow, Places: places}
}

// IsTest reports whether a function is test code.
func (r *Package) IsTest(fn *ssa.Function) bool {
	i, ok := r.Flow.Source.UnitOf(fn)
	return !ok || r.Flow.Source.Pkg.Source.Units[i].Flags&facts.InTest != 0
}

// Callers are the calls of a function by name within the package.
func (r *Package) Callers(fn *ssa.Function) []ssa.CallInstruction {
	if r.callsOf == nil {
		r.callsOf = map[*ssa.Function][]ssa.CallInstruction{}
		seen := map[*ssa.Function]bool{} // clients stand for the function that they call
		for _, f := range r.Flow.Source.Funcs {
			if seen[f] {
				continue
			}
			seen[f] = true
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					if c, ok := instr.(ssa.CallInstruction); ok && c.Common().StaticCallee() != nil {
						g := source.Origin(c.Common().StaticCallee())
						r.callsOf[g] = append(r.callsOf[g], c)
					}
				}
			}
		}
	}
	return r.callsOf[source.Origin(fn)]
}

// Own reports whether a lock is a field or variable that no other package can name.
func (r *Package) Own(name facts.Symbol) bool {
	last := name.Name
	for i := len(last) - 1; i >= 0; i-- {
		if last[i] == '.' {
			last = last[i+1:]
			break
		}
	}
	return Lasting(name) && name.Pkg == r.Flow.Source.Pkg.Source.Path && !token.IsExported(last)
}

// Lasting reports whether a lock's name is that of a field or package-level variable.
func Lasting(s facts.Symbol) bool { return s.Kind == facts.SymField || s.Kind == facts.SymGlobal }

// Place is a position as facts know it.
func (r *Package) Place(pos token.Pos) facts.Position {
	file, line, col := r.Flow.Source.Position(pos)
	return facts.Position{File: file, Line: uint32(line), Col: uint32(col)}
}

// AnyInstr reports whether some instruction of a function is of a kind.
func AnyInstr(fn *ssa.Function, is func(ssa.Instruction) bool) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, is) })
}
