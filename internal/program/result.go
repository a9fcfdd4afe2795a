// This file turns pairs into races: which are ours to report, how certain they are, one per variable, with both paths.

package program

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Confidence says how strong the evidence is (design note "Confidence").
type Confidence uint8

// The confidences, strongest first.
const (
	High   Confidence = iota + 1 // two proven origins, the object known exactly
	Medium                       // the object known only as one of many, through a container or a merged allocation site
	Low                          // protected by a lock that may be the same, or through code that was not seen
)

// A Position is a place in source; the file is known by package and base name.
type Position struct {
	File facts.Symbol // zero when unknown
	Line uint32
	Col  uint32
}

// A Frame is a function on a call path and where its caller calls it (zero for the first).
type Frame struct {
	Func      facts.Symbol
	Call      Position
	Synthetic bool // made by the compiler: wrapper, bound method
}

// A Goroutine says how an origin starts.
type Goroutine struct {
	Kind     RootKind     // RootNone: started at Site
	Entry    facts.Symbol // what it runs
	Site     Position     // go statement or registration; zero for roots
	API      facts.Symbol // what the source calls to start it, when a model says so
	Chain    []Frame      // from the root to the function with Site
	Parallel bool         // several may exist at once
	Callback bool         // API calls it whenever it likes, not once per call of API
	Other    bool         // the same goroutine as the other end's: another instance of it
}

// A HeldLock is a lock held at an access.
type HeldLock struct {
	Name facts.Symbol // as the source names it; zero unknown
	Read bool
	Pos  Position
}

// An End is one of the two accesses of a race.
type End struct {
	Access    facts.Access
	Name      facts.Symbol // the variable as this access names it
	Func      facts.Symbol
	Pos       Position
	Path      []Frame // from the origin's entry to Func
	Goroutine Goroutine
	Held      []HeldLock
	Flags     facts.UnitFlags // of the function
}

// A Race is a pair of accesses that nothing orders, with what is needed to explain it.
type Race struct {
	Confidence Confidence
	Ends       [2]End
	Object     facts.ObjKind // what holds the variable
	Alloc      Position      // where it is made; zero for static storage
	MayLock    bool          // a lock that may be the same is held on both sides
	Static     facts.Symbol  // of what has static storage: its name
	Related    []Sync        // synchronisation near the accesses that does not order them
	Pairs      []Pair        // counterexamples: distinct pairs of call paths that lead to this race and to others on the variable; at most maxKept
	Others     int           // further pairs on the same variable
	Evidence   ClientKind    // why two calls of a synthesised client are taken to overlap; NoClient if both goroutines are in view
}

// A Sync is a synchronisation event that comes near to ordering a pair.
type Sync struct {
	Op  facts.EventOp
	Pos Position
}

// A raceKey groups pairs by cause: the variable as the source names it, and where the object that holds it is made. Inside
// other packages the fields are their affair: there the object is the variable.
type raceKey struct {
	name   facts.Symbol
	alloc  Position
	static facts.Symbol
}

// A verdict is the best pair of a group so far.
type verdict struct {
	loc    location
	x, y   candidate
	conf   Confidence
	prot   hb.Protection
	key    raceKey // the group
	others int
	kept   [][2]candidate // pairs with different ways, this one first; at most maxKept
}

// maxKept is how many pairs of a group are kept to be shown.
const maxKept = 12

// report records a pair if it is this package's affair and certain enough, keeping the best pair of each group.
func (d *detector) report(loc location, x, y *candidate, prot hb.Protection) {
	o := &d.l.objects[loc.obj]
	if prot == hb.Must || d.mute(loc, x, y, prot) {
		return
	}
	key := raceKey{alloc: d.l.allocPos(o), static: o.sym}
	if own := d.l.cfg.Own; d.l.insts[x.inst].unit.sym.Pkg == own || d.l.insts[y.inst].unit.sym.Pkg == own {
		key.name = d.name(x)
		if key.name == (facts.Symbol{}) {
			key.name = d.name(y)
		}
	}
	k, ok := d.seen[key]
	if ok && d.best[k].conf == High {
		d.best[k].others++
		return
	}
	conf := d.confidence(loc, x, y, prot)
	if conf > d.view.Weakest {
		return
	}
	if ok && d.best[k].conf <= conf {
		d.best[k].others++
		if d.best[k].conf == conf {
			d.keep(&d.best[k], x, y)
		}
		return
	}
	if !d.ours(d.chain(x), d.chain(y), x, y) || d.orderedInActivation(loc, x, y) || d.sameOnce(loc, x, y) || d.sameOnce(loc, y, x) ||
		d.forkedAndJoined(x, y) || d.forkedAndJoined(y, x) {
		return
	}
	v := verdict{loc: loc, x: *x, y: *y, conf: conf, prot: prot, key: key, kept: [][2]candidate{{*x, *y}}}
	if !ok {
		d.seen[key] = len(d.best)
		d.best = append(d.best, v)
		return
	}
	v.others = d.best[k].others + 1
	d.best[k] = v
}

// name is the variable as an access names it.
func (d *Paths) name(c *candidate) facts.Symbol {
	return d.l.insts[c.inst].unit.names.access.Symbol(d.access(c).Name)
}

// race explains a verdict.
func (d *detector) race(v *verdict) Race {
	o := &d.l.objects[v.loc.obj]
	r := Race{Confidence: v.conf, Object: o.decl.Kind, Alloc: d.l.allocPos(o), Static: o.sym, MayLock: v.prot == hb.MayAlias, Others: v.others}
	r.Pairs, r.Evidence = d.counterexamples(v), d.l.clientOf(v.x.origin)
	r.Related = d.near(&v.x, &v.y)
	if r.Confidence == High && len(r.Related) > 0 {
		r.Confidence = Medium
	}
	r.Ends = [2]End{d.end(&v.x, d.chain(&v.x)), d.end(&v.y, d.chain(&v.y))}
	if d.before(&r.Ends[1], &r.Ends[0]) {
		r.Ends[0], r.Ends[1] = r.Ends[1], r.Ends[0]
	}
	return r
}

// near lists the synchronisation that one end has acquired from the other's goroutine and that could not be proven to order
// them: what the goroutines agreed on by counting, or by values, is beyond the rules (R10).
func (d *Paths) near(x, y *candidate) []Sync {
	var list []Sync
	for _, e := range d.l.solved.Why(d.l.place(x), d.l.place(y)) {
		if e.Holds || e.Kind == hb.Started || e.Kind == hb.Follows || e.Kind == hb.Excluded {
			continue
		}
		if s := d.sync(e.To); s.Pos.Line != 0 && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// sync is the event at a site.
func (d *Paths) sync(at hb.Site) Sync {
	i := d.l.insts[at.Func]
	if at.Func == 0 || i.unit.spawn == nil || int(at.Point) < 1 || int(at.Point) > len(i.unit.spawn.Points) {
		return Sync{}
	}
	e := &i.unit.spawn.Points[at.Point-1].Event
	if e.Flags&facts.EventGuarded != 0 {
		return Sync{} // a plain variable that is tested somewhere near by says little
	}
	return Sync{Op: e.Op, Pos: position(i.unit.names.spawn, e.Pos)}
}

// before orders the ends of a report: our own unprotected write first.
func (d *detector) before(a, b *End) bool {
	rank := func(e *End) int {
		n := 0
		if e.Func.Pkg != d.l.cfg.Own {
			n += 4
		}
		if len(e.Held) > 0 {
			n += 2
		}
		if !e.Access.Kind.Writes() {
			n++
		}
		return n
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Pos.File.Name, b.Pos.File.Name), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col)) < 0
}

// confidence grades a pair (R7).
func (d *detector) confidence(loc location, x, y *candidate, prot hb.Protection) Confidence {
	o := &d.l.objects[loc.obj]
	flags := d.access(x).Flags | d.access(y).Flags
	switch {
	case prot == hb.MayAlias, o.decl.Kind == facts.ObjUnknown, flags&facts.AccessUnsafe != 0:
		return Low
	case len(d.l.over) > 0:
		return Low // what orders the pair may be among what was left out (L6)
	case d.shares(x, y), d.chained(x, y), d.shifted(loc.obj, x, y), d.element(o, x), d.element(o, y), d.perDepth(o, x, y) && (d.l.recursive(x.origin) || d.l.recursive(y.origin)):
		return Low
	case d.l.aboveRecursion(x.origin, y.origin), d.l.aboveRecursion(y.origin, x.origin):
		return Low
	case d.handedOver(loc, x, y), d.handedOver(loc, y, x), d.conditional(loc, x, y), d.conditional(loc, y, x), d.acknowledged(x, y), d.acknowledged(y, x):
		return Low
	case d.lent(x, y), d.lent(y, x), flags&facts.AccessPaused != 0:
		return Low
	case d.lazily(o, x, y), d.countedDown(loc, x, y), d.countedDown(loc, y, x), d.l.drivenByTest(x.origin), d.l.drivenByTest(y.origin):
		return Low
	}
	supposed := d.supposed(loc, x, y)
	if supposed == Low || d.startedOnce(loc, x, y) || d.apart(loc, x, y) {
		return Low
	}
	if !d.exact(o, x, y) || d.recycled(o, x, y) {
		if d.sameOne(loc, x, y) && !d.heldBack(loc, x, y) && !d.heldBack(loc, y, x) && !d.unlikely(x, y) {
			return Medium
		}
		return Low
	}
	if !d.bothStem(o, x, y) && d.owns(loc, x) && d.owns(loc, y) {
		return Low // (K5)
	}
	if !d.knows(loc, x, y) || d.unpublished(loc, x, y) || d.unpublished(loc, y, x) {
		return Low
	}
	if d.access(x).Var == facts.VarChan && (d.l.origins[x.origin].multi || d.l.origins[y.origin].multi) {
		return Low // one goroutine of many waits for the others and closes: a join that is proven for single ones only
	}
	chosen := max(d.choices(x), d.choices(y))
	merged := max(d.targets(x), d.targets(y))
	doubts := trues(supposed == Medium, merged > 1, chosen > 1, o.decl.Kind == facts.ObjParam, d.ownCallback(x, y),
		d.l.beginsRecursion(x.origin) || d.l.beginsRecursion(y.origin), flags&facts.AccessSometimes != 0)
	certain := doubts == 0 && d.bothStem(o, x, y) && flags&(facts.AccessElement|facts.AccessModel) == 0
	switch {
	case doubts > 1, merged > maxTargets, chosen > 1 && o.inst != 0 && o.decl.Kind != facts.ObjVar && !d.l.static(o):
		return Low
	case d.takesOver(loc, x, y), d.takesOver(loc, y, x):
		return Low // (K6)
	case d.unlikely(x, y) && (!certain || len(d.near(x, y)) > 0):
		return Low
	case certain:
		return High
	}
	return Medium
}

// trues counts what is true.
func trues(list ...bool) int {
	n := 0
	for _, yes := range list {
		if yes {
			n++
		}
	}
	return n
}

// static tells whether an object is there once for all from initialisation on, as package-level variables are.
func (l *Link) static(o *object) bool {
	return o.inst == 0 || l.origins[l.insts[o.inst].origin].kind == RootInit && l.single(o)
}

// startedOnce tells whether the ends belong to two instances of a goroutine that is started once for each object (passes/flow L15), and
// what they touch is not there once for all (R17).
func (d *detector) startedOnce(loc location, x, y *candidate) bool {
	for a := d.l.origins[x.origin]; a.parent != 0; a = d.l.origins[a.parent] {
		i := d.l.insts[a.site]
		if c := &i.unit.flow.Calls[a.call]; c.Flags&facts.CallOnce == 0 || !d.l.startsAgain(a, y.origin) {
			continue
		} else if o := &d.l.objects[loc.obj]; o.inst != 0 && !d.l.single(o) || !d.l.many(i.node(c.Once)) {
			return true
		}
	}
	return false
}

// startsAgain tells whether an origin is, or stems from, another goroutine of the statement that starts a, or of one behind the same test.
func (l *Order) startsAgain(a *origin, id originID) bool {
	for o := l.origins[id]; o.parent != 0; o = l.origins[o.parent] {
		if u := l.insts[a.site].unit; o != a && l.insts[o.site].unit == u && (o.call == a.call || sameTest(&u.flow.Calls[o.call], &u.flow.Calls[a.call])) {
			return true
		}
	}
	return false
}

// sameTest tells whether two statements start a goroutine once behind a test of one field.
func sameTest(x, y *facts.Call) bool {
	return x.Flags&y.Flags&facts.CallOnce != 0 && x.Once != 0 && x.Once == y.Once && x.OnceOff == y.OnceOff
}

// many tells whether a pointer may point to one of many objects.
func (l *Order) many(n pointsto.Node) bool {
	return n != 0 && slices.ContainsFunc(l.g.PointsTo(nil, n), func(addr pointsto.Node) bool {
		o, _, _ := l.objectAt(addr)
		return o != nil && o.inst != 0 && !l.single(o)
	})
}

// shares tells whether both ends are elements whose indices were given to their goroutines: each may have its own (R5).
func (d *detector) shares(x, y *candidate) bool {
	own := func(c *candidate) bool {
		return d.access(c).Flags&facts.AccessGiven != 0 || c.index == facts.IndexUnique
	}
	return own(x) && own(y) && (x.index != facts.IndexUnique || y.index != facts.IndexUnique)
}

// shifted tells whether both ends are elements of an array of which parts are handed out as slices: equal slots say nothing
// about equal elements then.
func (d *detector) shifted(id objID, x, y *candidate) bool {
	return d.l.uses[id].shifted && d.access(x).Var == facts.VarSlice && d.access(y).Var == facts.VarSlice
}

// chained tells whether only one of two goroutines belongs to a recursion of goroutines, for then the other has usually waited for all of it,
// in ways that no rule of internal/hb counts; or whether each goroutine of the recursion starts one other: a chain, in which what comes behind
// the start is usually nothing.
func (d *detector) chained(x, y *candidate) bool {
	a, b := d.l.recursion(x.origin), d.l.recursion(y.origin)
	if a == nil || b == nil {
		return a != b
	}
	return !d.l.forks(a) && !d.l.forks(b)
}

// forks tells whether a goroutine that starts itself again may do so more than once.
func (l *Order) forks(o *origin) bool {
	starts := 0
	for k := range l.insts[o.site].unit.flow.Calls {
		if l.insts[o.site].unit.flow.Calls[k].Flags&facts.CallGo != 0 {
			starts++
		}
	}
	if starts > 1 {
		return true
	}
	for _, e := range l.insts[o.entries[0]].in {
		from := l.insts[e.from]
		if e.spawn && l.recursion(from.origin) != nil && (from.once != atMostOnce || from.unit.flow.Calls[e.call].Flags&(facts.CallInLoop|facts.CallMulti) != 0) {
			return true
		}
	}
	return false
}

// element tells whether an access goes to part of an array's element by a pointer that it was given: which element that is, no
// index says.
func (d *detector) element(o *object, c *candidate) bool {
	a := d.access(c)
	return o.decl.Kind == facts.ObjArray && a.Index == facts.IndexNone && a.Var != facts.VarSlice && a.Var != facts.VarMap
}

// perDepth tells whether each depth of a recursive goroutine has memory of its own here: the object is made by the function
// that starts it, or both ends are elements, of which each depth is usually handed a part.
func (d *detector) perDepth(o *object, x, y *candidate) bool {
	if d.access(x).Var == facts.VarSlice && d.access(y).Var == facts.VarSlice {
		return true
	}
	return o.inst != 0 && slices.ContainsFunc(d.l.origins[1:], func(r *origin) bool {
		return r.rejoined && d.l.insts[r.site].unit == d.l.insts[o.inst].unit
	})
}

// recursion is the outermost origin that starts itself again and that an origin is, or stems from; nil if there is none.
func (l *Order) recursion(id originID) *origin {
	var found *origin
	for o := l.origins[id]; o.parent != 0; o = l.origins[o.parent] {
		if o.rejoined || o.twin != 0 && l.origins[o.twin].rejoined {
			found = o
		}
	}
	return found
}

// beginsRecursion tells whether a recursion of goroutines begins with an origin, or with one that it stems from.
func (l *Order) beginsRecursion(id originID) bool {
	for o := l.origins[id]; o.parent != 0; o = l.origins[o.parent] {
		if l.above[o.id] || o.twin != 0 && l.above[o.twin] {
			return true
		}
	}
	return false
}

// findRecursions marks the goroutines by which a recursion begins that was recognised further down: the statement that starts them was reached by other calls first.
func (l *Order) findRecursions() {
	for _, r := range l.origins[1:] {
		if !r.rejoined || r.parent == 0 {
			continue
		}
		for o := l.origins[r.parent]; o.parent != 0; o = l.origins[o.parent] {
			if o.call == r.call && o.target == r.target && l.insts[o.site].unit == l.insts[r.site].unit {
				l.above[o.id] = true
			}
		}
	}
}

// recursive tells whether an origin stems from a goroutine that starts itself again.
func (l *Order) recursive(id originID) bool { return l.recursion(id) != nil }

// aboveRecursion tells whether y stems from x, or from another instance of x, through a goroutine that starts itself again: where all depths
// are one, what sets them up and who waits for them is often not seen (R14).
func (l *Order) aboveRecursion(x, y originID) bool {
	for o := l.origins[y]; o.parent != 0; o = l.origins[o.parent] {
		if o.parent == x || l.origins[o.parent].twin == x {
			return l.recursive(y)
		}
	}
	return false
}

// choices is the largest number of functions that a call on the path to an access may enter: where it is more than one, that
// this goroutine enters the one that leads to the access is known only by what flows together. A closure that a function on the path
// makes is no matter of choice: it was made to be called from there; nor is one that is received from a channel: who sent it there meant it to be called.
func (d *detector) choices(c *candidate) int {
	most := 1
	chain := d.chain(c)
	for at, k := range chain {
		if k.from == 0 || d.madeOn(chain[:at], d.l.insts[k.inst].unit) || d.l.delivered(d.l.insts[k.from], k.call) {
			continue
		}
		most = max(most, d.targetsOf(k.from, k.call))
	}
	return most
}

// A target is a function that a call may enter; closures that different contexts made are different ones.
type target struct {
	unit  unitID
	maker instID
}

func (l *Order) target(i instID) target { return target{l.insts[i].unit.id, l.insts[i].maker} }

// madeOn tells whether a function on a path makes a closure of a unit.
func (d *detector) madeOn(path []chainLink, u *unit) bool {
	return slices.ContainsFunc(path, func(k chainLink) bool {
		maker := d.l.insts[k.inst].unit
		return maker.flow != nil && slices.ContainsFunc(maker.flow.Objs, func(o facts.Obj) bool {
			return o.Kind == facts.ObjFunc && o.Size > 1 && maker.names.flow.Symbol(o.Sym) == u.sym
		})
	})
}

// bothStem tells whether an object has static storage, is an iteration copy, is made once in a run, or is made by an origin that
// both ends stem from: no memory in between is needed to explain how both know it.
func (d *detector) bothStem(o *object, x, y *candidate) bool {
	if o.inst == 0 || o.flavor != 0 || o.decl.Kind == facts.ObjParam || d.l.single(o) || d.l.madeOnce(o) {
		return true
	}
	from := d.l.insts[o.inst].origin
	return d.l.stems(x.origin, from) && d.l.stems(y.origin, from)
}

// madeOnce tells whether an object is made by the function of a sync.OnceValue, and so once, whichever goroutine runs it.
func (l *Link) madeOnce(o *object) bool {
	i := l.insts[o.inst]
	return len(i.in) > 0 && o.decl.Flags&facts.ObjInLoop == 0 && !slices.ContainsFunc(i.in, func(e edge) bool {
		return e.spawn || !l.insts[e.from].unit.prelude
	})
}

// recycled tells whether one instance of a goroutine makes the object and another instance of the same goroutine touches it:
// it got there through a list of free objects, a cache or a pool, which usually hands over what it holds.
func (d *detector) recycled(o *object, x, y *candidate) bool {
	return !d.bothStem(o, x, y) && (d.l.origins[x.origin].shadow != d.l.origins[y.origin].shadow)
}

// maxTargets is how many allocation sites an access may mean before what it says about one of them is too weak to show.
const maxTargets = 2

// targets counts the allocation sites whose objects an access may touch; iteration copies and contexts of one site count once.
func (d *detector) targets(c *candidate) int {
	seen := map[facts.Symbol]bool{}
	sites := map[Position]bool{}
	d.l.each(d.l.insts[c.inst], d.access(c), func(o *object, _ objID, _ uint32) {
		if o.inst == 0 {
			seen[o.sym] = true
		} else {
			sites[d.l.allocPos(o)] = true
		}
	})
	return len(seen) + len(sites)
}

// drivenByTest tells whether an origin stems from a callback that a test registers with a server and then drives itself, one
// request after the other, over a connection: an order that no token shows.
func (l *Order) drivenByTest(id originID) bool {
	o := l.origins[id]
	if l.origins[o.tree].kind != RootTest {
		return false
	}
	for ; o.parent != 0; o = l.origins[o.parent] {
		if l.insts[o.site].unit.flow.Calls[o.call].Flags&facts.CallServed != 0 {
			return true
		}
	}
	return false
}

func (d *Paths) access(c *candidate) *facts.Access {
	return &d.l.insts[c.inst].unit.accesses.List[c.access]
}

// exact tells whether an abstract object that both origins touch is one concrete object for any two instances of them that
// the pair is about: static storage, an iteration copy, something allocated once in a run, or allocated once by an origin that
// one of them stems from: then it is that chosen instance's.
func (d *detector) exact(o *object, x, y *candidate) bool {
	switch {
	case o.inst == 0, o.decl.Kind == facts.ObjParam, d.l.single(o), d.l.madeOnce(o):
		return true
	case o.flavor != 0 && (d.l.madeFor(o.flavor, x.origin) || d.l.madeFor(o.flavor, y.origin)), d.oneOfActivation(o, x, y):
		return true
	case o.decl.Flags&facts.ObjInLoop != 0 || d.l.insts[o.inst].once != atMostOnce:
		return false
	}
	from := d.l.insts[o.inst].origin
	return d.l.stems(x.origin, from) || d.l.stems(y.origin, from)
}

// madeFor tells whether an iteration copy was made for a goroutine, or for one that this stems from.
func (l *Order) madeFor(f flavorID, id originID) bool {
	_, ok := l.startedWith(l.flavors[f], id)
	return ok
}

// stems tells whether origin o is the ancestor a or was started, directly or not, by it.
func (l *Link) stems(o, a originID) bool {
	for ; o != 0; o = l.origins[o].parent {
		if o == a {
			return true
		}
	}
	return false
}

// A link in a chain: an instance and the call that entered it.
type chainLink struct {
	inst  instID
	from  instID // caller; zero for the entry of a root
	call  uint32
	start bool // an origin starts here
}

// A chainKey is what a way leads to.
type chainKey struct {
	origin originID
	inst   instID
	entry  hb.Entry
}

// chain is the whole way to an access: from the root origin's entry over every spawn site to the function. It must not be changed.
func (d *Paths) chain(c *candidate) []chainLink {
	key := chainKey{c.origin, c.inst, c.entry}
	chain, ok := d.chains[key]
	if !ok {
		chain = d.findChain(c)
		if d.chains == nil {
			d.chains = map[chainKey][]chainLink{}
		}
		d.chains[key] = chain
	}
	return chain
}

func (d *Paths) findChain(c *candidate) []chainLink {
	var back []chainLink
	back = d.walk(back, c.origin, c.inst, c.entry)
	for o := d.l.origins[c.origin]; o.parent != 0; o = d.l.origins[o.parent] {
		last := &back[len(back)-1]
		last.from, last.call, last.start = o.site, o.call, true
		entries := d.l.solved.Entries(hb.OriginID(o.parent), hb.FuncID(o.site))
		var e hb.Entry
		if len(entries) > 0 {
			e = entries[0]
		}
		back = d.walk(back, o.parent, o.site, e)
	}
	back[len(back)-1].start = true
	slices.Reverse(back)
	return slices.Clip(back)
}

// walk appends the call path of one origin, innermost first.
func (d *Paths) walk(back []chainLink, o originID, i instID, e hb.Entry) []chainLink {
	for range maxPath {
		if e.Caller == 0 {
			break
		}
		c := chainLink{inst: i, from: instID(e.Caller)}
		c.call = d.l.callAt(c.from, e.Point)
		back = append(back, c)
		i, e = c.from, d.l.solved.Entries(hb.OriginID(o), e.Caller)[e.Parent]
	}
	return append(back, chainLink{inst: i})
}

// callAt is the call at a point of an instance's function as internal/hb has it.
func (l *Order) callAt(i instID, p hb.PointID) uint32 {
	first := 2
	if s := l.insts[i].unit.spawn; s != nil {
		if first = len(s.Points) + 1; int(p) < first {
			return s.Points[p-1].Event.Index
		}
	}
	return l.extra[i][int(p)-first]
}

// maxPath bounds the length of a printed call path.
const maxPath = 64

// ours decides where a pair is reported (design note "Where a race is reported"): a frame of this package must be needed
// for it, that is, stand behind the last frame that both chains share; and an access in another module counts only if its
// goroutine passes through ours.
func (d *Paths) ours(cx, cy []chainLink, x, y *candidate) bool {
	if d.view.Deps {
		return true
	}
	common := max(parting(cx, cy)-1, 0)
	own := func(c []chainLink) bool {
		return slices.ContainsFunc(c[min(common, len(c)):], func(k chainLink) bool { return d.l.insts[k.inst].unit.sym.Pkg == d.l.cfg.Own })
	}
	return (own(cx) || own(cy)) && d.reaches(cx) && d.reaches(cy)
}

// reaches tells whether an access is in our module, or its goroutine's path from its start has a frame that is.
func (d *Paths) reaches(c []chainLink) bool {
	for k := len(c) - 1; k >= 0; k-- {
		if d.l.inModule(d.l.insts[c[k].inst].unit.sym.Pkg) {
			return true
		}
		if c[k].start {
			return k > 0 && d.l.inModule(d.l.insts[c[k-1].inst].unit.sym.Pkg) // the statement that starts it is ours
		}
	}
	return false
}

// inModule tells whether an import path belongs to the module of the package analysed.
func (l *Link) inModule(pkg string) bool {
	m := l.cfg.Module
	if pkg == l.cfg.Own || m == "" {
		return pkg == l.cfg.Own
	}
	if m == "std" {
		first, _, _ := strings.Cut(pkg, "/")
		return !strings.Contains(first, ".")
	}
	return pkg == m || strings.HasPrefix(pkg, m+"/")
}

// end gathers what is known about one side.
func (d *Paths) end(c *candidate, chain []chainLink) End {
	i := d.l.insts[c.inst]
	a := d.access(c)
	e := End{Access: *a, Name: i.unit.names.access.Symbol(a.Name), Func: i.unit.sym, Pos: position(i.unit.names.access, a.Pos)}
	if i.unit.info != nil {
		e.Flags = i.unit.info.Flags
	}
	start := len(chain) - 1
	for start > 0 && !chain[start].start {
		start--
	}
	for _, k := range chain[start:] {
		e.Path = append(e.Path, d.frame(k, k.start))
	}
	e.Goroutine = d.goroutine(c.origin, chain[:start])
	if k := start + 1; k < len(chain) && e.Path[0].Synthetic {
		e.Goroutine.Entry = e.Path[1].Func
	}
	for _, h := range d.l.solved.Held(c.state) {
		e.Held = append(e.Held, d.held(h, chain[start:]))
	}
	return e
}

// frame names a chain link; the first frame of a goroutine has no caller.
func (d *Paths) frame(k chainLink, first bool) Frame {
	f := Frame{Func: d.l.insts[k.inst].unit.sym, Synthetic: d.l.insts[k.inst].unit.flag(facts.Synthetic | facts.Root)}
	if !first && k.from != 0 {
		f.Call = d.l.callPos(k.from, k.call)
	}
	return f
}

// callPos is where an instance's call stands.
func (l *Link) callPos(i instID, call uint32) Position {
	u := l.insts[i].unit
	return position(u.names.flow, u.flow.Calls[call].Pos)
}

func (d *Paths) goroutine(id originID, chain []chainLink) Goroutine {
	o := d.l.origins[id]
	g := Goroutine{Kind: o.kind, Parallel: o.multi, Other: o.shadow}
	if len(o.entries) > 0 {
		g.Entry = d.l.insts[o.entries[0]].unit.sym
	}
	if o.parent == 0 {
		return g
	}
	if d.l.visits(o) {
		g.Kind = RootExported
		return g
	}
	g.Site = d.l.callPos(o.site, o.call)
	u := d.l.insts[o.site].unit
	g.API = u.names.flow.Symbol(u.flow.Calls[o.call].API)
	g.Callback = u.flow.Calls[o.call].Flags&(facts.CallMulti|facts.CallSerial) != 0
	for k, c := range chain {
		g.Chain = append(g.Chain, d.frame(c, k == 0))
	}
	return g
}

// held names a lock by the site that took it: on the path if it was taken there, else the first that takes such a lock.
func (d *Paths) held(h hb.Held, path []chainLink) HeldLock {
	return d.heldAt(h, d.takenOn(h, path))
}

// heldAt names a lock by the event that took it.
func (d *Paths) heldAt(h hb.Held, at taking) HeldLock {
	out := HeldLock{Read: h.Mode == hb.Read}
	i := d.l.insts[at.fn]
	if i.unit.spawn == nil || i.unit.locks == nil || int(at.point) < 1 || int(at.point) > len(i.unit.spawn.Points) {
		return out
	}
	e := &i.unit.spawn.Points[at.point-1].Event
	if e.Op == facts.EventLock {
		s := &i.unit.locks.Sites[e.Index]
		out.Name, out.Pos = i.unit.names.locks.Symbol(s.Name), position(i.unit.names.locks, s.Pos)
	}
	return out
}

// A taking is the event that takes a lock.
type taking struct {
	fn    instID
	point hb.PointID
}

// takenOn looks for the innermost function of a path that takes a lock.
func (d *Paths) takenOn(h hb.Held, path []chainLink) taking {
	op := hb.OpLock
	if h.Mode == hb.Read {
		op = hb.OpRLock
	}
	for k := len(path) - 1; k >= 0; k-- {
		points := d.l.ordered.Funcs[path[k].inst].Points
		for p := range points {
			if e := &points[p].Event; e.Op == op && slices.Equal(e.Objs, h.Objs) {
				return taking{path[k].inst, hb.PointID(p)}
			}
		}
	}
	return taking{instID(h.Func), h.At}
}

// allocPos is where an object is made.
func (l *Link) allocPos(o *object) Position {
	if o.inst == 0 {
		return Position{}
	}
	return position(l.insts[o.inst].unit.names.flow, o.decl.Pos)
}

func position(n *facts.Names, p facts.PosRef) Position {
	x := n.Position(p)
	return Position{File: n.Symbol(x.File), Line: x.Line, Col: x.Col}
}

// finish explains the verdicts: one for each two places.
func (d *detector) finish() []found {
	seen := map[racePlace]int{}
	var list []found
	for k := range d.best {
		v := &d.best[k]
		r := d.race(v)
		if r.Confidence > d.view.Weakest {
			continue
		}
		at := placeOf(&r)
		if old, ok := seen[at]; ok {
			list[old].race.Others += r.Others + 1
			continue
		}
		seen[at] = len(list)
		key := v.key
		key.alloc = r.Alloc // lines may have moved since (U9)
		list = append(list, found{r, key})
	}
	return list
}

// A racePlace is a variable and two places.
type racePlace struct {
	name facts.Symbol
	pos  [2]Position
}

func placeOf(r *Race) racePlace {
	return racePlace{r.Ends[0].Name, [2]Position{r.Ends[0].Pos, r.Ends[1].Pos}}
}

func comparePos(a, b Position) int {
	return cmp.Or(cmp.Compare(a.File.Pkg, b.File.Pkg), cmp.Compare(a.File.Name, b.File.Name), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}
