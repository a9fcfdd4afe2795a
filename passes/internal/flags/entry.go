// This file finds the locks that all callers of a function hold, as by the name of a fooLocked: they count in it until
// something may release them (E23).

package flags

import (
	"go/types"
	"maps"
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
	kept  map[course][]bool             // memo of flow
	back  map[course]bool               // memo of restores
}

func newEntries(f *Flags) *entries {
	e := &entries{f: f, calls: map[*ssa.Function][]*ssa.Call{}, open: map[types.Object]bool{},
		names: map[string]bool{}, held: map[*ssa.Function][]heldLock{},
		kept: map[course][]bool{}, back: map[course]bool{}}
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
	e.held[fn] = nil // of functions that call each other, none is entered with a lock
	if f, _ := e.f.src.Flags(fn); f&facts.Syncs == 0 {
		return nil // calls of what does not synchronise are no events
	}
	o := fn.Object()
	if o == nil || o.Exported() || e.open[o] || e.names[o.Name()] || fn.Name() == "main" || fn.Name() == "init" {
		return nil
	}
	var list []heldLock
	first := true
	for _, call := range e.calls[fn] {
		if call.Parent() == fn {
			continue // see below
		}
		here := e.around(call)
		if first {
			list, first = here, false
		}
		list = slices.DeleteFunc(list, func(h heldLock) bool { return !slices.Contains(here, h) })
	}
	for again := true; again && len(list) > 0; { // its own calls, if it has them now
		e.held[fn], again = list, false
		for _, call := range e.calls[fn] {
			if call.Parent() != fn {
				continue
			}
			here := e.around(call)
			n := len(list)
			list = slices.DeleteFunc(slices.Clone(list), func(h heldLock) bool { return !slices.Contains(here, h) })
			again = again || len(list) < n
		}
	}
	e.held[fn] = list
	return list
}

// around are the locks held at a call, in terms of what is called.
func (e *entries) around(call *ssa.Call) []heldLock {
	var list []heldLock
	for _, l := range e.f.heldFrom(call, 0) {
		list = append(list, heldLock{-1, l})
	}
	for k, arg := range call.Call.Args {
		if _, ok := arg.Type().Underlying().(*types.Pointer); !ok || isPart(arg) {
			continue
		}
		for _, l := range e.f.Held(call, arg) {
			if l.root == nil {
				list = append(list, heldLock{k, l})
			}
		}
	}
	return list
}

// isPart reports whether a pointer leads to a part of a larger object, whose locks are not those of the part.
func isPart(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return true
	}
	return false
}

// still are the locks of which all callers of a function hold one, or which it takes itself, that are held at an
// instruction, as seen from what has a number: whatever has let go of them in between has taken them again.
func (e *entries) still(at ssa.Instruction, base uint32) []lockOf {
	fn := at.Parent()
	var list []lockOf
	add := func(l lockOf, from uint32) {
		if (l.root != nil || base != 0 && from == base) && !slices.Contains(list, l) && e.keeps(at, l, from) {
			list = append(list, l)
		}
	}
	for _, h := range e.at(fn) {
		if h.param < 0 {
			add(h.lock, 0)
		} else {
			add(h.lock, e.f.locked.Number(fn, fn.Params[h.param]))
		}
	}
	for _, x := range e.f.locked.Sites(fn) {
		if x.Op == facts.Lock || x.Op == facts.RLock {
			l, root := way(x.Mutex())
			add(l, e.number(fn, root))
		}
	}
	return list
}

// number is that of the pointer from which a lock is reached; zero for a variable.
func (e *entries) number(fn *ssa.Function, root ssa.Value) uint32 {
	if root == nil {
		return 0
	}
	return e.f.locked.Number(fn, root)
}

// A course is what becomes of a lock in a function.
type course struct {
	fn    *ssa.Function // the function
	lock  lockOf        // the lock
	base  uint32        // number of the pointer from which it is reached; zero: a variable
	enter bool          // it is held where the function is entered
}

// keeps reports whether a lock is held at an instruction.
func (e *entries) keeps(at ssa.Instruction, l lockOf, base uint32) bool {
	fn := at.Parent()
	k := course{fn, l, base, slices.ContainsFunc(e.at(fn), func(h heldLock) bool {
		return h.lock == l && (h.param < 0 || e.f.locked.Number(fn, fn.Params[h.param]) == base)
	})}
	b := at.Block()
	return e.through(&k, b.Instrs[:slices.Index(b.Instrs, at)], e.flow(k)[b.Index])
}

// flow tells of each block whether the lock is held where it begins, on every way. Functions that call each other are
// taken to let go of it.
func (e *entries) flow(k course) []bool {
	if in, ok := e.kept[k]; ok {
		return in
	}
	in, seen := make([]bool, len(k.fn.Blocks)), make([]bool, len(k.fn.Blocks))
	e.kept[k] = make([]bool, len(k.fn.Blocks))
	in[0], seen[0] = k.enter, true
	for work := []*ssa.BasicBlock{k.fn.Blocks[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		held := e.through(&k, b.Instrs, in[b.Index])
		for _, s := range b.Succs {
			if i := s.Index; !seen[i] || in[i] && !held {
				in[i], seen[i] = held, true
				work = append(work, s)
			}
		}
	}
	for i := range in {
		in[i] = in[i] || !seen[i] // nobody comes there, but for panics that somebody recovers from
	}
	e.kept[k] = in
	return in
}

// through is whether the lock is held behind some instructions of a block.
func (e *entries) through(k *course, instrs []ssa.Instruction, held bool) bool {
	for _, instr := range instrs {
		held = e.behind(k, instr, held)
	}
	return held
}

// behind is whether the lock is held behind an instruction. Calls of function values and interface methods are taken
// not to release locks of their callers (passes/locks).
func (e *entries) behind(k *course, instr ssa.Instruction, held bool) bool {
	switch instr := instr.(type) {
	case *ssa.Call:
		return e.called(k, instr, held)
	case *ssa.RunDefers:
		for _, b := range slices.Backward(k.fn.DomPreorder()) {
			for _, i := range slices.Backward(b.Instrs) {
				if d, ok := i.(*ssa.Defer); ok && b.Dominates(instr.Block()) {
					held = e.called(k, d, held)
				}
			}
		}
	}
	return held
}

// called is whether the lock is held behind a call, or a deferred call.
func (e *entries) called(k *course, call ssa.CallInstruction, held bool) bool {
	site, ok := e.f.locked.Site(call)
	if !ok {
		fn := call.Common().StaticCallee()
		return held && (fn == nil || e.f.flow.Model(call) != nil || !e.f.locked.MayRelease(fn) ||
			e.restores(k, call, fn))
	}
	x := &e.f.locked.Sites(k.fn)[site]
	l, root := way(x.Mutex())
	if l != k.lock {
		return held
	}
	if x.Op == facts.Unlock || x.Op == facts.RUnlock {
		return false
	}
	return held || !x.Try && e.number(k.fn, root) == k.base
}

// restores reports whether a function that may let go of a lock that its caller holds has taken it again wherever it
// returns.
func (e *entries) restores(k *course, call ssa.CallInstruction, fn *ssa.Function) bool {
	fn = source.Origin(fn)
	if _, own := e.f.src.UnitOf(fn); !own || len(fn.Blocks) == 0 {
		return false
	}
	in := course{fn: fn, lock: k.lock, enter: true}
	for i, a := range call.Common().Args {
		if k.base != 0 && i < len(fn.Params) && !isPart(a) && e.f.locked.Number(k.fn, a) == k.base {
			in.base = e.f.locked.Number(fn, fn.Params[i])
		}
	}
	if k.base != 0 && in.base == 0 {
		return false
	}
	if known, ok := e.back[in]; ok {
		return known
	}
	e.back[in] = true // by induction over calls of itself: what returns has seen them return
	if !e.returns(&in) {
		maps.DeleteFunc(e.back, func(_ course, held bool) bool { return held })
		clear(e.kept) // what rests on that
		e.back[in] = false
	}
	return e.back[in]
}

// returns reports whether a lock is held wherever a function returns.
func (e *entries) returns(in *course) bool {
	begin := e.flow(*in)
	for _, b := range in.fn.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); !ok {
			continue
		}
		if !e.through(in, b.Instrs, begin[b.Index]) {
			return false
		}
	}
	return true
}
