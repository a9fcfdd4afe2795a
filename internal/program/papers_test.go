// This file is the papers' examples as edits (ECHO figure 2; D4 figures 2, 7 and 9): what each edit makes appear and vanish.

package program_test

import (
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/program"
)

// variables are those that races are about, sorted.
func variables(races []program.Race) []string {
	list := []string{}
	for _, r := range races {
		list = append(list, r.Ends[0].Name.Name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// expect makes an edit and checks which variables' races appear and vanish.
func (w *workbench) expect(name, src string, appeared, vanished []string) {
	w.t.Helper()
	w.edit(name, src)
	if a, v := variables(w.news.Appeared), variables(w.news.Vanished); !slices.Equal(a, appeared) || !slices.Equal(v, vanished) {
		w.t.Errorf("%s: appeared %v, want %v; vanished %v, want %v", name, a, appeared, v, vanished)
	}
}

// stepOf reads a step of ECHO's figure 2 from testdata.
func stepOf(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../testdata/" + name + ".txtar")
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
	cycles := func(want int) {
		t.Helper()
		n := 0
		for _, x := range w.p.Problems(view) {
			if x.Kind == program.LockCycle {
				n++
			}
		}
		if n != want {
			t.Errorf("%d cycles, want %d", n, want)
		}
	}
	first := sub(d4figure2, "// here", "x = 2")
	second := sub(d4figure2, "// here", "l1.Lock()\n\tx = 2\n\tl1.Unlock()")
	w.expect("at first", d4figure2, nil, nil)
	cycles(0)
	w.expect("(a)", first, []string{"x"}, nil)
	cycles(0)
	w.expect("(b)", second, nil, []string{"x"})
	cycles(1)
	w.expect("(b) undone", first, []string{"x"}, nil)
	cycles(0)
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

// TestD4Figure7: m1 and m2 are there once for both goroutines, and what main writes first is in no race. y is only the second
// goroutine's until the first one calls m2, too.
func TestD4Figure7(t *testing.T) {
	w := &workbench{t: t, s: theShop(t), p: program.New(config(true))}
	called := sub(d4figure7, "// here", "m2()")
	w.expect("at first", d4figure7, []string{"x"}, nil)
	w.expect("t1 calls m2", called, []string{"y"}, nil)
	for _, r := range w.p.Races(view) {
		for _, e := range r.Ends {
			if e.Func.Name == "main" {
				t.Errorf("a race with main: %v", verdicts([]program.Race{r}))
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

// TestD4Figure9: with o3 between the two, in both, o1→o3→o2→o1 and o1→o2→o3→o1 are cycles, too, but two goroutines cannot wait in a
// circle of three.
func TestD4Figure9(t *testing.T) {
	w := &workbench{t: t, s: theShop(t), p: program.New(config(true))}
	cycles := func(name, src string) []int {
		w.edit(name, src)
		var lengths []int
		for _, x := range w.p.Problems(view) {
			if x.Kind == program.LockCycle {
				lengths = append(lengths, len(x.Cycle))
			}
		}
		return lengths
	}
	before := cycles("at first", d4figure9)
	between := sub(sub(d4figure9, "// first", "o3.Lock()\n\tdefer o3.Unlock()"), "// second", "o3.Lock()\n\tdefer o3.Unlock()")
	with := cycles("o3 between", between)
	after := cycles("undone", d4figure9)
	if len(before) != 1 || len(with) == 0 || !slices.Equal(before, after) {
		t.Errorf("cycles of %v locks, with o3 of %v, then of %v", before, with, after)
	}
}
