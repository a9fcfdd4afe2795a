// This file runs a function's happenings along all ways through it (T3): states are told apart by what is held and by
// the outcomes of conditions that are tested again.

package lockpaths

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/locks"
)

// An outcome is what is known of a condition.
type outcome uint8

const (
	unknownOutcome outcome = iota
	isTrue
	isFalse
)

// A way is what is known at a point of one way through a function. States are copied before they are changed.
type way struct {
	holds    []hold            // in order of acquisition
	defers   []*happening      // what is deferred, in order
	outcomes map[int]outcome   // by condition
	taken    uint64            // which takes of the summary have happened
	called   uint64            // which invokes of the summary have happened
	open     []place.Path      // unlocked though not locked here
	done     []place.Path      // locked and unlocked here
	marks    []ssa.Instruction // stores that may say what is held
	lost     []place.Path      // nothing is known of them any more
	freed    []freed           // where locks of done were unlocked; states do not differ by that

	slots     []hold       // of semaphores, taken here
	back      []place.Path // slots taken and given back here
	given     []place.Path // slots given back though not taken here
	lostSlots []place.Path // nothing is known of them any more
	handed    []place.Path // of these, slots taken here that a goroutine or function value may give back
}

// freed says where a lock was unlocked last.
type freed struct {
	spot place.Path
	at   fielduse.Place
}

func (s *way) outcome(id int) outcome { return s.outcomes[id] }

// clone copies a state.
func (s *way) clone() *way {
	c := *s
	c.holds, c.defers = slices.Clone(s.holds), slices.Clone(s.defers)
	c.marks = slices.Clone(s.marks)
	c.slots, c.back, c.given, c.lostSlots = slices.Clone(s.slots), slices.Clone(s.back), slices.Clone(s.given), slices.Clone(s.lostSlots)
	c.handed = slices.Clone(s.handed)
	c.open, c.done, c.lost, c.freed = slices.Clone(s.open), slices.Clone(s.done), slices.Clone(s.lost), slices.Clone(s.freed)
	c.outcomes = make(map[int]outcome, len(s.outcomes))
	for k, v := range s.outcomes {
		c.outcomes[k] = v
	}
	return &c
}

// key spells a state, for telling states apart.
func (s *way) key() string {
	var b strings.Builder
	for _, h := range s.holds {
		fmt.Fprintf(&b, "%v %d %v;", h.spot, h.mode, h.at)
	}
	for _, d := range s.defers {
		fmt.Fprintf(&b, "d%p", d)
	}
	ids := make([]int, 0, len(s.outcomes))
	for id := range s.outcomes {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		fmt.Fprintf(&b, "c%d=%d", id, s.outcomes[id])
	}
	for _, x := range s.marks {
		fmt.Fprintf(&b, "m%p", x)
	}
	fmt.Fprintf(&b, "t%x i%x o%v d%v l%v", s.taken, s.called, s.open, s.done, s.lost)
	if len(s.slots)+len(s.back)+len(s.given)+len(s.lostSlots) > 0 {
		fmt.Fprintf(&b, "s%v b%v g%v l%v", s.slots, s.back, s.given, s.lostSlots)
	}
	return b.String()
}

func (s *way) holding(p place.Path) int {
	return slices.IndexFunc(s.holds, func(h hold) bool { return h.spot == p })
}

func addSpot(list []place.Path, p place.Path) []place.Path {
	if slices.Contains(list, p) {
		return list
	}
	return append(list, p)
}

func dropSpot(list []place.Path, p place.Path) []place.Path {
	return slices.DeleteFunc(list, func(x place.Path) bool { return x == p })
}

// free notes that a lock that was taken here is unlocked.
func (s *way) free(p place.Path, at fielduse.Place) {
	s.done = addSpot(s.done, p)
	s.freed = append(slices.DeleteFunc(s.freed, func(f freed) bool { return f.spot == p }), freed{p, at})
}

// lose forgets everything about a lock.
func (s *way) lose(p place.Path) {
	s.holds = slices.DeleteFunc(s.holds, func(h hold) bool { return h.spot == p })
	s.open, s.done, s.lost = dropSpot(s.open, p), dropSpot(s.done, p), addSpot(s.lost, p)
}

// loseLike gives up the locks held that lie at the same place in their struct as one that is released though it is not
// held: that may be one of them, by another pointer (T17).
func (s *way) loseLike(p place.Path) {
	to, _ := utf8.DecodeLastRuneInString(p.Steps)
	for _, h := range slices.Clone(s.holds) {
		if from, n := utf8.DecodeLastRuneInString(h.spot.Steps); n > 0 && from == to {
			s.lose(h.spot)
		}
	}
}

// A simulation is one function under way.
type simulation struct {
	*reader
	conds  *conditions
	seen   []map[string]bool // by block: the states that it was entered in, spelled
	visits int               // of blocks, so far
	over   bool              // there are too many: nothing is known of the function

	takes    []take         // of the summary, by bit
	takeAt   map[string]int // by text
	invokes  []invoke
	invoked  []*ssa.BasicBlock // by invoke: where it happens first
	exits    []exit
	clashes  []*clash
	misused  []Mistake
	visited  map[*happening]int                           // how many states came by
	panicked []panicked                                   // what is held where a stranger's function may panic
	laps     []lap                                        // the ends of rounds
	loops    map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool // by head
	entered  map[*ssa.BasicBlock][]place.Path             // what is held or taken where a loop is entered
}

// An exit is a return, or a panic, in one state.
type exit struct {
	instr ssa.Instruction
	state *way
}

// simulate runs a function and gives its summary.
func (r *Result) simulate(fn *ssa.Function) *summary {
	if len(fn.Blocks) == 0 {
		return nil
	}
	read := r.read(fn)
	if !read.some && !read.selects() {
		return nil
	}
	m := &simulation{reader: read, takeAt: map[string]int{}, visited: map[*happening]int{}}
	m.conditions()
	m.run()
	if m.over {
		m.again()
	}
	v := &verdict{m}
	r.judge(v)
	return v.summary()
}

// conditions names the conditions, and finds those whose outcome matters: tested more than once, boolean parameters,
// phis, and what says how a returned value came about.
func (m *simulation) conditions() {
	m.conds = &conditions{spots: m.spots, ids: map[string]int{}, phis: map[*ssa.BasicBlock][]phiCondition{}}
	tests := map[int]int{}
	for _, b := range m.fn.Blocks {
		if c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && m.graph.Reached(b) {
			id, _ := m.conds.id(c.Cond)
			tests[id]++
		}
	}
	for _, b := range m.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range ret.Results {
			if id, ok := m.conds.ids[m.conds.isNil(v)]; ok {
				m.conds.tracked[id] = true
			}
			if place.IsBool(v.Type()) {
				id, _ := m.conds.id(v)
				m.conds.tracked[id] = tests[id] > 0 || m.conds.tracked[id]
			}
		}
	}
	for _, list := range m.blocks {
		for i := range list {
			for k := range list[i].takes {
				if arg := list[i].takes[k].arg; arg != nil {
					id, _ := m.conds.id(arg)
					m.conds.tracked[id] = true
				}
			}
		}
	}
	for id, n := range tests {
		if n > 1 || m.conds.param[id] != 0 {
			m.conds.tracked[id] = true
		}
	}
}

// A visit is a block in a state.
type visit struct {
	block *ssa.BasicBlock
	state *way
}

// run goes along all ways.
func (m *simulation) run() {
	m.seen = make([]map[string]bool, len(m.fn.Blocks))
	m.exits, m.clashes, m.misused, m.invokes, m.invoked, m.panicked, m.visits = nil, nil, nil, nil, nil, nil, 0
	m.laps, m.entered = nil, map[*ssa.BasicBlock][]place.Path{}
	clear(m.visited)
	work := []visit{{m.fn.Blocks[0], &way{outcomes: map[int]outcome{}}}}
	for len(work) > 0 && !m.over {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if m.visits++; m.visits > maxVisits {
			m.over = true
			return
		}
		work = m.block(work, v)
	}
}

// again runs once more without telling outcomes apart.
func (m *simulation) again() {
	m.over = false
	for id := range m.conds.tracked {
		m.conds.tracked[id] = false
	}
	clear(m.conds.phis)
	m.run()
}

// enter puts a block in a state on the list, unless it has been there.
func (m *simulation) enter(work []visit, from, to *ssa.BasicBlock, s *way) []visit {
	s = s.clone()
	m.phis(from, to, s)
	m.lapped(from, to, s)
	if to.Dominates(from) {
		m.round(s, to)
	}
	i := to.Index
	if m.seen[i] == nil {
		m.seen[i] = map[string]bool{}
	}
	key := s.key()
	if m.seen[i][key] {
		return work
	}
	if len(m.seen[i]) >= maxWays {
		m.over = true
		return work
	}
	m.seen[i][key] = true
	return append(work, visit{to, s})
}

// phis finds the outcomes of conditions on phis when a block is entered.
func (m *simulation) phis(from, to *ssa.BasicBlock, s *way) {
	list := m.conds.phis[to]
	if len(list) == 0 {
		return
	}
	k := slices.Index(to.Preds, from)
	if k < 0 {
		return
	}
	news := make([]outcome, len(list))
	for i, x := range list {
		news[i] = m.phi(x, x.phi.Edges[k], s)
	}
	for i, x := range list {
		if news[i] == unknownOutcome {
			delete(s.outcomes, x.id)
		} else {
			s.outcomes[x.id] = news[i]
		}
	}
}

// phi is the outcome of a condition on a phi that has a value.
func (m *simulation) phi(x phiCondition, v ssa.Value, s *way) outcome {
	c := m.conds.class(v, s)
	if c == "" {
		return unknownOutcome
	}
	if x.to == nil {
		return truth(c == "true")
	}
	want := m.conds.class(x.to, s)
	if c == "set" && want != "nil" {
		return unknownOutcome
	}
	return truth(c == want)
}

func truth(b bool) outcome {
	if b {
		return isTrue
	}
	return isFalse
}

// round forgets what another round of a loop makes anew.
func (m *simulation) round(s *way, head *ssa.BasicBlock) {
	in := m.loopOf(head)
	moves := func(p place.Path) bool { return m.movesIn(p, in) }
	for id := range s.outcomes {
		if m.conds.variant[id] {
			delete(s.outcomes, id)
		}
	}
	s.holds = slices.DeleteFunc(s.holds, func(h hold) bool { return moves(h.spot) })
	s.open = slices.DeleteFunc(s.open, moves)
	s.done = slices.DeleteFunc(s.done, moves)
	s.lost = slices.DeleteFunc(s.lost, moves)
	s.slots = slices.DeleteFunc(s.slots, func(h hold) bool { return moves(h.spot) })
}

// block goes through a block and on to what follows.
func (m *simulation) block(work []visit, v visit) []visit {
	s := v.state.clone()
	for i := range m.blocks[v.block.Index] {
		if !m.step(s, &m.blocks[v.block.Index][i]) {
			return work
		}
	}
	last, ok := v.block.Instrs[len(v.block.Instrs)-1].(*ssa.If)
	for k := range v.block.Succs {
		to := m.graph.Next(v.block, k)
		if to == nil {
			continue
		}
		next := s
		if ok {
			if next = m.decide(s, last, k == 0); next == nil {
				continue
			}
		}
		work = m.enter(work, v.block, to, next)
	}
	return work
}

// decide is the state on one side of a condition, nil where it cannot be.
func (m *simulation) decide(s *way, c *ssa.If, side bool) *way {
	if call, sense := locks.TryResult(c.Cond); call != nil {
		if h := m.tried(call); h != nil {
			if sense != side {
				return s
			}
			if s.holding(h.spot) >= 0 && h.op == facts.Lock {
				return nil
			}
			s = s.clone()
			m.hold(s, h)
			return s
		}
	}
	if h, ok := m.selectedSlot(c.Cond, side); ok {
		s = s.clone()
		m.useSlot(s, h.spot, h.slot, h.name, h.at)
	}
	id, sense := m.conds.id(c.Cond)
	want := truth(side == sense)
	if old := s.outcome(id); old != unknownOutcome && old != want {
		return nil
	}
	if m.conds.tracked[id] {
		s = s.clone()
		s.outcomes[id] = want
	}
	return s
}

// tried is the TryLock that a call is.
func (m *simulation) tried(call *ssa.Call) *happening {
	for i := range m.blocks[call.Block().Index] {
		if h := &m.blocks[call.Block().Index][i]; h.instr == ssa.Instruction(call) && h.try {
			return h
		}
	}
	return nil
}

// step lets one thing happen; false: the goroutine goes no further.
func (m *simulation) step(s *way, h *happening) bool {
	switch h.instr.(type) {
	case *ssa.RunDefers:
		return m.runDefers(s)
	case *ssa.Return:
		m.exits = append(m.exits, exit{h.instr, s})
		return false
	case *ssa.Store:
		if len(s.holds)+len(s.slots) > 0 && !slices.Contains(s.marks, h.instr) {
			s.marks = append(s.marks, h.instr)
		}
		return true
	case *ssa.Panic:
		if m.recovers {
			m.mayPanic(s, m.place(h.instr.Pos()))
		}
		if m.runDefers(s) {
			m.exits = append(m.exits, exit{h.instr, s})
		}
		return false
	}
	if h.deferred {
		s.defers = append(s.defers, h)
		if len(s.defers) > 16 {
			s.defers = s.defers[1:]
		}
		return true
	}
	return m.apply(s, h)
}

// runDefers runs what was deferred, last one first.
func (m *simulation) runDefers(s *way) bool {
	for k := len(s.defers) - 1; k >= 0; k-- {
		h := s.defers[k]
		s.defers = s.defers[:k:k]
		if !m.apply(s, h) {
			return false
		}
	}
	return true
}

// apply is one mutex operation or call.
func (m *simulation) apply(s *way, h *happening) bool {
	m.visited[h]++
	if h.stranger && m.recovers {
		m.mayPanic(s, h.at)
	}
	for _, p := range h.gives {
		s.lose(p)
	}
	s.loseSlots(h.handed)
	if h.slot != noSlot {
		m.useSlot(s, h.spot, h.slot, h.name, h.at)
		return true
	}
	for _, x := range h.slots {
		m.useSlot(s, x.spot, x.op, x.name, x.at)
	}
	if h.op != 0 {
		return h.try || m.operate(s, h)
	}
	if h.callee != nil {
		m.called(s, h.callee)
	}
	for i := range h.takes {
		if !m.reach(s, h, &h.takes[i]) {
			return false
		}
	}
	for i := range h.invokes {
		m.invoke(s, h, &h.invokes[i])
	}
	for i := range h.changes {
		m.change(s, h, &h.changes[i])
	}
	return true
}

// operate is a mutex operation.
func (m *simulation) operate(s *way, h *happening) bool {
	if !h.spot.Known() || slices.Contains(s.lost, h.spot) {
		if h.op == facts.Unlock || h.op == facts.RUnlock {
			m.r.frees(h.name)
		}
		return true
	}
	switch h.op {
	case facts.Lock, facts.RLock:
		t := take{mode: modeOf(h.op), name: h.name, at: h.at}
		if !m.acquire(s, h, &reach{take: t, spot: h.spot}) {
			return false
		}
		m.hold(s, h)
	default:
		m.release(s, h)
	}
	return true
}

func modeOf(op facts.LockOp) uint8 {
	if op == facts.RLock || op == facts.RUnlock {
		return facts.TakeRead
	}
	return facts.TakeWrite
}

// hold records that a lock was taken.
func (m *simulation) hold(s *way, h *happening) {
	s.done = dropSpot(s.done, h.spot)
	s.holds = append(s.holds, hold{spot: h.spot, mode: modeOf(h.op), name: h.name, at: h.at})
}

// release is an unlock.
func (m *simulation) release(s *way, h *happening) {
	k := s.holding(h.spot)
	switch {
	case k >= 0 && s.holds[k].mode == modeOf(h.op):
		s.holds = slices.Delete(s.holds, k, k+1)
		if s.holding(h.spot) < 0 {
			s.free(h.spot, h.at)
		}
	case k >= 0: // unlocked in the wrong mode
		m.misuse(s, h, s.holds[k].at, s.holds[k].name, false)
		s.lose(h.spot)
	case slices.Contains(s.done, h.spot):
		m.misuse(s, h, fielduse.Place{}, h.name, true)
		s.lose(h.spot)
	default:
		s.open = addSpot(s.open, h.spot)
		s.loseLike(h.spot)
		m.r.frees(h.name)
	}
}

// acquire checks an acquisition against what is held, and records it for the summary.
func (m *simulation) acquire(s *way, h *happening, t *reach) bool {
	if t.mode >= facts.TakeRecv {
		m.waits(s, t)
		m.waitsForItself(s, t)
		m.record(s, t)
		return true
	}
	if k := m.blocking(s.holds, t); k >= 0 {
		m.clash(h, &s.holds[k], t)
		return s.holds[k].mode == facts.TakeRead && t.mode == facts.TakeRead
	}
	if k := m.blocking(t.under, t); k >= 0 {
		m.clash(h, &t.under[k], t)
		return t.under[k].mode == facts.TakeRead && t.mode == facts.TakeRead
	}
	m.order(s, t)
	m.record(s, t)
	return true
}

// blocking finds the lock held that an acquisition waits for; of several the first.
func (m *simulation) blocking(holds []hold, t *reach) int {
	return slices.IndexFunc(holds, func(h hold) bool {
		return h.spot == t.spot && (h.mode == facts.TakeOnce) == (t.mode == facts.TakeOnce)
	})
}

// reach is an acquisition by a callee.
func (m *simulation) reach(s *way, h *happening, t *reach) bool {
	if slices.Contains(s.lost, t.spot) {
		return true
	}
	if t.arg != nil {
		if id, sense := m.conds.id(t.arg); s.outcome(id) == truth(t.is != sense) {
			return true
		}
	}
	return m.acquire(s, h, t) || t.doubt > 0
}

// change is what a call leaves changed.
func (m *simulation) change(s *way, h *happening, c *change) {
	k := s.holding(c.spot)
	switch c.op {
	case facts.Lock, facts.RLock:
		name := h.name
		var via []fielduse.Hop
		at := h.at
		for i := range h.takes {
			if h.takes[i].spot == c.spot {
				name, via, at = h.takes[i].name, h.takes[i].via, h.takes[i].at
			}
		}
		s.done = dropSpot(s.done, c.spot)
		s.holds = append(s.holds, hold{spot: c.spot, mode: modeOf(c.op), name: name, at: at, via: via})
	case facts.Unlock, facts.RUnlock:
		if k < 0 {
			s.open = addSpot(s.open, c.spot)
			s.loseLike(c.spot)
			return
		}
		s.holds = slices.Delete(s.holds, k, k+1)
		s.free(c.spot, h.at)
	default:
		if k < 0 {
			s.loseLike(c.spot)
		}
		s.lose(c.spot)
	}
}

// record adds an acquisition to the summary if callers can name the lock, and it was not given back before.
func (m *simulation) record(s *way, t *reach) {
	p, ok := m.spots.Relative(t.spot)
	if !ok || slices.Contains(s.open, t.spot) || len(p.Steps) > place.MaxSteps || m.foreign(p) {
		return
	}
	x := t.take
	x.path = p
	key := fmt.Sprint(x.mode, x.path, x.at)
	k, ok := m.takeAt[key]
	cond, is := m.onParam(s)
	if x.cond != 0 {
		cond, is = x.cond, x.is
	}
	if !ok {
		k = len(m.takes)
		if k >= maxTakes || t.mode >= facts.TakeRecv && k >= maxWaits {
			return
		}
		m.takeAt[key] = k
		x.cond, x.is = cond, is
		m.takes = append(m.takes, x)
	} else if y := &m.takes[k]; y.cond != cond || y.is != is {
		y.cond = 0
	}
	s.taken |= 1 << k
}

// foreign reports whether a lock belongs to another package that does not show it: its callers cannot hold it.
func (m *simulation) foreign(p place.OuterPath) bool {
	return p.Root == facts.RootGlobal && p.Global.Pkg != m.r.Flow.Source.Pkg.Source.Path && !token.IsExported(p.Global.Name)
}

// onParam is a boolean parameter whose value is known in a state: its number plus one, and the value.
func (m *simulation) onParam(s *way) (cond int, is bool) {
	for id, param := range m.conds.param {
		if param != 0 && place.IsBool(m.fn.Params[param-1].Type()) && s.outcome(id) != unknownOutcome {
			return param, s.outcome(id) == isTrue
		}
	}
	return 0, false
}

// invoke records a call of a parameter.
func (m *simulation) invoke(s *way, h *happening, v *reachInvoke) {
	if v.param < 0 {
		return
	}
	x := invoke{param: v.param}
	for _, h := range append(slices.Clone(s.holds), v.under...) {
		if p, ok := m.spots.Relative(h.spot); ok && len(x.held) < maxTakes {
			x.held = append(x.held, take{mode: h.mode, path: p, name: h.name, at: h.at, via: h.via})
		}
	}
	same := func(y invoke) bool { return y.param == x.param && fmt.Sprint(y.held) == fmt.Sprint(x.held) }
	k := slices.IndexFunc(m.invokes, same)
	if k < 0 {
		if len(m.invokes) >= maxTakes {
			return
		}
		k = len(m.invokes)
		m.invokes, m.invoked = append(m.invokes, x), append(m.invoked, h.instr.Block())
	}
	s.called |= 1 << k
}
