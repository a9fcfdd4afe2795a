// This file finds contexts that are never done, because they are Background, TODO or made of one of these without a way to cancel them (S4).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A holder is a variable of a function.
type holder struct {
	inst instID
	node facts.Node
}

// contexts is the search for what variables may hold, over the whole program: all callers, all stores.
type contexts struct {
	*tracer
	known map[holder]bool // answers
	seen  map[holder]bool // by the search that goes on
}

// neverDone tells whether a variable holds contexts that are never done, and nothing else: all its sources are in view.
func (b *orderBuilder) neverDone(i *instance, n facts.Node) bool {
	if !b.onlyNever(i, n) {
		return false
	}
	if b.contexts == nil {
		b.contexts = &contexts{tracer: b.l.traced(), known: map[holder]bool{}}
	}
	c, v := b.contexts, holder{i.id, n}
	yes, ok := c.known[v]
	if !ok {
		c.seen = map[holder]bool{}
		yes = c.closed(v)
		c.known[v] = yes
	}
	return yes
}

// onlyNever tells whether a variable may point to such contexts, as far as is known, and to nothing else.
func (b *orderBuilder) onlyNever(i *instance, n facts.Node) bool {
	if i.node(n) == 0 {
		return false
	}
	b.buf = b.l.g.PointsTo(b.buf[:0], i.node(n))
	for _, a := range b.buf {
		if o, _, _ := b.l.objectAt(a); o == nil || o.decl.Kind != facts.ObjNever {
			return false
		}
	}
	return len(b.buf) > 0
}

// closed tells whether all that a variable may hold is known: it follows each way by which the variable gets a value until a context is
// made. What is loaded from anything but a local variable that was captured, given by unseen callers or returned by unseen functions is not known.
func (c *contexts) closed(v holder) bool {
	if c.seen[v] {
		return true // a cycle adds nothing
	}
	c.seen[v] = true
	i := c.l.insts[v.inst]
	if v.node == 0 || len(c.seen) > maxTrail || i.unit.flow == nil {
		return false
	}
	d := c.definitions(i.unit)
	for _, k := range d.cons[v.node] {
		if !c.constraint(i, &i.unit.flow.Cons[k]) {
			return false
		}
	}
	results := 0
	for _, o := range d.results[v.node] {
		modelled := len(d.cons[v.node]) > 0 && !slices.ContainsFunc(i.out, func(e edge) bool { return e.call == o.call })
		if !modelled && !c.returned(i, o) { // else its constraints say what it returns
			return false
		}
		results++
	}
	p, given := d.params[v.node]
	if given && !c.given(i, p) {
		return false
	}
	_, free := d.free[v.node]
	return !free && (given || results+len(d.cons[v.node]) > 0)
}

// constraint asks about the source of one constraint.
func (c *contexts) constraint(i *instance, k *facts.Con) bool {
	switch k.Op {
	case facts.ConAddr:
		return i.unit.flow.Objs[k.Obj].Kind == facts.ObjNever
	case facts.ConCopy, facts.ConFilter:
		return c.closed(holder{i.id, k.Src})
	case facts.ConLoad:
		return c.loaded(i, k)
	}
	return false
}

// loaded asks about all stores to the local variables that a load may read.
func (c *contexts) loaded(i *instance, k *facts.Con) bool {
	some := false
	for _, a := range c.l.g.PointsTo(nil, i.node(k.Src)) {
		o, _, off := c.l.objectAt(a)
		if o == nil || o.decl.Kind != facts.ObjVar || off+k.Off >= o.decl.Size {
			return false
		}
		stores := c.stores[a+pointsto.Node(k.Off)]
		if len(stores) == 0 || len(stores) > maxWays {
			return false
		}
		for _, s := range stores {
			some = true
			if !c.closed(holder{s.inst, c.l.insts[s.inst].unit.flow.Cons[s.con].Src}) {
				return false
			}
		}
	}
	return some
}

// returned asks about the results of all functions that a call may enter.
func (c *contexts) returned(i *instance, o output) bool {
	some := false
	for _, e := range i.out {
		if e.call != o.call || e.spawn {
			continue
		}
		f := c.l.insts[e.to].unit.flow
		if f == nil || o.result >= len(f.Results) || !c.closed(holder{e.to, f.Results[o.result]}) {
			return false
		}
		some = true
	}
	return some
}

// given asks about the arguments of all callers.
func (c *contexts) given(i *instance, p int) bool {
	if len(i.in) == 0 || len(i.in) > maxWays {
		return false
	}
	for _, e := range i.in {
		from := c.l.insts[e.from]
		call := &from.unit.flow.Calls[e.call]
		own := inBox(call, i.unit)
		if p < own || p-own >= len(call.Args) || !c.closed(holder{e.from, call.Args[p-own]}) {
			return false
		}
	}
	return true
}
