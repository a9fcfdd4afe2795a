// Package views finds which stores to a captured variable a function literal may see (passes/flow L27): not those
// behind a wait for the goroutine that runs it.
package views

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/groups"
	"github.com/syncvet/syncvet/passes/source"
)

// A Finder answers for one function.
type Finder struct {
	src *source.Result // the functions of the package
	fn  *ssa.Function  // the function that makes the literals
}

// New answers for a function.
func New(src *source.Result, fn *ssa.Function) *Finder { return &Finder{src, fn} }

// Seen lists the stores to a variable that a function literal which captures it may see, if these are not all, and none
// comes later, before a wait for the literal: only the function that makes both stores there, and the literal itself
// only loads it.
func (f *Finder) Seen(a *ssa.Alloc, c *ssa.MakeClosure) ([]*ssa.Store, bool) {
	var all []*ssa.Store
	for _, r := range *a.Referrers() {
		switch x := r.(type) {
		case *ssa.Store:
			all = append(all, x)
		case *ssa.FieldAddr:
			return nil, false // it may be stored to in parts
		}
	}
	if len(all) < 2 || len(all) > maxStores || len(f.fn.Blocks) > maxBlocks || !f.src.OnlyRead(a) || !onlyLoads(c, a) {
		return nil, false
	}
	waits := f.waitsFor(c)
	var seen []*ssa.Store
	for _, s := range all {
		if branch.LeadsTo(c, s, func(i ssa.Instruction) bool { return slices.Contains(waits, i) }) {
			return nil, false // it may come at any time
		}
		if branch.LeadsTo(s, c, func(i ssa.Instruction) bool { return isStore(i, a) }) {
			seen = append(seen, s)
		}
	}
	return seen, len(seen) < len(all)
}

// isStore reports whether an instruction stores to a variable.
func isStore(i ssa.Instruction, a *ssa.Alloc) bool {
	s, ok := i.(*ssa.Store)
	return ok && s.Addr == ssa.Value(a)
}

// onlyLoads reports whether a literal itself loads a variable, and gives it to no other literal.
func onlyLoads(c *ssa.MakeClosure, a *ssa.Alloc) bool {
	for k, b := range c.Bindings {
		if b != ssa.Value(a) {
			continue
		}
		for _, r := range *c.Fn.(*ssa.Function).FreeVars[k].Referrers() {
			switch r.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				return false
			}
		}
	}
	return true
}

// waitsFor lists the instructions of the function behind which a literal has ended that it starts as a goroutine, once:
// receives from a channel that only the literal closes or sends on, as the last thing it does; and waits for a
// WaitGroup that was added to before, and that the literal counts down at its end.
func (f *Finder) waitsFor(c *ssa.MakeClosure) []ssa.Instruction {
	if !started(c) || branch.Reaches(c.Block(), c.Block()) {
		return nil
	}
	var waits []ssa.Instruction
	for k, b := range c.Bindings {
		a, ok := b.(*ssa.Alloc)
		if !ok {
			continue
		}
		in := c.Fn.(*ssa.Function).FreeVars[k]
		for _, r := range *a.Referrers() {
			switch x := r.(type) {
			case *ssa.UnOp:
				for _, use := range *x.Referrers() {
					recv, ok := use.(*ssa.UnOp)
					if ok && recv.X == ssa.Value(x) && signalsLast(in) && f.soleSignal(a, c, recv) {
						waits = append(waits, recv)
					}
				}
			case *ssa.Call:
				if groups.Is(f.src, x, models.SyncWait, a) && groups.CountsDown(f.src, in) && groups.AddedBefore(f.src, a, c) {
					waits = append(waits, x)
				}
			}
		}
	}
	return waits
}

// started reports whether a literal is only started as a goroutine.
func started(c *ssa.MakeClosure) bool {
	uses := 0
	for _, r := range *c.Referrers() {
		switch x := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Go:
			if x.Call.Value != ssa.Value(c) {
				return false
			}
			uses++
		default:
			return false
		}
	}
	return uses == 1
}

// signals are the instructions by which a function closes, or sends on, what a variable of another function holds;
// false if it uses that otherwise than to receive.
func signals(v ssa.Value) (list []ssa.Instruction, ok bool) {
	for _, r := range *v.Referrers() {
		load, isLoad := r.(*ssa.UnOp)
		if _, ignored := r.(*ssa.DebugRef); ignored {
			continue
		}
		if !isLoad {
			return nil, false
		}
		for _, use := range *load.Referrers() {
			switch x := use.(type) {
			case *ssa.DebugRef, *ssa.UnOp, *ssa.Select:
			case *ssa.Send:
				if x.Chan != ssa.Value(load) {
					return nil, false
				}
				list = append(list, x)
			case ssa.CallInstruction:
				if !place.IsBuiltin(x.Common(), "close") {
					return nil, false
				}
				list = append(list, x)
			default:
				return nil, false
			}
		}
	}
	return list, true
}

// signalsLast reports whether a literal signals once by a captured channel, at its end: it loads no captured variable
// behind that.
func signalsLast(in *ssa.FreeVar) bool {
	list, ok := signals(in)
	if !ok || len(list) != 1 {
		return false
	}
	if _, deferred := list[0].(*ssa.Defer); deferred {
		return true
	}
	return !slices.ContainsFunc(in.Parent().FreeVars, func(v *ssa.FreeVar) bool {
		return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
			return branch.Leads(list[0], r)
		})
	})
}

// soleSignal reports whether nobody but a literal signals by a channel that a variable holds, before a receive from it:
// each channel there was made for the variable; the function itself only receives; and no other literal that signals by
// it is made on the way to the receive.
func (f *Finder) soleSignal(a *ssa.Alloc, c *ssa.MakeClosure, recv ssa.Instruction) bool {
	if !f.src.OnlyRead(a) {
		return false
	}
	for _, r := range *a.Referrers() {
		switch x := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if m, ok := x.Val.(*ssa.MakeChan); !ok || len(*m.Referrers()) != 1 {
				return false
			}
		case *ssa.UnOp:
			for _, use := range *x.Referrers() {
				switch use.(type) {
				case *ssa.DebugRef, *ssa.UnOp:
				default:
					return false
				}
			}
		case *ssa.MakeClosure:
			if x != c && !receives(x, a) && branch.Leads(x, recv) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// receives reports whether a literal does nothing else with what a variable holds than to receive from it.
func receives(c *ssa.MakeClosure, a *ssa.Alloc) bool {
	for k, b := range c.Bindings {
		if b == ssa.Value(a) {
			if list, ok := signals(c.Fn.(*ssa.Function).FreeVars[k]); !ok || len(list) > 0 {
				return false
			}
		}
	}
	return true
}
