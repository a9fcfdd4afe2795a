// This file finds lock-order cycles: goroutines that each hold a lock the next one waits for, and goroutines that wait
// for a lock they hold themselves where only points-to sets show it (D1 to D5).

package lockorder

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockgraph"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An acquisition is a lock operation, or a call of a Once, in one state of one origin.
type acquisition struct {
	order.Candidate            // where; its access is unused
	site            uint32     // into the unit's lock sites; no site for a Once
	point           int        // of the unit's skeleton
	objs            []hb.ObjID // what is taken: one of these
	held            []hb.Held  // held just before
	read            bool       // it is taken for reading
	once            bool       // the point is a Once.Do, which waits for the function that runs
	alone           bool       // of users of a type that only holds a lock: it may only wait for its own goroutine
}

// A lockEdge is one edge of the graph with what it stands for.
type lockEdge struct {
	at    *acquisition // what is wanted, and in which state
	held  int          // index into at.held
	vague bool         // one of its two locks is known only as one of several
}

// A lockSearch builds the lock-order graph of one link.
type lockSearch struct {
	*explain.Paths
	graph   *lockgraph.Graph              // locks by hb.ObjID, places by index into list
	list    []*acquisition                // by place, which starts at 1
	edges   map[lockgraph.EdgeID]lockEdge // the first of each id
	writers map[hb.ObjID][]uint32         // places that want to write a lock
}

// Problems gives the lock-order cycles of a link, and the locks that goroutines take twice.
func Problems(d *explain.Paths) []evidence.Evidence {
	if !nests(d) {
		return nil
	}
	d.L.Solve()
	s := newLockSearch(d)
	s.collect()
	for place := 1; place < len(s.list); place++ {
		s.add(uint32(place))
	}
	cycles, complete := s.graph.Cycles()
	if !complete {
		d.L.Exceeded("lock cycles")
	}
	return s.problems(cycles)
}

// newLockSearch makes an empty graph.
func newLockSearch(d *explain.Paths) *lockSearch {
	s := &lockSearch{
		Paths:   d,
		list:    make([]*acquisition, 1),
		edges:   map[lockgraph.EdgeID]lockEdge{},
		writers: map[hb.ObjID][]uint32{},
	}
	s.graph = lockgraph.New(
		lockgraph.Options{Parallel: s.parallel, Writer: s.writer, Exact: s.exact, MaxSteps: maxCycleSteps},
	)
	return s
}

// nests reports whether there are two lock operations at all, or a Once.
func nests(d *explain.Paths) bool {
	n := 0
	for _, i := range d.L.Insts[1:] {
		if i.Unit.Spawn == nil {
			continue
		}
		for p := range i.Unit.Spawn.Points {
			e := &i.Unit.Spawn.Points[p].Event
			if !acquires(i.Unit, e) {
				continue
			}
			// the function of a Once may come to the same call again
			if n++; n > 1 || e.Op == facts.EventOnceBegin {
				return true
			}
		}
	}
	return false
}

// acquires reports whether an event takes a lock, or runs the function of a Once, waiting for it if need be.
func acquires(u *link.Unit, e *facts.Event) bool {
	if e.Op != facts.EventLock || u.Locks == nil {
		return e.Op == facts.EventOnceBegin
	}
	site := &u.Locks.Sites[e.Index]
	return !site.Try && (site.Op == facts.Lock || site.Op == facts.RLock)
}

// collect finds the acquisitions.
func (s *lockSearch) collect() {
	for _, i := range s.L.Insts[1:] {
		if i.Unit.Spawn == nil {
			continue
		}
		for p := range i.Unit.Spawn.Points {
			if acquires(i.Unit, &i.Unit.Spawn.Points[p].Event) {
				s.acquisitions(i, p)
			}
		}
	}
}

// acquisitions adds a lock operation, or a call of a Once, in each state in which its function is entered.
func (s *lockSearch) acquisitions(i *link.Instance, p int) {
	event := &i.Unit.Spawn.Points[p].Event
	once := event.Op == facts.EventOnceBegin
	point := &s.L.Ordered.Funcs[i.ID].Points[p+1]
	if len(point.Event.Objs) == 0 || len(point.Preds) == 0 {
		return
	}
	read := !once && i.Unit.Locks.Sites[event.Index].Op == facts.RLock
	// internal/lockpaths finds the orders of a library's functions, whoever calls them
	alone := s.L.ClientOf(i.Origin) > link.ByGoroutine
	for _, e := range s.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(i.ID)) {
		st := s.L.Solved.At(hb.OriginID(i.Origin), hb.FuncID(i.ID), e, point.Preds[0])
		if st == 0 {
			continue
		}
		if len(s.list) > maxAcquisitions {
			s.L.Exceeded("acquisitions")
			return
		}
		a := &acquisition{
			Candidate: order.Candidate{Signature: order.Signature{Origin: i.Origin, State: st}, Inst: i.ID, Entry: e},
			site:      event.Index,
			point:     p,
			objs:      point.Event.Objs,
			held:      s.L.Solved.Held(st),
			read:      read,
			once:      once,
			alone:     alone,
		}
		s.list = append(s.list, a)
		if !read && !alone && !once {
			for _, o := range a.objs {
				s.writers[o] = append(s.writers[o], uint32(len(s.list)-1))
			}
		}
	}
}

// add makes the edges of an acquisition: one from each lock held.
func (s *lockSearch) add(place uint32) {
	a := s.list[place]
	if len(a.objs) > maxObjects {
		return
	}
	for k, h := range a.held {
		if len(h.Objs) > maxObjects {
			continue
		}
		for _, from := range h.Objs {
			for _, to := range a.objs {
				if a.alone && from != to {
					continue
				}
				e := lockgraph.Edge{
					Held:     lockgraph.LockID(from),
					Wanted:   lockgraph.LockID(to),
					HeldMode: mode(h.Mode == hb.Read),
					WantMode: mode(a.read),
					Origin:   uint32(a.Origin),
					Place:    place,
					Gates:    a.gates(k),
				}
				if from == to {
					e.Relation, e.Order = s.relation(a, &h)
				}
				if a.alone && e.Relation == lockgraph.Distinct {
					continue
				}
				id := s.graph.Add(e)
				if _, ok := s.edges[id]; !ok {
					s.edges[id] = lockEdge{at: a, held: k, vague: s.several(h.Objs) || s.several(a.objs)}
				}
			}
		}
	}
}

func mode(read bool) lockgraph.Mode {
	if read {
		return lockgraph.Read
	}
	return lockgraph.Write
}

// gates lists what is held beside lock k.
func (a *acquisition) gates(k int) []lockgraph.Gate {
	var list []lockgraph.Gate
	for i, h := range a.held {
		if i != k && len(h.Objs) == 1 {
			list = append(list, lockgraph.Gate{Lock: lockgraph.LockID(h.Objs[0]), Mode: mode(h.Mode == hb.Read)})
		}
	}
	return list
}

// relation is what is known of two locks of one abstract object: two sites of one function whose bases differ are two
// instances. An order of all instances (D4) is order 1.
func (s *lockSearch) relation(a *acquisition, h *hb.Held) (lockgraph.Relation, uint32) {
	held, ok := s.siteOf(a, h)
	if !ok || a.once {
		return lockgraph.Unknown, 0
	}
	want := &s.L.Insts[a.Inst].Unit.Locks.Sites[a.site]
	switch {
	case held == nil || want.Base == 0 || held.Base == 0:
		return lockgraph.Unknown, 0
	case want.Base == held.Base && want.Off == held.Off:
		return lockgraph.Same, 0
	case want.Sort && held.Sort:
		return lockgraph.Distinct, 1
	}
	return lockgraph.Distinct, 0
}

// taken looks along a path, innermost function first, for the event that took a lock held at an acquisition, which is
// not that event.
func (s *lockSearch) taken(a *acquisition, h *hb.Held, path []explain.ChainLink) explain.Taking {
	return s.TakenBut(*h, path, explain.Taking{Fn: a.Inst, Point: hb.PointID(a.point + 1)})
}

// siteOf is the site of the same function that took a lock held; false if it was taken elsewhere.
func (s *lockSearch) siteOf(a *acquisition, h *hb.Held) (*facts.LockSite, bool) {
	i := s.L.Insts[a.Inst]
	at := s.taken(a, h, []explain.ChainLink{{Inst: a.Inst}})
	if at.Fn != a.Inst || int(at.Point) < 1 || int(at.Point) > len(i.Unit.Spawn.Points) {
		return nil, false
	}
	e := &i.Unit.Spawn.Points[at.Point-1].Event
	if e.Op != facts.EventLock || e.Index == a.site {
		return nil, false
	}
	return &i.Unit.Locks.Sites[e.Index], true
}

// exact reports whether an abstract lock is one concrete lock.
func (s *lockSearch) exact(l lockgraph.LockID) bool {
	o := &s.L.Ordered.Objs[l]
	return (o.Single || o.PerInstance) && !o.External
}

// several reports whether locks are more than one, those of the two goroutines that stand for many taken for one.
func (s *lockSearch) several(locks []hb.ObjID) bool {
	type made struct {
		unit   link.UnitID   // the function that makes it
		origin link.OriginID // whose goroutine runs that; for one that stands for many the first of the two
		flavor uint32        // the iteration copy
		site   uint32        // where it is made there
		off    uint32        // the slot
		path   string        // calls that lead to the function, as far as its context says
	}
	first := made{}
	for n, k := range locks {
		key := s.L.Syncs[k]
		o := &s.L.Objects[key.Obj]
		if o.Inst == 0 {
			return len(locks) > 1
		}
		i := s.L.Insts[o.Inst]
		m := made{unit: i.Unit.ID, origin: i.Origin, flavor: uint32(i.Flavor), site: uint32(o.Site), off: key.Off}
		if x := s.L.Origins[i.Origin]; x.Shadow {
			m.origin = x.Twin
		}
		for x := i; x.Chain != nil; x = s.L.Insts[x.Chain.Caller] {
			m.path += fmt.Sprintln(x.Unit.ID, x.Chain.Call)
		}
		if n > 0 && m != first {
			return true
		}
		first = m
	}
	return false
}

func (s *lockSearch) at(place uint32) hb.Place { return s.L.Place(&s.list[place].Candidate) }

// parallel reports whether two acquisitions may be under way at once.
func (s *lockSearch) parallel(x, y uint32) bool {
	a, b := s.list[x], s.list[y]
	if a.Origin == b.Origin || !s.L.Comparable(a.Origin, b.Origin) {
		return false
	}
	if s.L.Origins[a.Origin].Twin == b.Origin &&
		(s.L.Solved.Serial(hb.OriginID(a.Origin)) || s.L.Solved.Serial(hb.OriginID(b.Origin))) {
		return false
	}
	if !s.L.Solved.Parallel(s.at(x), s.at(y)) {
		return false
	}
	prot := s.L.Solved.CommonLock(s.at(x), s.at(y))
	return prot != hb.Must
}

// writer finds a place where a further goroutine wants to write a lock while others are at some places.
func (s *lockSearch) writer(l lockgraph.LockID, places []uint32) uint32 {
	for _, w := range s.writers[hb.ObjID(l)] {
		if !slices.ContainsFunc(places, func(p uint32) bool { return !s.parallel(w, p) && !s.parallel(p, w) }) {
			return w
		}
	}
	return 0
}

// problems words the cycles: the most certain one for each circle of lock names.
func (s *lockSearch) problems(cycles []lockgraph.Cycle) []evidence.Evidence {
	type key [lockgraph.MaxLength]facts.Symbol
	var list []evidence.Evidence
	seen := map[key]int{}
	for i := range cycles {
		p, ok := s.problem(&cycles[i])
		if !ok {
			continue
		}
		var k key
		copy(k[:], leastRotation(placed(&p)))
		if old, ok := seen[k]; ok {
			if cmp.Or(cmp.Compare(p.Grade, list[old].Grade), facts.ComparePos(p.At(), list[old].At())) < 0 {
				list[old], p = p, list[old]
			}
			list[old].Absorb(&p)
			continue
		}
		seen[k] = len(list)
		list = append(list, p)
	}
	return list
}

// placed is the names of a cycle's locks, local variables' with the outermost function around who waits: equal names
// are other variables elsewhere.
func placed(p *evidence.Evidence) []facts.Symbol {
	names := slices.Clone(p.Cycle)
	for i := range names {
		if names[i].Kind == facts.SymLocal && i < len(p.Ends) {
			outer, _, _ := strings.Cut(p.Ends[i].Steps[0].Func.Name, "$")
			names[i].Name += "@" + outer
		}
	}
	return names
}

// leastRotation turns a circle of names so that equal circles are equal lists.
func leastRotation(names []facts.Symbol) []facts.Symbol {
	best := names
	for k := 1; k < len(names); k++ {
		turned := slices.Concat(names[k:], names[:k])
		if slices.CompareFunc(turned, best, compareNames) < 0 {
			best = turned
		}
	}
	return best
}

func compareNames(a, b facts.Symbol) int {
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
}

// problem words one cycle, if it is this package's affair.
func (s *lockSearch) problem(c *lockgraph.Cycle) (evidence.Evidence, bool) {
	p := evidence.Evidence{Kind: evidence.LockCycle, Engine: evidence.InView}
	p.Definite = c.Evidence == lockgraph.Definite
	p.Grade, p.Doubts = s.grade(c)
	if c.Kind == lockgraph.SelfBlock {
		p.Kind = evidence.SelfDeadlock
	}
	var chains [][]explain.ChainLink
	for k, n := 0, s.first(c); k < len(c.Edges); k++ {
		n := (n + k) % len(c.Edges)
		e := s.edges[c.Edges[n]]
		chain := s.Chain(&e.at.Candidate)
		chains = append(chains, chain)
		t := s.thread(e, chain)
		for i := range t.Steps {
			t.Steps[i].Thread = k
		}
		p.Ends = append(p.Ends, t)
		p.Cycle = append(p.Cycle, t.Steps[0].Name)
		w := evidence.Step{}
		if n < len(c.Writers) && c.Writers[n] != 0 {
			w = s.want(s.list[c.Writers[n]], false, nil)
		}
		p.Writer = append(p.Writer, w)
	}
	if !slices.ContainsFunc(p.Writer, func(w evidence.Step) bool { return w.Act != 0 }) {
		p.Writer = nil
	}
	p.Name = p.Cycle[0]
	return p, s.own(chains) && (s.View.Deps || s.touches(&p) ||
		len(chains) == 1 && s.callsUs(s.edges[c.Edges[0]], chains[0]))
}

// callsUs reports whether a call of a function value or interface method enters our module, on the way from a lock that
// a goroutine holds itself to where it wants it again: if neither is taken by our module, it is the affair of who takes
// them.
func (s *lockSearch) callsUs(e lockEdge, chain []explain.ChainLink) bool {
	at := s.taken(e.at, &e.at.held[e.held], chain)
	for k := len(chain) - 1; k >= 0; k-- {
		if chain[k].Inst == at.Fn {
			chain = chain[k+1:]
			break
		}
	}
	return slices.ContainsFunc(chain, func(k explain.ChainLink) bool {
		return k.From != 0 && !k.Start && s.L.OfModule(k.Inst) &&
			s.L.Insts[k.From].Unit.Flow.Calls[k.Call].Flags&(facts.CallDynamic|facts.CallInvoke) != 0
	})
}

// touches reports whether our module takes one of a cycle's locks. If not, the cycle is another module's, whoever
// starts its goroutines.
func (s *lockSearch) touches(p *evidence.Evidence) bool {
	return slices.ContainsFunc(p.Ends, func(t evidence.End) bool {
		return slices.ContainsFunc(t.Steps, func(x evidence.Step) bool { return s.L.InModule(x.Func.Pkg) })
	})
}

// first is the edge of a cycle whose acquisition comes first in the source: reports do not depend on numbers.
func (s *lockSearch) first(c *lockgraph.Cycle) int {
	best := 0
	at := func(k int) link.Position { return s.want(s.edges[c.Edges[k]].at, false, nil).Pos }
	for k := range c.Edges {
		if facts.ComparePos(at(k), at(best)) < 0 {
			best = k
		}
	}
	return best
}

// own decides where a cycle is reported: as for races, one of its ways must pass through this package behind what all
// have in common, and each must pass through our module; and our module must take one of the locks (touches).
func (s *lockSearch) own(chains [][]explain.ChainLink) bool {
	if len(chains) == 1 {
		return s.View.Deps ||
			s.Reaches(chains[0]) &&
				slices.ContainsFunc(
					chains[0],
					func(k explain.ChainLink) bool { return s.L.Insts[k.Inst].Unit.Sym.Pkg == s.L.Cfg.Own },
				)
	}
	for k := range chains {
		if s.Ours(chains[k], chains[(k+1)%len(chains)], nil, nil) {
			return true
		}
	}
	return false
}

// thread is one goroutine of a cycle.
func (s *lockSearch) thread(e lockEdge, chain []explain.ChainLink) evidence.End {
	start := len(chain) - 1
	for start > 0 && !chain[start].Start {
		start--
	}
	t := evidence.End{Goroutine: s.Goroutine(e.at.Origin, chain[:start])}
	for _, k := range chain[start:] {
		t.Path = append(t.Path, s.Frame(k, k.Start))
	}
	if k := start + 1; k < len(chain) && t.Path[0].Synthetic {
		t.Goroutine.Entry = t.Path[1].Func
	}
	if u := s.L.Insts[e.at.Inst].Unit; u.Info != nil {
		t.Flags = u.Info.Flags
	}
	h := e.at.held[e.held]
	at := s.taken(e.at, &h, chain)
	held := s.HeldAt(h, at, chain)
	first := evidence.Step{Act: evidence.ActLocks, Name: held.Name, Pos: held.Pos, Func: s.L.Insts[at.Fn].Unit.Sym}
	if fn, _, ok := s.CalledAt(at.Fn, chain); ok {
		first.Func = fn
	}
	switch {
	case held.Read:
		first.Act = evidence.ActRLocks
	case held.Once:
		first.Act = evidence.ActRunsOnce
	}
	t.Steps = []evidence.Step{first, s.want(e.at, e.at.read, chain)}
	return t
}

// want is the step that waits, on one of the ways that lead to it.
func (s *lockSearch) want(a *acquisition, read bool, chain []explain.ChainLink) evidence.Step {
	u := s.L.Insts[a.Inst].Unit
	step := evidence.Step{Act: evidence.ActWantsLock, Func: u.Sym}
	if e := &u.Spawn.Points[a.point].Event; a.once {
		step.Act = evidence.ActWaitsOnce
		step.Name, step.Pos = u.Names.Spawn.Symbol(e.Name), link.PositionOf(u.Names.Spawn, e.Pos)
	} else {
		site := &u.Locks.Sites[a.site]
		step.Name, step.Pos = u.Names.Locks.Symbol(site.Name), link.PositionOf(u.Names.Locks, site.Pos)
	}
	if fn, pos, ok := s.CalledAt(a.Inst, chain); ok {
		step.Func, step.Pos = fn, pos
	}
	if read {
		step.Act = evidence.ActWantsRLock
	}
	return step
}

// grade says how certain a cycle is (D5).
func (s *lockSearch) grade(c *lockgraph.Cycle) (conf evidence.Confidence, why []evidence.Doubt) {
	conf = evidence.High
	weaken := func(to evidence.Confidence, d evidence.Doubt) {
		if conf < to {
			conf, why = to, append(why, d)
		}
	}
	exact, objects := 0, map[link.ObjID]bool{}
	for _, id := range c.Edges {
		e := s.edges[id]
		held := hb.ObjID(s.graph.Edge(id).Held)
		if s.exact(lockgraph.LockID(held)) {
			exact++
		}
		objects[s.L.Syncs[held].Obj] = true
		if e.vague || s.L.Objects[s.L.Syncs[held].Obj].Decl.Kind == facts.ObjUnknown {
			weaken(evidence.Low, evidence.DoubtObjects)
		}
		if len(e.at.objs) > 1 || len(e.at.held[e.held].Objs) > 1 {
			weaken(evidence.Medium, evidence.DoubtObjects)
		}
		if s.L.DrivenByTest(e.at.Origin) || s.unreached(e.at) {
			weaken(evidence.Low, evidence.DoubtPath)
		}
	}
	n := len(c.Edges)
	switch {
	case c.Gate != 0:
		weaken(evidence.Low, evidence.DoubtNearby)
	case c.Kind == lockgraph.SelfBlock:
		e := s.edges[c.Edges[0]]
		if c.Evidence != lockgraph.Definite ||
			!s.aliased(e) && (!s.dynamic(e) || s.recurs(e) || s.merged(e) || s.wrapped(e)) {
			return evidence.Low, append(why, evidence.DoubtPath) // what static calls lead to is judged by internal/lockpaths
		}
		doubt := evidence.DoubtObjects
		if s.single(e.at.objs) {
			doubt = evidence.DoubtPath
		}
		weaken(evidence.Medium, doubt)
	case c.Kind == lockgraph.InstanceLoop:
		if c.Evidence != lockgraph.Unsorted {
			weaken(evidence.Low, evidence.DoubtObjects)
		}
		weaken(evidence.Medium, evidence.DoubtObjects)
	case exact == n:
	case exact >= n-1 || len(objects) == 1:
		weaken(evidence.Medium, evidence.DoubtObjects)
	default:
		weaken(evidence.Low, evidence.DoubtObjects)
	}
	if conf < evidence.Low && n == 2 && (s.flagged(c, 0, 1) || s.flagged(c, 1, 0)) {
		return evidence.Low, append(why, evidence.DoubtPath)
	}
	if conf == evidence.High && s.nearly(c) {
		weaken(evidence.Medium, evidence.DoubtNearby)
	}
	return conf, why
}

// unreached reports whether an acquisition comes, on every way through its function, after a send on a channel that
// nobody in view has made (D7).
func (s *lockSearch) unreached(a *acquisition) bool {
	f, at := &s.L.Ordered.Funcs[a.Inst], hb.PointID(a.point+1)
	for p := range f.Points {
		e := &f.Points[p].Event
		if e.Op == hb.OpSend && len(e.Objs) == 0 && f.Dominates(hb.PointID(p), at) {
			return true
		}
	}
	return false
}

// flagged reports whether one goroutine of a cycle wants its second lock only after it has found a variable unset under
// the first one; the variable is only written by who holds both; and the other goroutine may have tested it before: it
// comes to hold its first lock when the variable has been set, and then it is not unset any more (D6).
func (s *lockSearch) flagged(c *lockgraph.Cycle, one, other int) bool {
	e, f := s.edges[c.Edges[one]], s.edges[c.Edges[other]]
	i := s.L.Insts[e.at.Inst]
	return !e.at.once && slices.ContainsFunc(s.clear(i, &i.Unit.Locks.Sites[e.at.site]), func(v order.Location) bool {
		u := s.L.Insts[f.at.Inst].Unit
		at := u.Spawn.Points[f.at.point].Preds[0]
		return s.writtenUnder(v, e.at.held[e.held].Objs, e.at.objs) &&
			s.L.MayHaveTested(v, f.at.Origin, s.L.StepsTo(&f.at.Candidate, at))
	})
}

// clear are the variables that have been found unset, under a lock that is still held, wherever a function locks what a
// site does (passes/access A20).
func (s *lockSearch) clear(i *link.Instance, site *facts.LockSite) []order.Location {
	if i.Unit.Accesses == nil {
		return nil
	}
	var list []order.Location
	for k := range i.Unit.Accesses.List {
		if a := &i.Unit.Accesses.List[k]; a.Addr != site.Addr || a.Off != site.Off || a.Kind != facts.AtomicRead {
			continue
		}
		at := slices.IndexFunc(
			i.Unit.Accesses.Conds,
			func(c facts.Cond) bool { return !c.Call && int(c.Index) == k && c.Kind == facts.CondClear },
		)
		if at < 0 {
			return nil
		}
		list = append(list, s.L.Places(i, i.Unit.Accesses.Conds[at].Addr, i.Unit.Accesses.Conds[at].Off)...)
	}
	return list
}

// writtenUnder reports whether a variable is written at all, and only while two locks are held.
func (s *lockSearch) writtenUnder(v order.Location, locks ...[]hb.ObjID) bool {
	some := false
	for _, t := range s.L.Shared[v] {
		if !s.L.Writes(t) {
			continue
		}
		i := s.L.Insts[t.Inst]
		for _, e := range s.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(i.ID)) {
			st := s.L.Solved.At(hb.OriginID(i.Origin), hb.FuncID(i.ID), e, hb.PointID(i.Unit.Accesses.List[t.Index].Point)+1)
			if st == 0 {
				continue
			}
			for _, objs := range locks {
				if !slices.ContainsFunc(
					s.L.HeldIn(st),
					func(h hb.Held) bool { return h.Mode == hb.Write && slices.Equal(h.Objs, objs) },
				) {
					return false
				}
			}
			some = true
		}
	}
	return some
}

// single reports whether a lock is one object per run, in view.
func (s *lockSearch) single(objs []hb.ObjID) bool {
	return len(objs) == 1 && s.L.Ordered.Objs[objs[0]].Single && !s.L.Ordered.Objs[objs[0]].External
}

// dynamic reports whether a goroutine's way passes a call of a function value or interface method.
func (s *lockSearch) dynamic(e lockEdge) bool {
	return slices.ContainsFunc(s.Chain(&e.at.Candidate), func(k explain.ChainLink) bool {
		return k.From != 0 && !k.Start &&
			s.L.Insts[k.From].Unit.Flow.Calls[k.Call].Flags&(facts.CallDynamic|facts.CallInvoke) != 0
	})
}

// aliased reports whether one function takes both locks, by different pointers: that they are one only shows who knows
// what they point to.
func (s *lockSearch) aliased(e lockEdge) bool {
	held, ok := s.siteOf(e.at, &e.at.held[e.held])
	if !ok || e.at.once {
		return false
	}
	want := &s.L.Insts[e.at.Inst].Unit.Locks.Sites[e.at.site]
	names := s.L.Insts[e.at.Inst].Unit.Names.Locks
	return names.Symbol(want.Name).Kind == facts.SymField && want.Base != 0 && held.Base != 0 &&
		want.Base != held.Base &&
		!want.Unlike &&
		!e.vague
}

// merged reports whether a goroutine's way passes a call of another package's function that enters one of several
// functions: which one depends on what the caller gave it, and all callers' things flow together there. Whoever calls
// under the lock itself, and there is one such lock, does so for all callers.
func (s *lockSearch) merged(e lockEdge) bool {
	chain := s.Chain(&e.at.Candidate)
	taker := link.InstID(0) // who calls under one lock that all its callers share
	if s.single(e.at.objs) {
		taker = s.taken(e.at, &e.at.held[e.held], chain).Fn
	}
	return slices.ContainsFunc(chain, func(k explain.ChainLink) bool {
		if k.From == 0 || k.Start || k.From == taker {
			return false
		}
		from := s.L.Insts[k.From]
		if from.Unit.Sym.Pkg == s.L.Cfg.Own || from.Unit.Flow.Calls[k.Call].Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
			return false
		}
		to := s.L.Insts[k.Inst].Unit
		return slices.ContainsFunc(from.Out, func(x link.Edge) bool { return x.Call == k.Call && s.L.Insts[x.To].Unit != to })
	})
}

// recurs reports whether a function comes to its own acquisition, or to itself on the way there, again through a call
// of a function value or interface method: with another object, as a rule, such as the one that its own wraps. There is
// no other one of a lock that is one object per run.
func (s *lockSearch) recurs(e lockEdge) bool {
	if s.single(e.at.objs) {
		return false
	}
	chain := s.Chain(&e.at.Candidate)
	at := s.taken(e.at, &e.at.held[e.held], chain)
	seen := map[*link.Unit]bool{}
	for _, k := range chain {
		u := s.L.Insts[k.Inst].Unit
		if seen[u] {
			return true
		}
		seen[u] = true
	}
	return s.L.Insts[at.Fn].Unit == s.L.Insts[e.at.Inst].Unit
}

// wrapped reports whether the lock that a goroutine wants lies in what it has found in a field of the object whose lock
// it holds, or cannot be that lock by the calls that lead there (D8).
func (s *lockSearch) wrapped(e lockEdge) bool {
	if e.at.once || len(e.at.objs) != 1 {
		return false
	}
	lock := s.L.Syncs[e.at.objs[0]]
	site := &s.L.Insts[e.at.Inst].Unit.Locks.Sites[e.at.site]
	at := s.L.Objects[lock.Obj].Base + pointsto.Node(lock.Off-site.Off)
	from := link.Sighting{Inst: e.at.Inst, Node: site.Addr, Target: at}
	for _, k := range s.Chain(&e.at.Candidate) {
		from.Ctx = &link.Context{Inst: k.Inst, From: k.From, Call: k.Call, Start: k.Start, Up: from.Ctx}
	}
	list := s.L.Traced().Trace(from)
	return !slices.ContainsFunc(list, func(x link.Source) bool {
		_, id, _ := s.L.ObjectAt(x.Slot)
		return x.Slot == 0 || id != lock.Obj
	})
}

// nearly reports whether synchronisation comes close to ordering two of the acquisitions (as R10 does for races).
func (s *lockSearch) nearly(c *lockgraph.Cycle) bool {
	for i, x := range c.Edges {
		for _, y := range c.Edges[i+1:] {
			for _, e := range s.L.Solved.Why(s.L.Place(&s.edges[x].at.Candidate), s.L.Place(&s.edges[y].at.Candidate)) {
				if e.Late && !e.Holds && e.Kind != hb.Started && e.Kind != hb.Follows && e.Kind != hb.Excluded {
					return true
				}
			}
		}
	}
	return false
}

// Edges gives the edges of the lock-order graph, by goroutine: the lock held and the lock wanted.
func Edges(d *explain.Paths) []string {
	d.L.Solve()
	s := newLockSearch(d)
	s.collect()
	var list []string
	for _, a := range s.list[1:] {
		for _, h := range a.held {
			list = append(
				list,
				fmt.Sprint(d.L.Insts[a.Inst].Unit.Sym.Name, ": ", s.lockName(h.Objs[0]), " -> ", s.lockName(a.objs[0])),
			)
		}
	}
	slices.Sort(list)
	return list
}

func (s *lockSearch) lockName(o hb.ObjID) string { return s.L.Objects[s.L.Syncs[o].Obj].Sym.Name }
