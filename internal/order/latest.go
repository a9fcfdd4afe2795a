// This file finds out whether a method waits for what belongs to the object that its caller has made last (H13).

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// madeLast reports whether an event of an instance acts on what the latest call of a maker has made: the instance is a
// method, or is called by functions that are given the same object, and that is what the one call by which the object
// is made has returned. Approximation: nobody puts what an earlier call has made into the object (fewer races).
func (b *orderBuilder) madeLast(i *link.Instance, objs []hb.ObjID) bool {
	maker := b.maker(objs)
	if maker == 0 {
		return false
	}
	made := map[link.InstID]uint32{} // by which call each of its callers, up to a root, makes it
	for k, id := 0, maker; k < maxOwnCalls && len(b.l.Insts[id].In) == 1 && !b.l.Insts[id].In[0].Spawn; k++ {
		e := b.l.Insts[id].In[0]
		made[e.From], id = e.Call, e.From
		if b.l.Insts[id].Unit.Flow.Calls[e.Call].Flags&facts.CallInLoop != 0 {
			break // who calls this function gets several
		}
	}
	param := 0 // by which the instance has the object
	for range maxOwnCalls {
		if len(i.In) != 1 || i.In[0].Spawn {
			return false
		}
		e := i.In[0]
		i = b.l.Insts[e.From]
		list := i.Unit.Flow.Calls[e.Call].From
		if param >= len(list) {
			return false
		}
		if call, ok := made[e.From]; ok {
			return list[param] == facts.FromCall(call)
		}
		own, ok := facts.Own(list[param])
		if !ok {
			return false
		}
		param = own
	}
	return false
}

// maker is the instance each of whose activations makes one of some objects, which are copies of one for several
// goroutines (O3); zero if there is none.
func (b *orderBuilder) maker(objs []hb.ObjID) link.InstID {
	var first *link.Object
	for _, x := range objs {
		o := &b.l.Objects[b.names[x].Obj]
		if first == nil {
			first = o
		}
		if o.Inst != first.Inst || o.Site != first.Site || o.Decl.Flags&facts.ObjInLoop != 0 {
			return 0
		}
	}
	if first == nil {
		return 0
	}
	return first.Inst
}

// ownObject reports whether a goroutine acts on an object that the activation has made which started it with that (H4).
func (b *orderBuilder) ownObject(i *link.Instance, objs []hb.ObjID) bool {
	if len(i.In) != 1 || !i.In[0].Spawn {
		return false
	}
	e := i.In[0]
	list := b.l.Insts[e.From].Unit.Flow.Calls[e.Call].From
	return b.maker(objs) == e.From && len(list) > 0 && list[0] == facts.FromMade || givenByName(b, e, objs)
}

// givenByName reports whether a go statement gives an object that its function knows by name, for that acts on it so
// itself: in a loop, too, which makes it anew in each round (passes/spawn E12).
func givenByName(b *orderBuilder, e link.Edge, objs []hb.ObjID) bool {
	from := b.l.Insts[e.From]
	if from.Unit.Spawn == nil {
		return false
	}
	args := from.Unit.Flow.Calls[e.Call].Args
	return slices.ContainsFunc(from.Unit.Spawn.Points, func(p facts.Point) bool {
		own := &p.Event
		return own.Flags&facts.EventLocal != 0 && own.Addr != 0 && slices.Contains(args, own.Addr) &&
			slices.Equal(b.objects(from, own.Addr, own.Off), objs)
	})
}
