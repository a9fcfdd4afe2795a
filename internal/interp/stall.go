// This file says who stays where for ever at the end of a run, and what panics.

package interp

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/interp/machine"
	"github.com/syncvet/syncvet/internal/interp/natives"
	"github.com/syncvet/syncvet/internal/place"
)

// Passed notes that a thread has got over an operation that may block.
func (r *trial) Passed(e machine.Event) { r.out.Passed[line(r.program.at(e.Call.Fn, e.Pos))]++ }

// Missed notes that a test fails: nobody who began to wait after that, or at the same moment, is told (V65).
func (r *trial) Missed(text string) {
	if r.missed {
		return
	}
	r.missed, r.still = true, r.run.Still
	if r.out.Missed[r.root.name] == "" {
		r.out.Missed[r.root.name] = text
	}
}

// stay notes where threads stand when a run is over: whoever does has not gone on (V66).
func (r *trial) stay() {
	for _, t := range r.run.Threads {
		if t.State != machine.Blocked {
			continue
		}
		if e, ok := r.program.world.Caller(t.Here()); ok {
			r.out.Stayed[line(r.program.at(e.Call.Fn, e.Pos))] = true
		}
	}
}

// look notes who is stuck at the end of a run (V43). Where the run was broken off while somebody could go on, or
// something is left that may be called later, as finalizers are, only who waits for locks in a circle surely is.
func (r *trial) look(first *machine.Thread, whole bool) {
	if r.run.Outside > 0 || r.run.Busy() || accepts(first) {
		return
	}
	var stuck []*machine.Thread
	for _, t := range r.run.Threads {
		service := t != first && t.ID < r.early // who is started by the initialisation serves as long as the program runs
		if t.State != machine.Blocked || t.Timed || service || r.missed && t.Stood >= r.still || accepts(t) {
			continue
		}
		if _, ok := r.program.world.Caller(t.Here()); ok {
			stuck = append(stuck, t)
		}
	}
	if len(stuck) == 0 || (r.run.Left || !whole) && len(lockCycle(stuck)) == 0 {
		return
	}
	s := r.stall(stuck)
	s.Sure = s.Sure || first.State != machine.Ended
	at := line(s.At())
	if old := r.out.Stalls[at]; old == nil || s.Sure && !old.Sure {
		r.out.Stalls[at] = s
	}
	if !s.Sure {
		return
	}
	for _, t := range stuck {
		e, _ := r.program.world.Caller(t.Here())
		r.out.Stuck[line(r.program.at(e.Call.Fn, e.Pos))] = r.root.name
	}
}

// accepts reports whether a thread waits for a client (V70).
func accepts(t *machine.Thread) bool {
	if t.State != machine.Blocked {
		return false
	}
	for c := t.Here().Call; c != nil; c = c.Parent {
		if c.Fn.String() == "(*net.listener).accept" {
			return true
		}
	}
	return false
}

// stall makes a claim of the threads that are stuck.
func (r *trial) stall(stuck []*machine.Thread) *Stall {
	s := &Stall{Evidence: evidence.Evidence{Engine: evidence.InView, Grade: evidence.High, Run: r.root.name}}
	if cycle := lockCycle(stuck); len(cycle) > 0 {
		s.Sure = true
		r.cycle(s, cycle)
		return s
	}
	for _, t := range stuck {
		h := natives.Holder(t)
		if h == nil || h.State != machine.Blocked || !slices.Contains(stuck, h) {
			continue
		}
		s.Kind, s.Sure, s.Together = evidence.BlockedUnderLock, true, 2
		s.Ends = []evidence.End{r.waiting(h, t.OnLock), r.waiting(t, nil)}
		s.Name = s.Ends[0].Last().Name
		return s
	}
	worst := slices.MinFunc(stuck, func(a, b *machine.Thread) int { return r.rank(a) - r.rank(b) })
	reads, because := r.reads(worst), why(worst)
	s.Kind = evidence.Leak
	if because == "WaitGroup" || because == "condition" && !reads {
		s.Kind = evidence.NeverReturns
	}
	s.Sure = because != "receive" && because != "select" && !reads
	s.Ends = []evidence.End{r.waiting(worst, nil)}
	for _, t := range stuck {
		if t != worst && len(s.Ends) < 4 {
			s.Ends = append(s.Ends, r.waiting(t, nil))
		}
	}
	s.Together = 1
	s.Name = s.Ends[0].Last().Name
	return s
}

// reads reports whether a thread waits for a condition within the library, as who reads from a connection does: it
// waits for further work, as a receiver.
func (r *trial) reads(t *machine.Thread) bool {
	e, ok := r.program.world.Caller(t.Here())
	if !ok || !e.Inside || t.Why != "condition" {
		return false
	}
	c, ok := e.In.(ssa.CallInstruction)
	return !ok || c.Common().StaticCallee() == nil || c.Common().StaticCallee().String() != "(*sync.Cond).Wait"
}

// why is what a thread waits with. Who writes to a pipe sends: the write ends when everything has been read.
func why(t *machine.Thread) string {
	if writesPipe(t) {
		return "send"
	}
	return t.Why
}

// writesPipe reports whether a thread waits for the reader of an io.Pipe.
func writesPipe(t *machine.Thread) bool {
	c := t.Here().Call
	return c != nil && t.Why == "select" && c.Fn.String() == "(*io.pipe).write"
}

// rank says how good a thread is as the one to name: who waits for others that wait comes last, and who receives again
// and again behind who receives once.
func (r *trial) rank(t *machine.Thread) int {
	n := map[string]int{
		"send": 0, "lock": 2, "read lock": 2, "receive": 4, "select": 4, "condition": 6, "WaitGroup": 12,
	}[why(t)]
	if t.Origin.Call == nil {
		n += 6
	}
	if e, ok := r.program.world.Caller(t.Here()); ok && n == 4 && branch.Reaches(e.In.Block(), e.In.Block()) {
		n++
	}
	return n
}

// lockCycle finds threads that each wait for a lock that the next one has; one alone waits for its own.
func lockCycle(stuck []*machine.Thread) []*machine.Thread {
	for _, t := range stuck {
		list := []*machine.Thread{t}
		for x := natives.Holder(t); x != nil && x.State == machine.Blocked; x = natives.Holder(x) {
			if x == t {
				return list
			}
			if slices.Contains(list, x) {
				break
			}
			list = append(list, x)
		}
	}
	return nil
}

// cycle makes a claim of a cycle of locks.
func (r *trial) cycle(s *Stall, cycle []*machine.Thread) {
	for k, t := range cycle {
		before := cycle[(k+len(cycle)-1)%len(cycle)]
		s.Ends = append(s.Ends, r.waiting(t, before.OnLock))
	}
	s.Name = s.Ends[0].Last().Name
	if len(cycle) == 1 {
		s.Kind = evidence.SelfDeadlock
		return
	}
	s.Kind, s.Together = evidence.LockCycle, len(cycle)
	for k := range s.Ends {
		s.Cycle = append(s.Cycle, s.Ends[k].Steps[0].Name)
	}
}

// waiting is a thread that waits, as an end: behind where it took a lock, if that is given and it has it.
func (r *trial) waiting(t *machine.Thread, lock *machine.Cell) evidence.End {
	e, _ := r.program.world.Caller(t.Here())
	step := evidence.Step{Func: symbolOf(e.Call.Fn), Pos: r.program.at(e.Call.Fn, e.Pos)}
	step.Act, step.Name = act(t, e)
	x := r.end(t, e, step)
	for _, h := range t.Holds {
		if h.C == lock && lock != nil {
			x.Steps = append([]evidence.Step{r.program.lockOf(h)}, x.Steps...)
			break
		}
	}
	return x
}

// act is what a thread waits with, and the name of what it waits for.
func act(t *machine.Thread, e machine.Event) (evidence.Act, facts.Symbol) {
	if writesPipe(t) {
		return evidence.ActWrites, facts.Symbol{}
	}
	name, _ := variableOf(e.In)
	switch in := e.In.(type) {
	case *ssa.Send:
		return evidence.ActSends, place.Holder(in.Chan)
	case *ssa.UnOp:
		if in.Op == token.ARROW {
			return evidence.ActReceives, place.Holder(in.X)
		}
	case *ssa.Select:
		if len(in.States) > 0 {
			name = place.Holder(in.States[0].Chan)
		}
		return evidence.ActSelects, name
	}
	return map[string]evidence.Act{
		"send": evidence.ActSends, "receive": evidence.ActReceives, "select": evidence.ActSelects,
		"lock":      evidence.ActWantsLock,
		"read lock": evidence.ActWantsRLock, "WaitGroup": evidence.ActWaits, "condition": evidence.ActCondWaits,
	}[why(t)], name
}

// misuses are the panics of the run-time system that are about synchronisation (V44).
var misuses = []struct {
	text string        // what it says, in part
	kind evidence.Kind // what is claimed
	act  evidence.Act  // what the goroutine does
}{
	{"send on closed channel", evidence.Misuse, evidence.ActSends},
	{"close of closed channel", evidence.Misuse, evidence.ActCloses},
	{"close of nil channel", evidence.Misuse, evidence.ActCloses},
	{"negative WaitGroup counter", evidence.Misuse, evidence.ActDone},
	{"of unlocked", evidence.DoubleUnlock, evidence.ActUnlocks},
}

// Crashed notes a panic that ends the program.
func (r *trial) Crashed(t *machine.Thread, p *machine.Panicking) {
	text := r.text(p.V)
	r.panic = p.V
	r.out.Crashed = append(r.out.Crashed, r.root.name+": "+text)
	for _, m := range misuses {
		if !strings.Contains(text, m.text) || p.V.T != r.program.world.FaultType {
			continue
		}
		e, ok := r.program.world.Caller(p.At)
		if !ok {
			return
		}
		step := evidence.Step{Act: m.act, Func: symbolOf(e.Call.Fn), Pos: r.program.at(e.Call.Fn, e.Pos)}
		if s, ok := e.In.(*ssa.Send); ok {
			step.Name = place.Holder(s.Chan)
		} else {
			step.Name, _ = variableOf(e.In)
		}
		s := &Stall{Sure: true}
		s.Evidence = evidence.Evidence{
			Kind: m.kind, Engine: evidence.InView, Grade: evidence.High, Run: r.root.name, Name: step.Name,
			Ends: []evidence.End{r.end(t, e, step)},
		}
		r.out.Panics[line(step.Pos)] = r.root.name
		r.out.Stalls[line(step.Pos)] = s
	}
}

// text is what a panic says, as far as it is plain text.
func (r *trial) text(v machine.Iface) string {
	switch x := v.V.(type) {
	case string:
		return x
	case machine.Agg:
		if len(x) == 1 {
			s, _ := x[0].(string)
			return s
		}
	case *machine.Cell:
		if x != nil && len(x.Parts) > 0 {
			s, _ := x.Parts[0].V.(string)
			return s
		}
	}
	return machine.TypeString(v.T)
}
