// This file is the race detection proper: Chord's stages over the linked program, from original pairs to unlocked ones (R1-R7).

package program

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A detector looks for races in one link.
type detector struct {
	*Paths
	stages    Stages
	best      []verdict
	seen      map[raceKey]int        // index into best
	muted     map[directive.Key]bool // directives that cover races found
	way       way
	buf       []pointsto.Node
	signalled map[signalKey][]int64    // memo of signals; nil until asked
	counted   map[signalKey][]counting // memo of waitedFor; nil until asked
	rounds    map[originID][]*round    // memo of roundsOf; nil until asked
	starters  map[originID][]*instance // who starts each origin, for startersOf; nil until asked
	sent      map[objID]bool           // channels that somebody sends on; nil until asked

	onces   map[originID]bool    // memo of runsOnce; nil until asked
	heard   map[[2]originID]bool // memo of hears; nil until asked
	members [][]instID           // memo of byOrigin; nil until asked

	activations map[instID]*activation // by function; nil: nothing can be said about it
}

// newDetector is the detector before any pair was looked at.
func newDetector(l *Order, see View, muted map[directive.Key]bool) *detector {
	return &detector{Paths: &Paths{l: l, view: see}, stages: Stages{Accesses: l.touches}, muted: muted, seen: map[raceKey]int{},
		way: way{known: map[wayKey]*provenance{}, takes: map[taker]bool{}}, activations: map[instID]*activation{}}
}

// detect looks at all pairs.
func (d *detector) detect() {
	if len(d.l.shared) == 0 {
		return
	}
	d.l.cfg.enter(Ordering)
	d.l.solve()
	d.l.cfg.enter(Pairing)
	for _, loc := range d.l.keys {
		d.location(loc)
	}
}

// each calls f for every object an access may touch, with the first slot touched.
func (l *Order) each(i *instance, a *facts.Access, f func(*object, objID, uint32)) {
	n := i.node(a.Addr)
	if n == 0 {
		return
	}
	l.buf = l.g.PointsTo(l.buf[:0], n)
	for _, addr := range l.buf {
		o, id, off := l.objectAt(addr)
		if o == nil || off+a.Off >= o.decl.Size || o.decl.Kind == facts.ObjFunc && off == 0 {
			continue
		}
		f(o, id, off+a.Off)
	}
}

// owners finds which origins touch each object at all, and whether it is ever written (SWORD's origin sharing analysis, at
// object grain; R3).
func (l *Order) owners() {
	for _, i := range l.insts[1:] {
		if i.unit.accesses == nil {
			continue
		}
		for k := range i.unit.accesses.List {
			a := &i.unit.accesses.List[k]
			if l.touches++; !l.decided.accesses(i, a) {
				continue
			}
			l.each(i, a, func(_ *object, id objID, _ uint32) {
				use := &l.uses[id]
				use.owners.add(i.origin)
				use.wrote = use.wrote || a.Kind.Writes()
			})
		}
	}
}

// collect buckets the accesses of shared objects by location and tells which instances contain them.
func (l *Order) collect() []bool {
	wanted := make([]bool, len(l.insts))
	for _, i := range l.insts[1:] {
		if i.unit.accesses == nil {
			continue
		}
		for k := range i.unit.accesses.List {
			a := &i.unit.accesses.List[k]
			if !l.decided.accesses(i, a) {
				continue
			}
			l.each(i, a, func(o *object, id objID, off uint32) {
				if !l.uses[id].wrote || !l.mayShare(id) {
					return
				}
				wanted[i.id] = true
				last := min(off+max(a.Len, 1), o.decl.Size)
				for s := off; s < last; s++ {
					loc := location{id, s}
					if _, ok := l.shared[loc]; !ok {
						l.keys = append(l.keys, loc)
					}
					l.shared[loc] = append(l.shared[loc], touch{i.id, uint32(k)})
				}
			})
		}
	}
	slices.SortFunc(l.keys, func(a, b location) int { return cmp.Or(cmp.Compare(a.obj, b.obj), cmp.Compare(a.off, b.off)) })
	return wanted
}

// mayShare tells whether two origins that can run in one program touch the object.
func (l *Order) mayShare(id objID) bool {
	use := &l.uses[id]
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
	for x, a := range use.owners.list {
		for _, b := range use.owners.list[x+1:] {
			if l.comparable(a, b) {
				return true
			}
		}
	}
	return false
}

// comparable tells whether two origins are of one tree, or one of them stems from an initialiser, and the pair is not the
// mirror image of another one: of two instances of one goroutine only the pairs (first, other) are looked at (O4).
func (l *Order) comparable(a, b originID) bool {
	x, y := l.origins[a], l.origins[b]
	if x.tree != y.tree && l.origins[x.tree].kind != RootInit && l.origins[y.tree].kind != RootInit && !l.parallelTests(x, y) {
		return false
	}
	switch {
	case a == b, x.shadow && y.shadow:
		return false
	case x.tree != y.tree && (x.kind == RootInit || y.kind == RootInit):
		return false // all initialisers end before anything else starts
	case y.shadow:
		return l.mirrors(x, y)
	case x.shadow:
		return l.mirrors(y, x)
	}
	return true
}

// mirrors tells whether x lies under the first instance of the goroutine whose other instance y lies under, or under a sibling
// of it that the same function starts: the other instance belongs to another activation then.
func (l *Order) mirrors(x, y *origin) bool {
	for y.parent != 0 && l.origins[y.parent].shadow {
		y = l.origins[y.parent]
	}
	for ; x != nil; x = l.origins[x.parent] {
		if x.id == y.twin || x.site == y.site && x.parent == y.parent {
			return true
		}
		if x.parent == 0 {
			return false
		}
	}
	return false
}

// writes tells whether a touch changes memory.
func (l *Order) writes(t touch) bool {
	return l.insts[t.inst].unit.accesses.List[t.index].Kind.Writes()
}

// location looks at the pairs on one location, origin by origin: accesses of one origin never pair.
func (d *detector) location(loc location) {
	if !slices.ContainsFunc(d.l.shared[loc], d.l.writes) {
		return
	}
	byOrigin := d.candidates(d.l.shared[loc])
	left := maxPairs
	for x := range byOrigin {
		for y := x + 1; y < len(byOrigin); y++ {
			a, b := byOrigin[x], byOrigin[y]
			d.stages.Original += len(a) * len(b)
			if !d.l.comparable(a[0].origin, b[0].origin) {
				continue
			}
			for i := range a {
				for j := range b {
					if left--; left < 0 {
						d.stages.Capped++
						return
					}
					d.pair(loc, &a[i], &b[j])
				}
			}
		}
	}
}

// Bounds on the pairs of one location: an abstract object that so many places touch is a merged one, and says little. What
// is cut off is counted in Stages.Capped (fewer races).
const (
	maxPairs   = 4096 // pairs looked at
	maxPerSide = 24   // signatures of one origin
)

// candidates expands touches into their states, keeps one per signature, and sorts them by origin; writes come first.
func (d *detector) candidates(touches []touch) [][]candidate {
	var list [][]candidate
	at := map[originID]int{}
	seen := map[signature]bool{}
	for _, writes := range []bool{true, false} {
		for _, t := range touches {
			i := d.l.insts[t.inst]
			a := &i.unit.accesses.List[t.index]
			if a.Kind.Writes() != writes {
				continue
			}
			k, ok := at[i.origin]
			if !ok {
				k = len(list)
				at[i.origin] = k
				list = append(list, nil)
			}
			list[k] = d.expand(list[k], i, t.index, a, seen)
		}
	}
	return slices.DeleteFunc(list, func(c []candidate) bool { return len(c) == 0 })
}

// expand adds an access in each state in which its function is entered, unless all memory it touches is owned there.
func (d *detector) expand(list []candidate, i *instance, index uint32, a *facts.Access, seen map[signature]bool) []candidate {
	for _, e := range d.l.solved.Entries(hb.OriginID(i.origin), hb.FuncID(i.id)) {
		if len(list) >= maxPerSide {
			break
		}
		s := d.l.solved.At(hb.OriginID(i.origin), hb.FuncID(i.id), e, hb.PointID(a.Point)+1)
		if s == 0 || a.OwnIf != 0 && a.OwnIf&^d.l.solved.Owned(s) == 0 {
			continue
		}
		sig := d.signature(i, s, a)
		if !seen[sig] {
			seen[sig] = true
			list = append(list, candidate{sig, i.id, index, e})
		}
	}
	return list
}

// signature is that of an access in a state.
func (d *detector) signature(i *instance, s hb.StateID, a *facts.Access) signature {
	weak := a.Flags&(facts.AccessElement|facts.AccessUnsafe|facts.AccessModel) != 0
	return signature{i.origin, s, a.Kind, a.Index, a.Lo, a.Hi, weak, d.hidden(i, a), d.toldOf(i)}
}

// pair takes one pair through the stages.
func (d *detector) pair(loc location, x, y *candidate) {
	if !x.kind.Writes() && !y.kind.Writes() || x.kind.Atomic() && y.kind.Atomic() {
		return
	}
	d.stages.Reachable++
	if d.disjoint(loc, x, y) {
		return
	}
	d.stages.Aliasing++
	if d.access(x).Var == facts.VarChan && x.kind.Writes() && y.kind.Writes() {
		return // two closes panic before they race
	}
	if x.kind == facts.AppendWrite && !y.kind.Writes() || y.kind == facts.AppendWrite && !x.kind.Writes() {
		return // an append in place writes beyond the length that readers see (R4)
	}
	d.stages.Shared++
	if !d.sameRun(loc, x, y) || d.elsewhere(x, y) {
		return
	}
	if d.l.sameLoop(d.l.origins[x.origin], d.l.origins[y.origin]) {
		return
	}
	px, py := d.l.place(x), d.l.place(y)
	if d.l.origins[x.origin].twin == y.origin && d.l.solved.Serial(hb.OriginID(x.origin)) || d.l.solved.Ordered(px, py) != hb.None {
		return
	}
	if d.ahead(loc, x, y) || d.ahead(loc, y, x) || d.closedBefore(loc, x, y) || d.closedBefore(loc, y, x) {
		return
	}
	if d.allDone(x, y) || d.allDone(y, x) || d.doneInRound(x, y) || d.doneInRound(y, x) {
		return
	}
	d.stages.Unordered++
	if d.sameGuard(x, y) {
		return
	}
	prot, _ := d.l.solved.CommonLock(px, py)
	if prot == hb.NoLock {
		d.stages.Unlocked++
	}
	if d.l.parallelTests(d.l.origins[x.origin], d.l.origins[y.origin]) && max(d.targets(x), d.targets(y)) > 1 {
		return // one of several objects that each test has of its own, if not this one (R16)
	}
	d.report(loc, x, y, prot)
}

func (l *Order) place(c *candidate) hb.Place {
	return hb.Place{Origin: hb.OriginID(c.origin), Func: hb.FuncID(c.inst), State: c.state}
}

// disjoint tells whether two element accesses of one object are to different elements (R5).
func (d *detector) disjoint(loc location, x, y *candidate) bool {
	if d.l.uses[loc.obj].shifted {
		return false
	}
	switch {
	case x.index == facts.IndexUnique && y.index == facts.IndexUnique:
		return d.l.origins[x.origin].twin == y.origin && x.inst != 0 && d.sameAccess(x, y)
	case x.index == facts.IndexNone || y.index == facts.IndexNone || x.index == facts.IndexUnique || y.index == facts.IndexUnique:
		return false
	}
	xl, xh := bounds(x)
	yl, yh := bounds(y)
	return xh <= yl || yh <= xl
}

// sameGuard tells whether both accesses hold a lock that lies equally far from the accessed location in the same concrete
// object: relative must-locks, sound whatever the points-to sets say (R6). Two read locks do not exclude each other.
func (d *detector) sameGuard(x, y *candidate) bool {
	a, b := d.access(x), d.access(y)
	if a.Len > 1 || b.Len > 1 {
		return false
	}
	for _, g := range a.Guards {
		p := &d.l.insts[x.inst].unit.locks.Sites[g]
		for _, h := range b.Guards {
			q := &d.l.insts[y.inst].unit.locks.Sites[h]
			if int64(p.Off)-int64(a.Off) == int64(q.Off)-int64(b.Off) && (p.Op == facts.Lock || q.Op == facts.Lock) {
				return true
			}
		}
	}
	return false
}

// sameAccess tells whether two accesses are the same access of one unit in two instances.
func (d *detector) sameAccess(x, y *candidate) bool {
	return d.l.insts[x.inst].unit == d.l.insts[y.inst].unit && x.lo == y.lo
}

// bounds is the half-open range of indices.
func bounds(c *candidate) (int64, int64) {
	if c.index == facts.IndexConst {
		return c.lo, c.lo + 1
	}
	return c.lo, c.hi
}
