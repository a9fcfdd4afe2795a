// This file makes a scope of some objects (W2, W5, W6).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/waits/shapes"
)

// newScope makes a scope for some objects.
func (w *waiting) newScope(c choice, tree map[link.InstID]bool, keys []order.SyncKey, n trips) *scope {
	s := &scope{
		w:        w,
		root:     w.l.Insts[c.root],
		alone:    c.alone,
		guests:   c.guests,
		tree:     tree,
		relevant: map[link.InstID]bool{},
		objs:     map[order.SyncKey]blocking.ObjID{},
		names:    make([]order.SyncKey, 1),
		fresh: w.freshIn(
			c,
		),
		trips:    n,
		sites:    make([]site, 1),
		frames:   make([]frame, 1),
		framesBy: map[frame]frameID{},
		shared:   map[settledKey]blocking.Cell{},
		flags:    map[order.SyncKey]blocking.Cell{},
		loose:    map[frameID]bool{},
		numbers:  map[numberKey]blocking.ObjID{},
		procs:    map[procKey]blocking.ProcID{},
		bodies:   make([]procKey, 1),
	}
	s.sys.Objects = make([]blocking.Object, 1)
	s.sys.Procs = make([]blocking.Proc, 1)
	var users []link.InstID
	for _, k := range keys {
		s.addObject(k)
		users = append(users, w.users[k]...)
		s.cond = s.cond || w.kinds[k]&doesCondWait != 0
	}
	for i := range tree {
		if !c.alone && w.blocksOnNil(w.l.Insts[i]) {
			users = append(users, i)
		}
	}
	affect(s, users)
	flags{s}.find(opened(s))
	return s
}

// opened are the objects that others may come to. Users come to what the constructor has made by its methods (W14).
func opened(s *scope) []bool {
	if s.guests != nil {
		return visitor{s.w}.kept().Open
	}
	return s.w.all.Open
}

// addObject makes an object of the system.
func (s *scope) addObject(k order.SyncKey) {
	o := blocking.Object{}
	d := s.w.l.Objects[k.Obj].Decl
	switch c := s.w.kinds[k]; {
	case d.Kind == facts.ObjChan && k.Off == 0:
		o.Kind = blocking.Chan
		size := s.w.l.Capacity(&s.w.l.Objects[k.Obj])
		o.Cap = uint16(min(max(size, 0), blocking.Endless))
		if n := int64(size); s.trips.long != 0 && (n == s.trips.short || n == s.trips.long) {
			o.Cap = uint16(s.trips.of(n))
		}
		open := opened(s)[k.Obj]
		if size < 0 || open {
			o.Cap = blocking.Endless // unknown, or who receives is: sends are taken to find room (W6)
			if !open {
				roomy(s, &o, order.Room(s.w.l, &s.w.l.Objects[k.Obj]))
			}
			if s.guests != nil && !open {
				o.Cap = uint16(s.trips.unknown) // users choose it (W14)
			}
		}
	case c&doesLock != 0:
		o.Kind = blocking.Lock
	case c&doesOnce != 0:
		o.Kind = blocking.Once
	case c&(doesCondWait|doesSignal) != 0:
		o.Kind = blocking.Cond
	default:
		o.Kind = blocking.WaitGroup
	}
	s.objs[k] = blocking.ObjID(len(s.sys.Objects))
	s.names = append(s.names, k)
	s.sys.Objects = append(s.sys.Objects, o)
}

// freshIn are the go statements of a scope's function that get some of its objects anew in each round, with the points
// that each of them passes before, in each round (W5).
func (w *waiting) freshIn(c choice) map[uint32][]bool {
	list := map[uint32][]bool{}
	if !c.loop() {
		return list
	}
	u := w.l.Insts[c.root].Unit
	for k := range u.Spawn.Sites {
		if s := &u.Spawn.Sites[k]; len(s.Objs)+len(s.Calls) > 0 {
			list[s.Call] = ahead(u, w.shape(u), s.Call)
		}
	}
	return list
}

// ahead are the points that control passes on every way to a go statement.
func ahead(u *link.Unit, in *shapes.Shape, call uint32) []bool {
	list := make([]bool, len(u.Spawn.Points))
	site := slices.IndexFunc(u.Spawn.Points, func(p facts.Point) bool {
		return (p.Event.Op == facts.EventGo || p.Event.Op == facts.EventGroupGo) && p.Event.Index == call
	})
	if site < 0 || in == nil {
		return list
	}
	for n := 1; n < len(list); n++ {
		list[n] = n != site && !in.Leads(facts.PointID(site), facts.PointID(n))
	}
	return list
}
