// This file makes scopes of clients of library types (W14).

package waits

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
	"github.com/syncvet/syncvet/internal/waits/exposure"
)

// isMethod reports whether a function is a method.
func isMethod(fn facts.Symbol) bool { return strings.Contains(fn.Name, ".") }

// A visitor looks for scopes that are clients of library types.
type visitor struct{ *waiting }

// visited gives what blocks for ever, or panics, when users call methods of the types that clients stand for.
func (w visitor) visited() []evidence.Evidence {
	if w.l.Meant {
		return nil
	}
	var all []evidence.Evidence
	for _, o := range w.l.Origins[1:] {
		if o.Kind != link.RootClient || len(o.Entries) != 1 || !w.ours(o.Entries[0]) {
			continue
		}
		client := w.l.Insts[o.Entries[0]]
		whole := w.tree(client.ID)
		for _, tree := range w.lives(client, whole) {
			if c, ok := w.visit(client, tree, whole); ok {
				all = append(all, w.guided(c, tree)...)
			}
		}
	}
	return all
}

// guided explores the scope of a client; where it is too large, by parts (W12).
func (w visitor) guided(c choice, tree map[link.InstID]bool) []evidence.Evidence {
	found, s := w.walk(c, tree, trips{unknown: 1, large: 1})
	if s != nil && (!s.unfinished || len(found) > 0) {
		return found
	}
	for _, keys := range w.circles(&c) {
		part := c
		part.keys, part.core, part.alone = keys, keys, true
		list, _ := w.walk(part, tree, trips{unknown: 1, large: 1})
		found = append(found, narrowed(list)...)
	}
	return found
}

// lives gives what a client leads to, once for each constructor that it calls, without the others: a value is made by
// one of them. What it leads to with all of them is given.
func (w visitor) lives(client *link.Instance, whole map[link.InstID]bool) []map[link.InstID]bool {
	var makers []link.InstID
	for _, e := range client.Out {
		to := w.l.Insts[e.To]
		if !e.Spawn && !isMethod(to.Unit.Sym) && !w.secondary(to) && !slices.Contains(makers, e.To) {
			makers = append(makers, e.To)
		}
	}
	if len(makers) < 2 {
		return []map[link.InstID]bool{whole}
	}
	var lives []map[link.InstID]bool
	for _, m := range makers {
		others := slices.DeleteFunc(slices.Clone(makers), func(x link.InstID) bool { return x == m })
		lives = append(lives, w.treeWithout(client.ID, others))
	}
	return lives
}

// visit makes the scope of a client: the objects that live as long as the value of its type, or as long as one call of
// a method, and that users only come to by its methods. What it leads to is given, with one of its constructors and
// with all of them.
func (w visitor) visit(client *link.Instance, tree, whole map[link.InstID]bool) (choice, bool) {
	c := choice{root: client.ID, each: map[order.SyncKey]bool{}}
	open := w.kept()
	makes := map[link.InstID]bool{}
	for _, k := range w.keys {
		if !w.follows(open, k) || !w.covers(whole, k) {
			continue
		}
		at, ok := w.madeOnce(k, client, tree)
		if !ok {
			continue
		}
		if at != 0 {
			makes[at] = true
		}
		c.keys = append(c.keys, k)
		if w.kinds[k]&^(doesLock|doesOnce) != 0 {
			c.core = append(c.core, k)
		}
	}
	for n := range client.Unit.Flow.Calls {
		for _, e := range client.Out {
			to := w.l.Insts[e.To]
			if e.Call != uint32(n) || w.secondary(to) || !isMethod(to.Unit.Sym) {
				continue
			}
			g := guest{call: e.Call, inst: e.To, early: !e.Spawn, own: makes[e.To]}
			g.once = g.own || ends(to.Unit.Sym) || onlyReceives(to.Unit)
			c.guests = append(c.guests, g)
		}
	}
	return c, len(c.core) > 0 && len(c.guests) > 0
}

// madeOnce reports whether an object is made once, as far as a client sees: by what it calls before others call
// methods, or by one call of a method, which it gives then.
func (w visitor) madeOnce(
	k order.SyncKey,
	client *link.Instance,
	tree map[link.InstID]bool,
) (by link.InstID, ok bool) {
	o := &w.l.Objects[k.Obj]
	if o.Inst == 0 || o.Decl.Flags&facts.ObjInLoop != 0 || !tree[o.Inst] {
		return 0, false
	}
	i := w.l.Insts[o.Inst]
	for range maxHomes {
		if i == client {
			return by, true
		}
		if w.secondary(i) {
			return 0, false
		}
		var from link.Edge
		for _, e := range i.In {
			if w.secondary(w.l.Insts[e.From]) || !tree[e.From] {
				continue
			}
			if from.From != 0 {
				return 0, false
			}
			from = e
		}
		if from.From == 0 {
			return 0, false
		}
		caller := w.l.Insts[from.From]
		flags := caller.Unit.Flow.Calls[from.Call].Flags
		switch {
		case caller == client && from.Spawn:
			by = i.ID
		case flags&(facts.CallInLoop|facts.CallMulti|facts.CallSerial) != 0:
			return 0, false
		}
		i = caller
	}
	return 0, false
}

// kept is like open, but what constructors return is not open by that: users have it, and come to what is in it by its
// methods only. Channels and functions that are returned are.
func (w visitor) kept() exposure.Access {
	if w.inside.Open == nil {
		w.inside = w.seen.Opened(func(i *link.Instance) (shown, lent []facts.Node) {
			shown, lent = w.seen.Leaking(i)
			return slices.DeleteFunc(shown, func(n facts.Node) bool { return w.handle(i, n) }), lent
		})
	}
	return w.inside
}

// handle reports whether a node is a result of a constructor that a client calls, and points to structs only, itself or
// as an interface value.
func (w visitor) handle(i *link.Instance, n facts.Node) bool {
	made := slices.ContainsFunc(i.In, func(e link.Edge) bool {
		return !e.Spawn && w.l.Insts[e.From].Unit.Flag(facts.Client)
	})
	if !made || !slices.Contains(i.Unit.Flow.Results, n) || isMethod(i.Unit.Sym) {
		return false
	}
	return w.structs(i.Node(n), true)
}

// structs reports whether a node points to structs and variables only, or to boxes that hold such pointers.
func (w visitor) structs(n pointsto.Node, boxes bool) bool {
	return !slices.ContainsFunc(w.l.Sets.PointsTo(nil, n), func(a pointsto.Node) bool {
		o, _, _ := w.l.ObjectAt(a)
		switch {
		case o == nil:
			return false
		case o.Decl.Kind == facts.ObjBox && boxes && o.Decl.Size == 2:
			return !w.structs(o.Base+1, false)
		}
		return o.Decl.Kind != facts.ObjNew && o.Decl.Kind != facts.ObjVar
	})
}
