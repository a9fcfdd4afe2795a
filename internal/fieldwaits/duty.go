// This file follows what a function has to do before it returns, such as Done of a WaitGroup (T23) or the close of a
// channel (T24), along the ways through it.

package fieldwaits

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A duty is something that is to be done.
type duty struct {
	r     *finder                    // answers for the package
	does  func(ssa.Instruction) bool // reports whether an instruction does it
	may   map[*ssa.Function]bool     // functions that may do it, themselves or by what they call, start or make
	loose bool                       // a function that may do it may be called by who is not seen, or as a value
	// reports whether it need not be done on the way from a block to its k-th successor; nil: it always does
	moot  func(b *ssa.BasicBlock, k int) bool
	alone bool // nobody else can do it: only what has been heard from others excuses (T40)
}

// newDuty finds the functions of the package that may do something for a function: if they call that, it has a duty of
// its own.
func (r *finder) newDuty(of *ssa.Function, does func(ssa.Instruction) bool) *duty {
	d := &duty{r: r, does: does, may: map[*ssa.Function]bool{}}
	var work []*ssa.Function
	for _, fn := range r.Flow.Source.Funcs {
		if fn == of {
			continue
		}
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if does(i) && !d.may[fn] {
					d.may[fn] = true
					work = append(work, fn)
				}
			}
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		d.loose = d.loose || d.anyone(fn)
		for _, c := range r.Callers(fn) {
			if _, starts := c.(*ssa.Go); !starts && c.Parent() != of && !d.may[c.Parent()] {
				d.may[c.Parent()] = true
				work = append(work, c.Parent())
			}
		}
	}
	return d
}

// anyone reports whether a function may be called other than by its name in this package: it is exported, or used as
// a value, or is a method that an interface may have.
func (d *duty) anyone(fn *ssa.Function) bool {
	if fn.Parent() != nil {
		return false // where it is made counts
	}
	if token.IsExported(fn.Name()) {
		return true
	}
	refs := fn.Referrers()
	if fn.Signature.Recv() == nil {
		return refs != nil && len(*refs) > len(d.r.Callers(fn))
	}
	return d.r.bound(fn)
}

// bound reports whether a method is used as a value, or an interface method of the package has its name.
func (r *finder) bound(fn *ssa.Function) bool {
	if r.values == nil {
		r.values = map[string]bool{}
		for _, f := range r.Flow.Source.Funcs {
			for _, b := range f.Blocks {
				for _, i := range b.Instrs {
					switch x := i.(type) {
					case *ssa.MakeClosure:
						if m, ok := x.Fn.(*ssa.Function); ok && m.Object() != nil {
							r.values[m.Object().Name()] = true
						}
					case ssa.CallInstruction:
						if x.Common().IsInvoke() {
							r.values[x.Common().Method.Name()] = true
						}
					}
				}
			}
		}
	}
	return r.values[fn.Name()]
}

// done reports whether an instruction, what it calls, starts, defers or makes may do it.
func (d *duty) done(i ssa.Instruction) bool {
	if d.does(i) {
		return true
	}
	if m, ok := i.(*ssa.MakeClosure); ok {
		return d.may[m.Fn.(*ssa.Function)]
	}
	c, ok := i.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if g := c.Common().StaticCallee(); g != nil {
		return d.may[source.Origin(g)]
	}
	_, builtin := c.Common().Value.(*ssa.Builtin)
	return !builtin && d.loose && d.r.Flow.Model(c) == nil
}

// unmet is a return to which a way leads from an instruction of a block on which nothing may have done it; nil if there
// is none, or if what decides it may be known to who calls. If failing, the way has to pass an error that is not nil,
// and there must be no other way to a return.
func (d *duty) unmet(from *ssa.BasicBlock, start int, failing bool) *ssa.Return {
	type at struct {
		b      *ssa.BasicBlock // where the way has come to
		failed bool            // it has passed an error that is not nil; or, if alone, was told nothing since its last choice
	}
	g := d.r.Flow.Graph(from.Parent())
	var found, other *ssa.Return
	seen := map[at]bool{}
	for work := []at{{from, false}}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		instrs := x.b.Instrs
		if len(seen) == 0 {
			instrs = instrs[start:]
		}
		if seen[x] || slices.ContainsFunc(instrs, d.done) {
			continue
		}
		seen[x] = true
		agree := false
		switch i := x.b.Instrs[len(x.b.Instrs)-1].(type) {
		case *ssa.Return:
			switch {
			case !i.Pos().IsValid():
			case d.alone && !x.failed:
			case failing && !x.failed:
				other = i
			default:
				found = i
			}
		case *ssa.If:
			agree = agreed(i.Cond)
		}
		for k := range x.b.Succs {
			if to := g.Next(x.b, k); to != nil && !agree && (d.moot == nil || !d.moot(x.b, k)) {
				failed := x.failed || failing && fails(x.b, k)
				if _, chooses := x.b.Instrs[len(x.b.Instrs)-1].(*ssa.If); d.alone && chooses {
					failed = !heard(x.b) && (x.failed || !ended(x.b, k))
				}
				work = append(work, at{to, failed})
			}
		}
	}
	if other != nil {
		return nil
	}
	return found
}

// heard reports whether a block is left because of what others have done: a case of a select, an error of a context.
func heard(b *ssa.BasicBlock) bool {
	v, _ := branch.Positive(b.Instrs[len(b.Instrs)-1].(*ssa.If).Cond)
	if branch.SelectTested(v) != nil {
		return true
	}
	x, ok := v.(*ssa.BinOp)
	if !ok {
		return false
	}
	call, ok := x.X.(*ssa.Call)
	return ok && call.Call.IsInvoke() && call.Call.Method.FullName() == "(context.Context).Err"
}

// ended reports whether a block is left by its k-th edge because a channel was found closed.
func ended(b *ssa.BasicBlock, k int) bool {
	v, plain := branch.Positive(b.Instrs[len(b.Instrs)-1].(*ssa.If).Cond)
	x, ok := v.(*ssa.Extract)
	if !ok {
		return false
	}
	recv, ok := x.Tuple.(*ssa.UnOp)
	return ok && recv.Op == token.ARROW && plain == (k == 1)
}

// fails reports whether a block is left by its k-th edge because an error is not nil.
func fails(b *ssa.BasicBlock, k int) bool { return branch.Failure(b, k) != nil }

// agreed reports whether a condition may be what a function and those who start it have agreed on: a truth value that
// it is given or finds in memory, or whether something is nil.
func agreed(cond ssa.Value) bool {
	v, _ := branch.Positive(cond)
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.UnOp:
		return x.Op == token.MUL
	case *ssa.BinOp:
		if place.IsNil(x.X) || place.IsNil(x.Y) {
			return !place.IsError(x.X.Type())
		}
	}
	return false
}
