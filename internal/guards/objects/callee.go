// This file is which function of the package a call enters, as far as the code around it says.

package objects

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Index is the number of a function of the package that is looked at, or of the function that it is an instance of.
func (p *Package) Index(g *ssa.Function) (int, bool) {
	if g == nil {
		return 0, false
	}
	i, ok := p.src.UnitOf(g)
	return i, ok && p.Funcs[i] != nil
}

// Own is the function looked at for a function of the package or an instance of one; else nil.
func (p *Package) Own(g *ssa.Function) *ssa.Function {
	if i, ok := p.Index(g); ok {
		return p.Funcs[i]
	}
	return nil
}

// Callee is the function of the package that a call surely calls; else nil.
func (p *Package) Callee(call ssa.CallInstruction) *ssa.Function {
	c := call.Common()
	if c.IsInvoke() {
		return nil
	}
	return p.Value(c.Value)
}

// Value is the function that a function value surely is; nil if that is not known, or not of the package.
func (p *Package) Value(v ssa.Value) *ssa.Function {
	for range valueSteps {
		switch x := v.(type) {
		case *ssa.Function:
			return p.Own(x)
		case *ssa.MakeClosure:
			return p.Own(x.Fn.(*ssa.Function))
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.UnOp:
			l := place.Variable(x.X)
			if x.Op != token.MUL || l == nil {
				return nil
			}
			if v = p.places.Stored(l); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// Each visits the instructions of all functions.
func (p *Package) Each(visit func(ssa.Instruction)) {
	for _, f := range p.Funcs {
		if f == nil {
			continue
		}
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				visit(instr)
			}
		}
	}
}
