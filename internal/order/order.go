// This file is what a solved link says about memory and time: which objects goroutines share, and what happens before
// what.

package order

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Touch is one access in one instance on one location.
type Touch struct {
	Inst  link.InstID
	Index uint32 // into its unit's accesses
}

// A Location is one slot of an abstract object.
type Location struct {
	Obj link.ObjID
	Off uint32
}

// A Signature is what decides about a pair: accesses with equal signatures are represented by the first (SWORD,
// Algorithm 6).
type Signature struct {
	Origin link.OriginID
	State  hb.StateID
	Kind   facts.AccessKind
	Index  facts.IndexKind
	Lo, Hi int64
	Weak   bool        // known through containers, models or unsafe
	Hidden bool        // a directive covers its line: it must not stand for others
	Caller link.InstID // its instance, where it matters which of several in one state it is; else 0
}

// A Candidate is a touch in one state: what pairs are made of.
type Candidate struct {
	Signature
	Inst   link.InstID
	Access uint32 // into its unit's accesses
	Entry  hb.Entry
}

// A usage of an object is who touches it.
type objectUse struct {
	owners  link.OriginSet // origins that touch it
	wrote   bool           // somebody writes to it outside ownership
	Shifted bool           // some slice of the array starts behind its first element
	sharing
}

// sharing is whether two goroutines that may coexist touch an object.
type sharing uint8

// An Order is a link with what is shared and ordered in it.
type Order struct {
	*link.Link
	Talks   *Talks               // what goroutines do over connections
	decided *decided             // what happens, as far as numbers decide it
	Uses    []objectUse          // by objID
	above   []bool               // by originID: a recursion begins with it that was recognised further down
	Shared  map[Location][]Touch // accesses of shared memory
	Keys    []Location           // shared's keys in order
	wanted  []bool               // by instance: it has accesses of shared memory
	Touches int                  // accesses that happen

	// synchronisation objects by their number in internal/hb; nil before solve
	Syncs   []SyncKey
	Ordered *hb.Program // what was handed to internal/hb; nil before solve
	// by instance: the calls of the points that its function has there beyond those of its skeleton
	extra    [][]uint32
	Solved   *hb.Result                           // what it answered; nil before solve
	locks    map[hb.StateID][]hb.Held             // held in states; nil until asked
	tracer   *link.Tracer                         // nil until asked
	entries  map[link.InstID][]link.InstID        // memo of initialisers; nil until asked
	belows   map[link.InstID]map[link.InstID]bool // memo of below; nil until asked
	contexts *contexts                            // which contexts are never done; nil until asked
	buf      []pointsto.Node
	Spent    int // steps taken to look at pairs
}

// What is known of an object's sharing.
const (
	unknownSharing sharing = iota // not asked yet
	ownedByOne
	sharedByMany
)

// NewOrder finds what of a link's memory is shared.
func NewOrder(solved *link.Link) *Order {
	l := &Order{
		Link:   solved,
		Talks:  &Talks{Link: solved},
		Shared: map[Location][]Touch{},
		Uses:   make([]objectUse, len(solved.Objects)),
		above:  make([]bool, len(solved.Origins)),
	}
	l.Cfg.Enter(link.Ordering)
	l.cuts()
	l.findRecursions()
	l.decided = l.decide()
	l.owners()
	l.wanted = l.collect()
	return l
}

// Places are the slots at an offset past what a node points to.
func (l *Order) Places(i *link.Instance, n facts.Node, off uint32) []Location {
	if n == 0 {
		return nil
	}
	var list []Location
	for _, addr := range l.Sets.PointsTo(nil, i.Node(n)) {
		if o, id, at := l.ObjectAt(addr); o != nil {
			list = append(list, Location{id, at + off})
		}
	}
	return list
}

// HeldIn are the locks held in a state.
func (l *Order) HeldIn(s hb.StateID) []hb.Held {
	if l.locks == nil {
		l.locks = map[hb.StateID][]hb.Held{}
	}
	list, ok := l.locks[s]
	if !ok {
		list = l.Solved.Held(s)
		l.locks[s] = list
	}
	return list
}

// cuts finds the arrays of which parts are handed out as slices, by the function that makes them or by another one.
func (l *Order) cuts() {
	for k := range l.Objects {
		if d := l.Objects[k].Decl; d != nil {
			l.Uses[k].Shifted = d.Flags&facts.ObjShifted != 0
		}
	}
	for _, i := range l.Insts[1:] {
		if i.Unit.Flow == nil {
			continue
		}
		for _, n := range i.Unit.Flow.Shifted {
			for _, addr := range l.Sets.PointsTo(nil, i.Node(n)) {
				if o, id, _ := l.ObjectAt(addr); o != nil {
					l.Uses[id].Shifted = true
				}
			}
		}
	}
}

// Precedes reports whether what happens at one point of an instance's function comes before all of some points, or what
// happens behind them, on every way there.
func (l *Order) Precedes(i link.InstID, at int, points []facts.PointID) bool {
	f := &l.Ordered.Funcs[i]
	return !slices.ContainsFunc(
		points,
		func(p facts.PointID) bool { return !f.Precedes(hb.PointID(at)+1, hb.PointID(p)+1) },
	)
}

// Solve finds the happens-before relation, once.
func (l *Order) Solve() {
	if l.Solved != nil {
		return
	}
	if l.Solved = l.order(l.wanted); l.Solved.Incomplete {
		l.Exceeded("states")
	}
}

// Work is what a link has cost so far, with the questions about it, in steps of the solver.
func Work(l *Order) int {
	n := l.Link.Work() + l.Spent
	if l.Solved != nil {
		n += l.Solved.Steps()
	}
	return n
}

// Traced gives, and remembers, the tracer of the link.
func (l *Order) Traced() *link.Tracer {
	if l.tracer == nil {
		l.tracer = link.NewTracer(l.Link)
	}
	return l.tracer
}

// Forget lets go of the trails that were followed so far.
func (l *Order) Forget() {
	if l.tracer != nil {
		l.tracer.Forget()
	}
}

// Each calls f for every object an access may touch, with the first slot touched.
func (l *Order) Each(i *link.Instance, a *facts.Access, f func(*link.Object, link.ObjID, uint32)) {
	n := i.Node(a.Addr)
	if n == 0 {
		return
	}
	l.buf = l.Sets.PointsTo(l.buf[:0], n)
	for _, addr := range l.buf {
		o, id, off := l.ObjectAt(addr)
		if o == nil || off+a.Off >= o.Decl.Size || o.Decl.Kind == facts.ObjFunc && off == 0 {
			continue
		}
		f(o, id, off+a.Off)
	}
}

// owners finds which origins touch each object at all, and whether it is ever written (SWORD's origin sharing analysis,
// at object grain; R3).
func (l *Order) owners() {
	for _, i := range l.Insts[1:] {
		if i.Unit.Accesses == nil {
			continue
		}
		for k := range i.Unit.Accesses.List {
			a := &i.Unit.Accesses.List[k]
			if l.Touches++; !l.decided.accesses(i, a) {
				continue
			}
			l.Each(i, a, func(_ *link.Object, id link.ObjID, _ uint32) {
				use := &l.Uses[id]
				use.owners.Add(i.Origin)
				use.wrote = use.wrote || a.Kind.Writes()
			})
		}
	}
}

// collect buckets the accesses of shared objects by location and tells which instances contain them.
func (l *Order) collect() []bool {
	wanted := make([]bool, len(l.Insts))
	for _, i := range l.Insts[1:] {
		if i.Unit.Accesses == nil {
			continue
		}
		for k := range i.Unit.Accesses.List {
			a := &i.Unit.Accesses.List[k]
			if !l.decided.accesses(i, a) {
				continue
			}
			l.Each(i, a, func(o *link.Object, id link.ObjID, off uint32) {
				if !l.Uses[id].wrote || !l.MayShare(id) {
					return
				}
				wanted[i.ID] = true
				last := min(off+max(a.Len, 1), o.Decl.Size)
				for s := off; s < last; s++ {
					loc := Location{id, s}
					if _, ok := l.Shared[loc]; !ok {
						l.Keys = append(l.Keys, loc)
					}
					l.Shared[loc] = append(l.Shared[loc], Touch{i.ID, uint32(k)})
				}
			})
		}
	}
	slices.SortFunc(
		l.Keys,
		func(a, b Location) int { return cmp.Or(cmp.Compare(a.Obj, b.Obj), cmp.Compare(a.Off, b.Off)) },
	)
	return wanted
}

// MayShare reports whether two origins that can run in one program touch the object.
func (l *Order) MayShare(id link.ObjID) bool {
	use := &l.Uses[id]
	if use.sharing == unknownSharing {
		use.sharing = ownedByOne
		if l.sharesPair(use) {
			use.sharing = sharedByMany
		}
	}
	return use.sharing == sharedByMany
}

// sharesPair looks for two comparable origins among those that touch an object.
func (l *Order) sharesPair(use *objectUse) bool {
	for x, a := range use.owners.List {
		for _, b := range use.owners.List[x+1:] {
			if l.Comparable(a, b) {
				return true
			}
		}
	}
	return false
}

// Writes reports whether a touch changes memory.
func (l *Order) Writes(t Touch) bool {
	return l.Insts[t.Inst].Unit.Accesses.List[t.Index].Kind.Writes()
}

// Place is an access as internal/hb knows it.
func (l *Order) Place(c *Candidate) hb.Place {
	return hb.Place{Origin: hb.OriginID(c.Origin), Func: hb.FuncID(c.Inst), State: c.State}
}

// CallAt is the call at a point of an instance's function as internal/hb has it.
func (l *Order) CallAt(i link.InstID, p hb.PointID) uint32 {
	first := 2
	if s := l.Insts[i].Unit.Spawn; s != nil {
		if first = len(s.Points) + 1; int(p) < first {
			return s.Points[p-1].Event.Index
		}
	}
	return l.extra[i][int(p)-first]
}

// Happens reports whether an instance may come to an access, as far as constants decide it.
func Happens(l *Order, i *link.Instance, a *facts.Access) bool { return l.decided.accesses(i, a) }
