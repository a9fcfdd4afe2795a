// This file is the origins: static goroutines, each a spawn site with its target in the context of its parent (SWORD
// chapter 2, O2), their multiplicity and their twins.

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An OriginID numbers origins; zero is invalid.
type OriginID uint32

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

// An Origin is a static goroutine.
type Origin struct {
	ID       OriginID
	Kind     RootKind
	Parent   OriginID // who starts it; zero for roots
	Site     InstID   // the instance with the go statement; zero for roots
	Call     uint32   // the go statement, index into its unit's Flow.Calls
	Entries  []InstID // what it runs: one instance, several for the initialisers
	Tree     OriginID // its root; roots of different trees never run at the same time, except after init
	Twin     OriginID // another instance of the same goroutine, zero while one suffices
	Shadow   bool     // it is the other instance, or was started by one
	Rejoined bool     // stands for goroutines of a recursive spawner at every depth
	Merged   bool     // stands for what its statement starts elsewhere in a recursion (O7)
	Parallel bool     // a test that may call t.Parallel
	Multi    bool     // several instances may exist at once, or one after the other
	Target   *Unit    // what it runs; nil for roots
	Callee   pointsto.Node
	Depth    int
	actuals  []pointsto.Node // argument slots at the site
	again    []*Rejoining    // recursive spawns that stand for it, found while its own function was linked
	Copy     uint8           // 2 if it is the other instance; else 1
	Life     Life            // as long as something starts it
	Cut      bool            // an edit took the go statement
	Root     facts.Symbol    // the function of a root; zero for others and for the initialisers
}

// A Rejoining is a recursive spawn.
type Rejoining struct {
	Life
	Inst    InstID
	Call    uint32
	callee  pointsto.Node
	actuals []pointsto.Node
	Stands  OriginID // for this one
}

// A SiteKey is a spawn site.
type SiteKey struct {
	Inst InstID
	Call uint32
}

// An OriginKey identifies an origin: site, target and the function object it was started through.
type OriginKey struct {
	Site   InstID
	Call   uint32
	Unit   UnitID
	Copy   uint8
	Callee pointsto.Node
}

// A SiblingKey names the first origin of a site and target.
type SiblingKey struct {
	Site InstID
	Call uint32
	Unit UnitID
}

// A starting finds origins: roots, and what go statements start (O1 to O5).
type starting struct{ *Linker }

// initialisers makes the origin of all package initialisers.
func (l starting) initialisers(pkgs []Package) {
	init := l.NewOrigin(Origin{Kind: RootInit})
	l.Roots = append(l.Roots, init)
	l.Sets.Root(&init.Life)
	for _, f := range Initialisers(pkgs) {
		l.AddEntry(init, f)
	}
}

// Initialisers lists what runs before everything else.
func Initialisers(pkgs []Package) []facts.Symbol {
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

// A RootGroup is roots that belong into one link, because they are compared with each other.
type RootGroup struct {
	Kind     RootKind
	Funcs    []facts.Symbol
	Parallel bool // tests that may run in parallel with each other
}

// RootGroups lists what each package's kind asks for, beside the initialisers: each root by itself, parallel tests a
// few at a time.
func RootGroups(pkgs []Package) []RootGroup { return groupsOf(pkgs, false) }

// Harnesses lists the harnesses of types that only hold a lock or the like, which are linked where what is of low
// confidence is shown.
func Harnesses(pkgs []Package) []RootGroup { return groupsOf(pkgs, true) }

// groupsOf lists the roots of either sort.
func groupsOf(pkgs []Package, meant bool) []RootGroup {
	var groups []RootGroup
	for _, p := range pkgs {
		if !p.Roots {
			continue
		}
		all, beside := testMainSpawns(p.Facts.Source), -1
		for i := 0; i < p.Facts.Source.Own; i++ {
			u := &p.Facts.Source.Units[i]
			kind := rootKind(u, all)
			if kind == RootNone || meant != onlyMeant(u) {
				continue
			}
			if kind != RootTest || u.Flags&facts.Parallels == 0 {
				groups = append(groups, RootGroup{Kind: kind, Funcs: []facts.Symbol{u.Sym}})
				continue
			}
			if beside < 0 || len(groups[beside].Funcs) == maxBeside {
				beside = len(groups)
				groups = append(groups, RootGroup{Kind: kind, Parallel: true})
			}
			groups[beside].Funcs = append(groups[beside].Funcs, u.Sym)
		}
	}
	return groups
}

// onlyMeant reports whether a root is the harness of a type that only holds a lock or the like (C7).
func onlyMeant(u *facts.Unit) bool { return u.Flags&(facts.Harness|facts.Promised) == facts.Harness }

// Idle reports whether nothing starts goroutines in the packages with roots but harnesses that are not wanted.
func Idle(pkgs []Package) bool {
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
func (l starting) addGroup(g RootGroup) {
	for _, f := range g.Funcs {
		l.AddRoot(g, f)
	}
}

// AddRoot makes the origin of a root.
func (l *Linker) AddRoot(g RootGroup, f facts.Symbol) *Origin {
	o := l.NewOrigin(Origin{Kind: g.Kind, Parallel: g.Parallel, Root: f})
	l.Roots = append(l.Roots, o)
	l.Sets.Root(&o.Life)
	l.AddEntry(o, f)
	return o
}

// rootKind says whether a unit is a root. Tests that start no goroutine and do not run in parallel cannot race: tests
// are serial. All tests are roots where a goroutine of TestMain runs beside them.
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

// testMainSpawns reports whether the package's TestMain may start goroutines.
func testMainSpawns(s *facts.Source) bool {
	return slices.ContainsFunc(
		s.Units[:s.Own],
		func(u facts.Unit) bool { return u.Flags&facts.TestMain != 0 && u.Flags&facts.Spawns != 0 },
	)
}

// NewOrigin records an origin.
func (l *Linker) NewOrigin(o Origin) *Origin {
	o.ID = OriginID(len(l.Origins))
	n := &o
	l.Origins = append(l.Origins, n)
	if o.Parent == 0 {
		n.Tree = n.ID
	} else {
		p := l.Origins[o.Parent]
		n.Tree, n.Depth, n.Shadow = p.Tree, p.Depth+1, o.Shadow || p.Shadow
	}
	return n
}

// AddEntry makes a root run a function.
func (l *Linker) AddEntry(o *Origin, sym facts.Symbol) {
	u := l.unitOf(sym)
	i := (instancing{l}).instantiate(InstKey{Unit: u.ID, Origin: o.ID}, u, nil)
	if i != nil && !slices.Contains(o.Entries, i.ID) {
		o.Entries = append(o.Entries, i.ID)
		l.Sets.keep(&i.Life, &o.Life, pointsto.Guard{})
	}
}

// spawn makes the origin that a go statement (or registration) starts with one target; with its twin where the
// statement is plainly reached again: in a loop, or by a model that says so. A function object that is itself the
// second iteration copy was started when its site got its twin.
func (l starting) spawn(d *Dispatch, u *Unit, actuals []pointsto.Node) {
	i, k := l.Insts[d.Inst], d.Call
	if u.Flow == nil && u.Info == nil || l.ownCopy(i, k, d.Addr) == 2 {
		return
	}
	o := l.startOrigin(i, k, u, d.Addr, actuals, 1, &d.Life, pointsto.Guard{})
	if o == nil {
		return
	}
	if i.Unit.Flow.Calls[k].Flags&(facts.CallInLoop|facts.CallMulti) != 0 {
		l.twin(o, &o.Life)
	} else if l.Twinned(i.ID, k) {
		l.twin(o, nil)
	}
}

// ownCopy tells which iteration copy of a spawn site the function object it starts is; zero when the object is none.
func (l starting) ownCopy(i *Instance, k uint32, callee pointsto.Node) uint8 {
	s := i.Unit.PerSpawn[k]
	if callee == 0 || s == nil {
		return 0
	}
	o, _, _ := l.ObjectAt(callee)
	f := l.Flavors[o.Flavor]
	if o.Flavor == 0 || f.Owner != i.ID || f.Call || !slices.Contains(s.Objs, f.Index) {
		return 0
	}
	return f.Copy
}

// startOrigin gives the origin of a spawn site and target; copy 2 is the twin. It exists as long as another part of the
// link does and a fact holds.
func (l starting) startOrigin(
	i *Instance,
	k uint32,
	u *Unit,
	callee pointsto.Node,
	actuals []pointsto.Node,
	copy uint8,
	by *Life,
	why pointsto.Guard,
) *Origin {
	key := OriginKey{Site: i.ID, Call: k, Unit: u.ID, Copy: copy, Callee: callee}
	if r := l.Rejoins[key]; r != nil {
		l.Sets.keepOnce(&r.Life, by, why)
		return nil
	}
	if id, ok := l.Starts[key]; ok {
		o := l.Origins[id]
		l.Sets.keepOnce(&o.Life, by, why)
		return o
	}
	a := l.ancestor(i, k, u)
	if a == 0 && copy == 1 {
		a = l.deeper(i, k, u)
	}
	if a != 0 {
		l.Starts[key] = a
		r := &Rejoining{Inst: i.ID, Call: k, callee: callee, actuals: actuals, Stands: a}
		if l.Sets.Rec != nil {
			l.Rejoins[key] = r
			l.Sets.keepOnce(&r.Life, by, why)
		}
		l.rejoin(r)
		return nil
	}
	if len(l.Origins) >= l.Cfg.MaxOrigins {
		l.Exceeded("origins")
		return nil
	}
	o := l.NewOrigin(
		Origin{
			Parent:  i.Origin,
			Site:    i.ID,
			Call:    k,
			Target:  u,
			Callee:  callee,
			actuals: actuals,
			Shadow:  copy == 2,
			Copy:    copy,
		},
	)
	l.Sets.keepOnce(&o.Life, by, why)
	l.Starts[key] = o.ID
	if s := (SiblingKey{i.ID, k, u.ID}); l.Siblings[s] == 0 {
		l.Siblings[s] = o.ID
	}
	if d, ok := l.within(i, k, u); ok && copy == 1 {
		l.deep[d] = append(l.deep[d], o.ID)
	}
	entry := instancing(l).instantiate(InstKey{Unit: u.ID, Origin: o.ID}, u, nil)
	if entry == nil {
		return nil
	}
	o.Entries = []InstID{entry.ID}
	before := l.Sets.In(&o.Life)
	l.link(&o.Life, i, k, entry, true)
	calling(l).pass(entry, actuals, callee, l.spawnFilter(i, k, copy))
	l.Sets.In(before)
	for _, r := range o.again {
		l.rejoin(r)
	}
	o.again = nil
	return o
}

// ancestor finds the origin that a goroutine of a recursive spawner stands for: one up the chain that the same function
// started with the same target, or the one that the same statement starts where that function is entered first. Its
// twin stands for all depths.
func (l starting) ancestor(i *Instance, k uint32, u *Unit) OriginID {
	for o := l.Origins[i.Origin]; o.Parent != 0; o = l.Origins[o.Parent] {
		s := l.Insts[o.Site]
		if s.Unit == i.Unit && l.sameCall(s, i) {
			static := s.Unit.Flow.Calls[k].Flags&(facts.CallDynamic|facts.CallInvoke) == 0
			if static {
				if c := l.sibling(s, k, u); c != 0 {
					return c
				}
			}
			if o.Target == u {
				return o.ID
			}
			if !static {
				if c := l.sibling(s, k, u); c != 0 {
					return c
				}
			}
		}
		if o.Depth >= maxDepth && o.Parent == i.Origin {
			return 0
		}
	}
	return 0
}

// sameCall reports whether two instances of one function have contexts of one call site, or none: what a wrapper that
// starts what it is given starts for one call site is no recursion of what it starts for another one.
func (l starting) sameCall(a, b *Instance) bool {
	if a.Chain == nil || b.Chain == nil {
		return true
	}
	return a.Chain.Call == b.Chain.Call && l.Insts[a.Chain.Caller].Unit == l.Insts[b.Chain.Caller].Unit
}

// sibling gives the origin that a go statement starts in an instance with a target, if there is one.
func (l starting) sibling(s *Instance, k uint32, u *Unit) OriginID {
	if s.Gone {
		return 0
	}
	key := SiblingKey{s.ID, k, u.ID}
	if id := l.Siblings[key]; id != 0 {
		if l.Origins[id].Callee != 0 {
			l.byOrder(recursiveValue)
		}
		return id
	}
	if s.Unit.Flow.Calls[k].Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
		l.Call(s, k) // it has not got there
	} else {
		l.byOrder(recursiveValue)
	}
	return l.Siblings[key]
}

// rejoin lets a recursive spawn feed the twin of the ancestor it stands for.
func (l starting) rejoin(r *Rejoining) {
	a := l.Origins[r.Stands]
	a.Rejoined = true
	if len(a.Entries) == 0 {
		a.again = append(a.again, r)
		return
	}
	l.twin(a, &r.Life)
	t := l.Origins[a.Twin]
	if t == nil {
		return
	}
	if len(t.Entries) == 0 {
		t.again = append(t.again, r)
		return
	}
	entry := l.Insts[t.Entries[0]]
	before := l.Sets.In(&r.Life)
	defer l.Sets.In(before)
	l.link(&r.Life, l.Insts[r.Inst], r.Call, entry, true)
	calling(l).pass(entry, r.actuals, r.callee, 0)
}

// spawnFilter is the class of objects that may pass into one copy of a spawned goroutine; zero when the site gets
// nothing anew.
func (l starting) spawnFilter(i *Instance, k uint32, copy uint8) pointsto.Class {
	s := i.Unit.PerSpawn[k]
	if s == nil || len(s.Objs)+len(s.Calls) == 0 {
		return 0
	}
	return making(l).class(ClassKey{Owner: i.ID, Call: k, copy: copy})
}

// Multiplicity finds out which instances run at most once in one run of their origin: entered by exactly one call that
// is in no loop, from an instance that runs at most once. Recursion counts as more than once.
func (l *Linker) Multiplicity() {
	for _, i := range l.Insts[1:] {
		i.Once = unvisited
	}
	for _, i := range l.Insts[1:] {
		l.once(i)
	}
}

// The values of instance.once.
const (
	unvisited = iota
	visiting
	many
	AtMostOnce
)

// once computes one instance's multiplicity, its callers' first.
func (l *Link) once(i *Instance) bool {
	switch i.Once {
	case visiting:
		return false
	case many, AtMostOnce:
		return i.Once == AtMostOnce
	}
	i.Once = visiting
	calls, ok := 0, true
	for _, e := range i.In {
		if e.Spawn {
			continue
		}
		from := l.Insts[e.From]
		if calls++; calls > 1 || from.Unit.Flow.Calls[e.Call].Flags&facts.CallInLoop != 0 || !l.once(from) {
			ok = false
			break
		}
	}
	if calls > 0 && l.IsEntry(i) {
		ok = false
	}
	i.Once = many
	if ok {
		i.Once = AtMostOnce
	}
	return ok
}

// IsEntry reports whether an origin starts at the instance.
func (l *Link) IsEntry(i *Instance) bool { return slices.Contains(l.Origins[i.Origin].Entries, i.ID) }
