// This file finds where a lock that is held at an access was taken, and whether it is that of the object accessed.

package guards

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/source"
)

// taken is where the lock of a class was taken that is held at an access: the nearest place on the way, if there is one
// such in its function. It is another object's where the type of the object accessed has the lock, and the way there
// leads to two values, of which one has the lock and the other one the variable.
func (a *analysis) taken(x *instance, class int) (at token.Pos, other bool) {
	base, f, k, instr := x.base, x.f, x.ctx, x.instr
	for range maxPath {
		c := &f.contexts[k]
		var locks []ssa.CallInstruction
		for _, b := range f.fn.Blocks {
			for _, i := range b.Instrs {
				call, ok := i.(ssa.CallInstruction)
				if !ok {
					continue
				}
				op, ok := a.ops[call]
				if ok && op.class == class && op.lock && !c.key.must.has(class, false) && precedes(call, instr) {
					locks = append(locks, call)
				}
			}
		}
		if len(locks) > 0 {
			last := locks[len(locks)-1]
			one := func(c ssa.CallInstruction) bool {
				y := a.Base(a.ops[c].origin)
				return y == nil || base == nil || y == base || !apart(base, y)
			}
			owner := a.names[class].chain
			within := len(x.chain) > 0 && len(owner) > 0 && x.chain[0] == owner[0]
			return last.Pos(), within && !a.beside(x, class) && !slices.ContainsFunc(locks, one)
		}
		if c.from == nil || a.spawns(f, k) {
			return token.NoPos, false
		}
		if p, ok := base.(*ssa.Parameter); ok {
			n, args := slices.Index(p.Parent().Params, p), source.Arguments(c.at.Common())
			base = nil
			if n < len(args) && p.Parent() == f.fn {
				base = a.Base(args[n])
			}
		} else {
			base = nil
		}
		f, k, instr = c.from, c.ctx, c.at
	}
	return token.NoPos, false
}

// apart reports whether two values of a function are different parameters: nothing says that they are one object.
func apart(x, y ssa.Value) bool {
	p, ok := x.(*ssa.Parameter)
	q, also := y.(*ssa.Parameter)
	return ok && also && p != q
}
