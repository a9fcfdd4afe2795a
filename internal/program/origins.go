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
	target   *unit    // what it runs; nil for roots
	callee   pointsto.Node
	depth    int
	actuals  []pointsto.Node // argument slots at the site
	again    []*rejoining    // recursive spawns that stand for it, found while its own function was linked
	copy     uint8           // 2 if it is the other instance; else 1
	life     life            // as long as something starts it
	cut      bool            // an edit took the go statement
	root     facts.Symbol    // the function of a root; zero for others and for the initialisers
}

// A rejoining is a recursive spawn.
type rejoining struct {
	life
	inst    instID
	call    uint32
	callee  pointsto.Node
	actuals []pointsto.Node
	stands  originID // for this one
}

// A siteKey is a spawn site.
type siteKey struct {
	inst instID
	call uint32
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
	l.roots = append(l.roots, init)
	l.g.root(&init.life)
	for _, f := range initialisers(pkgs) {
		l.addEntry(init, f)
	}
}

// initialisers lists what runs before everything else.
func initialisers(pkgs []Package) []facts.Symbol {
	var list []facts.Symbol
	for _, p := range pkgs {
		for i := range p.Facts.Source.Units {
			u := &p.Facts.Source.Units[i]
			if u.Flags&facts.Init != 0 && u.Flags&facts.Degraded == 0 && !slices.Contains(list, u.Sym) {
				list = append(list, u.Sym)
			}
		}
		for i := range p.Facts.Source.Own {
			if u := &p.Facts.Source.Units[i]; p.Roots && u.Flags&facts.TestMain != 0 && !slices.Contains(list, u.Sym) {
				list = append(list, u.Sym)
			}
		}
	}
	return list
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
func rootGroups(pkgs []Package, harnesses bool) []rootGroup {
	var groups []rootGroup
	for _, p := range pkgs {
		if !p.Roots {
			continue
		}
		all, beside := testMainSpawns(p.Facts.Source), -1
		for i := 0; i < p.Facts.Source.Own; i++ {
			u := &p.Facts.Source.Units[i]
			kind := rootKind(u, all)
			if kind == RootNone || !harnesses && onlyMeant(u) {
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

// onlyMeant tells whether a root is the harness of a type that only holds a lock or the like (C7).
func onlyMeant(u *facts.Unit) bool { return u.Flags&(facts.Harness|facts.Promised) == facts.Harness }

// idle tells whether nothing starts goroutines in the packages with roots but harnesses that are not wanted.
func idle(pkgs []Package) bool {
	for _, p := range pkgs {
		for i := 0; p.Roots && i < p.Facts.Source.Own; i++ {
			if u := &p.Facts.Source.Units[i]; u.Flags&(facts.Spawns|facts.Parallels|facts.Main) != 0 && !onlyMeant(u) {
				return false
			}
		}
	}
	return true
}

// addGroup makes the origins of a group.
func (l *linker) addGroup(g rootGroup) {
	for _, f := range g.funcs {
		l.addRoot(g, f)
	}
}

// addRoot makes the origin of a root.
func (l *linker) addRoot(g rootGroup, f facts.Symbol) *origin {
	o := l.newOrigin(origin{kind: g.kind, parallel: g.parallel, root: f})
	l.roots = append(l.roots, o)
	l.g.root(&o.life)
	l.addEntry(o, f)
	return o
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
		l.g.keep(&i.life, &o.life, pointsto.Guard{})
	}
}

// spawn makes the origin that a go statement (or registration) starts with one target; with its twin where the statement
// is plainly reached again: in a loop, or by a model that says so. A function object that is itself the second iteration
// copy was started when its site got its twin.
func (l *linker) spawn(d *dispatch, u *unit, actuals []pointsto.Node) {
	i, k := l.insts[d.inst], d.call
	if u.flow == nil && u.info == nil || l.ownCopy(i, k, d.addr) == 2 {
		return
	}
	o := l.startOrigin(i, k, u, d.addr, actuals, 1, &d.life, pointsto.Guard{})
	if o == nil {
		return
	}
	if i.unit.flow.Calls[k].Flags&(facts.CallInLoop|facts.CallMulti) != 0 {
		l.twin(o, &o.life)
	} else if l.twinned(i.id, k) {
		l.twin(o, nil)
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

// startOrigin gives the origin of a spawn site and target; copy 2 is the twin. It exists as long as another part of the link does and a fact holds.
func (l *linker) startOrigin(i *instance, k uint32, u *unit, callee pointsto.Node, actuals []pointsto.Node, copy uint8, by *life, why pointsto.Guard) *origin {
	key := originKey{site: i.id, call: k, unit: u.id, copy: copy, callee: callee}
	if r := l.rejoins[key]; r != nil {
		l.g.keepOnce(&r.life, by, why)
		return nil
	}
	if id, ok := l.starts[key]; ok {
		o := l.origins[id]
		l.g.keepOnce(&o.life, by, why)
		return o
	}
	if a := l.ancestor(i, k, u); a != 0 {
		l.starts[key] = a
		r := &rejoining{inst: i.id, call: k, callee: callee, actuals: actuals, stands: a}
		if l.g.rec != nil {
			l.rejoins[key] = r
			l.g.keepOnce(&r.life, by, why)
		}
		l.rejoin(r)
		return nil
	}
	if len(l.origins) >= l.cfg.MaxOrigins {
		l.exceeded("origins")
		return nil
	}
	o := l.newOrigin(origin{parent: i.origin, site: i.id, call: k, target: u, callee: callee, actuals: actuals, shadow: copy == 2, copy: copy})
	l.g.keepOnce(&o.life, by, why)
	l.starts[key] = o.id
	if s := (siblingKey{i.id, k, u.id}); l.siblings[s] == 0 {
		l.siblings[s] = o.id
	}
	entry := l.instantiate(instKey{unit: u.id, origin: o.id}, u, nil)
	if entry == nil {
		return nil
	}
	o.entries = []instID{entry.id}
	before := l.g.in(&o.life)
	l.link(&o.life, i, k, entry, true)
	l.pass(entry, actuals, callee, l.spawnFilter(i, k, copy))
	l.g.in(before)
	for _, r := range o.again {
		l.rejoin(r)
	}
	o.again = nil
	return o
}

// ancestor finds the origin that a goroutine of a recursive spawner stands for: one up the chain that the same function started with the
// same target, or the one that the same statement starts where that function is entered first. Its twin stands for all depths.
func (l *linker) ancestor(i *instance, k uint32, u *unit) originID {
	for o := l.origins[i.origin]; o.parent != 0; o = l.origins[o.parent] {
		s := l.insts[o.site]
		if s.unit == i.unit && l.sameCall(s, i) {
			static := s.unit.flow.Calls[k].Flags&(facts.CallDynamic|facts.CallInvoke) == 0
			if static {
				if c := l.sibling(s, k, u); c != 0 {
					return c
				}
			}
			if o.target == u {
				return o.id
			}
			if !static {
				if c := l.sibling(s, k, u); c != 0 {
					return c
				}
			}
		}
		if o.depth >= maxDepth && o.parent == i.origin {
			return 0
		}
	}
	return 0
}

// sameCall tells whether two instances of one function have contexts of one call site, or none: what a wrapper that starts what it is given starts
// for one call site is no recursion of what it starts for another one.
func (l *linker) sameCall(a, b *instance) bool {
	if a.chain == nil || b.chain == nil {
		return true
	}
	return a.chain.call == b.chain.call && l.insts[a.chain.caller].unit == l.insts[b.chain.caller].unit
}

// sibling gives the origin that a go statement starts in an instance with a target, if there is one.
func (l *linker) sibling(s *instance, k uint32, u *unit) originID {
	if s.gone {
		return 0
	}
	key := siblingKey{s.id, k, u.id}
	if id := l.siblings[key]; id != 0 {
		if l.origins[id].callee != 0 {
			l.byOrder(recursiveValue)
		}
		return id
	}
	if s.unit.flow.Calls[k].Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
		l.call(s, k) // it has not got there
	} else {
		l.byOrder(recursiveValue)
	}
	return l.siblings[key]
}

// rejoin lets a recursive spawn feed the twin of the ancestor it stands for.
func (l *linker) rejoin(r *rejoining) {
	a := l.origins[r.stands]
	a.rejoined = true
	if len(a.entries) == 0 {
		a.again = append(a.again, r)
		return
	}
	l.twin(a, &r.life)
	t := l.origins[a.twin]
	if t == nil {
		return
	}
	if len(t.entries) == 0 {
		t.again = append(t.again, r)
		return
	}
	entry := l.insts[t.entries[0]]
	before := l.g.in(&r.life)
	defer l.g.in(before)
	l.link(&r.life, l.insts[r.inst], r.call, entry, true)
	l.pass(entry, r.actuals, r.callee, 0)
}

// spawnFilter is the class of objects that may pass into one copy of a spawned goroutine; zero when the site gets nothing anew.
func (l *linker) spawnFilter(i *instance, k uint32, copy uint8) pointsto.Class {
	s := i.unit.perSpawn[k]
	if s == nil || len(s.Objs)+len(s.Calls) == 0 {
		return 0
	}
	return l.class(classKey{owner: i.id, call: k, copy: copy})
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
func (l *Link) once(i *instance) bool {
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
func (l *Link) isEntry(i *instance) bool { return slices.Contains(l.origins[i.origin].entries, i.id) }
