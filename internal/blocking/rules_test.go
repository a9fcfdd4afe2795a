// This file is the rules one by one, as small programs with what each can come to.

package blocking

import (
	"fmt"
	"strings"
	"testing"
)

// proc makes a process whose points lead on to the next unless they say otherwise; the last one leads to the end.
func proc(points ...Point) Proc {
	p := Proc{Points: append([]Point{{}}, points...)}
	for i := 1; i < len(points); i++ {
		q := &p.Points[i]
		if q.Op != Exit && q.Op != Branch && q.Op != Select && q.Next == 0 {
			q.Next = PointID(i + 1)
		}
	}
	return p
}

func do(op Op, o ObjID) Point            { return Point{Op: op, Obj: o} }
func add(o ObjID, n int) Point           { return Point{Op: Add, Obj: o, N: n} }
func spawn(p ProcID) Point               { return Point{Op: Spawn, Proc: p} }
func branch(to ...PointID) Point         { return Point{Op: Branch, Choices: to} }
func choose(cases ...Case) Point         { return Point{Op: Select, Cases: cases} }
func test(c Cell, yes, no PointID) Point { return Point{Op: Test, Cell: c, Next: yes, Alt: no} }

// system makes a system whose first process is the only root.
func system(objects []Object, procs ...Proc) *System {
	return &System{
		Objects: append([]Object{{}}, objects...),
		Procs:   append([]Proc{{}}, procs...),
		Cells:   2,
		Roots:   []ProcID{1},
	}
}

var kindNames = map[FindingKind]string{Deadlock: "deadlock", SelfBlock: "self", Leak: "leak", Crash: "crash"}

// describe writes findings as "leak 2.1", with members as process and point.
func describe(fs []Finding) string {
	var all []string
	for _, f := range fs {
		s := kindNames[f.Kind]
		for _, m := range f.Members {
			s += fmt.Sprintf(" %d.%d", m.Proc, m.Point)
		}
		if len(f.Victims) > 0 {
			s += " behind"
		}
		for _, m := range f.Victims {
			s += fmt.Sprintf(" %d.%d", m.Proc, m.Point)
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

// expect compares the findings of a system with a description and checks the invariants.
func expect(t *testing.T, name string, s *System, want string) Result {
	t.Helper()
	r, err := Explore(s, Options{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if got := describe(r.Findings); got != want || r.Limit != NoLimit {
		t.Errorf("%s: got %q, want %q (limit %d)", name, got, want, r.Limit)
	}
	if err := s.search(1000).check(); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return r
}

var (
	unbuffered = []Object{{Kind: Chan}}
	buffered   = []Object{{Kind: Chan, Cap: 1}}
	locks      = []Object{{Kind: Lock}, {Kind: Lock}, {Kind: Lock}}
	group      = []Object{{Kind: WaitGroup}, {Kind: Chan}}
	condition  = []Object{{Kind: Cond}, {Kind: Lock}}
)

func TestChannels(t *testing.T) { // (B1)
	child := proc(do(Send, 1))
	expect(t, "send and receive", system(unbuffered, proc(spawn(2), do(Recv, 1)), child), "")
	expect(t, "nobody receives", system(unbuffered, proc(spawn(2)), child), "leak 2.1")
	expect(t, "room in the buffer", system(buffered, proc(spawn(2)), child), "")
	expect(t, "nil", system(unbuffered, proc(do(Send, 0))), "leak 1.1")
	expect(t, "twice closed", system(unbuffered, proc(do(Close, 1), do(Close, 1))), "crash 1.2")
	expect(t, "close of nil", system(unbuffered, proc(do(Close, 0))), "crash 1.1")
	expect(t, "send on closed", system(buffered, proc(spawn(2), do(Close, 1)), child), "crash 2.1")
	each := proc(Point{Op: Recv, Obj: 1, Next: 1})
	expect(t, "range, never closed", system(unbuffered, proc(spawn(2), do(Send, 1), do(Send, 1)), each), "leak 2.1")
	expect(t, "range, closed", system(unbuffered, proc(spawn(2), do(Send, 1), do(Send, 1), do(Close, 1)), each), "")
}

func TestManyValues(t *testing.T) { // (B23)
	forever := proc(Point{Op: Send, Obj: 1, Next: 1})
	large := []Object{{Kind: Chan, Cap: 100}}
	endless := []Object{{Kind: Chan, Cap: Endless}}
	expect(t, "a large buffer is filled", system(large, proc(spawn(2)), forever), "leak 2.1")
	expect(t, "an endless one is not", system(endless, proc(spawn(2)), forever), "")
	each := proc(Point{Op: Recv, Obj: 1, Next: 1})
	expect(t, "what is received makes room", system(large, proc(spawn(2), spawn(3)), forever, each), "")
	nine, eight := make([]Point, maxKept), make([]Point, maxKept-1)
	for k := range nine {
		nine[k] = do(Send, 1)
	}
	for k := range eight {
		eight[k] = do(Recv, 1)
	}
	all := append(append([]Point{}, nine...), do(Recv, 1))
	expect(t, "as many as are counted", system(large, proc(append(all, eight...)...)), "")
	expect(t, "one too few", system(large, proc(append(nine[1:], append(eight, do(Recv, 1))...)...)), "leak 1.17")
}

func TestLater(t *testing.T) { // (B18)
	get, put := proc(do(Recv, 1)), proc(do(Send, 1))
	s := system(unbuffered, proc(spawn(2)), get, put)
	expect(t, "nobody comes", s, "leak 2.1")
	s.Later = []ProcID{3}
	expect(t, "somebody comes later", s, "")
	under := proc(do(Acquire, 2), do(Recv, 1), do(Release, 2))
	give := proc(do(Acquire, 2), do(Release, 2), do(Send, 1))
	s = system([]Object{{Kind: Chan}, {Kind: Lock}}, proc(spawn(2)), under, give)
	s.Later = []ProcID{3}
	expect(t, "who comes needs the lock", s, "leak 2.2")
}

func TestOwes(t *testing.T) { // (B19)
	turns := proc(Point{Op: Branch, Choices: []PointID{1}})
	s := system(unbuffered, proc(spawn(2), do(Recv, 1)), turns)
	expect(t, "nobody closes", s, "leak 1.2")
	s.Procs[2].Owes = []ObjID{1}
	expect(t, "who runs for ever would", s, "")
	s = system(unbuffered, proc(spawn(2), do(Recv, 1)), proc(do(Recv, 0)))
	spins := proc(Point{Op: Recv, Obj: 1, Next: 1, Alt: 1})
	two := []Object{{Kind: Chan}, {Kind: Chan}}
	asks := system(two, proc(spawn(2), do(Close, 1), do(Recv, 2)), spins)
	asks.Procs[2].Owes = []ObjID{2}
	expect(t, "who has been asked to end would", asks, "leak 1.3")
	given := system(two, proc(spawn(2), do(Close, 1), do(Recv, 2)), turns)
	given.Procs[2].Owes, given.Procs[2].Given = []ObjID{2}, []ObjID{1}
	expect(t, "who does not look at what asks it to end would", given, "leak 1.3")
	s.Procs[2].Owes = []ObjID{1}
	expect(t, "who is stuck would", s, "leak 1.2, leak 2.1")
	s = system(group, proc(add(1, 1), spawn(2), do(Wait, 1)), proc(Point{Op: Branch, Choices: []PointID{1}}))
	expect(t, "nobody counts down", s, "leak 1.3")
	more := add(1, -1)
	more.Next = 1
	s.Procs[2] = proc(add(1, 1), more)
	expect(t, "who counts for himself counts down again", s, "leak 1.3")
	s.Procs[2] = proc(add(1, 1), spawn(3), more)
	s.Procs = append(s.Procs, proc(branch(0)))
	expect(t, "who counts makes more work", s, "")
}

func TestBrought(t *testing.T) { // (B20)
	two := []Object{{Kind: Chan}, {Kind: Chan}} // requests and their answer
	ask := []Point{do(Send, 1), do(Recv, 2)}
	serve := func(via ObjID) Proc {
		answer := do(Send, 2)
		answer.Via, answer.Next = via, 1
		return proc(Point{Op: Recv, Obj: 1, Next: 2, Alt: 2}, branch(1, 3), answer)
	}
	s := system(two, proc(append([]Point{spawn(2)}, ask...)...), serve(0))
	expect(t, "who serves may answer later", s, "leak 2.1 behind 1.3")
	s.Procs[2] = serve(1)
	expect(t, "the answer goes to who sent the request", s, "leak 1.3, leak 2.1")
	both := system(two, proc(spawn(2), spawn(3), do(Recv, 2)), serve(1), proc(do(Recv, 0), do(Send, 1)))
	expect(t, "another request may come", both, "leak 3.1 behind 1.3 2.1")
}

func TestSelect(t *testing.T) { // (B2)
	timeout := choose(Case{Dir: Receive, Obj: 1}, Case{Dir: Environment})
	expect(t, "sender after a timeout", system(unbuffered, proc(spawn(2), timeout), proc(do(Send, 1))), "leak 2.1")
	expect(t, "the same with a buffer", system(buffered, proc(spawn(2), timeout), proc(do(Send, 1))), "")
	expect(t, "select{}", system(unbuffered, proc(choose())), "leak 1.1")
	poll := choose(Case{Dir: Receive, Obj: 1, Next: 2})
	poll.HasDefault, poll.Alt = true, 0
	expect(t, "default", system(unbuffered, proc(poll, do(Send, 0))), "")
	expect(t, "default with a value ready", system(buffered, proc(do(Send, 1), Point{Op: Select, HasDefault: true, Alt: 3,
		Cases: []Case{{Dir: Receive, Obj: 1}}}, do(Send, 0))), "")
	expect(
		t,
		"send case on closed",
		system(unbuffered, proc(do(Close, 1), choose(Case{Dir: Transmit, Obj: 1}))),
		"crash 1.2",
	)
}

func TestLocks(t *testing.T) { // (B3)
	pair := func(a, b ObjID) []Point {
		return []Point{do(Acquire, a), do(Acquire, b), do(Release, b), do(Release, a)}
	}
	gated := func(a, b ObjID) []Point {
		return append(append([]Point{do(Acquire, 3)}, pair(a, b)...), do(Release, 3))
	}
	first := func(p ...Point) Proc { return proc(append([]Point{spawn(2)}, p...)...) }
	expect(t, "both ways round", system(locks, first(pair(1, 2)...), proc(pair(2, 1)...)), "deadlock 1.3 2.2")
	expect(t, "one way round", system(locks, first(pair(1, 2)...), proc(pair(1, 2)...)), "")
	expect(t, "gate", system(locks, first(gated(1, 2)...), proc(gated(2, 1)...)), "")
	expect(t, "locked twice", system(locks, proc(do(Acquire, 1), do(Acquire, 1))), "self 1.2")
	expect(t, "upgrade", system(locks, proc(do(RAcquire, 1), do(Acquire, 1))), "self 1.2")
	expect(t, "not locked", system(locks, proc(do(Release, 1))), "crash 1.1")
	expect(t, "never unlocked", system(locks, first(do(Acquire, 1), do(Release, 1)), proc(do(Acquire, 1))), "leak 1.2")
	again := []Point{do(RAcquire, 1), do(RAcquire, 1), do(RRelease, 1), do(RRelease, 1)}
	expect(
		t,
		"read again behind a writer",
		system(locks, first(again...), proc(do(Acquire, 1), do(Release, 1))),
		"deadlock 1.3 2.1",
	)
	expect(t, "read again", system(locks, first(again...), proc(do(RAcquire, 1), do(RRelease, 1))), "")
	mixed := []Object{{Kind: Lock}, {Kind: Chan}}
	expect(
		t,
		"send under a lock that the receiver needs",
		system(mixed, first(do(Acquire, 1), do(Send, 2), do(Release, 1)),
			proc(do(Acquire, 1), do(Release, 1), do(Recv, 2))),
		"deadlock 1.3 2.1",
	)
}

func TestWaitGroups(t *testing.T) { // (B4)
	expect(t, "done", system(group, proc(add(1, 1), spawn(2), do(Wait, 1)), proc(add(1, -1))), "")
	expect(
		t,
		"done on one path",
		system(group, proc(add(1, 1), spawn(2), do(Wait, 1)), proc(branch(2, 0), add(1, -1))),
		"leak 1.3",
	)
	expect(t, "done twice", system(group, proc(add(1, 1), add(1, -1), add(1, -1))), "crash 1.3")
	expect(
		t,
		"wait before receive",
		system(group, proc(add(1, 1), spawn(2), do(Wait, 1), do(Recv, 2)), proc(do(Send, 2), add(1, -1))),
		"deadlock 1.3 2.1",
	)
	expect(
		t,
		"wait in the loop that spawns",
		system(group, proc(add(1, 2), spawn(2), do(Wait, 1), spawn(2), do(Wait, 1)), proc(add(1, -1))),
		"self 1.3",
	)
}

func TestOnce(t *testing.T) { // (B5)
	once := []Object{{Kind: Once}}
	body := func(inner ...Point) Proc {
		p := proc(append(append([]Point{do(OnceDo, 1)}, inner...), do(OnceEnd, 1))...)
		p.Points[1].Alt, p.Points[1].Next = 2, 0
		return p
	}
	p := body(spawn(2))
	expect(t, "two threads", system(once, p, body(branch(3))), "")
	expect(t, "inside itself", system(once, body(Point{Op: OnceDo, Obj: 1, Alt: 3, Next: 3})), "self 1.2")
}

func TestConditions(t *testing.T) { // (B6)
	waiter := proc(spawn(2), do(Acquire, 2), Point{Op: CondWait, Obj: 1, Mutex: 2}, do(Release, 2))
	expect(t, "signal", system(condition, waiter, proc(do(Signal, 1), branch(1, 0))), "leak 1.3")
	expect(t, "never signalled", system(condition, waiter, proc(do(Acquire, 2), do(Release, 2))), "leak 1.3")
	expect(t, "signalled for ever", system(condition, waiter, proc(do(Broadcast, 1), branch(1))), "")
	announce := proc(do(Acquire, 2), Point{Op: Set, Cell: -1, Value: True}, do(Signal, 1), do(Release, 2))
	expect(t, "the condition is looked at first", system(condition, proc(Point{Op: Set, Cell: -1, Value: False},
		spawn(2), do(Acquire, 2), test(-1, 6, 5), Point{Op: CondWait, Obj: 1, Mutex: 2}, do(Release, 2)), announce), "")
}

func TestCells(t *testing.T) { // (B7)
	twice := func(second Cell) *System { // if a { lock }; ...; if b { unlock }
		return system(locks, proc(test(1, 2, 3), do(Acquire, 1), test(second, 4, 5), do(Release, 1), do(Acquire, 1)))
	}
	expect(t, "the same condition", twice(1), "")
	expect(t, "another condition", twice(2), "self 1.5, crash 1.4")
}

func TestOpen(t *testing.T) { // (B8)
	expect(t, "escapes", system([]Object{{Kind: Chan, Open: true}}, proc(spawn(2)), proc(do(Send, 1))), "")
}

func TestExit(t *testing.T) { // (B9)
	expect(t, "main returns", system(unbuffered, proc(spawn(2), Point{Op: Exit}), proc(do(Send, 1))), "")
}

// A thread that loops does not hide one that is stuck (B10), and both members and victims are named (B12).
func TestRoots(t *testing.T) {
	expect(t, "beside a loop", system(unbuffered, proc(spawn(2), branch(2, 3), branch(2)), proc(do(Send, 1))), "leak 2.1")
	r := expect(
		t,
		"victim",
		system(group, proc(add(1, 1), spawn(2), do(Wait, 1)), proc(do(Send, 2), add(1, -1))),
		"leak 2.1 behind 1.3",
	)
	f := r.Findings[0]
	if !f.Global || len(f.Victims[0].For) != 1 || f.Victims[0].For[0] != 2 {
		t.Errorf("%+v", f)
	}
}

func TestSteps(t *testing.T) { // (B13), (B15)
	r := expect(
		t,
		"timeout",
		system(unbuffered, proc(spawn(2), choose(Case{Dir: Receive, Obj: 1}, Case{Dir: Environment})),
			proc(branch(2), do(Send, 1))),
		"leak 2.2",
	)
	want := []Step{
		{Thread: 1, Proc: 1, Point: 1, Choice: -1, Outcome: Spawned, With: 2, WithProc: 2, WithPoint: 1, WithChoice: -1},
		{Thread: 1, Proc: 1, Point: 2, Choice: 1, Outcome: Proceeded, WithChoice: -1},
	}
	if fmt.Sprint(r.Findings[0].Steps) != fmt.Sprint(want) {
		t.Errorf("steps %+v", r.Findings[0].Steps)
	}
}

func TestLimits(t *testing.T) { // (B14)
	leak := system(unbuffered, proc(spawn(2)), proc(do(Send, 1)))
	if r, _ := Explore(leak, Options{MaxStates: 1}); r.Limit != StateLimit || r.Findings != nil {
		t.Errorf("%+v", r)
	}
	for limit, s := range map[Limit]*System{
		ThreadLimit:  system(unbuffered, proc(spawn(2), branch(1)), proc(do(Send, 1))),
		CounterLimit: system(group, proc(add(1, 1), branch(1))),
		ReaderLimit:  system(locks, proc(do(RAcquire, 1), branch(1))),
	} {
		if r, err := Explore(s, Options{}); err != nil || r.Limit != limit || r.Findings != nil {
			t.Errorf("limit %d: %+v, %v", limit, r, err)
		}
	}
}

func TestUnfinished(t *testing.T) { // (B14)
	// the first thread starts others for ever, or ends, and then the second one is left alone
	s := system(unbuffered, proc(spawn(2), branch(3, 4, 0), branch(1), branch(2)), proc(do(Send, 1)))
	r, err := Explore(s, Options{})
	if got := describe(r.Findings); err != nil || r.Limit != ThreadLimit || got != "leak 2.1" {
		t.Errorf("got %q, limit %d, %v", got, r.Limit, err)
	}
}

func TestValidate(t *testing.T) {
	for name, s := range map[string]*System{
		"no root":        {Procs: []Proc{{}, proc(do(Exit, 0))}},
		"no process":     system(nil, proc(spawn(2))),
		"no object":      system(nil, proc(do(Send, 1))),
		"wrong kind":     system(locks, proc(do(Send, 1))),
		"no lock":        system(condition, proc(Point{Op: CondWait, Obj: 1})),
		"no point":       system(nil, proc(branch(7))),
		"no choice":      system(nil, proc(branch())),
		"no cell":        system(nil, proc(test(-3, 0, 0))),
		"no operation":   system(nil, proc(Point{Op: opEnd})),
		"case of a lock": system(locks, proc(choose(Case{Obj: 1}))),
	} {
		if _, err := Explore(s, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Five goroutines, two channels, two locks and loops: what the prototype was measured with.
func BenchmarkExplore(b *testing.B) {
	loop := func(lock ObjID) Proc {
		return proc(
			branch(2, 5),
			do(Acquire, lock),
			choose(Case{Dir: Transmit, Obj: 1, Next: 4}, Case{Dir: Transmit, Obj: 2, Next: 4}),
			Point{Op: Release, Obj: lock, Next: 1},
			do(Send, 1),
		)
	}
	nest := func(l, m ObjID) Proc {
		return proc(
			branch(2, 6),
			do(Acquire, l),
			do(Acquire, m),
			do(Release, m),
			Point{Op: Release, Obj: l, Next: 1},
			do(Send, 2),
		)
	}
	s := system([]Object{{Kind: Chan, Cap: 1}, {Kind: Chan, Cap: 1}, {Kind: Lock}, {Kind: Lock}},
		proc(spawn(2), spawn(3), spawn(4), spawn(5), do(Recv, 1), do(Recv, 1), do(Recv, 2), do(Recv, 2)),
		loop(3), loop(4), nest(3, 4), nest(4, 3))
	for range b.N {
		r, err := Explore(s, Options{})
		if err != nil || r.Limit != NoLimit {
			b.Fatal(r.Limit, err)
		}
		b.ReportMetric(float64(r.States), "states")
	}
}

// A stuck thread is said to hold what it has locked, for reading too, and not what others have.
func TestHolds(t *testing.T) {
	s := system([]Object{{Kind: Lock}, {Kind: Chan}},
		proc(spawn(2), spawn(3), spawn(4)),
		proc(do(RAcquire, 1), do(Recv, 2)),
		proc(do(Recv, 2)),
		proc(do(Acquire, 1), do(Release, 1), do(Recv, 2)))
	r, err := Explore(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	held := map[bool]bool{}
	for _, f := range r.Findings {
		for _, m := range f.Members {
			if m.Holds != (m.Proc == 2) {
				t.Errorf("process %d at point %d: holds is %v", m.Proc, m.Point, m.Holds)
			}
			held[m.Holds] = true
		}
	}
	if len(held) != 2 {
		t.Errorf("holders and others: %v", held)
	}
}

func TestTake(t *testing.T) { // (B21)
	closes := proc(Point{Op: Take, Cell: -1, Value: True, Next: 2}, Point{Op: Close, Obj: 1})
	main := proc(Point{Op: Set, Cell: -1, Value: False}, Point{Op: Spawn, Proc: 2}, Point{Op: Spawn, Proc: 2})
	s := &System{Objects: []Object{{}, {Kind: Chan}}, Procs: []Proc{{}, main, closes}, Cells: 1, Roots: []ProcID{1}}
	if r, err := Explore(s, Options{}); err != nil || len(r.Findings) > 0 {
		t.Errorf("who comes second closes, too: %v %v", r.Findings, err)
	}
	s.Procs[2].Points[1].Alt = 2
	if r, err := Explore(s, Options{}); err != nil || len(r.Findings) == 0 {
		t.Errorf("who comes second does not close: %v", err)
	}
}

func TestTally(t *testing.T) { // (B22)
	last := proc(Point{Op: Tally, Obj: 2, N: -1, Next: 0, Alt: 2}, Point{Op: Close, Obj: 1})
	main := proc(Point{Op: Tally, Obj: 2, N: 2, Next: 2, Alt: 2}, Point{Op: Spawn, Proc: 2, Next: 3},
		Point{Op: Spawn, Proc: 2, Next: 4}, Point{Op: Recv, Obj: 1})
	last.Points[1].Next = 0
	s := &System{Objects: []Object{{}, {Kind: Chan}, {Kind: Number}}, Procs: []Proc{{}, main, last}, Roots: []ProcID{1}}
	if r, err := Explore(s, Options{}); err != nil || len(r.Findings) > 0 {
		t.Errorf("the last one does not close, or the first one does: %v %v", r.Findings, err)
	}
	s.Procs[1].Points[1].N = 3
	if r, err := Explore(s, Options{}); err != nil || len(r.Findings) == 0 {
		t.Errorf("the last but one closes: %v", err)
	}
}
