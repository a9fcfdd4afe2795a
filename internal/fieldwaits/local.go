// This file follows channels that are kept in variables: captured ones, parameters and results of functions of the
// package (T40).

package fieldwaits

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/source"
)

// A local is a channel that a function makes, and all that is done with it.
type local struct {
	r      *finder            // answers for the package
	made   *ssa.MakeChan      // where it is made
	sends  []ssa.Instruction  // sends without alternative
	recvs  []*ssa.UnOp        // receives without alternative
	polls  []*ssa.Select      // selects with a case for it
	closes []ssa.Instruction  // the closes of it
	astray bool               // others may send on it or close it
	shared bool               // others may receive from it
	seen   map[ssa.Value]bool // what has been followed
}

// locals are the channels that functions of the package, tests aside, make.
func locals(r *finder) []*local {
	var list []*local
	each(r, func(i ssa.Instruction) {
		if m, ok := i.(*ssa.MakeChan); ok {
			l := &local{r: r, made: m, seen: map[ssa.Value]bool{}}
			if l.follow(m, false); !l.astray {
				list = append(list, l)
			}
		}
	})
	return list
}

// lost notes that a value goes where it is not followed.
func (l *local) lost(only bool) {
	l.shared = true
	l.astray = l.astray || !only
}

// follow records what is done with a value that is the channel; only: it is one to receive from.
func (l *local) follow(v ssa.Value, only bool) {
	if l.seen[v] || v.Referrers() == nil {
		return
	}
	if l.seen[v] = true; len(l.seen) > maxFollowed {
		l.lost(false)
		return
	}
	if c, ok := v.Type().Underlying().(*types.Chan); ok && c.Dir() == types.RecvOnly {
		only = true
	}
	for _, i := range *v.Referrers() {
		switch x := i.(type) {
		case *ssa.DebugRef:
		case *ssa.ChangeType:
			l.follow(x, only)
		case *ssa.Store:
			if cell, ok := x.Addr.(*ssa.Alloc); ok && x.Val == v && x.Parent() == cell.Parent() {
				l.cell(cell, only)
			} else {
				l.lost(only)
			}
		case *ssa.Send:
			if x.X == v {
				l.lost(only)
				continue
			}
			l.sends = append(l.sends, x)
		case *ssa.UnOp:
			l.recvs = append(l.recvs, x)
		case *ssa.Select:
			l.polls = append(l.polls, x)
			if slices.ContainsFunc(x.States, func(s *ssa.SelectState) bool { return s.Send == v }) {
				l.lost(only)
			}
		case *ssa.Return:
			l.returned(x, v, only)
		case ssa.CallInstruction:
			l.call(x, v, only)
		default:
			l.lost(only)
		}
	}
}

// cell follows a variable that the channel is stored to, once.
func (l *local) cell(cell ssa.Value, only bool) {
	if l.seen[cell] || cell.Referrers() == nil {
		return
	}
	l.seen[cell] = true
	stores := 0
	for _, i := range *cell.Referrers() {
		switch x := i.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if stores++; stores > 1 || x.Addr != cell {
				l.lost(false)
			}
		case *ssa.UnOp:
			l.follow(x, only)
		case *ssa.MakeClosure:
			for n, b := range x.Bindings {
				if b == cell {
					l.cell(x.Fn.(*ssa.Function).FreeVars[n], only)
				}
			}
		default:
			l.lost(only)
		}
	}
	if _, free := cell.(*ssa.FreeVar); free && stores > 0 {
		l.lost(false)
	}
}

// call follows the channel as an argument.
func (l *local) call(c ssa.CallInstruction, v ssa.Value, only bool) {
	if b, ok := c.Common().Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "close":
			l.closes = append(l.closes, c)
		case "len", "cap":
		default:
			l.lost(only)
		}
		return
	}
	fn := c.Common().StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || len(fn.Params) != len(c.Common().Args) {
		l.lost(only)
		return
	}
	if _, own := l.r.Flow.Source.UnitOf(fn); !own {
		l.lost(only)
		return
	}
	for n, a := range c.Common().Args {
		if a == v {
			l.follow(fn.Params[n], only)
		}
	}
}

// returned follows the channel to the callers of a function.
func (l *local) returned(ret *ssa.Return, v ssa.Value, only bool) {
	fn := ret.Parent()
	callers := l.r.Callers(fn)
	if fn.Parent() != nil || token.IsExported(fn.Name()) || fn.Referrers() != nil && len(*fn.Referrers()) > len(callers) {
		l.lost(only)
	}
	for _, c := range callers {
		x, ok := c.(*ssa.Call)
		if !ok {
			continue
		}
		if len(ret.Results) == 1 {
			l.follow(x, only)
			continue
		}
		for _, i := range *x.Referrers() {
			if e, ok := i.(*ssa.Extract); ok && ret.Results[e.Index] == v {
				l.follow(e, only)
			}
		}
	}
}

// closer is the function that closes the channel, if it is one, and nobody else but go statements start it.
func (l *local) closer() *ssa.Function {
	var fn *ssa.Function
	for _, c := range l.closes {
		if fn != nil && c.Parent() != fn {
			return nil
		}
		fn = c.Parent()
	}
	if fn == nil || len(l.r.OnlyStarts(fn)) == 0 {
		return nil
	}
	return fn
}

// unitOf is where a function of the package itself stands.
func unitOf(r *finder, fn *ssa.Function) (int, bool) {
	unit, ok := r.Flow.Source.UnitOf(source.Origin(fn))
	return unit, ok && unit < r.Flow.Source.Pkg.Source.Own
}
