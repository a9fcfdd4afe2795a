// This file tests words that readers of real reports stumbled over.

package report

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
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
		f.Accesses[k] = Access{Kind: "write", Pos: deep, Origin: Origin{Kind: "go", Pos: Pos{Pkg: "m", File: "s.go", Line: started}}}
	}
	f.Message = Headline(f)
	if got := HeadlineFor(&View{}, f); !strings.Contains(got, "T.f: write at deep.go:946 is not ordered with itself (RC1001)") {
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

// TestTelling checks that locks which are given back are left out where one goroutine is told of, and nowhere else.
func TestTelling(t *testing.T) {
	steps := func(texts ...string) (list []Step) {
		for _, text := range texts {
			list = append(list, Step{Text: text, Pos: Pos{Pkg: "m", File: "a.go", Line: 1}})
		}
		return list
	}
	thread := Thread{Steps: steps("locks mu", "unlocks mu", "locks other", "read-locks rw", "read-unlocks rw", "sends on c")}
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
	if got := show(); strings.Count(got, "unlocks mu") != 2 {
		t.Error(got)
	}
}
