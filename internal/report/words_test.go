// This file tests words that readers of real reports stumbled over.

package report

import (
	"bufio"
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestRareGuard checks that a lock held at a minority of accesses is shown by who holds it, not by a number.
func TestRareGuard(t *testing.T) {
	pos := func(line int) Pos { return Pos{Pkg: "m", File: "a.go", Line: line, Col: 1} }
	for _, c := range []struct {
		held, total int
		says        string
	}{
		{6, 18, "write here without m.T.mu, which the write at a.go:9 holds"},
		{1, 2, "write here without m.T.mu, held at 1 of 2 accesses; write at a.go:9"},
		{17, 18, "write here without m.T.mu, held at 17 of 18 accesses; write at a.go:9"},
	} {
		f := &Finding{Rule: "RC1001", Pos: pos(3), Variable: Variable{Name: "T.f"}}
		f.Guard = &Guard{Name: "m.T.mu", Held: c.held, Total: c.total}
		f.Accesses[0] = Access{Kind: "write", Pos: pos(3)}
		f.Accesses[1] = Access{Kind: "write", Pos: pos(9), Locks: []Lock{{Name: "m.T.mu", Mode: "W"}}}
		if got := Headline(f); !strings.Contains(got, c.says) {
			t.Errorf("%d of %d: %s", c.held, c.total, got)
		}
	}
}

// TestItself checks the short form of a headline of which both ends are one line.
func TestItself(t *testing.T) {
	home := Pos{Pkg: "m", File: strings.Repeat("a", 30) + ".go", Line: 3, Col: 1}
	deep := Pos{Pkg: "dep", File: "deep.go", Line: 946, Col: 1}
	f := &Finding{Rule: "RC1001", Pos: home, Via: "call of " + strings.Repeat("F", 90), Variable: Variable{Name: "T.f"}}
	for k, started := range []int{5, 6} {
		f.Accesses[k] = Access{
			Kind:   "write",
			Pos:    deep,
			Origin: Origin{Kind: "go", Pos: Pos{Pkg: "m", File: "s.go", Line: started}},
		}
	}
	f.Message = Headline(f)
	if got := HeadlineFor(&View{}, f); !strings.Contains(
		got,
		"T.f: write at dep/deep.go:946 is not ordered with itself (RC1001)",
	) {
		t.Error(got)
	}
}

// TestGoesOn checks that source which goes on in the next line shows it.
func TestGoesOn(t *testing.T) {
	for src, want := range map[string]string{
		"defer func() {": "defer func() { …", "f(a,": "f(a, …", "return f(": "return f( …", "c.n++": "c.n++", "": "",
	} {
		if got := goesOn(src); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

// TestTelling checks that locks which are given back are left out of leaks, and of deadlocks of several goroutines not.
func TestTelling(t *testing.T) {
	steps := func(texts ...string) (list []Step) {
		for _, text := range texts {
			list = append(list, Step{Text: text, Pos: Pos{Pkg: "m", File: "a.go", Line: 1}})
		}
		return list
	}
	thread := Thread{
		Steps: steps("locks mu", "unlocks mu", "locks other", "read-locks rw", "read-unlocks rw", "sends on c"),
	}
	f := &Finding{Rule: "GL3001", Threads: []Thread{thread}}
	show := func() string {
		var out bytes.Buffer
		b := bufio.NewWriter(&out)
		textThreads(b, &View{}, f)
		b.Flush()
		return out.String()
	}
	if got := show(); strings.Contains(got, "locks mu") || strings.Contains(got, "locks rw") ||
		!strings.Contains(got, "locks other") || !strings.Contains(got, "sends on c") {
		t.Error(got)
	}
	f.Threads = append(f.Threads, thread)
	if got := show(); strings.Contains(got, "unlocks mu") {
		t.Error(got)
	}
	f.Rule = "DL2004"
	if got := show(); strings.Count(got, "unlocks mu") != 2 {
		t.Error(got)
	}
}

// TestNumbers checks that the steps of several goroutines have the numbers of their order, and lose none.
func TestNumbers(t *testing.T) {
	step := func(thread, line int, text string) Step {
		return Step{Thread: thread, Text: text, Pos: Pos{Pkg: "m", File: "a.go", Line: line}}
	}
	start, goes, send := step(1, 3, "starts f"), step(1, 5, "takes another case"), step(0, 9, "sends on c")
	f := &Finding{Rule: "GL3001", Threads: []Thread{{Steps: []Step{send}}, {Steps: []Step{start, goes}}}}
	if n := f.numbers(); len(n) != 0 {
		t.Errorf("without an order: %v", n)
	}
	f.Trace = []Step{start, step(1, 4, "locks mu"), goes, send}
	want := map[stepKey]int{{start.Pos, start.Text, 1}: 1, {goes.Pos, goes.Text, 1}: 2, {send.Pos, send.Text, 0}: 3}
	if n := f.numbers(); !maps.Equal(n, want) {
		t.Errorf("%v, want %v", n, want)
	}
	f.Trace = []Step{start, send}
	if n := f.numbers(); len(n) != 0 {
		t.Errorf("a step is not in the order: %v", n)
	}
}

// TestRepeated checks that a step which a goroutine takes several times is told once, where it takes it last.
func TestRepeated(t *testing.T) {
	step := func(line int, text string) Step {
		return Step{Text: text, Pos: Pos{Pkg: "m", File: "a.go", Line: line}}
	}
	got := repeated([]Step{step(3, "sends"), step(4, "waits"), step(3, "sends"), step(3, "receives")})
	want := []repeat{{step(4, "waits"), 1}, {step(3, "sends"), 2}, {step(3, "receives"), 1}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestGraded checks that a finding says why it is as certain as it is, and no more than two reasons, or three.
func TestGraded(t *testing.T) {
	doubts := []Doubt{{ID: "A", Text: "a"}, {ID: "B", Text: "b"}, {ID: "C", Text: "c"}}
	for _, c := range []struct {
		f    Finding
		want string
	}{
		{Finding{Confidence: High}, "high: both goroutines, both call paths and the variable are in view"},
		{Finding{Confidence: Medium, Doubts: doubts[:2]}, "medium: a; b"},
		{Finding{ID: "1", Confidence: Low, Because: "x", Doubts: doubts[:2]}, "low: x; a; b"},
		{Finding{ID: "1", Confidence: Low, Because: "x", Doubts: doubts}, "low: x; a; and 2 more (syncvet explain 1)"},
		{Finding{Confidence: Medium}, "medium"},
	} {
		if got := graded(&c.f); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestOnce checks that a Once is not called a lock.
func TestOnce(t *testing.T) {
	once := Lock{Name: "m.T.once", Mode: InOnce, Pos: Pos{Pkg: "m", File: "a.go", Line: 3}}
	for want, locks := range map[string][]Lock{
		"no locks held, inside the function of the Once m.T.once since m/a.go:3":      {once},
		"locks held: m.T.mu, inside the function of the Once m.T.once since m/a.go:3": {once, {Name: "m.T.mu", Mode: "W"}},
		"no locks held": nil,
	} {
		if got := locksText(locks, (&View{}).name); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestConditions checks that each condition on a way is told once, in the order in which they are met, with its
// function.
func TestConditions(t *testing.T) {
	at := func(line int) Pos { return Pos{Pkg: "m", File: "a.go", Line: line} }
	conditions := map[int][]Condition{
		9: {{"x", 8}, {"!c.closed", 7}}, 5: {{"c.async", 4}, {"d", 3}, {"e", 3}, {"g", 3}}, 3: {{"a", 1}, {"b", 2}},
	}
	v := &View{Conditions: func(p Pos) []Condition { return conditions[p.Line] }}
	path := []Frame{{Func: "main"}, {Func: "f", Call: at(9)}, {Func: "g", Call: at(5)}}
	var out bytes.Buffer
	textConditions(&out, v, "only if", wayTo(at(9), path, &Origin{Pos: at(3)}, reader{pkg: "m"}))
	last := "               x (main a.go:8)\n               g (f a.go:3)\n" +
		"               e (f a.go:3)\n               d (f a.go:3)\n" +
		"               c.async (f a.go:4)\n"
	want := "  only if      2 conditions further out (-pairs lists them), and\n               !c.closed (main " +
		"a.go:7)\n" + last
	if got := out.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	out.Reset()
	v.Pairs = true
	textConditions(&out, v, "only if", wayTo(at(9), path, &Origin{Pos: at(3)}, reader{pkg: "m"}))
	want = "  only if      b (a.go:2)\n               a (a.go:1)\n               !c.closed (main a.go:7)\n" + last
	if got := out.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := brief(strings.Repeat("a", conditionWidth+20)); utf8.RuneCountInString(got) > conditionWidth+1 {
		t.Error(got)
	}
}
