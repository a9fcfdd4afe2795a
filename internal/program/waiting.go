// This file finds what goroutines wait for: the channels, WaitGroups, conditions, Onces and locks that each function operates on, who
// else may operate on them unseen, and the function within which everything that happens to one of them happens (W1, W2).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A waiting is the part of the search for blocked goroutines that all scopes share.
type waiting struct {
	d         *Paths
	l         *Order
	users     map[syncKey][]instID // by object: the primary instances that operate on it, in order
	keys      []syncKey            // the objects, in order
	kinds     map[syncKey]opClass  // what is done to each
	nils      []bool               // by instance: it operates on the nil channel; nil before blocksOnNil
	open      []bool               // by object: code that is not seen may operate on it, or on what it holds
	shapes    map[unitID]*shape    // of skeletons; nil: too large
	hidden    map[string]bool      // packages of which some functions are models: what they do to their own objects is not seen
	vague     map[syncKey]bool     // operated on by an operation that may mean another object as well
	held      [][]objID            // by object: the objects that hold a pointer to it; nil before holders
	absentees map[absentee]bool    // what functions that are not called operate on; nil before absent
	closed    bool                 // the package is a main package: all code that there is is in view
	buf       []pointsto.Node
	budget    int // states that may still be explored
	stats     Walks
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
)

// classes are the events that operate on one object each.
var classes = map[facts.EventOp]opClass{
	facts.EventSend: doesSend, facts.EventRecv: doesRecv, facts.EventClose: doesClose, facts.EventAdd: doesAdd, facts.EventDone: doesDone,
	facts.EventWait: doesWait, facts.EventGroupGo: doesAdd | doesDone, facts.EventGroupWait: doesWait, facts.EventCondWait: doesCondWait,
	facts.EventCondSignal: doesSignal, facts.EventOnceBegin: doesOnce,
}

// newWaiting gathers the operations of all instances.
func newWaiting(d *Paths) *waiting {
	w := &waiting{d: d, l: d.l, users: map[syncKey][]instID{}, kinds: map[syncKey]opClass{}, vague: map[syncKey]bool{}, hidden: map[string]bool{}, shapes: map[unitID]*shape{}, budget: maxWaitStates}
	for _, i := range d.l.insts[1:] {
		if !w.secondary(i) {
			w.gather(i)
		}
	}
	for k := range w.users {
		w.keys = append(w.keys, k)
	}
	slices.SortFunc(w.keys, func(a, b syncKey) int {
		if a.obj != b.obj {
			return int(a.obj) - int(b.obj)
		}
		return int(a.off) - int(b.off)
	})
	return w
}

// maxWaitStates bounds the states explored for one package.
const maxWaitStates = 30_000

// secondary tells whether an instance only doubles another: the other goroutine of a loop, or the other iteration's constructor.
func (w *waiting) secondary(i *instance) bool {
	return w.l.origins[i.origin].shadow || w.l.flavors[i.flavor].copy == 2
}

// gather records what an instance operates on.
func (w *waiting) gather(i *instance) {
	if i.unit.spawn == nil {
		return
	}
	for k := range i.unit.spawn.Points {
		e := &i.unit.spawn.Points[k].Event
		addr, off, class := e.Addr, e.Off, classes[e.Op]
		if e.Op == facts.EventLock {
			s := &i.unit.locks.Sites[e.Index]
			addr, off, class = s.Addr, s.Off, doesLock
		}
		if class == 0 || addr == 0 {
			continue
		}
		keys, _ := w.objects(i, addr, off)
		for _, key := range keys {
			w.kinds[key] |= class
			if list := w.users[key]; len(list) == 0 || list[len(list)-1] != i.id {
				w.users[key] = append(list, i.id)
			}
		}
	}
}

// objects are the objects that an operation may mean, iteration copies taken for one; unseen tells that it may mean others too.
func (w *waiting) objects(i *instance, addr facts.Node, off uint32) (keys []syncKey, unseen bool) {
	n := i.node(addr)
	if n == 0 {
		return nil, false
	}
	w.buf = w.l.g.PointsTo(w.buf[:0], n)
	for _, a := range w.buf {
		o, id, at := w.l.objectAt(a)
		switch {
		case o == nil || at+off >= o.decl.Size || o.decl.Kind == facts.ObjNever:
			continue
		case o.decl.Kind == facts.ObjUnknown:
			unseen = true
			continue
		}
		if key := (syncKey{w.canonical(id), at + off}); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys, unseen
}

// blocksOnNil tells whether an instance operates on the nil channel.
func (w *waiting) blocksOnNil(i *instance) bool {
	if w.nils == nil {
		w.nils = make([]bool, len(w.l.insts))
		for _, x := range w.l.insts[1:] {
			w.nils[x.id] = w.usesNil(x)
		}
	}
	return w.nils[i.id]
}

// usesNil is the same, not remembered.
func (w *waiting) usesNil(i *instance) bool {
	if i.unit.spawn == nil || w.secondary(i) {
		return false
	}
	for k := range i.unit.spawn.Points {
		e := &i.unit.spawn.Points[k].Event
		if !onChannel[e.Op] {
			continue
		}
		if e.Flags&facts.EventConst != 0 {
			return true
		}
		if keys, unseen := w.objects(i, e.Addr, e.Off); e.Addr != 0 && len(keys) == 0 && !unseen && w.isNil(i, e.Addr) {
			return true
		}
	}
	return false
}

// isNil tells whether a channel is nil for sure: it is loaded from memory that is known, and to which nothing is ever stored.
func (w *waiting) isNil(i *instance, addr facts.Node) bool {
	for k := range i.unit.flow.Cons {
		c := &i.unit.flow.Cons[k]
		if c.Dst != addr || c.Op != facts.ConLoad {
			if c.Dst == addr {
				return false
			}
			continue
		}
		known := false
		for _, a := range w.l.g.PointsTo(nil, i.node(c.Src)) {
			o, id, at := w.l.objectAt(a)
			if o == nil || w.open[id] || at+c.Off >= o.decl.Size {
				return false
			}
			known = true
		}
		return known
	}
	return false
}

// canonical is the first iteration's copy of an object of a later one.
func (w *waiting) canonical(id objID) objID {
	o := &w.l.objects[id]
	if o.inst == 0 {
		return id
	}
	i := w.l.insts[o.inst]
	if w.l.flavors[o.flavor].copy == 2 && !w.l.flavors[o.flavor].call {
		return w.l.objAt[i.objs[o.site]]
	}
	if first := w.firstCopy(i); first != nil && first != i && first.objs[o.site] != 0 {
		return w.l.objAt[first.objs[o.site]]
	}
	return id
}

// firstCopy is the instance that an instance for a second iteration doubles; itself if it is none, nil if there is none.
func (w *waiting) firstCopy(i *instance) *instance {
	if i.chain == nil || i.flavor == 0 {
		return i
	}
	caller := w.firstCopy(w.l.insts[i.chain.caller])
	if caller == nil {
		return nil
	}
	f := w.l.flavors[i.flavor]
	f.copy = 1
	id, ok := w.l.flavorIDs[f]
	if !ok {
		return nil
	}
	first, ok := w.l.instIDs[instKey{unit: i.unit.id, origin: i.origin, caller: caller.id, call: i.chain.call, flavor: id}]
	if !ok {
		return nil
	}
	return w.l.insts[first]
}

// findOpen finds the objects that code which is not seen may get hold of: what is passed to it, what a client of an exported function
// gets or gave, and, unless the program is whole, package-level variables (W1).
func (w *waiting) findOpen() {
	w.open = make([]bool, len(w.l.objects))
	var work []objID
	add := func(id objID) {
		if !w.open[id] {
			w.open[id] = true
			work = append(work, id)
		}
	}
	for id := 1; id < len(w.l.objects); id++ {
		switch o := &w.l.objects[id]; o.decl.Kind {
		case facts.ObjUnknown, facts.ObjParam:
			add(objID(id))
		case facts.ObjGlobal:
			if !w.closed {
				add(objID(id))
			}
		}
	}
	for _, i := range w.l.insts[1:] {
		for _, n := range w.leaking(i) {
			w.each(i.node(n), add)
		}
	}
	for id := 1; id < len(w.l.objects); id++ {
		if o := &w.l.objects[id]; o.inst != 0 && w.hidden[w.l.insts[o.inst].unit.sym.Pkg] {
			add(objID(id))
		}
	}
	for len(work) > 0 {
		o := &w.l.objects[work[len(work)-1]]
		work = work[:len(work)-1]
		for s := range o.decl.Size {
			w.each(o.base+pointsto.Node(s), add)
		}
	}
}

// each calls f for the objects that a node points to.
func (w *waiting) each(n pointsto.Node, f func(objID)) {
	if n == 0 {
		return
	}
	w.buf = w.l.g.PointsTo(w.buf[:0], n)
	for _, a := range w.buf {
		if o, id, _ := w.l.objectAt(a); o != nil {
			f(id)
		}
	}
}

// leaking are the nodes of an instance that code which is not seen receives.
func (w *waiting) leaking(i *instance) []facts.Node {
	if i.unit.flow == nil {
		return nil
	}
	var list []facts.Node
	seen := map[uint32]bool{}
	for _, e := range i.out {
		to := w.l.insts[e.to].unit
		seen[e.call] = seen[e.call] || to.flow != nil || to.flag(facts.Inert)
	}
	if w.client(i) {
		list = append(list, i.unit.flow.Results...)
	}
	if w.l.within != "" {
		list = append(list, w.strewn(i)...)
	}
	for k := range i.unit.flow.Calls {
		c := &i.unit.flow.Calls[k]
		if !seen[uint32(k)] {
			list = append(list, c.Args...)
		}
		if w.l.cut[siteKey{i.id, uint32(k)}] {
			list = append(append(list, c.Recv), c.Args...)
		}
	}
	if i.unit.spawn != nil {
		for k := range i.unit.spawn.Points {
			if e := &i.unit.spawn.Points[k].Event; e.Op == facts.EventUnseen {
				list = append(list, e.Addr)
				if pkg := i.unit.names.spawn.Symbol(e.Name).Pkg; pkg != i.unit.sym.Pkg {
					w.hidden[pkg] = true
				}
			}
		}
	}
	return list
}

// client tells whether an instance is called by the client that is imagined of an exported function, or by whoever calls a fragment's: its
// results go there.
func (w *waiting) client(i *instance) bool {
	if w.l.within != "" && w.l.origins[i.origin].parent == 0 && w.l.isEntry(i) {
		return true
	}
	return slices.ContainsFunc(i.in, func(e edge) bool { return w.l.insts[e.from].unit.flag(facts.Root) })
}

// holders finds for each object the objects that hold a pointer to it.
func (w *waiting) holders() {
	w.held = make([][]objID, len(w.l.objects))
	for id := 1; id < len(w.l.objects); id++ {
		o := &w.l.objects[id]
		if o.decl.Kind == facts.ObjFunc && o.decl.Size == 1 {
			continue
		}
		for s := range o.decl.Size {
			w.each(o.base+pointsto.Node(s), func(to objID) {
				if list := w.held[to]; len(list) == 0 || list[len(list)-1] != objID(id) {
					w.held[to] = append(list, objID(id))
				}
			})
		}
	}
}

// A home is an instance within one run of which an object is made once, at most.
type home struct {
	inst instID
	loop bool // it is made anew in each round of a loop there that starts goroutines
}

// homes are the instances from the one that makes an object up to the root, as long as each makes it at most once.
func (w *waiting) homes(key syncKey) []home {
	o := &w.l.objects[key.obj]
	if o.inst == 0 || w.l.origins[w.l.insts[o.inst].origin].kind == RootInit {
		if main := w.mainEntry(); main != 0 && (o.inst == 0 || w.l.insts[o.inst].once == atMostOnce && o.decl.Flags&facts.ObjInLoop == 0) {
			return []home{{inst: main}}
		}
		return nil
	}
	i := w.l.insts[o.inst]
	if w.secondary(i) {
		return nil
	}
	if f := w.l.flavors[o.flavor]; o.flavor != 0 && !f.call && f.owner == i.id {
		if o.decl.Flags&facts.ObjInLoop != 0 {
			return []home{{i.id, true}}
		}
	} else if o.decl.Flags&facts.ObjInLoop != 0 {
		return nil
	}
	list := []home{{inst: i.id}}
	for range maxHomes {
		from, call := w.caller(i)
		if from == nil {
			break
		}
		loop := from.unit.flow.Calls[call].Flags&facts.CallInLoop != 0
		f := w.l.flavors[i.flavor]
		if loop && (i.flavor == 0 || !f.call || f.owner != from.id) {
			break
		}
		list = append(list, home{from.id, loop})
		if i = from; loop {
			break
		}
	}
	return list
}

// maxHomes bounds how far up a scope is looked for.
const maxHomes = 12

// mainEntry is the instance of main.main, zero if there is none.
func (w *waiting) mainEntry() instID {
	for _, o := range w.l.origins[1:] {
		if o.kind == RootMain && len(o.entries) == 1 {
			return o.entries[0]
		}
	}
	return 0
}

// caller is the only place from which an instance is called or started; nil if there are several, or none.
func (w *waiting) caller(i *instance) (*instance, uint32) {
	var from *instance
	var call uint32
	for _, e := range i.in {
		x := w.l.insts[e.from]
		if w.secondary(x) {
			continue
		}
		if from != nil {
			return nil, 0
		}
		from, call = x, e.call
	}
	if from != nil && from.unit.flow.Calls[call].Flags&(facts.CallMulti|facts.CallSerial) != 0 {
		return nil, 0
	}
	return from, call
}

// tree is the instances that one leads to, by calls and go statements.
func (w *waiting) tree(root instID) map[instID]bool {
	in := map[instID]bool{root: true}
	for work := []instID{root}; len(work) > 0; {
		i := w.l.insts[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, e := range i.out {
			if !in[e.to] {
				in[e.to] = true
				work = append(work, e.to)
			}
		}
	}
	return in
}

// private tells whether an object can be reached from one run of a scope only: nothing that outlives the run holds it, or there is
// one run only.
func (w *waiting) private(key syncKey, scope *instance, tree map[instID]bool) bool {
	if scope.once == atMostOnce && !w.l.origins[scope.origin].multi {
		return true
	}
	if w.held == nil {
		w.holders()
	}
	seen := map[objID]bool{key.obj: true}
	for work := []objID{key.obj}; len(work) > 0; {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if o := &w.l.objects[id]; !tree[o.inst] {
			return false
		}
		if len(seen) > maxHoldersSeen {
			return false
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

// maxHoldersSeen bounds how many objects are looked at to find out who can reach one.
const maxHoldersSeen = 2000
