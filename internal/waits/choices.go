// This file chooses scopes: for each object the innermost function within one run of which all that happens to it
// happens (W2).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/waits/exposure"
)

// A choice is a function to explore, and the objects that belong to one run of it.
type choice struct {
	root  link.InstID            // the function, in its context
	keys  []order.SyncKey        // in the order of waiting.keys, locks that matter to who waits last
	core  []order.SyncKey        // those for whose sake the function is explored
	each  map[order.SyncKey]bool // those of all that are made in a loop there
	alone bool                   // these objects only, see narrower
	again map[order.SyncKey]bool // those of which one stands for several, one after the other (W89)
	// calls that users may make, where the function is the client of a library's type (W14); else nil
	guests []guest
}

// loop reports whether some objects are made in a loop: then one round is explored.
func (c *choice) loop() bool {
	return slices.ContainsFunc(c.keys, func(k order.SyncKey) bool { return c.each[k] })
}

// candidates reports whether anything is there to be waited for.
func (w *waiting) candidates() bool {
	return slices.ContainsFunc(w.keys, func(k order.SyncKey) bool {
		return w.kinds[k]&(doesSend|doesRecv|doesClose|doesWait|doesCondWait|doesDone) != 0
	})
}

// scopes chooses the functions to explore: for each object the innermost one within whose run all happens that happens
// to it, together with all other objects that live in one run of it (W2).
func (w *waiting) scopes() []choice {
	var list []choice
	index := map[link.InstID]int{}
	trees := map[link.InstID]map[link.InstID]bool{}
	tree := func(i link.InstID) map[link.InstID]bool {
		if trees[i] == nil {
			trees[i] = w.tree(i)
		}
		return trees[i]
	}
	all := map[order.SyncKey][]onceScope{}
	for _, k := range w.keys {
		if !w.follows(w.all, k) {
			continue
		}
		homes := w.onceScopes(k)
		for len(homes) > 0 && !w.covers(tree(homes[0].inst), k) {
			homes = homes[1:]
		}
		if len(homes) == 0 {
			continue
		}
		all[k] = homes
		root := homes[0].inst
		if _, ok := index[root]; !ok && w.kinds[k]&^(doesLock|doesOnce) != 0 &&
			(w.ours(root) || len(tree(root)) <= maxTree && w.l.GivesWay(root, tree, w.users[k])) { // (W32)
			index[root] = len(list)
			list = append(list, choice{
				root: root, each: map[order.SyncKey]bool{}, again: map[order.SyncKey]bool{},
			})
		}
		if at, ok := index[root]; ok && w.kinds[k]&^(doesLock|doesOnce) != 0 {
			list[at].core = append(list[at].core, k)
		}
	}
	for _, k := range w.keys {
		for _, h := range all[k] {
			at, ok := index[h.inst]
			if !ok || !w.private(k, w.l.Insts[h.inst], tree(h.inst)) {
				continue
			}
			list[at].keys = append(list[at].keys, k)
			list[at].each[k] = list[at].each[k] || h.loop
			if h.again {
				list[at].again[k] = true
			}
		}
	}
	for at := range list {
		list[at].keys = append(list[at].keys, w.locksIn(tree(list[at].root), list[at].keys)...)
	}
	return list
}

// covers reports whether all that operate on an object do so within a tree of calls and goroutines.
func (w *waiting) covers(tree map[link.InstID]bool, k order.SyncKey) bool {
	return len(tree) <= maxTree && !slices.ContainsFunc(w.users[k], func(i link.InstID) bool { return !tree[i] })
}

// ours reports whether a scope is this package's affair: its function stands there. What lies in a dependency is
// reported there.
func (w *waiting) ours(root link.InstID) bool {
	return w.d.View.Deps || w.l.Insts[root].Unit.Sym.Pkg == w.l.Cfg.Own
}

// locksIn are the further locks that are used in a tree and stand for one lock each: they matter to who waits while
// holding one (W6).
func (w *waiting) locksIn(tree map[link.InstID]bool, have []order.SyncKey) []order.SyncKey {
	var list []order.SyncKey
	for _, k := range w.keys {
		if w.kinds[k]&doesLock == 0 || slices.Contains(have, k) {
			continue
		}
		o := &w.l.Objects[k.Obj]
		if o.Decl.Kind != facts.ObjParam && !w.l.Single(o) {
			continue
		}
		if slices.ContainsFunc(w.users[k], func(i link.InstID) bool { return tree[i] }) {
			list = append(list, k)
		}
	}
	return list
}

// circles gives, for each object for whose sake a scope was chosen, itself with all that functions operate on that
// operate on it: who waits for it may hold a lock, and whom he waits for may wait for that. What is as large as the
// scope, or that object alone, is left out.
func (w *waiting) circles(c *choice) [][]order.SyncKey {
	var list [][]order.SyncKey
	for _, k := range c.core {
		near := slices.DeleteFunc(slices.Clone(c.keys), func(x order.SyncKey) bool {
			return x != k && !slices.ContainsFunc(w.users[x], func(i link.InstID) bool { return slices.Contains(w.users[k], i) })
		})
		same := func(other []order.SyncKey) bool { return slices.Equal(other, near) }
		if 1 < len(near) && len(near) < len(c.keys) && !slices.Equal(near, c.core) && !slices.ContainsFunc(list, same) {
			list = append(list, near)
		}
	}
	return list
}

// follows reports whether what happens to an object is known: code that is not seen does not come to it, or only
// receives from a channel to which nobody sends, or from which nobody else receives.
func (w *waiting) follows(by exposure.Access, k order.SyncKey) bool {
	const both = doesSend | doesRecv
	return !by.Open[k.Obj] || !by.Full[k.Obj] && w.kinds[k]&both != both
}
