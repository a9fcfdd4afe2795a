// This file explores scopes and judges what the exploration finds: goroutines that nothing can wake, and operations
// that panic (W7, W8).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// Problems gives the goroutines that block for ever, and the misuse of channels and WaitGroups.
func Problems(d *explain.Paths, walked *Walks) []Problem {
	if len(d.L.Over) > 0 {
		return nil // who else operates on an object is not known
	}
	w := newWaiting(d)
	if !w.candidates() {
		return nil
	}
	w.entry = w.entryOf(link.RootMain)
	w.closed = w.entry != 0 && d.L.Within == ""
	if w.entry == 0 {
		w.entry = w.entryOf(link.RootTest)
	}
	w.all = exposer{w}.opened(exposer{w}.leaking)
	var all []Problem
	seen := map[problemKey]int{}
	add := func(list []Problem) {
		for _, p := range list {
			key := p.key()
			if k, ok := seen[key]; !ok {
				seen[key] = len(all)
				all = append(all, p)
			} else if p.Confidence < all[k].Confidence {
				all[k] = p
			}
		}
	}
	for _, c := range w.scopes() {
		add(w.explore(c))
	}
	add(visitor{w}.visited())
	for _, p := range w.drains() {
		if !slices.ContainsFunc(all, func(q Problem) bool { return q.Kind == p.Kind && q.At() == p.At() }) {
			all = append(all, p)
		}
	}
	walked.add(&w.stats)
	return all
}

// A problemKey tells problems apart: what goes wrong, and where; a lock and a channel may block each other from both
// sides. What only tests lead to does not stand for the rest.
type problemKey struct {
	kind  ProblemKind
	at    link.Position
	what  [2]facts.Symbol
	tests bool
}

func (p *Problem) key() problemKey {
	k := problemKey{kind: p.Kind, tests: p.inTests()}
	if p.Kind != BlockedUnderLock {
		k.at = p.At()
		return k
	}
	for n := range min(2, len(p.Threads)) {
		s := p.Threads[n].Steps
		k.what[n] = s[len(s)-1].Name
	}
	if k.what[1].Name < k.what[0].Name {
		k.what[0], k.what[1] = k.what[1], k.what[0]
	}
	return k
}

// candidates reports whether anything is there to be waited for.
func (w *waiting) candidates() bool {
	return slices.ContainsFunc(w.keys, func(k order.SyncKey) bool {
		return w.kinds[k]&(doesSend|doesRecv|doesClose|doesWait|doesCondWait|doesDone) != 0
	})
}

// A choice is a function to explore, and the objects that belong to one run of it.
type choice struct {
	root  link.InstID
	keys  []order.SyncKey
	core  []order.SyncKey        // those for whose sake the function is explored
	each  map[order.SyncKey]bool // those of all that are made in a loop there
	alone bool                   // these objects only, see narrower
	// calls that users may make, where the function is the client of a library's type (W14); else nil
	guests []guest
}

// loop reports whether some objects are made in a loop: then one round is explored.
func (c *choice) loop() bool {
	return slices.ContainsFunc(c.keys, func(k order.SyncKey) bool { return c.each[k] })
}

// scopes chooses the functions to explore: for each object the innermost one within whose run all happens that happens
// to it, together with all other objects that live in one run of it (W2).
func (w *waiting) scopes() []choice {
	var list []choice
	index := map[link.InstID]int{}
	trees := map[link.InstID]map[link.InstID]bool{}
	tree := func(i link.InstID) map[link.InstID]bool {
		if trees[i] == nil {
			trees[i] = w.tree(i)
		}
		return trees[i]
	}
	all := map[order.SyncKey][]home{}
	for _, k := range w.keys {
		if !w.follows(w.all, k) {
			continue
		}
		homes := w.homes(k)
		for len(homes) > 0 && !w.covers(tree(homes[0].inst), k) {
			homes = homes[1:]
		}
		if len(homes) == 0 {
			continue
		}
		all[k] = homes
		root := homes[0].inst
		if _, ok := index[root]; !ok && w.ours(root) && w.kinds[k]&^(doesLock|doesOnce) != 0 {
			index[root] = len(list)
			list = append(list, choice{root: root, each: map[order.SyncKey]bool{}})
		}
		if at, ok := index[root]; ok && w.kinds[k]&^(doesLock|doesOnce) != 0 {
			list[at].core = append(list[at].core, k)
		}
	}
	for _, k := range w.keys {
		for _, h := range all[k] {
			at, ok := index[h.inst]
			if !ok || !w.private(k, w.l.Insts[h.inst], tree(h.inst)) {
				continue
			}
			list[at].keys = append(list[at].keys, k)
			list[at].each[k] = list[at].each[k] || h.loop
		}
	}
	for at := range list {
		list[at].keys = append(list[at].keys, w.locksIn(tree(list[at].root), list[at].keys)...)
	}
	return list
}

// covers reports whether all that operate on an object do so within a tree of calls and goroutines.
func (w *waiting) covers(tree map[link.InstID]bool, k order.SyncKey) bool {
	return len(tree) <= maxTree && !slices.ContainsFunc(w.users[k], func(i link.InstID) bool { return !tree[i] })
}

// ours reports whether a scope is this package's affair: its function stands there. What lies in a dependency is
// reported there.
func (w *waiting) ours(root link.InstID) bool {
	return w.d.View.Deps || w.l.Insts[root].Unit.Sym.Pkg == w.l.Cfg.Own
}

// locksIn are the further locks that are used in a tree and stand for one lock each: they matter to who waits while
// holding one (W6).
func (w *waiting) locksIn(tree map[link.InstID]bool, have []order.SyncKey) []order.SyncKey {
	var list []order.SyncKey
	for _, k := range w.keys {
		if w.kinds[k]&doesLock == 0 || slices.Contains(have, k) {
			continue
		}
		o := &w.l.Objects[k.Obj]
		if o.Decl.Kind != facts.ObjParam && !w.l.Single(o) {
			continue
		}
		if slices.ContainsFunc(w.users[k], func(i link.InstID) bool { return tree[i] }) {
			list = append(list, k)
		}
	}
	return list
}

// explore explores one scope, with loops of unknown length running once, and twice; and where there are loops of a
// large constant length too, with those running less often than the others; where all lengths are constants, small ones
// among them, with the others running more often (W4).
func (w *waiting) explore(c choice) []Problem {
	tree := w.tree(c.root)
	once, s := w.walk(c, tree, trips{unknown: 1, large: 1})
	if s == nil && w.two != [2]int64{} {
		if found, ok := compared(w, c, tree, w.two); ok {
			return found
		}
	}
	if s != nil && s.adds && !s.long {
		once, s = w.walk(c, tree, trips{unknown: 1, large: 1, exact: true})
	}
	if s == nil || s.unfinished && len(once) == 0 {
		return w.narrower(c)
	}
	if c.loop() || !s.unknown || s.unfinished {
		return once
	}
	twice, s := w.walk(c, tree, trips{unknown: 2, large: 2})
	if s == nil || s.unfinished {
		return append(once, twice...)
	}
	found := append(twice, goneWith(once, twice)...)
	if len(found) == 0 && (s.buffers() || s.varies && s.small > 1) {
		more := max(3, s.small+1)
		if often, s := w.walk(c, tree, trips{unknown: more, large: more}); s != nil {
			found = often
		}
	}
	if s.root.Unit.Flag(facts.InTest) {
		return found
	}
	var more []Problem
	switch {
	case s.varies && s.length != 0:
		more = w.weakened(c, tree, trips{unknown: 2, large: 1}, explain.Low)
	case s.small > 1 && !s.varies:
		more = w.weakened(c, tree, trips{unknown: 2, large: maxUnroll + 1}, explain.Medium)
	}
	if size := roomOf(s); len(found)+len(more) == 0 && size != 0 && !s.varies && s.length != 0 {
		more, _ = compared(w, c, tree, [2]int64{s.length, size})
	}
	return append(found, more...)
}

// narrower explores the objects of a scope that was given up by themselves: first all those for whose sake it was
// chosen, then one by one (W12).
func (w *waiting) narrower(c choice) []Problem {
	var parts [][]order.SyncKey
	switch {
	case len(c.core) < len(c.keys):
		parts = [][]order.SyncKey{c.core}
	case len(c.core) > 1:
		for _, k := range c.core {
			parts = append(parts, []order.SyncKey{k})
		}
	}
	found := w.parts(c, parts)
	if len(found) == 0 && !c.alone {
		found = w.parts(c, w.circles(&c))
	}
	return found
}

// parts explores some objects of a scope by themselves, and others by themselves.
func (w *waiting) parts(c choice, parts [][]order.SyncKey) (found []Problem) {
	for _, keys := range parts {
		part := choice{root: c.root, keys: keys, core: keys, each: c.each, alone: true}
		found = append(found, narrowed(w.explore(part))...)
	}
	return found
}

// narrowed grades what was found with some of a scope's objects only; misuse is not looked for there.
func narrowed(list []Problem) (found []Problem) {
	for _, p := range list {
		if p.weaken(explain.Medium, DoubtNarrow); p.Kind != Misuse {
			found = append(found, p)
		}
	}
	return found
}

// circles gives, for each object for whose sake a scope was chosen, itself with all that functions operate on that
// operate on it: who waits for it may hold a lock, and whom he waits for may wait for that. What is as large as the
// scope, or that object alone, is left out.
func (w *waiting) circles(c *choice) [][]order.SyncKey {
	var list [][]order.SyncKey
	for _, k := range c.core {
		near := slices.DeleteFunc(slices.Clone(c.keys), func(x order.SyncKey) bool {
			return x != k && !slices.ContainsFunc(w.users[x], func(i link.InstID) bool { return slices.Contains(w.users[k], i) })
		})
		same := func(other []order.SyncKey) bool { return slices.Equal(other, near) }
		if 1 < len(near) && len(near) < len(c.keys) && !slices.Equal(near, c.core) && !slices.ContainsFunc(list, same) {
			list = append(list, near)
		}
	}
	return list
}

// buffers reports whether a scope has channels with a small buffer of a known size: two rounds may just fill it.
func (s *scope) buffers() bool {
	return slices.ContainsFunc(
		s.sys.Objects,
		func(o blocking.Object) bool { return o.Kind == blocking.Chan && 1 <= o.Cap && o.Cap < maxUnroll },
	)
}

// weakened walks with other lengths; what it finds is of no more than some confidence.
func (w *waiting) weakened(c choice, tree map[link.InstID]bool, n trips, most explain.Confidence) []Problem {
	list, _ := w.walk(c, tree, n)
	for k := range list {
		list[k].weaken(most, DoubtRounds)
	}
	return list
}

// walk explores one scope with loops running so often; the scope is nil if it was given up.
func (w *waiting) walk(c choice, tree map[link.InstID]bool, n trips) ([]Problem, *scope) {
	s, r := w.system(c, tree, n)
	if s == nil {
		return nil, nil
	}
	w.stats.Scopes++
	var found []Problem
	for k := range r.Findings {
		if p, ok := s.problem(&r.Findings[k]); ok {
			switch {
			case s.unfinished && s.root.Unit.Flag(facts.InTest):
				p.weaken(explain.Low, DoubtPart)
			case s.unfinished:
				p.weaken(explain.Medium, DoubtPart)
			}
			found = append(found, p)
		}
	}
	return found, s
}

// goneWith grades down what goes wrong when loops run once, but not when they run twice: something else may count on
// two rounds (W4).
func goneWith(once, twice []Problem) []Problem {
	for k := range once {
		p := &once[k]
		if !slices.ContainsFunc(twice, func(q Problem) bool { return q.key() == p.key() }) {
			p.weaken(explain.Low, DoubtRounds)
		}
	}
	return once
}

// system builds and searches a scope, leaving out objects that turn out to be vague, and locks that are handed about.
func (w *waiting) system(c choice, tree map[link.InstID]bool, n trips) (*scope, blocking.Result) {
	keys := slices.Clone(c.keys)
	w.two = [2]int64{}
	for range maxAttempts {
		keys = slices.DeleteFunc(keys, func(k order.SyncKey) bool { return w.vague[k] })
		before := len(w.vague)
		s := w.newScope(c, tree, keys, n)
		main := s.proc(procKey{entry: c.root})
		if len(w.vague) > before {
			continue
		}
		if s.failed || w.budget <= 0 {
			w.stats.Unfinished++
			if s.other != 0 {
				w.two = [2]int64{s.other, s.length}
			}
			return nil, blocking.Result{}
		}
		s.sys.Roots = []blocking.ProcID{main}
		if s.guests != nil {
			s.sys.Later = []blocking.ProcID{users{s}.later()}
		}
		r, err := blocking.Explore(&s.sys, blocking.Options{MaxStates: min(w.budget, maxScopeStates)})
		w.budget -= r.States
		w.stats.States += r.States
		if err != nil {
			panic(err)
		}
		if s.unfinished = r.Limit != blocking.NoLimit; s.unfinished {
			w.stats.Unfinished++
		}
		if odd := s.unlocked(r.Findings); odd != (order.SyncKey{}) {
			keys = slices.DeleteFunc(keys, func(k order.SyncKey) bool { return k == odd })
			continue
		}
		return s, r
	}
	return nil, blocking.Result{}
}

// unlocked is a lock that is unlocked without having been locked in view: the caller holds it, or it is handed over.
func (s *scope) unlocked(list []blocking.Finding) order.SyncKey {
	for k := range list {
		if f := &list[k]; f.Why == blocking.UnlockOfUnlocked {
			return s.at(f.Members[0].Proc, f.Members[0].Point).key
		}
	}
	return order.SyncKey{}
}

// freshIn are the go statements of a scope's function that get some of its objects anew in each round, with the points
// that each of them passes before, in each round (W5).
func (w *waiting) freshIn(c choice) map[uint32][]bool {
	list := map[uint32][]bool{}
	if !c.loop() {
		return list
	}
	u := w.l.Insts[c.root].Unit
	for k := range u.Spawn.Sites {
		if s := &u.Spawn.Sites[k]; len(s.Objs)+len(s.Calls) > 0 {
			list[s.Call] = ahead(u, w.shape(u), s.Call)
		}
	}
	return list
}

// ahead are the points that control passes on every way to a go statement.
func ahead(u *link.Unit, in *shape, call uint32) []bool {
	list := make([]bool, len(u.Spawn.Points))
	site := slices.IndexFunc(u.Spawn.Points, func(p facts.Point) bool {
		return (p.Event.Op == facts.EventGo || p.Event.Op == facts.EventGroupGo) && p.Event.Index == call
	})
	if site < 0 || in == nil {
		return list
	}
	for n := 1; n < len(list); n++ {
		list[n] = n != site && !in.leads(facts.PointID(site), facts.PointID(n))
	}
	return list
}

// at is what a point stands for.
func (s *scope) at(p blocking.ProcID, at blocking.PointID) *site {
	return &s.sites[s.sys.Procs[p].Points[at].Site]
}

// problem judges a finding; not all are worth a report.
func (s *scope) problem(f *blocking.Finding) (Problem, bool) {
	p := Problem{Definite: true, Together: len(f.Members)}
	switch f.Kind {
	case blocking.Crash:
		p.Kind = Misuse
		if s.unfinished || f.Why == blocking.UnlockOfUnlocked || s.lasting() && s.ended(f, 1) {
			return p, false
		}
	default:
		p.Kind = s.kind(f)
		if p.Kind == LockCycle || s.atEnd(f) {
			return p, false
		}
	}
	if !slices.ContainsFunc(f.Members, func(m blocking.Blocked) bool { return !s.registered(m) }) {
		return p, false
	}
	for _, m := range f.Members {
		if at := s.at(m.Proc, m.Point); s.missedAt(m.Proc, m.Point, at) {
			return p, false
		}
	}
	if undelivered(s, f) || hasty(s, f) {
		return p, false
	}
	p.Confidence, p.Doubts = s.confidence(f, p.Kind)
	if f.Kind == blocking.Crash && calledAgain(s, f) {
		p.weaken(explain.Low, DoubtBranches)
	}
	if s.guests != nil {
		users{s}.assume(f, &p)
	}
	p.Partners = partners(s, f.Members[0])
	t := &teller{s: s, f: f, number: map[int]int{}}
	t.tell(&p)
	if p.Kind == BlockedUnderLock && len(p.Threads) >= p.Together {
		p.arrange()
	}
	return p, len(p.Threads) > 0
}

// registered reports whether a blocked thread is a function that has been registered and is called later, if ever:
// until then no goroutine is there (W13).
func (s *scope) registered(m blocking.Blocked) bool {
	b := s.bodies[m.Proc]
	if b.from == 0 {
		return false
	}
	from := s.w.l.Insts[s.frames[b.from].inst]
	return from.Unit.Flow.Calls[b.call].API != 0 && s.w.l.Insts[b.entry].Unit.Prelude &&
		s.frames[s.at(m.Proc, m.Point).frame].inst == b.entry
}

// arrange puts first, of the threads that wait for each other, one that waits for something else than a lock, and next
// one that waits for a lock: the story is about these two, whoever else is caught in it.
func (p *Problem) arrange() {
	wants := func(t *Thread) bool {
		act := t.Steps[len(t.Steps)-1].Act
		return act == ActWantsLock || act == ActWantsRLock
	}
	order := make([]int, len(p.Threads))
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		switch first := slices.IndexFunc(p.Threads[:p.Together], func(t Thread) bool { return !wants(&t) }); {
		case i >= p.Together:
			return 3
		case i == first:
			return 0
		case wants(&p.Threads[i]):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	threads, to := make([]Thread, len(order)), make([]int, len(order))
	for n, i := range order {
		threads[n], to[i] = p.Threads[i], n
	}
	p.Threads = threads
	for i := range p.Trace {
		p.Trace[i].Thread = to[p.Trace[i].Thread]
	}
	for i := range p.Threads {
		for k := range p.Threads[i].Steps {
			p.Threads[i].Steps[k].Thread = i
		}
	}
	if last := p.Threads[0].Steps[len(p.Threads[0].Steps)-1]; last.Name.Name != "" {
		p.Name = last.Name
	}
}

// missedAt reports whether a partner of a blocked thread may be in a function that nobody in view calls.
func (s *scope) missedAt(p blocking.ProcID, n blocking.PointID, at *site) bool {
	if at.key != (order.SyncKey{}) && s.missed(at.key) {
		return true
	}
	for _, c := range s.sys.Procs[p].Points[n].Cases {
		if c.Obj != 0 && s.missed(s.names[c.Obj]) {
			return true
		}
	}
	return false
}

// kind says what a set of blocked threads is.
func (s *scope) kind(f *blocking.Finding) ProblemKind {
	locks, onces, waits := 0, 0, 0
	for _, m := range f.Members {
		switch s.at(m.Proc, m.Point).act {
		case ActLocks, ActRLocks:
			locks++
		case ActWaitsOnce:
			onces++
		case ActWaits, ActCondWaits:
			waits++
		}
	}
	switch {
	case locks == len(f.Members), onces+locks == len(f.Members) && len(f.Members) > 1:
		return LockCycle // internal/lockorder sees these
	case locks > 0:
		return BlockedUnderLock
	case waits > 0:
		return NeverReturns
	}
	return Leak
}

// ended reports whether a thread has ended when the finding comes about.
func (s *scope) ended(f *blocking.Finding, thread int) bool {
	at := blocking.PointID(1)
	for _, st := range f.Steps {
		p := &s.sys.Procs[st.Proc].Points[st.Point]
		if st.With == thread {
			if q := &s.sys.Procs[st.WithProc].Points[st.WithPoint]; st.WithChoice >= 0 {
				at = q.Cases[st.WithChoice].Next
			} else {
				at = q.Next
			}
		}
		if st.Thread == thread {
			at = s.next(p, &st)
		}
	}
	return at == 0
}

// next is where a step leads.
func (s *scope) next(p *blocking.Point, st *blocking.Step) blocking.PointID {
	switch {
	case p.Op == blocking.Branch:
		return p.Choices[st.Choice]
	case st.Outcome == blocking.TookDefault, st.Outcome == blocking.WasFalse, st.Outcome == blocking.RunsBody:
		return p.Alt
	case st.Outcome == blocking.Panicked, st.Outcome == blocking.Announced, st.Outcome == blocking.Waits:
		return 1
	case p.Op == blocking.Select && st.Outcome == blocking.FoundClosed:
		return p.Cases[st.Choice].Alt
	case p.Op == blocking.Select:
		return p.Cases[st.Choice].Next
	case st.Outcome == blocking.FoundClosed:
		return p.Alt
	}
	return p.Next
}

// atEnd reports whether all that is left is goroutines that a main or test function started itself, when that function
// has returned: the program, or the test, ends with them; but other tests go on beside those of a test that wait for
// each other or hold a lock (W8).
func (s *scope) atEnd(f *blocking.Finding) bool {
	kind := s.w.l.Origins[s.root.Origin].Kind
	if kind != link.RootMain && kind != link.RootTest && kind != link.RootInit || !s.w.l.IsEntry(s.root) {
		return false
	}
	for _, m := range append(slices.Clone(f.Members), f.Victims...) {
		if m.Thread == 1 || kind == link.RootTest && (m.Holds || f.Kind == blocking.Deadlock) {
			return false
		}
	}
	for _, m := range f.Members {
		if from := s.bodies[m.Proc].from; from != 0 && s.frames[from].inst != s.root.ID && !s.idle(m.Proc, m.Point) {
			return false
		}
	}
	return true
}

// idle reports whether a blocked thread waits to be given something: a worker without work.
func (s *scope) idle(p blocking.ProcID, n blocking.PointID) bool {
	switch s.at(p, n).act {
	case ActReceives, ActRanges, ActCondWaits:
		return true
	case ActSelects:
		return !slices.ContainsFunc(
			s.sys.Procs[p].Points[n].Cases,
			func(c blocking.Case) bool { return c.Dir == blocking.Transmit },
		)
	}
	return false
}

// confidence grades a finding by what had to be assumed to get there (W7).
func (s *scope) confidence(f *blocking.Finding, kind ProblemKind) (explain.Confidence, []Doubt) {
	type decision struct {
		proc blocking.ProcID
		at   blocking.PointID
		cell blocking.Cell
	}
	type cell struct {
		thread int // zero for shared ones
		name   blocking.Cell
	}
	known := map[cell]bool{} // conditions that what was done before has settled
	made := map[decision]bool{}
	threads := deciders{}
	holes, outside, begun := false, false, false
	certain := smooth(s, f)
	outer := map[decision]int{} // how often cases were taken that depend on nobody
	for k := range f.Steps {
		st := &f.Steps[k]
		p := &s.sys.Procs[st.Proc].Points[st.Point]
		if p.Op == blocking.Select && st.Choice >= 0 && p.Cases[st.Choice].Dir == blocking.Environment {
			at := decision{proc: st.Proc, at: st.Point}
			if outer[at]++; outer[at] > maxUnroll {
				return explain.Low, []Doubt{DoubtRounds}
			}
		}
		if s.told(st) {
			return explain.Low, []Doubt{DoubtBranches}
		}
		at := cell{st.Thread, p.Cell}
		if p.Cell < 0 {
			at.thread = 0
		}
		begun = begun || p.Op != blocking.Branch && p.Op != blocking.Test && p.Op != blocking.Set
		switch {
		case st.Free, p.Op == blocking.Branch && s.at(st.Proc, st.Point).pick: // it comes to the same whatever is chosen
		case p.Op == blocking.Branch && s.at(st.Proc, st.Point).guess:
			return explain.Low, []Doubt{DoubtBranches}
		case (p.Op == blocking.Branch || p.Op == blocking.Test) && certain[st.Thread]: // (W25)
		case p.Op == blocking.Branch && len(p.Choices) > 1:
			made[decision{proc: st.Proc, at: st.Point}] = true
			outside = outside || !s.inTest(st)
			if begun {
				threads.add(st, s.alike(st))
			}
		case p.Op == blocking.Test && !known[at] && !flags{s}.isFlag(p.Cell):
			made[decision{proc: st.Proc, cell: p.Cell}] = true
			if p.Cell < 0 {
				known[at] = true
			}
			outside = outside || !s.inTest(st)
			if begun && p.Cell > 0 {
				threads.add(st, s.alike(st))
			}
		case p.Op == blocking.Set && s.at(st.Proc, st.Point).hole:
			holes = true
		case s.alone && p.Op == blocking.Select && st.Choice >= 0:
			holes = holes || p.Cases[st.Choice].Dir == blocking.Environment
		case p.Op == blocking.Set:
			known[at] = p.Value != blocking.Forgotten
		}
	}
	if unstarted(s, f) {
		return explain.Low, []Doubt{DoubtBranches}
	}
	tested := flags{s}.between(f)
	branches := len(made) + tested
	why := because(branches > 1, holes)
	c := explain.High
	switch {
	case onceInItself(s, f):
		if len(why) > 0 {
			c = explain.Medium
		}
	case s.root.Unit.Flag(facts.InTest) && (outside || holes) && (branches > 1 || holes || !isExample(s, f)):
		return explain.Low, why // a test gives values with which the code that it tests decides
	case s.alone && holes:
		return explain.Low, why // what was waited for there may be one of the objects left out
	case branches > 2, threads.count() > 1, kind == Misuse && (s.loose || tested > 0 || holes && len(made) > 0):
		return explain.Low, why
	case branches > 1, holes, s.unknown && kind == Misuse:
		c = explain.Medium
	}
	own := func(m blocking.Blocked) bool { return m.Proc == 1 }
	switch {
	case s.lasting() && kind != Misuse && slices.ContainsFunc(f.Members, own): // it does not end at all
		if branches > 0 {
			c, why = max(c, explain.Medium), append(why, DoubtPath)
		}
	case s.lasting() || s.root.Unit.Flag(facts.InTest) && len(made) > 0:
		c, why = max(c, explain.Medium), append(why, DoubtEnds)
	}
	return c, why
}

// because are the doubts about a finding that needs several branches, or that something outside comes.
func because(branches, holes bool) (why []Doubt) {
	if branches {
		why = append(why, DoubtBranches)
	}
	if holes {
		why = append(why, DoubtOutside)
	}
	return why
}

// onceInItself reports whether a goroutine waits for a Once whose function it runs: whoever calls the code, and with
// what values, that way through it is wrong.
func onceInItself(s *scope, f *blocking.Finding) bool {
	m := f.Members[0]
	return f.Kind == blocking.SelfBlock && s.at(m.Proc, m.Point).act == ActWaitsOnce
}

// deciders are the threads that take branches.
type deciders map[int]decider

// A decider is a thread that takes branches.
type decider struct {
	proc  blocking.ProcID
	alike bool // and on nothing that tells goroutines with the same code apart
}

// add notes a branch.
func (d deciders) add(st *blocking.Step, alike bool) {
	old, ok := d[st.Thread]
	d[st.Thread] = decider{st.Proc, alike && (!ok || old.alike)}
}

// count is how many threads decide, those counted once that may decide alike.
func (d deciders) count() int {
	alike := map[blocking.ProcID]bool{}
	n := 0
	for _, x := range d {
		if !x.alike || !alike[x.proc] {
			n++
		}
		alike[x.proc] = alike[x.proc] || x.alike
	}
	return n
}

// alike reports whether all goroutines that run the same code may go the same way at a branch (passes/spawn E31).
func (s *scope) alike(st *blocking.Step) bool {
	at := s.at(st.Proc, st.Point)
	if at.frame == 0 {
		return false
	}
	spawn := s.w.l.Insts[s.frames[at.frame].inst].Unit.Spawn
	return spawn != nil && !slices.Contains(spawn.Apart, at.point)
}

// inTest reports whether a step is taken by test code.
func (s *scope) inTest(st *blocking.Step) bool {
	return ofTest(s, s.at(st.Proc, st.Point).frame)
}

// told reports whether a step passes a message that says how the conversation goes on.
func (s *scope) told(st *blocking.Step) bool {
	says := func(p blocking.ProcID, n blocking.PointID, choice int) bool {
		return s.at(p, n).told>>max(choice, 0)&1 != 0
	}
	switch st.Outcome {
	case blocking.Met:
		return says(st.Proc, st.Point, st.Choice) || says(st.WithProc, st.WithPoint, st.WithChoice)
	case blocking.Buffered, blocking.Received:
		return says(st.Proc, st.Point, st.Choice)
	}
	return false
}

// lasting reports whether a scope is a program's main function: what is left over there is left over once.
func (s *scope) lasting() bool {
	k := s.w.l.Origins[s.root.Origin].Kind
	return (k == link.RootMain || k == link.RootTest) && s.w.l.IsEntry(s.root)
}

// A teller makes a problem of a finding: its goroutines, and their steps in order.
type teller struct {
	s      *scope
	f      *blocking.Finding
	number map[int]int // threads of the problem by thread of the finding
	procs  map[int]blocking.ProcID
}

// tell fills in a problem.
func (t *teller) tell(p *Problem) {
	for _, m := range t.f.Members {
		t.thread(p, m.Thread, m.Proc)
	}
	for k := range t.f.Steps {
		st := &t.f.Steps[k]
		t.step(p, st.Thread, st.Proc, st.Point, st.Choice, st)
		if st.Outcome == blocking.Met {
			t.step(p, st.With, st.WithProc, st.WithPoint, st.WithChoice, nil)
		}
	}
	if t.f.Kind != blocking.Crash {
		for _, m := range t.f.Members {
			at := t.s.at(m.Proc, m.Point)
			step := t.s.step(at, wanted(at.act))
			step.Thread = t.number[m.Thread]
			p.Trace = append(p.Trace, step)
			p.Threads[step.Thread].Steps = append(p.Threads[step.Thread].Steps, step)
		}
	}
	kept := p.Threads[:0]
	for _, th := range p.Threads {
		if len(th.Steps) == 0 {
			return
		}
		kept = append(kept, th)
	}
	p.Threads = kept
	m := t.f.Members[0]
	at := t.s.at(m.Proc, m.Point)
	p.Name = t.s.name(at)
	for k := range p.Threads {
		th := &p.Threads[k]
		th.Path = t.s.path(t.s.frameOf(p, k, t))
		if n := len(th.Callers); n > 0 && len(th.Path) > 0 {
			th.Path[0].Call = th.Callers[n-1].Call
			th.Callers = th.Callers[:n-1]
		}
		if i := t.s.w.l.Insts[t.s.frames[t.s.frameOf(p, k, t)].inst]; i.Unit.Info != nil {
			th.Flags = i.Unit.Info.Flags
		}
	}
}

// wanted is the act of one who does not get what it wants.
func wanted(a Act) Act {
	switch a {
	case ActLocks:
		return ActWantsLock
	case ActRLocks:
		return ActWantsRLock
	}
	return a
}

// thread makes a thread of the problem.
func (t *teller) thread(p *Problem, thread int, proc blocking.ProcID) int {
	if n, ok := t.number[thread]; ok {
		return n
	}
	n := len(p.Threads)
	t.number[thread] = n
	if t.procs == nil {
		t.procs = map[int]blocking.ProcID{}
	}
	t.procs[n] = proc
	g, callers := t.s.goroutine(proc)
	p.Threads = append(p.Threads, Thread{Goroutine: g, Callers: callers})
	return n
}

// step tells one step of a thread, if it is worth telling: of a select with the case that it takes.
func (t *teller) step(p *Problem, thread int, proc blocking.ProcID, point blocking.PointID, taken int, st *blocking.Step) {
	at := t.s.at(proc, point)
	if at.act == 0 || st != nil && (st.Outcome == blocking.Announced || st.Outcome == blocking.TookDefault) {
		return
	}
	act := at.act
	x := t.s.step(at, act)
	if act == ActSelects && st != nil && st.Outcome == blocking.Proceeded {
		x.Act = ActGoesOn
	}
	if act == ActSelects && taken >= 0 && taken < len(at.cases) {
		x.Case = t.s.eventPos(at.frame, at.cases[taken])
	}
	x.Thread = t.thread(p, thread, proc)
	p.Trace = append(p.Trace, x)
	p.Threads[x.Thread].Steps = append(p.Threads[x.Thread].Steps, x)
}

// frameOf is the frame in which a thread takes its last step.
func (s *scope) frameOf(p *Problem, k int, t *teller) frameID {
	for _, m := range t.f.Members {
		if t.number[m.Thread] == k {
			return s.at(m.Proc, m.Point).frame
		}
	}
	var last frameID
	for i := range t.f.Steps {
		st := &t.f.Steps[i]
		if n, ok := t.number[st.Thread]; ok && n == k && s.at(st.Proc, st.Point).act != 0 {
			last = s.at(st.Proc, st.Point).frame
		}
		if n, ok := t.number[st.With]; ok && n == k && st.Outcome == blocking.Met {
			last = s.at(st.WithProc, st.WithPoint).frame
		}
	}
	return last
}

// step describes what a site stands for. What a model's method does is shown where it is called.
func (s *scope) step(at *site, act Act) ProblemStep {
	fr := s.frames[at.frame]
	i := s.w.l.Insts[fr.inst]
	x := ProblemStep{Act: act, Name: s.name(at), Func: i.Unit.Sym}
	if i.Unit.Prelude && fr.up != 0 {
		from := s.frames[fr.up].inst
		x.Func, x.Pos = s.w.l.Insts[from].Unit.Sym, s.w.l.CallPos(from, fr.call)
		return x
	}
	if i.Unit.Spawn == nil || at.point == 0 {
		return x
	}
	e := &i.Unit.Spawn.Points[at.point].Event
	x.Pos = link.PositionOf(i.Unit.Names.Spawn, e.Pos)
	if e.Op == facts.EventLock {
		x.Pos = link.PositionOf(i.Unit.Names.Locks, i.Unit.Locks.Sites[e.Index].Pos)
	}
	return x
}

// eventPos is where the event of a point of a frame's function stands.
func (s *scope) eventPos(at frameID, point facts.PointID) link.Position {
	u := s.w.l.Insts[s.frames[at].inst].Unit
	if u.Spawn == nil || u.Prelude {
		return link.Position{}
	}
	return link.PositionOf(u.Names.Spawn, u.Spawn.Points[point].Event.Pos)
}

// name is what the source calls the object of a site, here or elsewhere, or the function that it starts.
func (s *scope) name(at *site) facts.Symbol {
	if n := s.nameHere(at); n.Name != "" || at.key == (order.SyncKey{}) {
		return n
	}
	for k := range s.sites {
		if x := &s.sites[k]; x.key == at.key {
			if n := s.nameHere(x); n.Name != "" {
				return n
			}
		}
	}
	return facts.Symbol{}
}

// nameHere is the name that the function of a site uses.
func (s *scope) nameHere(at *site) facts.Symbol {
	i := s.w.l.Insts[s.frames[at.frame].inst]
	if i.Unit.Spawn == nil || at.point == 0 {
		return facts.Symbol{}
	}
	e := &i.Unit.Spawn.Points[at.point].Event
	switch e.Op {
	case facts.EventLock:
		return i.Unit.Names.Locks.Symbol(i.Unit.Locks.Sites[e.Index].Name)
	case facts.EventGo, facts.EventGroupGo:
		if at.act != ActStarts {
			break
		}
		for _, x := range i.Out {
			if x.Call == e.Index && x.Spawn {
				return s.w.l.Insts[x.To].Unit.Sym
			}
		}
		return facts.Symbol{}
	}
	if e.Op == facts.EventGo {
		return facts.Symbol{}
	}
	return i.Unit.Names.Spawn.Symbol(e.Name)
}

// path is the calls that lead to a frame.
func (s *scope) path(f frameID) []explain.Frame {
	var list []explain.Frame
	for ; f != 0; f = s.frames[f].up {
		x := s.frames[f]
		i := s.w.l.Insts[x.inst]
		fr := explain.Frame{Func: i.Unit.Sym, Synthetic: i.Unit.Flag(facts.Synthetic | facts.Root)}
		if x.up != 0 {
			fr.Call = s.w.l.CallPos(s.frames[x.up].inst, x.call)
		}
		list = append(list, fr)
	}
	slices.Reverse(list)
	return list
}

// goroutine says how the goroutine of a process starts: by a go statement, or as what runs the scope. For a scope that
// others call, it gives one way from there to the scope, too.
func (s *scope) goroutine(p blocking.ProcID) (g explain.Goroutine, callers []explain.Frame) {
	b := s.bodies[p]
	g = explain.Goroutine{Entry: s.w.l.Insts[b.entry].Unit.Sym}
	if b.from == 0 {
		o := s.w.l.Origins[s.root.Origin]
		if !s.w.l.IsEntry(s.root) {
			return s.w.d.Around(s.root)
		}
		g.Kind = o.Kind
		if o.Parent != 0 {
			g.Site = s.w.l.CallPos(o.Site, o.Call)
		}
		return g, nil
	}
	from := s.w.l.Insts[s.frames[b.from].inst]
	if from.Unit.Flag(facts.Client | facts.Harness) {
		g.Kind = link.RootExported // who calls the method
		return g, nil
	}
	g.Site = s.w.l.CallPos(from.ID, b.call)
	g.API = from.Unit.Names.Flow.Symbol(from.Unit.Flow.Calls[b.call].API)
	g.Chain = s.path(b.from)
	g.Parallel = from.Unit.Flow.Calls[b.call].Flags&facts.CallInLoop != 0
	return g, nil
}
