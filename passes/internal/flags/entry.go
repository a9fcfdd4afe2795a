// This file finds the locks that all callers of a function hold, as by the name of a fooLocked: they count in it until
// something may release them (E23).

package flags

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// A heldLock is a lock that all callers of a function hold.
type heldLock struct {
	param int    // from which the lock is reached; -1: from a variable
	lock  lockOf // by way of what
}

// entries are the locks with which the functions of a package are entered.
type entries struct {
	f     *Flags                        // whose they are
	calls map[*ssa.Function][]*ssa.Call // static calls
	open  map[types.Object]bool         // functions that are also called in another way
	names map[string]bool               // of methods that are called by way of interfaces
	held  map[*ssa.Function][]heldLock  // memo of at
	kept  map[entryLock][]bool          // memo: where a lock is held, by block
}

func newEntries(f *Flags) *entries {
	e := &entries{f: f, calls: map[*ssa.Function][]*ssa.Call{}, open: map[types.Object]bool{},
		names: map[string]bool{}, held: map[*ssa.Function][]heldLock{},
		kept: map[entryLock][]bool{}}
	var rands []*ssa.Value
	for _, fn := range f.src.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				rands = instr.Operands(rands[:0])
				e.look(instr, rands)
			}
		}
	}
	return e
}

// look notes what an instruction calls, and which functions it makes values of.
func (e *entries) look(instr ssa.Instruction, rands []*ssa.Value) {
	called := (*ssa.Function)(nil)
	if c, ok := instr.(ssa.CallInstruction); ok {
		if c.Common().IsInvoke() {
			e.names[c.Common().Method.Name()] = true
		}
		if call, ok := instr.(*ssa.Call); ok {
			if called = c.Common().StaticCallee(); called != nil {
				fn := source.Origin(called)
				e.calls[fn] = append(e.calls[fn], call)
			}
		}
	}
	for k, p := range rands {
		fn, ok := (*p).(*ssa.Function)
		if ok && fn.Object() != nil && (fn != called || k > 0) {
			e.open[fn.Object()] = true
		}
	}
}

// at are the locks that all callers of a function hold; none if some may not be in view.
func (e *entries) at(fn *ssa.Function) []heldLock {
	if list, ok := e.held[fn]; ok {
		return list
	}
	e.held[fn] = nil // a function that calls itself adds nothing
	o := fn.Object()
	if o == nil || o.Exported() || e.open[o] || e.names[o.Name()] || fn.Name() == "main" || fn.Name() == "init" {
		return nil
	}
	var list []heldLock
	for k, call := range e.calls[fn] {
		here := e.around(call)
		if k == 0 {
			list = here
		}
		list = slices.DeleteFunc(list, func(h heldLock) bool { return !slices.Contains(here, h) })
	}
	e.held[fn] = list
	return list
}

// around are the locks held at a call, in terms of what is called.
func (e *entries) around(call *ssa.Call) []heldLock {
	var list []heldLock
	for k, arg := range call.Call.Args {
		if _, ok := arg.Type().Underlying().(*types.Pointer); !ok {
			continue
		}
		for _, l := range e.f.Held(call, arg) {
			h := heldLock{k, l}
			if l.root != nil {
				h.param = -1
			}
			list = append(list, h)
		}
	}
	return list
}

// still are the locks held from the entry of a function on, at an instruction, as seen from what has a number.
func (e *entries) still(at ssa.Instruction, base uint32) []lockOf {
	fn := at.Parent()
	var list []lockOf
	for _, h := range e.at(fn) {
		seen := h.param < 0 || base != 0 && e.f.locked.Number(fn, fn.Params[h.param]) == base
		if seen && e.keeps(at, h) {
			list = append(list, h.lock)
		}
	}
	return list
}

// An entryLock is such a lock in a function.
type entryLock struct {
	fn   *ssa.Function // which is entered with it
	lock heldLock      // as seen there
}

// keeps reports whether a lock that is held at the entry of a function is held at an instruction: since then, or anew.
func (e *entries) keeps(at ssa.Instruction, h heldLock) bool {
	key := entryLock{at.Parent(), h}
	in, ok := e.kept[key]
	if !ok {
		in = key.flow(e)
		e.kept[key] = in
	}
	held := in[at.Block().Index]
	for _, instr := range at.Block().Instrs {
		if instr == at {
			break
		}
		held = key.behind(e, instr, held)
	}
	return held
}

// flow tells of each block whether the lock is held where it begins, on every way.
func (k *entryLock) flow(e *entries) []bool {
	in, seen := make([]bool, len(k.fn.Blocks)), make([]bool, len(k.fn.Blocks))
	in[0], seen[0] = true, true
	for work := []*ssa.BasicBlock{k.fn.Blocks[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		held := in[b.Index]
		for _, instr := range b.Instrs {
			held = k.behind(e, instr, held)
		}
		for _, s := range b.Succs {
			if i := s.Index; !seen[i] || in[i] && !held {
				in[i], seen[i] = held, true
				work = append(work, s)
			}
		}
	}
	return in
}

// behind is whether the lock is held behind an instruction. Calls of function values and interface methods are taken
// not to release locks of their callers (passes/locks).
func (k *entryLock) behind(e *entries, instr ssa.Instruction, held bool) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return held
	}
	site, ok := e.f.locked.Site(call)
	if !ok {
		fn := call.Call.StaticCallee()
		return held && (fn == nil || e.f.flow.Model(call) != nil || !e.f.locked.MayRelease(fn))
	}
	x := &e.f.locked.Sites(k.fn)[site]
	l, root := way(x.Mutex())
	if l != k.lock.lock {
		return held
	}
	switch x.Op {
	case facts.Unlock, facts.RUnlock:
		return false
	}
	return held || !x.Try && (l.root != nil ||
		e.f.locked.Number(k.fn, root) == e.f.locked.Number(k.fn, k.fn.Params[k.lock.param]))
}
