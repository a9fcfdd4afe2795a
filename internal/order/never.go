// This file finds contexts that are never done, because they are Background, TODO or made of one of these without a way
// to cancel them (S4).

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// NeverDone reports whether a variable of an instance holds contexts that are never done, and nothing else: all its
// sources are in view.
func NeverDone(l *Order, i *link.Instance, n facts.Node) bool {
	if !onlyNever(l, i, n) {
		return false
	}
	if l.contexts == nil {
		l.contexts = &contexts{Tracer: l.Traced(), known: map[holder]bool{}}
	}
	c, v := l.contexts, holder{i.ID, n}
	yes, ok := c.known[v]
	if !ok {
		c.seen = map[holder]bool{}
		yes = c.closed(v)
		c.known[v] = yes
	}
	return yes
}

// onlyNever reports whether a variable may point to such contexts, as far as is known, and to nothing else.
func onlyNever(l *Order, i *link.Instance, n facts.Node) bool {
	if i.Node(n) == 0 {
		return false
	}
	some := false
	l.buf = l.Sets.PointsTo(l.buf[:0], i.Node(n))
	for _, a := range l.buf {
		o, _, _ := l.ObjectAt(a)
		switch {
		case o == nil:
			return false
		case o.Decl.Kind == facts.ObjNever, ofTest(o.Decl) && inOwn(l, i):
			some = true
		case o.Decl.Flags&facts.ObjCarrier == 0:
			return false
		}
	}
	return some
}

// ofTest reports whether an object is the context of a test, which is done when the test's own goroutine has ended.
func ofTest(o *facts.Obj) bool { return o.Kind == facts.ObjUnknown && o.Flags&facts.ObjInTest != 0 }

// inOwn reports whether an instance runs in a test's own goroutine.
func inOwn(l *Order, i *link.Instance) bool {
	o := l.Origins[i.Origin]
	return o.Parent == 0 && o.Kind == link.RootTest
}

// closed reports whether all that a variable may hold is known: it follows each way by which the variable gets a value
// until a context is made. What is loaded from anything but a local variable that was captured or an object that was
// made in view, given by unseen callers or returned by unseen functions is not known.
func (c *contexts) closed(v holder) bool {
	if c.seen[v] {
		return true // a cycle adds nothing
	}
	c.seen[v] = true
	i := c.L.Insts[v.inst]
	if v.node == 0 || len(c.seen) > link.MaxTrail || i.Unit.Flow == nil {
		return false
	}
	d := c.Definitions(i.Unit)
	for _, k := range d.Cons[v.node] {
		if !c.constraint(i, &i.Unit.Flow.Cons[k]) {
			return false
		}
	}
	results := 0
	for _, o := range d.Results[v.node] {
		modelled := len(d.Cons[v.node]) > 0 && !slices.ContainsFunc(i.Out, func(e link.Edge) bool { return e.Call == o.Call })
		if !modelled && !c.returned(i, o) { // else its constraints say what it returns
			return false
		}
		results++
	}
	p, given := d.Params[v.node]
	if given && !c.given(i, p) {
		return false
	}
	_, free := d.Free[v.node]
	return !free && (given || results+len(d.Cons[v.node]) > 0)
}

// constraint asks about the source of one constraint.
func (c *contexts) constraint(i *link.Instance, k *facts.Con) bool {
	switch k.Op {
	case facts.ConAddr:
		o := &i.Unit.Flow.Objs[k.Obj]
		return o.Kind == facts.ObjNever || ofTest(o) || o.Flags&facts.ObjCarrier != 0
	case facts.ConCopy, facts.ConFilter:
		return c.closed(holder{i.ID, k.Src})
	case facts.ConLoad:
		return c.loaded(i, k)
	}
	return false
}

// loaded asks about all stores to the local variables and fields that a load may read.
func (c *contexts) loaded(i *link.Instance, k *facts.Con) bool {
	some := false
	for _, a := range c.L.Sets.PointsTo(nil, i.Node(k.Src)) {
		o, _, off := c.L.ObjectAt(a)
		if o == nil || o.Decl.Kind != facts.ObjVar && o.Decl.Kind != facts.ObjNew || off+k.Off >= o.Decl.Size {
			return false
		}
		stores := c.Setters(a + pointsto.Node(k.Off))
		if len(stores) == 0 || len(stores) > link.MaxWays {
			return false
		}
		for _, s := range stores {
			some = true
			if !c.closed(holder{s.Inst, c.L.Insts[s.Inst].Unit.Flow.Cons[s.Con].Src}) {
				return false
			}
		}
	}
	return some
}

// returned asks about the results of all functions that a call may enter.
func (c *contexts) returned(i *link.Instance, o link.Output) bool {
	some := false
	for _, e := range i.Out {
		if e.Call != o.Call || e.Spawn {
			continue
		}
		f := c.L.Insts[e.To].Unit.Flow
		if f == nil || o.Result >= len(f.Results) || !c.closed(holder{e.To, f.Results[o.Result]}) {
			return false
		}
		some = true
	}
	return some
}

// given asks about the arguments of all callers.
func (c *contexts) given(i *link.Instance, p int) bool {
	if len(i.In) == 0 || len(i.In) > link.MaxWays {
		return false
	}
	for _, e := range i.In {
		from := c.L.Insts[e.From]
		call := &from.Unit.Flow.Calls[e.Call]
		own := link.InBox(call, i.Unit)
		if p < own || p-own >= len(call.Args) || !c.closed(holder{e.From, call.Args[p-own]}) {
			return false
		}
	}
	return true
}
