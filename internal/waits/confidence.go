// This file says how certain a finding is (W7).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
)

// A decision is a choice that a goroutine's code makes.
type decision struct {
	proc blocking.ProcID  // whose code it is
	at   blocking.PointID // the branch; zero for what a cell decides
	cell blocking.Cell    // the condition; zero for what is decided at each point by itself
}

// A cell is a condition, as one goroutine has it or all have.
type cell struct {
	thread int           // zero for shared ones
	name   blocking.Cell // negative: the goroutines agree on it
}

// assumed is what has to be assumed to get to a finding, as its steps tell.
type assumed struct {
	s       *scope            // in which it was found
	f       *blocking.Finding // what is graded
	self    bool              // it is about a goroutine that waits for itself (toItself)
	certain map[int]bool      // threads whose branches assume nothing (W25)
	known   map[cell]bool     // conditions that what was done before has settled
	made    map[decision]bool // decisions taken
	inputs  map[decision]bool // of these, those about what came from outside of the program, which is independent
	threads deciders          // goroutines that decide once something has been done
	outer   map[decision]int  // how often cases were taken that depend on nobody
	holes   bool              // something outside the scope comes
	outside bool              // code outside tests decides
	begun   bool              // something has been done
	rare    bool              // a choice was made that may not be one, or a function has panicked
	often   bool              // a case that depends on nobody was taken in more rounds than are looked at
	told    bool              // a message was passed that says how the conversation goes on
	early   bool              // who is blocked would have to go on first
	guessed bool              // a choice was made that is none
	kind    evidence.Kind     // of what is graded
	listens map[int]bool      // threads that have got a message which is one of several constants (W82)
	answers bool              // such a thread decides then
	tested  int               // how many flags decide
}

// step adds what a step assumes.
func (a *assumed) step(k int) {
	s, st := a.s, &a.f.Steps[k]
	p := &s.sys.Procs[st.Proc].Points[st.Point]
	if p.Op == blocking.Select && st.Choice >= 0 && p.Cases[st.Choice].Dir == blocking.Environment {
		at := decision{proc: st.Proc, at: st.Point}
		a.outer[at]++
		a.often = a.often || a.outer[at] > maxUnroll
	}
	a.told = a.told || s.told(st)
	a.heard(st)
	a.early = a.early || tooEarly(s, a.f, st)
	a.begun = a.begun || p.Op != blocking.Branch && p.Op != blocking.Test && p.Op != blocking.Set
	site := s.at(st.Proc, st.Point)
	switch {
	case st.Free, p.Op == blocking.Branch && site.pick: // it comes to the same whatever is chosen
	case p.Op == blocking.Branch && site.guess && a.self:
		a.made[decision{proc: st.Proc, at: st.Point}], a.rare = true, true
	case p.Op == blocking.Branch && site.guess:
		a.guessed = true
	case (p.Op == blocking.Branch || p.Op == blocking.Test) && a.certain[st.Thread]: // (W25)
	case p.Op == blocking.Branch && len(p.Choices) > 1 && goesRound(s, a.f, k): // (W29)
		a.answers = a.answers || a.listens[st.Thread]
	case p.Op == blocking.Branch && len(p.Choices) > 1:
		d := decision{proc: st.Proc, at: st.Point}
		a.decide(st, d, true)
		if isInput(s, site) {
			a.inputs[d] = true
		}
	case p.Op == blocking.Test:
		a.test(st, p)
	case p.Op == blocking.Set && site.hole:
		a.holes = true
	case s.alone && p.Op == blocking.Select && st.Choice >= 0:
		a.holes = a.holes || p.Cases[st.Choice].Dir == blocking.Environment
	case p.Op == blocking.Set:
		a.rare = a.rare || site.panic
		a.known[cellOf(st, p)] = p.Value != blocking.Forgotten
	}
}

// test adds the outcome of a condition, unless it is known already.
func (a *assumed) test(st *blocking.Step, p *blocking.Point) {
	if a.known[cellOf(st, p)] || isFlag(a.s, p.Cell) {
		return
	}
	if p.Cell < 0 {
		a.known[cellOf(st, p)] = true
	}
	a.decide(st, decision{proc: st.Proc, cell: p.Cell}, p.Cell > 0)
}

// decide adds a decision, which may be one of its goroutine's own.
func (a *assumed) decide(st *blocking.Step, d decision, own bool) {
	a.made[d] = true
	a.answers = a.answers || a.listens[st.Thread]
	a.outside = a.outside || !a.s.inTest(st)
	if a.begun && own {
		a.threads.add(st, a.s.alike(st))
	}
}

// cellOf is the condition that a point tests or sets.
func cellOf(st *blocking.Step, p *blocking.Point) cell {
	if p.Cell < 0 {
		return cell{name: p.Cell}
	}
	return cell{st.Thread, p.Cell}
}

// confidence grades a finding by what had to be assumed to get there (W7).
func (s *scope) confidence(f *blocking.Finding, kind evidence.Kind) (evidence.Confidence, []evidence.Doubt) {
	a := &assumed{
		s: s, f: f, self: toItself(s, f), certain: smooth(s, f), known: map[cell]bool{}, made: map[decision]bool{},
		inputs: map[decision]bool{}, threads: deciders{}, listens: map[int]bool{}, outer: map[decision]int{}, kind: kind,
		tested: flags{s}.between(f),
	}
	for k := range f.Steps {
		a.step(k)
	}
	return evidence.Judge(table[:], a, s.w.off)
}

// countsFor says of a function whether it may call Done for a WaitGroup that a goroutine of a finding waits for.
func countsFor(s *scope, f *blocking.Finding) func(link.InstID) bool {
	done := func(p facts.Point) bool { return p.Event.Op == facts.EventDone }
	return func(callee link.InstID) bool {
		tree := s.w.tree(callee)
		counts := func(i link.InstID) bool {
			return tree[i] && slices.ContainsFunc(s.w.l.Insts[i].Unit.Spawn.Points, done)
		}
		return slices.ContainsFunc(f.Members, func(m blocking.Blocked) bool {
			p := &s.sys.Procs[m.Proc].Points[m.Point]
			return p.Op == blocking.Wait && slices.ContainsFunc(s.w.users[s.names[p.Obj]], counts)
		})
	}
}

// countsGroup reports whether a goroutine of a finding waits for a WaitGroup, or panics for its counter.
func countsGroup(s *scope, f *blocking.Finding) bool {
	return slices.ContainsFunc(f.Members, func(m blocking.Blocked) bool {
		op := s.sys.Procs[m.Proc].Points[m.Point].Op
		return op == blocking.Wait || op == blocking.Add
	})
}

// miscounted reports whether a large buffer gives out, or loses, other numbers of values on the way than it has got: it
// holds many then, and not a number (internal/blocking B23).
func miscounted(s *scope, f *blocking.Finding) bool {
	held := map[blocking.ObjID]int{}
	for k := range f.Steps {
		st := &f.Steps[k]
		p := &s.sys.Procs[st.Proc].Points[st.Point]
		ch := p.Obj
		if st.Choice >= 0 && st.Choice < len(p.Cases) {
			ch = p.Cases[st.Choice].Obj
		}
		if o := s.sys.Objects[ch]; ch == 0 || o.Kind != blocking.Chan || o.Open {
			continue
		}
		switch st.Outcome {
		case blocking.Buffered:
			held[ch]++
		case blocking.Received:
			if held[ch]--; held[ch] < 0 {
				return true
			}
		case blocking.FoundClosed:
			if held[ch] > 0 {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.Members, func(m blocking.Blocked) bool {
		p := &s.sys.Procs[m.Proc].Points[m.Point]
		return p.Op == blocking.Recv && held[p.Obj] > 0
	})
}

// onceInItself reports whether a goroutine waits for a Once whose function it runs: whoever calls the code, and with
// what values, that way through it is wrong.
func onceInItself(s *scope, f *blocking.Finding) bool {
	m := f.Members[0]
	return f.Kind == blocking.SelfBlock && s.at(m.Proc, m.Point).act == evidence.ActWaitsOnce
}

// deciders are the threads that take branches.
type deciders map[int]decider

// A decider is a thread that takes branches.
type decider struct {
	proc  blocking.ProcID // whose code it runs
	alike bool            // and on nothing that tells goroutines with the same code apart
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

// isInput reports whether a branch asks only what came from outside of the program (passes/spawn E61).
func isInput(s *scope, at *site) bool {
	if at.frame == 0 {
		return false
	}
	spawn := s.w.l.Insts[s.frames[at.frame].inst].Unit.Spawn
	return spawn != nil && slices.Contains(spawn.Inputs, at.point)
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

// isExample reports whether a test is only an example of how code that it does not belong to may be called: the blocked
// goroutines stand outside of test code, and nothing in test code operates on what they wait for (W21).
func isExample(s *scope, f *blocking.Finding) bool {
	for _, m := range f.Members {
		if ofTest(s, s.at(m.Proc, m.Point).frame) {
			return false
		}
		p := &s.sys.Procs[m.Proc].Points[m.Point]
		objs := []blocking.ObjID{p.Obj}
		for _, c := range p.Cases {
			objs = append(objs, c.Obj)
		}
		for _, o := range objs {
			if o != 0 && slices.ContainsFunc(s.w.users[s.names[o]], func(i link.InstID) bool {
				return s.w.l.Insts[i].Unit.Flag(facts.InTest)
			}) {
				return false
			}
		}
	}
	return true
}

// ofTest reports whether a frame is one of test code.
func ofTest(s *scope, f frameID) bool {
	return f != 0 && s.w.l.Insts[s.frames[f].inst].Unit.Flag(facts.InTest)
}

// passed reports whether a way to a finding leads through a function that sets or tests what is not followed.
func passed(s *scope, f *blocking.Finding) bool {
	return slices.ContainsFunc(f.Steps, func(st blocking.Step) bool { return s.loose[s.at(st.Proc, st.Point).frame] })
}
