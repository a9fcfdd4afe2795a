// This file tests what is said of callers that are assumed, of deferred calls, and of guards.

package report

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
)

// TestAssumes checks that it is said which calls are taken to be made at the same time, and nothing where none is
// assumed.
func TestAssumes(t *testing.T) {
	o := func(kind, name string) Origin { return Origin{Kind: kind, Name: name} }
	for _, c := range []struct {
		x, y Origin
		want string
	}{
		{o("go", "f"), o("main", "main"), ""},
		{o("exported", "(*T).F"), o("exported", "(*T).F"), "several goroutines call (*T).F at the same time, on one T"},
		{o("exported", "(*T).F"), o("client", "(*T).G"),
			"(*T).F and (*T).G are called at the same time, each by a goroutine of its own, on one T"},
		{
			o("exported", "F"),
			o("exported", "(*T).G"),
			"F and (*T).G are called at the same time, each by a goroutine of its own",
		},
		{o("go", "(*T).run"), o("exported", "(*T).G"), "(*T).G is called while (*T).run runs, on one T"},
	} {
		f := &Finding{Accesses: [2]Access{{Origin: c.x}, {Origin: c.y}}}
		if got := assumes(f); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		f = &Finding{Threads: []Thread{{Origin: c.x}, {Origin: c.y}}, Confidence: High}
		if got := assumes(f); got != c.want {
			t.Errorf("threads: %q, want %q", got, c.want)
		}
		if got := graded(f); (c.want != "") != strings.Contains(got, "assumed") {
			t.Errorf("%s: %s", c.want, got)
		}
	}
}

// TestAssumedBesideKnown checks that of two ends, one with a known caller and one with an assumed one, each format says
// which is which, and that nothing says of both that they are in view.
func TestAssumedBesideKnown(t *testing.T) {
	for _, kind := range []string{"exported", "client"} {
		f := partlyLocked()
		f.Accesses[1].Path = f.Accesses[1].Path[1:]
		f.Accesses[1].Origin = Origin{Kind: kind, Name: "(*Cache).Len"}
		finish(f)
		for format, write := range Formats() {
			if format == "race" || format == "dot" || format == "mermaid" || format == "codeclimate" || format == "github" {
				continue // the race detector's layout, locks only, and the headline only
			}
			var out bytes.Buffer
			if err := write(&out, &View{}, []*Finding{f}, &Totals{}); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			if format == "json" {
				if !strings.Contains(text, `"kind":"`+kind+`"`) {
					t.Errorf("json: %s", text)
				}
				continue
			}
			if n := strings.Count(text, "assumed: any caller of") + strings.Count(text, "assumed: a client of"); n == 0 ||
				strings.Contains(text, "are in view") || strings.Contains(text, "assumed: any caller of TestRace") {
				t.Errorf("%s, %s: %s", kind, format, text)
			}
		}
	}
}

// TestAssumesNothing checks that nothing is assumed of a call that starts the other goroutine itself.
func TestAssumesNothing(t *testing.T) {
	started := Origin{Kind: "go", Name: "run", Chain: []Frame{{Func: "Open"}}}
	f := &Finding{Accesses: [2]Access{{Origin: Origin{Kind: "exported", Name: "Open"}}, {Origin: started}}}
	if got := assumes(f); got != "" {
		t.Error(got)
	}
	if f.Confidence = High; !strings.HasPrefix(graded(f), "high: one call") {
		t.Error(graded(f))
	}
	if f.Because = "a caller is assumed"; assumes(f) == "" {
		t.Error("the write may stand before the go statement: it takes a second call")
	}
	f = &Finding{Threads: []Thread{{Origin: f.Accesses[0].Origin}, {Origin: started}}}
	if got := assumes(f); got == "" {
		t.Error("a cycle of locks needs a second call")
	}
}

// TestDeferred checks that a deferred call is said to be one, and that the place of the headline is marked on the way.
func TestDeferred(t *testing.T) {
	at := func(line int) Pos { return Pos{Pkg: "m", File: "a.go", Line: line} }
	v := &View{Source: func(p Pos) string {
		return map[int]string{5: "defer c.close()", 7: "defer c.mu.Unlock()"}[p.Line]
	}}
	f := &Finding{Rule: "RC1001", Via: "call of close here", Pos: at(5)}
	show := func(do func(w *bufio.Writer)) string {
		var out bytes.Buffer
		b := bufio.NewWriter(&out)
		do(b)
		b.Flush()
		return out.String()
	}
	path := []step{{fn: "f", pkg: "m", at: at(5)}, {fn: "close", pkg: "m", at: at(9)}}
	got := show(func(w *bufio.Writer) { textFrames(w, v, f, path, at(9), true) })
	if !strings.Contains(got, "{ defer c.close() }"+deferred+" <- here") || strings.Count(got, "<<<<<") != 1 {
		t.Error(got)
	}
	s := &Step{Text: "unlocks mu", Pos: at(7), Func: "f"}
	if got := show(func(w *bufio.Writer) { textStep(w, v, f, s, 0, 1) }); !strings.Contains(
		got,
		deferred+"  <<<<< unlocks mu",
	) {
		t.Error(got)
	}
}

// TestUnguarded checks that a long headline about a guard loses its numbers, and no part of a name.
func TestUnguarded(t *testing.T) {
	pos := Pos{Pkg: "m", File: "memberlist.go", Line: 505, Col: 2}
	lock := "memberlist.Memberlist.nodeLock"
	f := &Finding{Rule: "RC1001", Pos: pos, Variable: Variable{Name: "memberlist.Node.Address"}}
	f.Guard = &Guard{Name: lock, Held: 10, Total: 14}
	other := Pos{Pkg: "example.com/members/a/rather/long/way/to/the/other", File: "state.go", Line: 1131}
	f.Accesses = [2]Access{{Kind: "return to callers, who read it", Pos: pos}, {Kind: "write", Pos: other}}
	f.Message = Headline(f)
	if got := HeadlineFor(&View{}, f); strings.Contains(got, gap) || !strings.Contains(got, " without "+lock) {
		t.Error(got)
	}
	if got := shorten("one two threefour five six", 20); got != "one two ... five six" && strings.Contains(got, "thr") {
		t.Error(got)
	}
	if got, want := f.Guard.explained(f), "is held at 10 of the 14 accesses"; !strings.Contains(got, want) {
		t.Error(got)
	}
}

// TestSpellFile checks that a place in prose has the folder of its file although the finding has no such line.
func TestSpellFile(t *testing.T) {
	f := &Finding{Rule: "RC1001", Pos: Pos{Pkg: "m/job", File: "a.go", Dir: "/m/job", Line: 3}}
	f.Accesses[0].Pos = f.Pos
	if got := (&View{Cwd: "/m"}).spell(f, "receive at a.go:9 and b.go:7"); got != "receive at job/a.go:9 and b.go:7" {
		t.Error(got)
	}
}
