// This file is tests of what the notation does not show: the results' form, options, and events that only a client can
// give.

package hb

import (
	"reflect"
	"slices"
	"testing"
)

func solved(text string) (*parser, *translation, *Result) {
	p := parse(text)
	x := translate(p.source)
	return p, x, Solve(x.prog, Options{Wanted: everything(x.prog)})
}

func TestPath(t *testing.T) {
	_, x, r := solved(`main:;call f
		f:;call h
		h:;store x 1`)
	o := x.origins["main"]
	h := x.funcs[funcKey{o, 2}]
	got := r.Path(o, r.Entries(o, h)[0])
	want := []Frame{{o, x.funcs[funcKey{o, 0}], 2}, {o, x.funcs[funcKey{o, 1}], 2}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestWhy(t *testing.T) {
	for _, c := range []struct {
		text string
		want []EdgeKind
	}{
		{"main:;store x 1 @a;go f\nf:;store x 1 @b", []EdgeKind{Started}},
		{"main:;go f;recv c @b\nf:;store x 1 @a;close c", []EdgeKind{Message}},
		{"main:;add w;go f;wait w @b\nf:;store x 1 @a;done w", []EdgeKind{Waited}},
		{"main:;go f;go g;recv d @b\nf:;store x 1 @a;send c\ng:;recv c;send d", []EdgeKind{Message, Message}},
	} {
		p, x, r := solved(c.text)
		k := &checker{x: x, r: r}
		var got []EdgeKind
		for _, e := range r.Why(k.places(p.spot(x, "a"))[0], k.places(p.spot(x, "b"))[0]) {
			got = append(got, e.Kind)
			if e.From == (Site{}) || !e.Holds {
				t.Errorf("%s: %+v", c.text, e)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.text, got, c.want)
		}
	}
}

func TestWhyNot(t *testing.T) {
	p, x, r := solved("main:;go f;recv d @b\nf:;send d;store x 1 @a")
	k := &checker{x: x, r: r}
	got := r.Why(k.places(p.spot(x, "a"))[0], k.places(p.spot(x, "b"))[0])
	if len(got) == 0 || got[0].Kind != Message || got[0].Holds {
		t.Errorf("got %+v", got)
	}
}

func TestHeld(t *testing.T) {
	p, x, r := solved("main:;rlock m @a")
	k := &checker{x: x, r: r}
	got := r.Held(k.places(p.spot(x, "a"))[0].State)
	if len(got) != 1 || got[0].Mode != Read || got[0].At != 2 || len(got[0].Objs) != 1 {
		t.Errorf("got %+v", got)
	}
}

// TestBudget checks that a spent budget is told, and answers "ordered".
func TestBudget(t *testing.T) {
	p := parse("main:;go f;store x 1 @b\nf:;store x 1 @a")
	x := translate(p.source)
	r := Solve(x.prog, Options{Budget: 1, Wanted: everything(x.prog)})
	if !r.Incomplete || r.Ordered(Place{Origin: 1, Func: 1, State: 1}, Place{Origin: 2, Func: 2, State: 1}) == None {
		t.Error("complete within one step")
	}
}

// TestWanted checks that functions which reach nothing of interest are not tabulated.
func TestWanted(t *testing.T) {
	p := &Program{
		Funcs: []Func{
			{},
			{
				Points: []Point{{}, {}, {Preds: []PointID{1}, Event: Event{Op: OpCall, Callees: []FuncID{2, 3}}}},
				Exits:  []PointID{2},
			},
			{Points: make([]Point, 2), Exits: []PointID{1}},
			{Points: make([]Point, 2), Exits: []PointID{1}},
		},
		Origins: []Origin{{}, {Entry: []FuncID{1}, Root: true}},
		Objs:    make([]Object, 1),
	}
	r := Solve(p, Options{Wanted: []FuncID{2}})
	if len(r.Entries(1, 1)) != 1 || len(r.Entries(1, 2)) != 1 || len(r.Entries(1, 3)) != 0 {
		t.Error(r.Entries(1, 1), r.Entries(1, 2), r.Entries(1, 3))
	}
}

// TestOwned checks conditional ownership of parameters.
func TestOwned(t *testing.T) {
	call := func(to FuncID, e Event) Func {
		e.Op, e.Callees = OpCall, []FuncID{to}
		return Func{Points: []Point{{}, {}, {Preds: []PointID{1}, Event: e}}, Exits: []PointID{2}}
	}
	p := &Program{
		Funcs: []Func{
			{},
			call(2, Event{Owned: 1}),
			call(3, Event{OwnedIf: []OwnedIf{{2, 1}, {3, 2}}}),
			{Points: make([]Point, 2), Exits: []PointID{1}},
		},
		Origins: []Origin{{}, {Entry: []FuncID{1}, Root: true}},
		Objs:    make([]Object, 1),
	}
	r := Solve(p, Options{Wanted: []FuncID{3}})
	if got := r.Owned(r.Entries(1, 3)[0].State); got != 1<<2 {
		t.Errorf("got %b", got)
	}
}

// TestOutside checks H3: what unseen code may do to an object orders nothing.
func TestOutside(t *testing.T) {
	p := parse("main:;go f;recv c @b\nf:;store x 1 @a;close c")
	x := translate(p.source)
	x.prog.Objs[1].External = true
	k := &checker{x: x, r: Solve(x.prog, Options{Wanted: everything(x.prog)})}
	if k.judge(p.spot(x, "a"), p.spot(x, "b")).ordered {
		t.Error("ordered")
	}
}

// TestNotLocal checks H4: a wait that is not known to act on this activation's object joins nothing.
func TestNotLocal(t *testing.T) {
	p := parse("main:;call h;call h\nh:;add h.w;go f;wait h.w @b\nf in h:;store x 1 @a;done h.w")
	x := translate(p.source)
	a, b := p.spot(x, "a"), p.spot(x, "b")
	x.prog.Funcs[b.f].Points[4].Event.Local = false
	k := &checker{x: x, r: Solve(x.prog, Options{Wanted: everything(x.prog)})}
	if k.judge(a, b).ordered {
		t.Error("ordered")
	}
}

// TestMulti checks that a go event which starts many goroutines at once does not count as one.
func TestMulti(t *testing.T) {
	p := parse("main:;add w;go f;wait w @b\nf:;store x 1 @a;done w")
	x := translate(p.source)
	x.prog.Origins[2].Multi = true
	k := &checker{x: x, r: Solve(x.prog, Options{Wanted: everything(x.prog)})}
	if k.judge(p.spot(x, "a"), p.spot(x, "b")).ordered || !k.r.Multiple(2) {
		t.Error("ordered")
	}
}

// TestDeterministic checks that two solutions agree to the last number, on random programs.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(100) {
		x := translate(generate(seed))
		opt := Options{Wanted: everything(x.prog)}
		a, b := Solve(x.prog, opt), Solve(x.prog, opt)
		if !reflect.DeepEqual(a.states.entries, b.states.entries) || !reflect.DeepEqual(a.states.states, b.states.states) ||
			a.Stats() != b.Stats() {
			t.Fatal(seed)
		}
	}
}

// TestEffects checks the invariant that gen and kill sets are disjoint, on random programs.
func TestEffects(t *testing.T) {
	for seed := range uint64(300) {
		x := translate(generate(seed))
		r := Solve(x.prog, Options{})
		for _, e := range r.states.list {
			if r.states.meets(e.releasedGen, e.releasedKill) || r.states.meets(e.acquiredGen, e.acquiredKill) {
				t.Fatalf("seed %d: %+v", seed, e)
			}
		}
	}
}

// A function that may return with or without having received tells by its outcome which it was (H26): what the sender
// did before is ordered with what its caller does behind the one outcome, and not with what it does behind the other,
// or without asking. So does one that passes on what it returns.
func TestOutcome(t *testing.T) {
	const sender, helper, caller, between = 1, 2, 3, 4
	for _, called := range []FuncID{helper, between} {
		testOutcome(t, outcomeProgram(called), []FuncID{sender, helper, caller})
	}
}

// outcomeProgram is a program that asks how one of its functions has returned.
func outcomeProgram(called FuncID) *Program {
	const sender, helper, caller, between = 1, 2, 3, 4
	return &Program{
		Funcs: []Func{{},
			sender: {
				Points: []Point{
					{},
					{},
					{Preds: []PointID{1}, Event: Event{Op: OpAtomicStore, Objs: []ObjID{2}}},
					{Preds: []PointID{2}, Event: Event{Op: OpClose, Objs: []ObjID{1}}},
				},
				Exits: []PointID{3},
			},
			helper: {
				Points:   []Point{{}, {}, {Preds: []PointID{1}, Event: Event{Op: OpRecv, Objs: []ObjID{1}}}},
				Exits:    []PointID{1, 2},
				Outcomes: []Outcome{{Number: 0, Points: []PointID{2}}, {Number: 1, Points: []PointID{1}}},
			},
			caller: {
				Points: []Point{
					{},
					{},
					{Preds: []PointID{1}, Event: Event{Op: OpGo, Origins: []OriginID{2}}},
					{Preds: []PointID{2}, Event: Event{Op: OpCall, Callees: []FuncID{called}}},
					{Preds: []PointID{3}, Event: Event{Op: OpOutcome, Callees: []FuncID{called}, N: 0}},
					{Preds: []PointID{3}, Event: Event{Op: OpOutcome, Callees: []FuncID{called}, N: 1}},
				},
				Exits: []PointID{4, 5},
			},
			between: {
				Points: []Point{{}, {}, {Preds: []PointID{1}, Event: Event{Op: OpCall, Callees: []FuncID{helper}}}},
				Exits:  []PointID{2},
				Outcomes: []Outcome{
					{Number: 0, Passed: []Passed{{Point: 2, Number: 0}}},
					{Number: 1, Passed: []Passed{{Point: 2, Number: 1}}},
				},
			},
		},
		Origins: []Origin{{}, {Entry: []FuncID{caller}}, {Entry: []FuncID{sender}}},
		Objs:    []Object{{}, {Single: true}, {Single: true}},
	}
}

// testOutcome looks at what is known behind each outcome.
func testOutcome(t *testing.T, p *Program, f []FuncID) {
	t.Helper()
	sender, caller := f[0], f[2]
	r := Solve(p, Options{Wanted: f})
	at := func(o OriginID, f FuncID, k PointID) Place {
		return Place{Origin: o, Func: f, State: r.At(o, f, r.Entries(o, f)[0], k)}
	}
	for k, want := range map[PointID]Order{3: None, 4: Before, 5: None} {
		if got := r.Ordered(at(2, sender, 2), at(1, caller, k)); got != want {
			t.Errorf("before the close, and at point %d: %v, want %v", k, got, want)
		}
	}
}

// What a call does only where it returns otherwise has not happened (H26): a goroutine that it starts on the one way
// does not meet what its caller does behind the other one, unless another call has started it before.
func TestOutcomeExcludes(t *testing.T) {
	for _, again := range []bool{false, true} {
		const sender, helper, caller = 1, 2, 3
		p := outcomeProgram(helper)
		p.Funcs[sender].Points = []Point{{}, {}, {Preds: []PointID{1}, Event: Event{Op: OpUnlock, Objs: []ObjID{2}}}}
		p.Funcs[sender].Exits = []PointID{2}
		p.Funcs[helper].Points[2].Event = Event{Op: OpGo, Origins: []OriginID{2}}
		p.Funcs[caller].Points[2].Event = Event{}
		if again {
			p.Funcs[caller].Points[2].Event = Event{Op: OpCall, Callees: []FuncID{helper}}
		}
		r := Solve(p, Options{Wanted: []FuncID{sender, caller}})
		at := func(o OriginID, f FuncID, k PointID) Place {
			return Place{Origin: o, Func: f, State: r.At(o, f, r.Entries(o, f)[0], k)}
		}
		for k, want := range map[PointID]Order{3: None, 4: None, 5: Before} {
			if again && k == 5 {
				want = None
			}
			if got := r.Ordered(at(1, caller, k), at(2, sender, 2)); got != want {
				t.Errorf("again %v: at point %d, and in the goroutine: %v, want %v", again, k, got, want)
			}
		}
	}
}

// TestMissed checks that a wait behind the second place is told of, and one before it, or of somebody else, is not.
func TestMissed(t *testing.T) {
	for _, c := range []struct {
		text string
		want []EdgeKind
	}{
		{"main:;add w;go f;store x 1 @b;wait w\nf:;store x 1 @a;done w", []EdgeKind{Waited}},
		{"main:;go f;store x 1 @b;recv c\nf:;store x 1 @a;send c", []EdgeKind{Message}},
		{"main:;go f;store x 1 @b;recv c\nf:;store x 1 @a;close c", []EdgeKind{Message}},
		{"main:;go f;go g;store x 1 @b;recv c\nf:;store x 1 @a\ng:;send c", nil},
		{"main:;go f;recv c;store x 1 @b\nf:;send c;store x 1 @a", nil},
		{"main:;go f;store x 1 @b;recv c\nf:;send c;store x 1 @a", nil},
		{"main:;go f;store x 1 @b\nf:;store x 1 @a;send c", nil},
		{"main:;add w;go f;done w;wait w;store x 1 @b\nf:;store x 1 @a;done w", []EdgeKind{Waited}},
	} {
		p, x, r := solved(c.text)
		k := &checker{x: x, r: r}
		var got []EdgeKind
		for _, e := range r.Missed(k.places(p.spot(x, "a"))[0], k.places(p.spot(x, "b"))[0]) {
			got = append(got, e.Kind)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.text, got, c.want)
		}
	}
}

// TestOnward: what was released before an access does not come behind it, unless a loop leads back.
func TestOnward(t *testing.T) {
	for _, loop := range []bool{false, true} {
		p := &Program{
			Funcs: []Func{
				{},
				{ // starts the receiver, sends, in a loop or not
					Points: []Point{
						{},
						{},
						{Preds: []PointID{1}, Event: Event{Op: OpGo, Origins: []OriginID{2}}},
						{Preds: []PointID{2}},
						{Preds: []PointID{3}, Event: Event{Op: OpCall, Callees: []FuncID{3}}},
					},
					Exits: []PointID{4},
				},
				{
					Points: []Point{{}, {}, {Preds: []PointID{1}, Event: Event{Op: OpRecv, Objs: []ObjID{1}}}},
					Exits:  []PointID{2},
				},
				{
					Points: []Point{{}, {}, {Preds: []PointID{1}, Event: Event{Op: OpSend, Objs: []ObjID{1}}}},
					Exits:  []PointID{2},
				},
			},
			Origins: []Origin{{}, {Entry: []FuncID{1}, Root: true}, {Entry: []FuncID{2}}},
			Objs:    []Object{{}, {Single: true}},
		}
		if loop {
			p.Funcs[1].Points[3].Preds = []PointID{2, 4}
		}
		r := Solve(p, Options{Wanted: []FuncID{1, 2, 3}})
		at := func(o OriginID, f FuncID, k PointID) Place {
			return Place{Origin: o, Func: f, State: r.At(o, f, r.Entries(o, f)[0], k), Point: k}
		}
		for k, want := range map[PointID]bool{2: true, 4: loop} {
			late := false
			for _, e := range r.Why(at(1, 1, k), at(2, 2, 2)) {
				late = late || e.Late
			}
			if ordered := r.Ordered(at(1, 1, k), at(2, 2, 2)) != None; !ordered && late != want {
				t.Errorf("loop %v, access at point %d: late %v, want %v", loop, k, late, want)
			}
		}
		late := false
		for _, e := range r.Why(at(1, 3, 2), at(2, 2, 2)) {
			late = late || e.Late
		}
		if late != loop {
			t.Errorf("loop %v, access behind the send: late %v", loop, late)
		}
	}
}
