// This file finds in which contexts each function runs: who runs it, with which locks held, owning what (G4, G5).

package guards

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

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
	var key contextKey
	if e.spawn {
		key.seen, key.weak = c.seen.or(e.state.seen), e.weak
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
		key = a.inherited(c, e)
	}
	return a.enter(e.to, context{key: key, from: f, ctx: k, at: e.at})
}

// inherited is in which context a call enters its callee from one of its caller.
func (a *runs) inherited(c *contextKey, e *edge) contextKey {
	key := contextKey{root: c.root, seen: c.seen.or(e.state.seen), weak: c.weak || e.weak, once: c.once || e.once}
	key.onceIn = c.onceIn
	if e.once {
		key.onceIn = e.onceIn
	}
	key.must = e.state.must.or(c.must.minus(e.state.lost))
	key.may = key.must.or(e.state.may).or(c.may.minus(e.state.gone))
	to := a.passed(c, e)
	key.owned, key.made = to.Owned, to.Made
	return key
}

// passed is what the callee owns because the caller does, and what a caller has made (G5, G50).
func (a *runs) passed(c *contextKey, e *edge) objects.Share {
	from := objects.Share{Owned: c.owned, Made: c.made}
	return a.Passed(from, e.args, len(e.to.fn.Params), e.at, func(v ssa.Value) bool {
		o := a.spawn.Owned(e.at, v)
		return o.Owned && o.If&^c.owned == 0
	})
}

// enter adds a context and reports whether it is new. What the function releases without having taken it is held (G24).
func (a *runs) enter(f *function, c context) bool {
	c.key = c.key.owing(f)
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

// owing is a context with what the function must find held.
func (key contextKey) owing(f *function) contextKey {
	key.must, key.may = key.must.or(f.net.owed), key.may.or(f.net.owed)
	return key
}
