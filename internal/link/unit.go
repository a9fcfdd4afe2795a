// This file is the functions that a link consists of, each with what its summary says, decoded when first reached.

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// A Unit is one function summary, decoded when first reached.
type Unit struct {
	ID        UnitID                      // index into Library.Units
	Sym       facts.Symbol                // its full name; that of a closure is its maker's with a number
	Info      *facts.Unit                 // flags and declaration; nil when no package in view knows the function
	Pkg       *facts.Package              // the package whose archive holds it; nil when unknown
	Index     int                         // its number there
	Synthetic bool                        // written by hand: synthetic.go
	Flow      *facts.Flow                 // nil: opaque, degraded or effect-free
	Locks     *facts.Locks                // nil: none
	Spawn     *facts.Spawn                // nil: only the entry point
	Accesses  *facts.Accesses             // nil: none
	Names     sectionNames                // what references mean, per section
	PerSpawn  map[uint32]*facts.SpawnSite // spawn sites that get objects or results anew for each goroutine, by call (O3)
	// what is owned at a call (passes/spawn), by call; calls without an entry hand over nothing that is
	Owned    map[uint32]*facts.CallOwn
	Forced   map[uint32]bool         // calls whose results are per spawn: their callees get a context of their own
	Sites    map[facts.Symbol]int    // calls that name their callee, by callee; nil: not counted yet
	callees  []*Unit                 // memo of Library.calleeOf, by call
	closures map[uint32]facts.Symbol // what calls of closures made there call; nil: not looked for yet
}

// sectionNames are the reference tables of a unit's sections; they are empty, not nil, where a section is missing.
type sectionNames struct {
	Flow   *facts.Names // of Unit.Flow
	Locks  *facts.Names // of Unit.Locks
	Spawn  *facts.Names // of Unit.Spawn
	Access *facts.Names // of Unit.Accesses
}

// Flag tests a unit flag; an unknown unit has none.
func (u *Unit) Flag(f facts.UnitFlags) bool { return u.Info != nil && u.Info.Flags&f != 0 }

// HasCopies reports whether some go statement of the unit gets something anew each time.
func (u *Unit) HasCopies() bool {
	for i := range u.PerSpawn {
		if s := u.PerSpawn[i]; len(s.Objs)+len(s.Calls) > 0 {
			return true
		}
	}
	return false
}

// Gives reports whether a go statement of the unit gets something anew each time.
func (u *Unit) Gives(call uint32) bool {
	s := u.PerSpawn[call]
	return s != nil && len(s.Objs)+len(s.Calls) > 0
}

// IndexSites fills the tables by call of a unit's skeleton.
func (u *Unit) IndexSites() {
	if u.Spawn == nil {
		return
	}
	u.PerSpawn, u.Owned, u.Forced = map[uint32]*facts.SpawnSite{}, map[uint32]*facts.CallOwn{}, map[uint32]bool{}
	for i := range u.Spawn.Sites {
		s := &u.Spawn.Sites[i]
		u.PerSpawn[s.Call] = s
		for _, c := range s.Calls {
			u.Forced[c] = true
		}
	}
	for i := range u.Spawn.Owned {
		u.Owned[u.Spawn.Owned[i].Call] = &u.Spawn.Owned[i]
	}
}

// RunsInOnce gives the event by which a Once begins to run the function that a call enters; nil if the call is no
// Once's.
func (u *Unit) RunsInOnce(call uint32) *facts.Event {
	if u.Spawn == nil {
		return nil
	}
	for k := range u.Spawn.Points {
		p := &u.Spawn.Points[k]
		if p.Event.Op != facts.EventCall || p.Event.Index != call {
			continue
		}
		for _, before := range p.Preds {
			if e := &u.Spawn.Points[before].Event; e.Op == facts.EventOnceBegin {
				return e
			}
		}
	}
	return nil
}

// After is where a call happens: at the point behind it where it is an event, else at the one at which it stands.
func (u *Unit) After(call uint32) Moment {
	for p := range u.Spawn.Points {
		switch e := &u.Spawn.Points[p].Event; e.Op {
		case facts.EventCall, facts.EventGo, facts.EventGroupGo:
			if e.Index == call {
				return Moment{facts.PointID(p), true, true}
			}
		}
	}
	return Moment{u.Spawn.Calls[call], true, false}
}

// A Moment is where something happens in a unit.
type Moment struct {
	At    facts.PointID // the entry if it is not known
	Known bool          // At is
	First bool          // it is the event of the point, before all else there
}

// PointOf is where a store of a unit happens: at the point of the write, append or send that it is, or behind it if it
// is the only atomic write of its kind, or the only time that something is put into a table or pool there.
func (u *Unit) PointOf(c *facts.Con) Moment {
	if u.Accesses == nil {
		return Moment{}
	}
	for k := range u.Accesses.List {
		a := &u.Accesses.List[k]
		if a.Kind.Writes() && a.Addr == c.Dst && (a.Kind == facts.MapWrite || a.Off <= c.Off && c.Off < a.Off+max(a.Len, 1)) {
			if p, n := u.eventAt(facts.EventAtomicWrite, c); n == 1 && a.Kind.Atomic() {
				return Moment{p, true, true}
			}
			return Moment{a.Point, true, false}
		}
	}
	if p, n := u.eventAt(facts.EventSend, c); n > 0 {
		return Moment{p, true, true}
	}
	if p, n := u.eventAt(facts.EventPoolPut, c); n == 1 {
		return Moment{p, true, true}
	}
	for k := range u.Accesses.List {
		if a := &u.Accesses.List[k]; (a.Kind == facts.AppendWrite || a.Kind == facts.AppendOver) && u.appends(a.Addr, c.Dst) {
			return Moment{a.Point, true, false}
		}
	}
	return Moment{}
}

// gets are the points at which a unit takes something out of tables and pools that an address leads to.
func (u *Unit) gets(at facts.Node) []facts.PointID {
	if u.Spawn == nil {
		return nil
	}
	var list []facts.PointID
	for p := range u.Spawn.Points {
		if e := &u.Spawn.Points[p].Event; e.Op == facts.EventPoolGet && e.Addr == at {
			list = append(list, facts.PointID(p))
		}
	}
	return list
}

// appends reports whether a node is what an append to another one results in, or the new array that this may be.
func (u *Unit) appends(old, dst facts.Node) bool {
	copied := func(to, from facts.Node) bool {
		return slices.ContainsFunc(
			u.Flow.Cons,
			func(c facts.Con) bool { return c.Op == facts.ConCopy && c.Dst == to && c.Src == from },
		)
	}
	return copied(dst, old) || slices.ContainsFunc(u.Flow.Cons, func(c facts.Con) bool {
		return c.Op == facts.ConCopy && c.Src == dst && copied(c.Dst, old)
	})
}

// eventAt is the first event of an operation on what a store goes to, and how many there are.
func (u *Unit) eventAt(op facts.EventOp, c *facts.Con) (first facts.PointID, n int) {
	if u.Spawn == nil {
		return 0, 0
	}
	for p := range u.Spawn.Points {
		e := &u.Spawn.Points[p].Event
		if e.Op == op && e.Addr == c.Dst && (op != facts.EventPoolPut || e.Off == c.Off) {
			if n++; n == 1 {
				first = facts.PointID(p)
			}
		}
	}
	return first, n
}
