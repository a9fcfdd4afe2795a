// This file is the program that package hb orders, while it is made: its objects, and what calls enter.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An orderBuilder translates one link.
type orderBuilder struct {
	l         *Order                   // the link that is translated; it keeps the result
	p         *hb.Program              // what has been translated so far
	syncs     map[SyncKey]hb.ObjID     // slots that are synchronisation objects
	names     []SyncKey                // the same by number
	callees   [][]callees              // by instance, sorted by call
	skeletons map[*link.Unit]*skeleton // memo of skeleton
	collected []collecting             // where results are collected
	everies   []every                  // where all elements of a collection have been waited for
	parallels uint32                   // the tree of all parallel tests: that of the first; zero: none yet
	buf       []pointsto.Node          // for points-to sets
}

// callees are the targets of one call.
type callees struct {
	call    uint32        // index into the caller's Flow.Calls
	funcs   []hb.FuncID   // what may run, goroutines aside
	origins []hb.OriginID // what may start, each once
}

// A collecting point is where an instance has received all messages of a channel.
type collecting struct {
	fn    link.InstID // the function that receives
	point hb.PointID  // where it has received them
	objs  []hb.ObjID  // the channel
	local bool        // the channel is one that this activation has made, or the one that started it (hb H4)
	full  bool        // it has filled the channel instead (S3)
	count int         // what has been received, of the unit's Counts (S4); zero: all that was sent
}

var lockOps = map[facts.LockOp]hb.Op{
	facts.Lock:    hb.OpLock,
	facts.RLock:   hb.OpRLock,
	facts.Unlock:  hb.OpUnlock,
	facts.RUnlock: hb.OpRUnlock,
}

func (b *orderBuilder) of(i *link.Instance, call uint32) callees {
	list := b.callees[i.ID]
	k, found := slices.BinarySearchFunc(list, call, func(c callees, x uint32) int { return int(c.call) - int(x) })
	if !found {
		return callees{call: call}
	}
	return list[k]
}

// objects are the synchronisation objects an event may act on.
func (b *orderBuilder) objects(i *link.Instance, addr facts.Node, off uint32) []hb.ObjID {
	n := i.Node(addr)
	if n == 0 {
		return nil
	}
	b.buf = b.l.Sets.PointsTo(b.buf[:0], n)
	var objs []hb.ObjID
	for _, a := range b.buf {
		o, id, at := b.l.ObjectAt(a)
		if o == nil || at+off >= o.Decl.Size || o.Decl.Kind == facts.ObjNever || o.Decl.Flags&facts.ObjCarrier != 0 {
			continue
		}
		objs = append(objs, b.syncObject(SyncKey{id, at + off}))
	}
	slices.Sort(objs)
	return slices.Compact(objs)
}

// locked are the mutexes that a site may act on.
func (b *orderBuilder) locked(i *link.Instance, s *facts.LockSite) []hb.ObjID {
	var objs []hb.ObjID
	for _, at := range b.l.Boxed(i, s) {
		objs = append(objs, b.syncObject(SyncKey{at.Obj, at.Off}))
	}
	if len(objs) == 0 {
		return b.objects(i, s.Addr, s.Off)
	}
	slices.Sort(objs)
	return slices.Compact(objs)
}

// syncObject numbers a slot as a synchronisation object.
func (b *orderBuilder) syncObject(k SyncKey) hb.ObjID {
	if id, ok := b.syncs[k]; ok {
		return id
	}
	id := hb.ObjID(len(b.p.Objs))
	o := &b.l.Objects[k.Obj]
	h := hb.Object{
		Single:      b.l.Single(o),
		PerInstance: b.l.PerInstance(o),
		External:    o.Decl.Kind == facts.ObjParam || o.Decl.Kind == facts.ObjUnknown,
		Cap:         -1,
	}
	if o.Decl.Kind == facts.ObjParam {
		h.Part = uint32(k.Obj)
	}
	if o.Decl.Kind == facts.ObjChan {
		h.Cap = b.l.Capacity(o)
	}
	b.p.Objs = append(b.p.Objs, h)
	b.syncs[k] = id
	if len(b.names) == 0 {
		b.names = append(b.names, SyncKey{})
	}
	b.names = append(b.names, k)
	return id
}
