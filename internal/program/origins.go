// This file is the origins: static goroutines, each a spawn site with its target in the context of its parent (SWORD
// chapter 2, O2), their multiplicity and their twins.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An originID numbers origins; zero is invalid.
type originID uint32

// A RootKind says why an origin is a root.
type RootKind uint8

// The kinds of roots.
const (
	RootNone     RootKind = iota // not a root: started by a go statement or a registration
	RootInit                     // package initialisation, before everything else
	RootMain                     // main.main
	RootTest                     // one test function
	RootExported                 // an exported function that starts goroutines, called once
	RootClient                   // the client of a type: makes a value, then calls each method from a goroutine of its own
)

// An origin is a static goroutine.
type origin struct {
	id       originID
	kind     RootKind
	parent   originID // who starts it; zero for roots
	site     instID   // the instance with the go statement; zero for roots
	call     uint32   // the go statement, index into its unit's Flow.Calls
	entries  []instID // what it runs: one instance, several for the initialisers
	tree     originID // its root; roots of different trees never run at the same time, except after init
	twin     originID // another instance of the same goroutine, zero while one suffices
	shadow   bool     // it is the other instance, or was started by one
	rejoined bool     // stands for goroutines of a recursive spawner at every depth
	parallel bool     // a test that may call t.Parallel
	multi    bool     // several instances may exist at once, or one after the other
	callee   pointsto.Node
	depth    int
	actuals  []pointsto.Node // argument slots at the site
	again    []rejoining     // recursive spawns that stand for it, found while its own function was linked
}

// A rejoining is a recursive spawn.
type rejoining struct {
	inst    instID
	call    uint32
	callee  pointsto.Node
	actuals []pointsto.Node
}

// An originKey identifies an origin: site, target and the function object it was started through.
type originKey struct {
	site   instID
	call   uint32
	unit   unitID
	copy   uint8
	callee pointsto.Node
}

// A siblingKey names the first origin of a site and target.
type siblingKey struct {
	site instID
	call uint32
	unit unitID
}

// maxDepth bounds chains of origins; past it a goroutine's own goroutines are those of its ancestor.
const maxDepth = 6

// initialisers makes the origin of all package initialisers.
func (l *linker) initialisers(pkgs []Package) {
	init := l.newOrigin(origin{kind: RootInit})
	for _, p := range pkgs {
		for i := range p.Facts.Source.Units {
			u := &p.Facts.Source.Units[i]
			if u.Flags&facts.Init != 0 && u.Flags&facts.Degraded == 0 {
				l.addEntry(init, u.Sym)
			}
		}
		for i := range p.Facts.Source.Own {
			if u := &p.Facts.Source.Units[i]; p.Roots && u.Flags&facts.TestMain != 0 {
				l.addEntry(init, u.Sym)
			}
		}
	}
}

// A rootGroup is roots that belong into one link, because they are compared with each other.
type rootGroup struct {
	kind     RootKind
	funcs    []facts.Symbol
	parallel bool // tests that may run in parallel with each other
}

// maxBeside is how many parallel tests are compared with each other (R16).
const maxBeside = 16

// rootGroups lists what each package's kind asks for, beside the initialisers: each root by itself, parallel tests a few at a time.
func rootGroups(pkgs []Package) []rootGroup {
	var groups []rootGroup
	for _, p := range pkgs {
		if !p.Roots {
			continue
		}
		all, beside := testMainSpawns(p.Facts.Source), -1
		for i := 0; i < p.Facts.Source.Own; i++ {
			u := &p.Facts.Source.Units[i]
			kind := rootKind(u, all)
			if kind == RootNone {
				continue
			}
			if kind != RootTest || u.Flags&facts.Parallels == 0 {
				groups = append(groups, rootGroup{kind: kind, funcs: []facts.Symbol{u.Sym}})
				continue
			}
			if beside < 0 || len(groups[beside].funcs) == maxBeside {
				beside = len(groups)
				groups = append(groups, rootGroup{kind: kind, parallel: true})
			}
			groups[beside].funcs = append(groups[beside].funcs, u.Sym)
		}
	}
	return groups
}

// addGroup makes the origins of a group.
func (l *linker) addGroup(g rootGroup) {
	for _, f := range g.funcs {
		l.addEntry(l.newOrigin(origin{kind: g.kind, parallel: g.parallel}), f)
	}
}

// rootKind says whether a unit is a root. Tests that start no goroutine and do not run in parallel cannot race: tests are serial.
// All tests are roots where a goroutine of TestMain runs beside them.
func rootKind(u *facts.Unit, all bool) RootKind {
	switch {
	case u.Flags&facts.Main != 0:
		return RootMain
	case u.Flags&facts.Test != 0 && (all || u.Flags&(facts.Spawns|facts.Parallels) != 0):
		return RootTest
	case u.Flags&facts.Client != 0:
		return RootClient
	case u.Flags&facts.Root != 0:
		return RootExported
	}
	return RootNone
}

// testMainSpawns tells whether the package's TestMain may start goroutines.
func testMainSpawns(s *facts.Source) bool {
	return slices.ContainsFunc(s.Units[:s.Own], func(u facts.Unit) bool { return u.Flags&facts.TestMain != 0 && u.Flags&facts.Spawns != 0 })
}

// newOrigin records an origin.
func (l *linker) newOrigin(o origin) *origin {
	o.id = originID(len(l.origins))
	n := &o
	l.origins = append(l.origins, n)
	if o.parent == 0 {
		n.tree = n.id
	} else {
		p := l.origins[o.parent]
		n.tree, n.depth, n.shadow = p.tree, p.depth+1, o.shadow || p.shadow
	}
	return n
}

// addEntry makes a root run a function.
func (l *linker) addEntry(o *origin, sym facts.Symbol) {
	u := l.unitOf(sym)
	if i := l.instantiate(instKey{unit: u.id, origin: o.id}, u, nil); i != nil && !slices.Contains(o.entries, i.id) {
		o.entries = append(o.entries, i.id)
	}
}

// spawn makes the origin that a go statement (or registration) starts with one target; with its twin where the statement
// is plainly reached again: in a loop, or by a model that says so. A function object that is itself the second iteration
// copy was started when its site got its twin.
func (l *linker) spawn(i *instance, k uint32, u *unit, callee pointsto.Node, actuals []pointsto.Node) {
	if u.flow == nil && u.info == nil || l.ownCopy(i, k, callee) == 2 {
		return
	}
	o := l.startOrigin(i, k, u, callee, actuals, 1)
	if o == nil {
		return
	}
	if i.unit.flow.Calls[k].Flags&(facts.CallInLoop|facts.CallMulti) != 0 || l.twinned(i.id, k) {
		l.twin(o)
	}
}

// ownCopy tells which iteration copy of a spawn site the function object it starts is; zero when the object is none.
func (l *linker) ownCopy(i *instance, k uint32, callee pointsto.Node) uint8 {
	s := i.unit.perSpawn[k]
	if callee == 0 || s == nil {
		return 0
	}
	o, _, _ := l.objectAt(callee)
	f := l.flavors[o.flavor]
	if o.flavor == 0 || f.owner != i.id || f.call || !slices.Contains(s.Objs, f.index) {
		return 0
	}
	return f.copy
}

// startOrigin gives the origin of a spawn site and target; copy 2 is the twin.
func (l *linker) startOrigin(i *instance, k uint32, u *unit, callee pointsto.Node, actuals []pointsto.Node, copy uint8) *origin {
	key := originKey{site: i.id, call: k, unit: u.id, copy: copy, callee: callee}
	if id, ok := l.starts[key]; ok {
		return l.origins[id]
	}
	if a := l.ancestor(i, k, u); a != 0 {
		l.starts[key] = a
		l.rejoin(i, k, l.origins[a], callee, actuals)
		return nil
	}
	if len(l.origins) >= l.cfg.MaxOrigins {
		l.exceeded("origins")
		return nil
	}
	o := l.newOrigin(origin{parent: i.origin, site: i.id, call: k, callee: callee, actuals: actuals, shadow: copy == 2})
	l.starts[key] = o.id
	if s := (siblingKey{i.id, k, u.id}); l.siblings[s] == 0 {
		l.siblings[s] = o.id
	}
	entry := l.instantiate(instKey{unit: u.id, origin: o.id}, u, nil)
	if entry == nil {
		return nil
	}
	o.entries = []instID{entry.id}
	l.link(i, k, entry, callee, true)
	l.pass(entry, actuals, callee, l.spawnFilter(i, k, copy))
	for _, r := range o.again {
		l.rejoin(l.insts[r.inst], r.call, o, r.callee, r.actuals)
	}
	o.again = nil
	return o
}

// ancestor finds the origin that a goroutine of a recursive spawner stands for: one up the chain that the same function started with the
// same target, or the one that the same statement starts where that function is entered first. Its twin stands for all depths.
func (l *linker) ancestor(i *instance, k uint32, u *unit) originID {
	for o := l.origins[i.origin]; o.parent != 0; o = l.origins[o.parent] {
		s := l.insts[o.site]
		if s.unit == i.unit {
			if len(o.entries) > 0 && l.insts[o.entries[0]].unit == u {
				return o.id
			}
			if c := l.sibling(s, k, u); c != 0 {
				return c
			}
		}
		if o.depth >= maxDepth && o.parent == i.origin {
			return 0
		}
	}
	return 0
}

// sibling gives the origin that a go statement starts in an instance with a target, if there is one.
func (l *linker) sibling(s *instance, k uint32, u *unit) originID {
	key := siblingKey{s.id, k, u.id}
	if id := l.siblings[key]; id != 0 {
		return id
	}
	if s.unit.flow.Calls[k].Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
		l.call(s, k) // it has not got there
	}
	return l.siblings[key]
}

// rejoin lets a recursive spawn feed the twin of the ancestor it stands for.
func (l *linker) rejoin(i *instance, k uint32, a *origin, callee pointsto.Node, actuals []pointsto.Node) {
	a.rejoined = true
	if len(a.entries) == 0 {
		a.again = append(a.again, rejoining{i.id, k, callee, actuals})
		return
	}
	l.twin(a)
	t := l.origins[a.twin]
	if t == nil || len(t.entries) == 0 {
		return
	}
	entry := l.insts[t.entries[0]]
	l.link(i, k, entry, callee, true)
	l.pass(entry, actuals, callee, 0)
}

// spawnFilter is the class of objects that may pass into one copy of a spawned goroutine; zero when the site gets nothing anew.
func (l *linker) spawnFilter(i *instance, k uint32, copy uint8) pointsto.Class {
	s := i.unit.perSpawn[k]
	if s == nil || len(s.Objs)+len(s.Calls) == 0 {
		return 0
	}
	return l.class(classKey{owner: i.id, call: k, copy: copy})
}

// A twinSite is a spawn site that runs more than once.
type twinSite struct {
	inst instID
	call uint32
}

// twinned tells whether a spawn site has been given twins.
func (l *linker) twinned(i instID, k uint32) bool { return slices.Contains(l.twins, twinSite{i, k}) }

// twinnedCall tells whether a call's results belong to a spawn site that has twins.
func (l *linker) twinnedCall(i *instance, k uint32) bool {
	for _, t := range l.twins {
		if t.inst == i.id && i.unit.perSpawn[t.call] != nil && slices.Contains(i.unit.perSpawn[t.call].Calls, k) {
			return true
		}
	}
	return false
}

// twin gives an origin its other instance, and the spawning function the other copies of what each instance gets (O3).
func (l *linker) twin(o *origin) {
	o.multi = true
	if o.twin != 0 || o.parent == 0 || len(o.entries) == 0 {
		return
	}
	i := l.insts[o.site]
	if !l.twinned(i.id, o.call) {
		l.twins = append(l.twins, twinSite{i.id, o.call})
		l.otherCopies(i, i.unit.perSpawn[o.call])
	}
	callee := o.callee
	if l.ownCopy(i, o.call, callee) == 1 {
		obj, _, _ := l.objectAt(callee)
		callee = i.copies[l.flavors[obj.flavor].index]
	}
	t := l.startOrigin(i, o.call, l.insts[o.entries[0]].unit, callee, o.actuals, 2)
	if t == nil {
		return
	}
	t.multi = true
	o.twin, t.twin = t.id, o.id
}

// otherCopies makes the second iteration copy of everything a spawn site gets anew.
func (l *linker) otherCopies(i *instance, s *facts.SpawnSite) {
	if s == nil {
		return
	}
	for k := range i.unit.flow.Cons {
		c := &i.unit.flow.Cons[k]
		if c.Op == facts.ConAddr && slices.Contains(s.Objs, c.Obj) {
			o := l.object(i, c.Obj, 2)
			id := l.g.Add(pointsto.Constraint{Op: pointsto.Addr, Dst: i.node(c.Dst), Src: o, Off: c.Off})
			if i.stated != nil {
				i.stated[k][1] = id
			}
		}
	}
	for _, e := range slices.Clone(i.forced) {
		if slices.Contains(s.Calls, e.call) {
			l.enterFlavor(i, e.call, e.unit, e.callee, e.actuals, l.flavorOf(flavor{owner: i.id, call: true, index: e.call, copy: 2}))
		}
	}
}

// multiplicity finds out which instances run at most once in one run of their origin: entered by exactly one call that is
// in no loop, from an instance that runs at most once. Recursion counts as more than once.
func (l *linker) multiplicity() {
	for _, i := range l.insts[1:] {
		i.once = unvisited
	}
	for _, i := range l.insts[1:] {
		l.once(i)
	}
}

// The values of instance.once.
const (
	unvisited = iota
	visiting
	many
	atMostOnce
)

// once computes one instance's multiplicity, its callers' first.
func (l *linker) once(i *instance) bool {
	switch i.once {
	case visiting:
		return false
	case many, atMostOnce:
		return i.once == atMostOnce
	}
	i.once = visiting
	calls, ok := 0, true
	for _, e := range i.in {
		if e.spawn {
			continue
		}
		from := l.insts[e.from]
		if calls++; calls > 1 || from.unit.flow.Calls[e.call].Flags&facts.CallInLoop != 0 || !l.once(from) {
			ok = false
			break
		}
	}
	if calls > 0 && l.isEntry(i) {
		ok = false
	}
	i.once = many
	if ok {
		i.once = atMostOnce
	}
	return ok
}

// isEntry tells whether an origin starts at the instance.
func (l *linker) isEntry(i *instance) bool { return slices.Contains(l.origins[i.origin].entries, i.id) }

// addTwins gives twins to the spawn sites that turned out to run more than once, and tells whether there were any.
func (l *linker) addTwins() bool {
	n := len(l.origins)
	for id := 1; id < n; id++ {
		o := l.origins[id]
		if o.parent != 0 && o.twin == 0 && !l.once(l.insts[o.site]) {
			l.twin(o)
		}
	}
	return len(l.origins) > n
}
