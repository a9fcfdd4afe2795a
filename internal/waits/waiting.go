// This file finds what goroutines wait for: the channels, WaitGroups, conditions, Onces and locks that each function
// operates on, who else may operate on them unseen, and the function within which everything that happens to one of
// them happens (W1, W2).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A waiting is the part of the search for blocked goroutines that all scopes share.
type waiting struct {
	d      *explain.Paths
	l      *order.Order
	users  map[order.SyncKey][]link.InstID // by object: the primary instances that operate on it, in order
	keys   []order.SyncKey                 // the objects, in order
	kinds  map[order.SyncKey]opClass       // what is done to each
	nils   []bool                          // by instance: it operates on the nil channel; nil before blocksOnNil
	all    access                          // what code that is not seen may do to each object
	inside access                          // the same, but users of a type leave alone what it keeps; nil before kept
	stored map[pointsto.Node]bool          // places in memory that something is stored to; nil before storedTo
	shapes map[link.UnitID]*shape          // of skeletons; nil: too large
	// packages of which some functions are models: what they do to their own objects is not seen
	hidden    map[string]bool
	vague     map[order.SyncKey]bool // operated on by an operation that may mean another object as well
	held      [][]link.ObjID         // by object: the objects that hold a pointer to it; nil before holders
	reads     reads                  // which objects functions read pointers from
	absentees map[absentee]bool      // what functions that are not called operate on; nil before absent
	closed    bool                   // the package is a main package: all code that there is is in view
	// the function within whose run the link's package-level variables live: main, or the one test; zero if there is none
	entry  link.InstID
	buf    []pointsto.Node
	flags  map[order.SyncKey]*flagUse // atomics, and variables that work like them (W19)
	two    [2]int64                   // the lengths for which the last scope was given up (W18); zero if it was not, or for something else
	budget int                        // states that may still be explored
	stats  Walks
}

// Walks counts the search for blocked goroutines.
type Walks struct {
	Scopes     int // functions whose goroutines' interleavings were walked through (W2)
	States     int // states visited there
	Unfinished int // functions given up: over a budget, or not to be modelled
}

// add adds the walks of one link.
func (w *Walks) add(x *Walks) {
	w.Scopes += x.Scopes
	w.States += x.States
	w.Unfinished += x.Unfinished
}

// opClass is what is done to an object, as bits.
type opClass uint16

const (
	doesSend opClass = 1 << iota
	doesRecv
	doesClose
	doesAdd
	doesDone
	doesWait
	doesCondWait
	doesSignal
	doesOnce
	doesLock
	owes // it would, if the function ended
)

// classes are the events that operate on one object each.
var classes = map[facts.EventOp]opClass{
	facts.EventSend: doesSend, facts.EventRecv: doesRecv, facts.EventClose: doesClose, facts.EventAdd: doesAdd,
	facts.EventDone: doesDone,
	facts.EventWait: doesWait, facts.EventGroupGo: doesAdd | doesDone, facts.EventGroupWait: doesWait,
	facts.EventCondWait:   doesCondWait,
	facts.EventCondSignal: doesSignal, facts.EventOnceBegin: doesOnce, facts.EventOwed: owes,
}

// newWaiting gathers the operations of all instances.
func newWaiting(d *explain.Paths) *waiting {
	w := &waiting{
		d:      d,
		l:      d.L,
		users:  map[order.SyncKey][]link.InstID{},
		kinds:  map[order.SyncKey]opClass{},
		vague:  map[order.SyncKey]bool{},
		reads:  reads{l: d.L, objs: map[link.InstID][]link.ObjID{}},
		hidden: map[string]bool{},
		flags:  map[order.SyncKey]*flagUse{},
		shapes: map[link.UnitID]*shape{},
		budget: maxWaitStates,
	}
	for _, i := range d.L.Insts[1:] {
		if !w.secondary(i) {
			w.gather(i)
		}
	}
	for k := range w.users {
		w.keys = append(w.keys, k)
	}
	slices.SortFunc(w.keys, func(a, b order.SyncKey) int {
		if a.Obj != b.Obj {
			return int(a.Obj) - int(b.Obj)
		}
		return int(a.Off) - int(b.Off)
	})
	return w
}

// secondary reports whether an instance only doubles another: the other goroutine of a loop, or the other iteration's
// constructor.
func (w *waiting) secondary(i *link.Instance) bool {
	return w.l.Origins[i.Origin].Shadow || w.l.Flavors[i.Flavor].Copy == 2
}

// gather records what an instance operates on.
func (w *waiting) gather(i *link.Instance) {
	if i.Unit.Spawn == nil {
		return
	}
	for k := range i.Unit.Spawn.Points {
		e := &i.Unit.Spawn.Points[k].Event
		addr, off, class := e.Addr, e.Off, classes[e.Op]
		if e.Op == facts.EventLock {
			s := &i.Unit.Locks.Sites[e.Index]
			addr, off, class = s.Addr, s.Off, doesLock
		}
		gatherFlag(w, i, e)
		if class == 0 || addr == 0 {
			continue
		}
		keys, _ := w.objects(i, addr, off)
		for _, key := range keys {
			w.kinds[key] |= class
			if list := w.users[key]; len(list) == 0 || list[len(list)-1] != i.ID {
				w.users[key] = append(list, i.ID)
			}
		}
	}
}

// objects are the objects that an operation may mean, iteration copies taken for one; unseen tells that it may mean
// others too.
func (w *waiting) objects(i *link.Instance, addr facts.Node, off uint32) (keys []order.SyncKey, unseen bool) {
	n := i.Node(addr)
	if n == 0 {
		return nil, false
	}
	w.buf = w.l.Sets.PointsTo(w.buf[:0], n)
	for _, a := range w.buf {
		o, id, at := w.l.ObjectAt(a)
		switch {
		case o == nil || at+off >= o.Decl.Size || o.Decl.Kind == facts.ObjNever || o.Decl.Flags&facts.ObjCarrier != 0:
			continue
		case o.Decl.Kind == facts.ObjUnknown:
			unseen = true
			continue
		}
		if key := (order.SyncKey{Obj: w.canonical(id), Off: at + off}); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys, unseen
}

// blocksOnNil reports whether an instance operates on the nil channel, or on one as good as that (W26).
func (w *waiting) blocksOnNil(i *link.Instance) bool {
	if w.nils == nil {
		w.nils = make([]bool, len(w.l.Insts))
		for _, x := range w.l.Insts[1:] {
			w.nils[x.ID] = w.usesNil(x)
		}
	}
	return w.nils[i.ID]
}

// usesNil is the same, not remembered.
func (w *waiting) usesNil(i *link.Instance) bool {
	if i.Unit.Spawn == nil || w.secondary(i) {
		return false
	}
	for k := range i.Unit.Spawn.Points {
		e := &i.Unit.Spawn.Points[k].Event
		if !onChannel[e.Op] {
			continue
		}
		if e.Flags&facts.EventConst != 0 || mute(w, i, e) {
			return true
		}
		if keys, unseen := w.objects(i, e.Addr, e.Off); e.Addr != 0 && len(keys) == 0 && !unseen && w.isNil(i, e.Addr) {
			return true
		}
	}
	return false
}

// isNil reports whether a channel is nil for sure: it is loaded from memory that is known, and to which nothing is ever
// stored. What nobody sends in a message is not nil: no message ever comes.
func (w *waiting) isNil(i *link.Instance, addr facts.Node) bool {
	for k := range i.Unit.Flow.Cons {
		c := &i.Unit.Flow.Cons[k]
		if c.Dst != addr || c.Op != facts.ConLoad {
			if c.Dst == addr {
				return false
			}
			continue
		}
		known := false
		for _, a := range w.l.Sets.PointsTo(nil, i.Node(c.Src)) {
			o, id, at := w.l.ObjectAt(a)
			if o == nil || o.Decl.Kind == facts.ObjChan || w.all.open[id] || at+c.Off >= o.Decl.Size ||
				w.storedTo(a+pointsto.Node(c.Off)) {
				return false
			}
			known = true
		}
		return known
	}
	return false
}

// storedTo reports whether something is stored to a place in memory, though it may not be known what: an argument of
// callers who are not in view.
func (w *waiting) storedTo(at pointsto.Node) bool {
	if w.stored == nil {
		w.stored = map[pointsto.Node]bool{}
		for _, i := range w.l.Insts[1:] {
			if i.Unit.Flow == nil {
				continue
			}
			for k := range i.Unit.Flow.Cons {
				if c := &i.Unit.Flow.Cons[k]; c.Op == facts.ConStore && c.Src != 0 {
					for _, a := range w.l.Sets.PointsTo(nil, i.Node(c.Dst)) {
						w.stored[a+pointsto.Node(c.Off)] = true
					}
				}
			}
		}
	}
	return w.stored[at]
}

// canonical is the first iteration's copy of an object of a later one.
func (w *waiting) canonical(id link.ObjID) link.ObjID {
	o := &w.l.Objects[id]
	if o.Inst == 0 {
		return id
	}
	i := w.l.Insts[o.Inst]
	if w.l.Flavors[o.Flavor].Copy == 2 && !w.l.Flavors[o.Flavor].Call {
		return w.l.ObjAt[i.Objs[o.Site]]
	}
	if first := w.firstCopy(i); first != nil && first != i && first.Objs[o.Site] != 0 {
		return w.l.ObjAt[first.Objs[o.Site]]
	}
	return id
}

// firstCopy is the instance that an instance for a second iteration doubles; itself if it is none, nil if there is
// none.
func (w *waiting) firstCopy(i *link.Instance) *link.Instance {
	if i.Chain == nil || i.Flavor == 0 {
		return i
	}
	caller := w.firstCopy(w.l.Insts[i.Chain.Caller])
	if caller == nil {
		return nil
	}
	f := w.l.Flavors[i.Flavor]
	f.Copy = 1
	id, ok := w.l.FlavorIDs[f]
	if !ok {
		return nil
	}
	first, ok := w.l.InstIDs[link.InstKey{Unit: i.Unit.ID, Origin: i.Origin, Caller: caller.ID, Call: i.Chain.Call, Flavor: id}]
	if !ok {
		return nil
	}
	return w.l.Insts[first]
}

// each calls f for the objects that a node points to.
func (w *waiting) each(n pointsto.Node, f func(link.ObjID)) {
	if n == 0 {
		return
	}
	w.buf = w.l.Sets.PointsTo(w.buf[:0], n)
	for _, a := range w.buf {
		if o, id, _ := w.l.ObjectAt(a); o != nil {
			f(id)
		}
	}
}

// holders finds for each object the objects that hold a pointer to it.
func (w *waiting) holders() {
	w.held = make([][]link.ObjID, len(w.l.Objects))
	for id := 1; id < len(w.l.Objects); id++ {
		o := &w.l.Objects[id]
		if o.Decl.Kind == facts.ObjFunc && o.Decl.Size == 1 {
			continue
		}
		for s := range o.Decl.Size {
			w.each(o.Base+pointsto.Node(s), func(to link.ObjID) {
				if list := w.held[to]; len(list) == 0 || list[len(list)-1] != link.ObjID(id) {
					w.held[to] = append(list, link.ObjID(id))
				}
			})
		}
	}
}

// A home is an instance within one run of which an object is made once, at most.
type home struct {
	inst link.InstID
	loop bool // it is made anew in each round of a loop there that starts goroutines
}

// homes are the instances from the one that makes an object up to the root, as long as each makes it at most once.
func (w *waiting) homes(key order.SyncKey) []home {
	o := &w.l.Objects[key.Obj]
	if o.Inst == 0 || w.l.Origins[w.l.Insts[o.Inst].Origin].Kind == link.RootInit {
		if w.entry != 0 && (o.Inst == 0 || w.l.Insts[o.Inst].Once == link.AtMostOnce && o.Decl.Flags&facts.ObjInLoop == 0) {
			return []home{{inst: w.entry}}
		}
		return nil
	}
	i := w.l.Insts[o.Inst]
	if w.secondary(i) {
		return nil
	}
	if f := w.l.Flavors[o.Flavor]; o.Flavor != 0 && !f.Call && f.Owner == i.ID {
		if o.Decl.Flags&facts.ObjInLoop != 0 {
			return []home{{i.ID, true}}
		}
	} else if o.Decl.Flags&facts.ObjInLoop != 0 {
		return nil
	}
	list := []home{{inst: i.ID}}
	for range maxHomes {
		from, call := w.caller(i)
		if from == nil {
			break
		}
		loop := from.Unit.Flow.Calls[call].Flags&facts.CallInLoop != 0
		f := w.l.Flavors[i.Flavor]
		if loop && (i.Flavor == 0 || !f.Call || f.Owner != from.ID) {
			break
		}
		list = append(list, home{from.ID, loop})
		if i = from; loop {
			break
		}
	}
	return list
}

// entryOf is the instance of main.main, or of a test that is in the link without other tests; zero if there is none.
func (w *waiting) entryOf(kind link.RootKind) link.InstID {
	var entry link.InstID
	for _, o := range w.l.Origins[1:] {
		if o.Kind != kind {
			continue
		}
		if entry != 0 || len(o.Entries) != 1 {
			return 0
		}
		entry = o.Entries[0]
	}
	return entry
}

// caller is the only place from which an instance is called or started; nil if there are several, or none.
func (w *waiting) caller(i *link.Instance) (*link.Instance, uint32) {
	var from *link.Instance
	var call uint32
	for _, e := range i.In {
		x := w.l.Insts[e.From]
		if w.secondary(x) {
			continue
		}
		if from != nil {
			return nil, 0
		}
		from, call = x, e.Call
	}
	if from != nil && from.Unit.Flow.Calls[call].Flags&(facts.CallMulti|facts.CallSerial) != 0 {
		return nil, 0
	}
	return from, call
}

// tree is the instances that one leads to, by calls and go statements.
func (w *waiting) tree(root link.InstID) map[link.InstID]bool { return w.treeWithout(root, nil) }

// treeWithout is the same without some that the root calls itself, unless others lead there.
func (w *waiting) treeWithout(root link.InstID, left []link.InstID) map[link.InstID]bool {
	in := map[link.InstID]bool{root: true}
	for work := []link.InstID{root}; len(work) > 0; {
		i := w.l.Insts[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, e := range i.Out {
			if !in[e.To] && (i.ID != root || !slices.Contains(left, e.To)) {
				in[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return in
}

// private reports whether an object can be reached from one run of a scope only: nothing that outlives the run holds it
// and is read by another one, or there is one run only.
func (w *waiting) private(key order.SyncKey, scope *link.Instance, tree map[link.InstID]bool) bool {
	if scope.Once == link.AtMostOnce && !w.l.Origins[scope.Origin].Multi {
		return true
	}
	if w.held == nil {
		w.holders()
	}
	seen := map[link.ObjID]bool{key.Obj: true}
	for work := []link.ObjID{key.Obj}; len(work) > 0; {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if len(seen) > maxHoldersSeen {
			return false
		}
		if !tree[w.l.Objects[id].Inst] {
			if w.reads.any(tree, id) {
				return false
			}
			continue
		}
		for _, h := range w.held[id] {
			if !seen[h] {
				seen[h] = true
				work = append(work, h)
			}
		}
	}
	return true
}
