// This file is the papers' examples as edits (ECHO figure 2; D4 figures 2, 7 and 9): what each edit makes appear and
// vanish.

package program_test

import (
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/relink"
)

// variables are those that races are about, sorted.
func variables(races []evidence.Evidence) []string {
	list := []string{}
	for _, r := range races {
		list = append(list, r.Ends[0].Last().Name.Name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// expect makes an edit and checks which variables' races appear and vanish.
func (w *workbench) expect(name, src string, appeared, vanished []string) {
	w.t.Helper()
	w.edit(name, src)
	if a, v := variables(w.news.Appeared), variables(w.news.Vanished); !slices.Equal(a, appeared) ||
		!slices.Equal(v, vanished) {
		w.t.Errorf("%s: appeared %v, want %v; vanished %v, want %v", name, a, appeared, v, vanished)
	}
}

// stepOf reads a step of ECHO's figure 2 from testdata.
func stepOf(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/papers/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	return string(txtar.Parse(data).Files[1].Data)
}

func TestEchoFigure2(t *testing.T) {
	w := &workbench{t: t, s: theShop(t), p: program.New(config(true))}
	elements, count, year := "Vector.elems", "Vector.count", "Conference.year"
	w.expect("at first", stepOf(t, "echo_figure2_step0_ok"), nil, nil)
	w.expect("edit 1: a second Add after the start", stepOf(t, "echo_figure2_step1_race"), []string{count, elements}, nil)
	w.expect("edit 2: a mutex in Add and Size", stepOf(t, "echo_figure2_step2_race"), nil, []string{count})
	w.expect("edit 3: the mutex in Get, too", stepOf(t, "echo_figure2_step3_ok"), nil, []string{elements})
	w.expect("edit 4: IncrementYear", stepOf(t, "echo_figure2_step4_race"), []string{year}, nil)
	w.expect("edit 5: the second Add deleted", stepOf(t, "echo_figure2_step5_ok"), nil, []string{year})
	w.expect("undone", stepOf(t, "echo_figure2_step4_race"), []string{year}, nil)
}

const d4figure2 = `package main

import "sync"

var (
	l1, l2 sync.Mutex
	x, y   int
)

func t1() {
	l1.Lock()
	x = 1
	l2.Lock()
	y = 1
	l2.Unlock()
	l1.Unlock()
}

func t2() {
	l2.Lock()
	// here
	println(y)
	l2.Unlock()
}

func main() {
	go t1()
	t2()
}
`

func TestD4Figure2(t *testing.T) {
	w := &workbench{t: t, s: theShop(t), p: program.New(config(true))}
	cycles := func(want, appeared, solved int) {
		t.Helper()
		if n, a, s := countCycles(w.p.Problems(view)), countCycles(w.news.Deadlocks), countCycles(w.news.Solved); n != want ||
			a != appeared ||
			s != solved {
			t.Errorf("%d cycles, %d new, %d gone; want %d, %d, %d", n, a, s, want, appeared, solved)
		}
	}
	first := sub(d4figure2, "// here", "x = 2")
	second := sub(d4figure2, "// here", "l1.Lock()\n\tx = 2\n\tl1.Unlock()")
	w.expect("at first", d4figure2, nil, nil)
	cycles(0, 0, 0)
	w.expect("(a)", first, []string{"x"}, nil)
	cycles(0, 0, 0)
	w.expect("(b)", second, nil, []string{"x"})
	cycles(1, 1, 0)
	w.expect("a line moved", sub(second, "func t2", "// t2 takes both.\nfunc t2"), nil, nil)
	cycles(1, 0, 0)
	w.expect("(b) undone", first, []string{"x"}, nil)
	cycles(0, 0, 1)
}

// countCycles counts the lock-order cycles among problems.
func countCycles(list []evidence.Evidence) int {
	n := 0
	for _, x := range list {
		if x.Kind == evidence.LockCycle {
			n++
		}
	}
	return n
}

const d4figure7 = `package main

var x, y int

func m1() {
	x = 3
	println(x)
}

func m2() {
	x = 2
	y = 0
}

func t1() {
	x = 1
	m1()
	// here
}

func t2() {
	y = x
	m1()
	m2()
}

func main() {
	x = 0
	y = 5
	go t1()
	go t2()
}
`

// TestD4Figure7: m1 and m2 are there once for both goroutines, and what main writes first is in no race. y is only the
// second goroutine's until the first one calls m2, too.
func TestD4Figure7(t *testing.T) {
	w := &workbench{t: t, s: theShop(t), p: program.New(config(true))}
	called := sub(d4figure7, "// here", "m2()")
	w.expect("at first", d4figure7, []string{"x"}, nil)
	w.expect("t1 calls m2", called, []string{"y"}, nil)
	for _, r := range w.p.Races(view) {
		for _, e := range r.Ends {
			if e.Last().Func.Name == "main" {
				t.Errorf("a race with main: %v", verdicts([]evidence.Evidence{r}))
			}
		}
	}
	w.expect("m2 does not write y", sub(called, "\ty = 0\n", ""), nil, []string{"y"})
	w.expect("undone", called, []string{"y"}, nil)
}

const d4figure9 = `package main

import "sync"

var o1, o2, o3 sync.Mutex

func t1() {
	o1.Lock()
	// first
	o2.Lock()
	o2.Unlock()
	o1.Unlock()
}

func t2() {
	o2.Lock()
	// second
	o1.Lock()
	o1.Unlock()
	o2.Unlock()
}

func main() {
	go t1()
	t2()
}
`

// TestD4Figure9: with o3 between the two, in both, there are exactly four edges more. o1→o3→o2→o1 and o1→o2→o3→o1 are
// cycles, too, but two goroutines cannot wait in a circle of three. Without o3 the graph is as before.
func TestD4Figure9(t *testing.T) {
	w := &workbench{t: t, s: theShop(t), p: program.New(config(true))}
	step := func(name, src string) (cycles int, edges []string) {
		w.edit(name, src)
		return countCycles(w.p.Problems(view)), w.p.LockOrder()
	}
	cycles, edges := step("at first", d4figure9)
	between := sub(
		sub(d4figure9, "// first", "o3.Lock()\n\tdefer o3.Unlock()"),
		"// second",
		"o3.Lock()\n\tdefer o3.Unlock()",
	)
	with, more := step("o3 between", between)
	after, again := step("undone", d4figure9)
	if cycles != 1 || with == 0 || after != 1 || !slices.Equal(edges, again) {
		t.Errorf("%d cycles, with o3 %d, then %d; edges %v, then %v", cycles, with, after, edges, again)
	}
	four := []string{"t1: o1 -> o3", "t1: o3 -> o2", "t2: o2 -> o3", "t2: o3 -> o1"}
	if got := slices.DeleteFunc(more, func(e string) bool { return slices.Contains(edges, e) }); !slices.Equal(got, four) {
		t.Errorf("new edges %v, want %v", got, four)
	}
}

const selfSupport = `package main

type node struct {
	f *node
	n int
}

var z, q, w, x *node

func main() {
	o := &node{}
	z, q = o, o
	w = o // seed
	x = z.f
	w = x
	w.f = q
	done := make(chan bool)
	go func() {
		w.n = 1
		close(done)
	}()
	println(q.n)
	<-done
}
`

// TestSelfSupportingFact is the design's counterexample to D4's rule in a program: without the seed, w points to
// nothing, though x, from which it is copied, would still have o if w had it. With D4's rule the race on o.n stays.
func TestSelfSupportingFact(t *testing.T) {
	w := &workbench{t: t, s: theShop(t), p: program.New(config(true))}
	w.expect("at first", selfSupport, []string{"node.n"}, nil)
	w.expect("the seed deleted", sub(selfSupport, "w = o // seed", ""), nil, []string{"node.n"})
	if w.step == relink.Relinked {
		t.Error("linked anew")
	}
	w.expect("undone", selfSupport, []string{"node.n"}, nil)
}
