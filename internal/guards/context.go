// This file finds in which contexts each function runs: who runs it, with which locks held, owning what (G4, G5).

package guards

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/guards/objects"
)

// findRoots enters the functions that nobody of the package need call.
func (a *runs) findRoots() {
	a.roots = []root{callers: {kind: Caller, multi: true}, single: {kind: Single}, values: {kind: Callback, multi: true}}
	a.findEmbedded()
	a.Each(a.findHanded)
	for _, f := range a.funcs {
		if f == nil {
			continue
		}
		a.weakEdges(f)
		switch {
		case f.init || a.isMain() && f.fn.Name() == "main" && f.fn.Parent() == nil:
			a.enter(f, context{key: contextKey{root: single}})
		case a.open(f):
			a.enter(f, context{key: contextKey{root: callers, made: a.oneCaller(f)}})
		case a.escaped[f] && !a.calledAsValue(f):
			a.enter(f, context{key: contextKey{root: values}})
		}
	}
}

// weakEdges adds the calls through interfaces, and of function values, that may call a function.
func (a *runs) weakEdges(f *function) {
	if obj, ok := f.fn.Object().(*types.Func); ok && receiver(f.fn) != nil {
		for _, s := range a.sites.invokes[obj.Name()] {
			if sameParams(s.at.Common().Method.Signature(), obj.Signature()) {
				s.in.edges = append(s.in.edges, edge{to: f, at: s.at, state: s.state, weak: true, spawn: isGo(s.at)})
			}
		}
	}
	if a.escaped[f] {
		for _, s := range a.sites.values {
			if sameParams(s.at.Common().Signature(), f.fn.Signature) {
				s.in.edges = append(s.in.edges, edge{to: f, at: s.at, state: s.state, weak: true, spawn: isGo(s.at)})
			}
		}
	}
}

// calledAsValue reports whether a call of a function value in this package may be one of f.
func (a *runs) calledAsValue(f *function) bool {
	for _, s := range a.sites.values {
		if sameParams(s.at.Common().Signature(), f.fn.Signature) {
			return true
		}
	}
	return false
}

// solveContexts spreads contexts over calls.
func (a *runs) solveContexts() {
	spawned := map[ssa.CallInstruction]int{}
	for changed := true; changed; {
		changed = false
		for _, f := range a.funcs {
			if f == nil {
				continue
			}
			for k := 0; k < len(f.contexts); k++ {
				for i := range f.edges {
					changed = a.follow(f, k, &f.edges[i], spawned) || changed
				}
			}
		}
	}
}

// solveEntries finds which entries lead to each function.
func (a *runs) solveEntries() {
	for changed := true; changed; {
		changed = false
		for _, f := range a.funcs {
			if f == nil {
				continue
			}
			if f.entries == nil {
				f.entries = map[*function]bool{}
			}
			for k := range f.contexts {
				if f.contexts[k].from == nil && !f.entries[f] {
					f.entries[f], changed = true, true
				}
			}
			for i := range f.edges {
				changed = f.lead(&f.edges[i]) || changed
			}
		}
	}
}

// lead makes the callee's entries include the caller's.
func (f *function) lead(e *edge) bool {
	if e.to.entries == nil {
		e.to.entries = map[*function]bool{}
	}
	before := len(e.to.entries)
	if e.spawn {
		e.to.entries[e.to] = true
	} else {
		for x := range f.entries {
			if len(e.to.entries) < 2 {
				e.to.entries[x] = true
			}
		}
	}
	return len(e.to.entries) != before
}

// follow enters a callee in the context that one context of the caller gives.
func (a *runs) follow(f *function, k int, e *edge, spawned map[ssa.CallInstruction]int) bool {
	c := &f.contexts[k].key
	key := contextKey{root: c.root, seen: c.seen.or(e.state.seen), weak: c.weak || e.weak, once: c.once || e.once}
	if e.spawn {
		key.weak, key.once = e.weak, false
		r, ok := spawned[e.at]
		if !ok {
			r = len(a.roots)
			spawned[e.at] = r
			a.roots = append(
				a.roots,
				root{kind: Goroutine, pos: e.at.Pos(), site: e.at, in: f, multi: a.flow.Graph(f.fn).Cyclic(e.at.Block())},
			)
		}
		key.root = r
	} else {
		key.must = e.state.must.or(c.must.minus(e.state.lost))
		key.may = key.must.or(e.state.may).or(c.may.minus(e.state.gone))
		key.owned, key.made = a.ownedArgs(c, e), a.madeArgs(c, e)
	}
	return a.enter(e.to, context{key: key, from: f, ctx: k, at: e.at})
}

// ownedArgs are the parameters that the callee owns because the caller does (G5).
func (a *runs) ownedArgs(c *contextKey, e *edge) uint64 {
	var owned uint64
	for i, v := range e.args {
		if i < facts.MaskBits {
			if o := a.spawn.Owned(e.at, v); o.Owned && o.If&^c.owned == 0 || a.privateArg(c, v, e.at) {
				owned |= 1 << i
			}
		}
	}
	return owned
}

// madeArgs are the parameters that lead to objects which a caller has made.
func (a *runs) madeArgs(c *contextKey, e *edge) uint64 {
	var made uint64
	for i, v := range e.args {
		if i >= facts.MaskBits || !objects.IsPointerLike(v.Type()) {
			continue
		}
		b := a.Base(v)
		p, ok := b.(*ssa.Parameter)
		if ok && c.made&(1<<slices.Index(p.Parent().Params, p)) != 0 || b != nil && (a.Makes(b) || a.Builds(b, 0)) {
			made |= 1 << i
		}
	}
	return made
}

// privateArg reports whether an argument leads to an object that the caller has made or owns, and nobody else has.
func (a *runs) privateArg(c *contextKey, v ssa.Value, at ssa.CallInstruction) bool {
	if !objects.IsPointerLike(v.Type()) {
		return false
	}
	switch b := a.Base(v).(type) {
	case nil:
		return false
	case *ssa.Parameter:
		k := slices.Index(b.Parent().Params, b)
		return k < facts.MaskBits && c.owned&(1<<k) != 0
	default:
		return a.Makes(b) && a.Private(b, at)
	}
}

// enter adds a context and reports whether it is new. What the function releases without having taken it is held (G24).
func (a *runs) enter(f *function, c context) bool {
	c.key.must, c.key.may = c.key.must.or(f.net.owed), c.key.may.or(f.net.owed)
	for i := range f.contexts {
		if f.contexts[i].key == c.key {
			return false
		}
	}
	if len(f.contexts) == contextMax {
		f.capped = true
		return false
	}
	f.contexts = append(f.contexts, c)
	return true
}
