// This file finds lock-order cycles: goroutines that each hold a lock the next one waits for, and goroutines that wait for a lock they hold
// themselves where only points-to sets show it (D1 to D5).

package program

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/lockgraph"
)

// An acquisition is a lock operation in one state of one origin.
type acquisition struct {
	candidate        // where; its access is unused
	site      uint32 // into the unit's lock sites
	point     int    // of the unit's skeleton
	objs      []hb.ObjID
	held      []hb.Held
	read      bool
}

// A lockEdge is one edge of the graph with what it stands for.
type lockEdge struct {
	at    *acquisition
	held  int  // index into at.held
	vague bool // one of its two locks is known only as one of several
}

// A lockSearch builds the lock-order graph of one link.
type lockSearch struct {
	*Paths
	graph   *lockgraph.Graph
	list    []*acquisition                // by place, which starts at 1
	edges   map[lockgraph.EdgeID]lockEdge // the first of each id
	writers map[hb.ObjID][]uint32         // places that want to write a lock
}

// Bounds of the search (fewer deadlocks).
const (
	maxAcquisitions = 20_000
	maxObjects      = 4 // of one lock
	maxCycleSteps   = 200_000
)

// lockProblems gives the lock-order cycles of the program.
func lockProblems(d *Paths) []Problem {
	if !nests(d) {
		return nil
	}
	d.l.solve()
	s := newLockSearch(d)
	s.collect()
	for place := 1; place < len(s.list); place++ {
		s.add(uint32(place))
	}
	cycles, complete := s.graph.Cycles()
	if !complete {
		d.l.exceeded("lock cycles")
	}
	return s.problems(cycles)
}

// newLockSearch makes an empty graph.
func newLockSearch(d *Paths) *lockSearch {
	s := &lockSearch{Paths: d, list: make([]*acquisition, 1), edges: map[lockgraph.EdgeID]lockEdge{}, writers: map[hb.ObjID][]uint32{}}
	s.graph = lockgraph.New(lockgraph.Options{Parallel: s.parallel, Writer: s.writer, Exact: s.exact, MaxSteps: maxCycleSteps})
	return s
}

// nests tells whether there are two lock operations at all.
func nests(d *Paths) bool {
	n := 0
	for _, i := range d.l.insts[1:] {
		if i.unit.locks == nil {
			continue
		}
		for k := range i.unit.locks.Sites {
			if op := i.unit.locks.Sites[k].Op; op == facts.Lock || op == facts.RLock {
				if n++; n > 1 {
					return true
				}
			}
		}
	}
	return false
}

// collect finds the acquisitions.
func (s *lockSearch) collect() {
	for _, i := range s.l.insts[1:] {
		if i.unit.locks == nil || i.unit.spawn == nil {
			continue
		}
		for p := range i.unit.spawn.Points {
			e := &i.unit.spawn.Points[p].Event
			if e.Op != facts.EventLock {
				continue
			}
			if site := &i.unit.locks.Sites[e.Index]; !site.Try && (site.Op == facts.Lock || site.Op == facts.RLock) {
				s.acquisitions(i, p, e.Index)
			}
		}
	}
}

// acquisitions adds a lock operation in each state in which its function is entered.
func (s *lockSearch) acquisitions(i *instance, p int, site uint32) {
	point := &s.l.ordered.Funcs[i.id].Points[p+1]
	if len(point.Event.Objs) == 0 || len(point.Preds) == 0 {
		return
	}
	read := i.unit.locks.Sites[site].Op == facts.RLock
	if s.l.clientOf(i.origin) > ByGoroutine {
		return // passes/locks finds the orders of a library's functions, whoever calls them
	}
	for _, e := range s.l.solved.Entries(hb.OriginID(i.origin), hb.FuncID(i.id)) {
		st := s.l.solved.At(hb.OriginID(i.origin), hb.FuncID(i.id), e, point.Preds[0])
		if st == 0 {
			continue
		}
		if len(s.list) > maxAcquisitions {
			s.l.exceeded("acquisitions")
			return
		}
		a := &acquisition{candidate: candidate{signature: signature{origin: i.origin, state: st}, inst: i.id, entry: e}, site: site, point: p, objs: point.Event.Objs, read: read}
		a.held = slices.DeleteFunc(s.l.solved.Held(st), func(h hb.Held) bool { return h.Mode == hb.Body })
		s.list = append(s.list, a)
		if !read {
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
				e := lockgraph.Edge{Held: lockgraph.LockID(from), Wanted: lockgraph.LockID(to), HeldMode: mode(h.Mode == hb.Read), WantMode: mode(a.read),
					Origin: uint32(a.origin), Place: place, Gates: a.gates(k)}
				if from == to {
					e.Relation, e.Order = s.relation(a, &h)
				}
				id := s.graph.Add(e)
				if _, ok := s.edges[id]; !ok {
					s.edges[id] = lockEdge{at: a, held: k, vague: len(h.Objs) > 1 || len(a.objs) > 1}
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

// relation is what is known of two locks of one abstract object: two sites of one function whose bases differ are two instances. An order
// of all instances (D4) is order 1.
func (s *lockSearch) relation(a *acquisition, h *hb.Held) (lockgraph.Relation, uint32) {
	i := s.l.insts[a.inst]
	want := &i.unit.locks.Sites[a.site]
	held, ok := s.siteOf(a, h)
	switch {
	case !ok || held == nil || want.Base == 0 || held.Base == 0:
		return lockgraph.Unknown, 0
	case want.Base == held.Base && want.Off == held.Off:
		return lockgraph.Same, 0
	case want.Sort && held.Sort:
		return lockgraph.Distinct, 1
	}
	return lockgraph.Distinct, 0
}

// taken looks along a path, innermost function first, for the event that took a lock held at an acquisition, which is not that event.
func (s *lockSearch) taken(a *acquisition, h *hb.Held, path []chainLink) taking {
	op := hb.OpLock
	if h.Mode == hb.Read {
		op = hb.OpRLock
	}
	for k := len(path) - 1; k >= 0; k-- {
		i := s.l.insts[path[k].inst]
		points := s.l.ordered.Funcs[i.id].Points
		for p := range points {
			e := &points[p].Event
			if e.Op != op || !slices.Equal(e.Objs, h.Objs) {
				continue
			}
			if i.id == a.inst && p <= len(i.unit.spawn.Points) && i.unit.spawn.Points[p-1].Event.Index == a.site {
				continue
			}
			return taking{i.id, hb.PointID(p)}
		}
	}
	return taking{instID(h.Func), h.At}
}

// siteOf is the site of the same function that took a lock held; false if it was taken elsewhere.
func (s *lockSearch) siteOf(a *acquisition, h *hb.Held) (*facts.LockSite, bool) {
	i := s.l.insts[a.inst]
	at := s.taken(a, h, []chainLink{{inst: a.inst}})
	if at.fn != a.inst || int(at.point) < 1 || int(at.point) > len(i.unit.spawn.Points) {
		return nil, false
	}
	e := &i.unit.spawn.Points[at.point-1].Event
	if e.Op != facts.EventLock || e.Index == a.site {
		return nil, false
	}
	return &i.unit.locks.Sites[e.Index], true
}

// exact tells whether an abstract lock is one concrete lock.
func (s *lockSearch) exact(l lockgraph.LockID) bool {
	o := &s.l.ordered.Objs[l]
	return (o.Single || o.PerInstance) && !o.External
}

func (s *lockSearch) at(place uint32) hb.Place { return s.l.place(&s.list[place].candidate) }

// parallel tells whether two acquisitions may be under way at once.
func (s *lockSearch) parallel(x, y uint32) bool {
	a, b := s.list[x], s.list[y]
	if a.origin == b.origin || !s.l.comparable(a.origin, b.origin) {
		return false
	}
	if s.l.origins[a.origin].twin == b.origin && (s.l.solved.Serial(hb.OriginID(a.origin)) || s.l.solved.Serial(hb.OriginID(b.origin))) {
		return false
	}
	if !s.l.solved.Parallel(s.at(x), s.at(y)) {
		return false
	}
	prot, _ := s.l.solved.CommonLock(s.at(x), s.at(y))
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
func (s *lockSearch) problems(cycles []lockgraph.Cycle) []Problem {
	type key [lockgraph.MaxLength]facts.Symbol
	var list []Problem
	seen := map[key]int{}
	for i := range cycles {
		p, ok := s.problem(&cycles[i])
		if !ok || p.Confidence > s.view.Weakest {
			continue
		}
		var k key
		copy(k[:], leastRotation(p.placed()))
		if old, ok := seen[k]; ok {
			others := list[old].Others + 1
			if cmp.Or(cmp.Compare(p.Confidence, list[old].Confidence), comparePos(p.at(), list[old].at())) < 0 {
				list[old] = p
			}
			list[old].Others = others
			continue
		}
		seen[k] = len(list)
		list = append(list, p)
	}
	return list
}

// placed is the names of a cycle's locks, local variables' with the outermost function around who waits: equal names are other variables elsewhere.
func (p *Problem) placed() []facts.Symbol {
	names := slices.Clone(p.Cycle)
	for i := range names {
		if names[i].Kind == facts.SymLocal && i < len(p.Threads) {
			outer, _, _ := strings.Cut(p.Threads[i].Steps[0].Func.Name, "$")
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
func (s *lockSearch) problem(c *lockgraph.Cycle) (Problem, bool) {
	p := Problem{Kind: LockCycle, Confidence: s.grade(c), Definite: c.Evidence == lockgraph.Definite}
	if p.Confidence > s.view.Weakest {
		return p, false
	}
	if c.Kind == lockgraph.SelfBlock {
		p.Kind = SelfDeadlock
	}
	var chains [][]chainLink
	for k, n := 0, s.first(c); k < len(c.Edges); k++ {
		n := (n + k) % len(c.Edges)
		e := s.edges[c.Edges[n]]
		chain := s.chain(&e.at.candidate)
		chains = append(chains, chain)
		t := s.thread(e, chain)
		for i := range t.Steps {
			t.Steps[i].Thread = k
		}
		p.Threads = append(p.Threads, t)
		p.Cycle = append(p.Cycle, t.Steps[0].Name)
		w := ProblemStep{}
		if n < len(c.Writers) && c.Writers[n] != 0 {
			w = s.want(s.list[c.Writers[n]], false)
		}
		p.Writer = append(p.Writer, w)
	}
	if !slices.ContainsFunc(p.Writer, func(w ProblemStep) bool { return w.Act != 0 }) {
		p.Writer = nil
	}
	p.Name = p.Cycle[0]
	return p, s.own(chains) && (len(chains) == 1 || s.view.Deps || s.touches(&p))
}

// touches tells whether our module takes one of a cycle's locks. If not, the cycle is another module's, whoever starts its goroutines.
func (s *lockSearch) touches(p *Problem) bool {
	return slices.ContainsFunc(p.Threads, func(t Thread) bool {
		return slices.ContainsFunc(t.Steps, func(x ProblemStep) bool { return s.l.inModule(x.Func.Pkg) })
	})
}

// first is the edge of a cycle whose acquisition comes first in the source: reports do not depend on numbers.
func (s *lockSearch) first(c *lockgraph.Cycle) int {
	best := 0
	at := func(k int) Position { return s.want(s.edges[c.Edges[k]].at, false).Pos }
	for k := range c.Edges {
		if comparePos(at(k), at(best)) < 0 {
			best = k
		}
	}
	return best
}

// own decides where a cycle is reported: as for races, one of its ways must pass through this package behind what all have in common, and
// each must pass through our module; and our module must take one of the locks (touches).
func (s *lockSearch) own(chains [][]chainLink) bool {
	if len(chains) == 1 {
		return s.view.Deps || s.reaches(chains[0]) && slices.ContainsFunc(chains[0], func(k chainLink) bool { return s.l.insts[k.inst].unit.sym.Pkg == s.l.cfg.Own })
	}
	for k := range chains {
		if s.ours(chains[k], chains[(k+1)%len(chains)], nil, nil) {
			return true
		}
	}
	return false
}

// thread is one goroutine of a cycle.
func (s *lockSearch) thread(e lockEdge, chain []chainLink) Thread {
	start := len(chain) - 1
	for start > 0 && !chain[start].start {
		start--
	}
	t := Thread{Goroutine: s.goroutine(e.at.origin, chain[:start])}
	for _, k := range chain[start:] {
		t.Path = append(t.Path, s.frame(k, k.start))
	}
	if k := start + 1; k < len(chain) && t.Path[0].Synthetic {
		t.Goroutine.Entry = t.Path[1].Func
	}
	if u := s.l.insts[e.at.inst].unit; u.info != nil {
		t.Flags = u.info.Flags
	}
	h := e.at.held[e.held]
	at := s.taken(e.at, &h, chain[start:])
	held := s.heldAt(h, at)
	first := ProblemStep{Act: ActLocks, Name: held.Name, Pos: held.Pos, Func: s.l.insts[at.fn].unit.sym}
	if held.Read {
		first.Act = ActRLocks
	}
	t.Steps = []ProblemStep{first, s.want(e.at, e.at.read)}
	return t
}

// want is the step that waits.
func (s *lockSearch) want(a *acquisition, read bool) ProblemStep {
	u := s.l.insts[a.inst].unit
	site := &u.locks.Sites[a.site]
	step := ProblemStep{Act: ActWantsLock, Name: u.names.locks.Symbol(site.Name), Func: u.sym, Pos: position(u.names.locks, site.Pos)}
	if read {
		step.Act = ActWantsRLock
	}
	return step
}

// grade says how certain a cycle is (D5).
func (s *lockSearch) grade(c *lockgraph.Cycle) Confidence {
	conf := High
	weaken := func(to Confidence) { conf = max(conf, to) }
	exact, objects := 0, map[objID]bool{}
	for _, id := range c.Edges {
		e := s.edges[id]
		held := hb.ObjID(s.graph.Edge(id).Held)
		if s.exact(lockgraph.LockID(held)) {
			exact++
		}
		objects[s.l.syncs[held].obj] = true
		if e.vague || s.l.objects[s.l.syncs[held].obj].decl.Kind == facts.ObjUnknown {
			weaken(Low)
		}
		if s.l.drivenByTest(e.at.origin) || s.unreached(e.at) {
			weaken(Low)
		}
	}
	n := len(c.Edges)
	switch {
	case c.Gate != 0:
		weaken(Low)
	case c.Kind == lockgraph.SelfBlock:
		e := s.edges[c.Edges[0]]
		if c.Evidence != lockgraph.Definite || !s.dynamic(e) || s.recurs(e) || s.merged(e) {
			return Low // what static calls lead to is judged by passes/locks
		}
		weaken(Medium)
	case c.Kind == lockgraph.InstanceLoop:
		if c.Evidence != lockgraph.Unsorted {
			weaken(Low)
		}
		weaken(Medium)
	case exact == n:
	case exact >= n-1 || len(objects) == 1:
		weaken(Medium)
	default:
		weaken(Low)
	}
	if conf < Low && n == 2 && (s.flagged(c, 0, 1) || s.flagged(c, 1, 0)) {
		return Low
	}
	if conf == High && s.nearly(c) {
		weaken(Medium)
	}
	return conf
}

// unreached tells whether an acquisition comes, on every way through its function, after a send on a channel that nobody in view has made (D7).
func (s *lockSearch) unreached(a *acquisition) bool {
	f, at := &s.l.ordered.Funcs[a.inst], hb.PointID(a.point+1)
	for p := range f.Points {
		e := &f.Points[p].Event
		if e.Op == hb.OpSend && len(e.Objs) == 0 && f.Dominates(hb.PointID(p), at) {
			return true
		}
	}
	return false
}

// flagged tells whether one goroutine of a cycle wants its second lock only after it has found a variable unset under the first one; the variable is only written by who holds both; and the
// other goroutine may have tested it before: it comes to hold its first lock when the variable has been set, and then it is not unset any more (D6).
func (s *lockSearch) flagged(c *lockgraph.Cycle, one, other int) bool {
	e, f := s.edges[c.Edges[one]], s.edges[c.Edges[other]]
	i := s.l.insts[e.at.inst]
	return slices.ContainsFunc(s.clear(i, &i.unit.locks.Sites[e.at.site]), func(v location) bool {
		u := s.l.insts[f.at.inst].unit
		at := u.spawn.Points[f.at.point].Preds[0]
		return s.writtenUnder(v, e.at.held[e.held].Objs, e.at.objs) && s.l.mayHaveTested(v, f.at.origin, s.l.stepsTo(&f.at.candidate, at))
	})
}

// clear are the variables that have been found unset, under a lock that is still held, wherever a function locks what a site does (passes/access A20).
func (s *lockSearch) clear(i *instance, site *facts.LockSite) []location {
	if i.unit.accesses == nil {
		return nil
	}
	var list []location
	for k := range i.unit.accesses.List {
		if a := &i.unit.accesses.List[k]; a.Addr != site.Addr || a.Off != site.Off || a.Kind != facts.AtomicRead {
			continue
		}
		at := slices.IndexFunc(i.unit.accesses.Conds, func(c facts.Cond) bool { return !c.Call && int(c.Index) == k && c.Kind == facts.CondClear })
		if at < 0 {
			return nil
		}
		list = append(list, s.l.places(i, i.unit.accesses.Conds[at].Addr, i.unit.accesses.Conds[at].Off)...)
	}
	return list
}

// writtenUnder tells whether a variable is written at all, and only while two locks are held.
func (s *lockSearch) writtenUnder(v location, locks ...[]hb.ObjID) bool {
	some := false
	for _, t := range s.l.shared[v] {
		if !s.l.writes(t) {
			continue
		}
		i := s.l.insts[t.inst]
		for _, e := range s.l.solved.Entries(hb.OriginID(i.origin), hb.FuncID(i.id)) {
			st := s.l.solved.At(hb.OriginID(i.origin), hb.FuncID(i.id), e, hb.PointID(i.unit.accesses.List[t.index].Point)+1)
			if st == 0 {
				continue
			}
			for _, objs := range locks {
				if !slices.ContainsFunc(s.l.heldIn(st), func(h hb.Held) bool { return h.Mode == hb.Write && slices.Equal(h.Objs, objs) }) {
					return false
				}
			}
			some = true
		}
	}
	return some
}

// dynamic tells whether a goroutine's way passes a call of a function value or interface method.
func (s *lockSearch) dynamic(e lockEdge) bool {
	return slices.ContainsFunc(s.chain(&e.at.candidate), func(k chainLink) bool {
		return k.from != 0 && !k.start && s.l.insts[k.from].unit.flow.Calls[k.call].Flags&(facts.CallDynamic|facts.CallInvoke) != 0
	})
}

// merged tells whether a goroutine's way passes a call of another package's function that enters one of several functions: which one depends
// on what the caller gave it, and all callers' things flow together there.
func (s *lockSearch) merged(e lockEdge) bool {
	return slices.ContainsFunc(s.chain(&e.at.candidate), func(k chainLink) bool {
		if k.from == 0 || k.start {
			return false
		}
		from := s.l.insts[k.from]
		if from.unit.sym.Pkg == s.l.cfg.Own || from.unit.flow.Calls[k.call].Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
			return false
		}
		to := s.l.insts[k.inst].unit
		return slices.ContainsFunc(from.out, func(x edge) bool { return x.call == k.call && s.l.insts[x.to].unit != to })
	})
}

// recurs tells whether a function comes to its own acquisition again through a call of a function value or interface method: with another
// object, as a rule.
func (s *lockSearch) recurs(e lockEdge) bool {
	at := s.taken(e.at, &e.at.held[e.held], s.chain(&e.at.candidate))
	return s.l.insts[at.fn].unit == s.l.insts[e.at.inst].unit
}

// nearly tells whether synchronisation comes close to ordering two of the acquisitions (as R10 does for races).
func (s *lockSearch) nearly(c *lockgraph.Cycle) bool {
	for i, x := range c.Edges {
		for _, y := range c.Edges[i+1:] {
			for _, e := range s.l.solved.Why(s.l.place(&s.edges[x].at.candidate), s.l.place(&s.edges[y].at.candidate)) {
				if !e.Holds && e.Kind != hb.Started && e.Kind != hb.Follows && e.Kind != hb.Excluded {
					return true
				}
			}
		}
	}
	return false
}

// LockOrder gives the edges of the lock-order graph, by goroutine: the lock held and the lock wanted.
func LockOrder(d *Paths) []string {
	d.l.solve()
	s := newLockSearch(d)
	s.collect()
	var list []string
	for _, a := range s.list[1:] {
		for _, h := range a.held {
			list = append(list, fmt.Sprint(d.l.insts[a.inst].unit.sym.Name, ": ", s.lockName(h.Objs[0]), " -> ", s.lockName(a.objs[0])))
		}
	}
	slices.Sort(list)
	return list
}

func (s *lockSearch) lockName(o hb.ObjID) string { return s.l.objects[s.l.syncs[o].obj].sym.Name }
