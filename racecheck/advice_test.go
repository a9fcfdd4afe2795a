// This file tests the advice that the form of a race gives.

package racecheck

import (
	"regexp"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/report"
)

// TestDifferentLocks checks the advice for accesses that hold locks, but not the same one.
func TestDifferentLocks(t *testing.T) {
	access := func(kind string, line int, locks ...string) report.Access {
		a := report.Access{Kind: kind, Pos: report.Pos{Pkg: "m", File: "a.go", Line: line}}
		for _, l := range locks {
			a.Locks = append(a.Locks, report.Lock{Name: l, Mode: "W"})
		}
		return a
	}
	share := "hold one and the same lock at a.go:3 and a.go:9"
	one := "none where the two hold one lock; where they do not, guard the variable by a lock that all who have it share"
	for _, c := range []struct {
		x, y report.Access
		want string
	}{
		{
			access("write", 3, "m.T.mu"),
			access("read", 9, "m.T.rm"),
			"the two hold different locks: hold m.T.mu at a.go:9, too",
		},
		{
			access("read", 3, "m.T.mu"),
			access("write", 9, "m.T.rm"),
			"the two hold different locks: hold m.T.rm at a.go:3, too",
		},
		{access("write", 3, "m.U.mu"), access("read", 9, "m.T.rm"), share},         // it does not lie beside the variable
		{access("write", 3, "m.T.mu"), access("read", 9, "m.T.mu", "m.T.rm"), one}, // one lock by its name
	} {
		f := &report.Finding{Pos: c.x.Pos, Variable: report.Variable{Name: "m.T.f"}, Accesses: [2]report.Access{c.x, c.y}}
		if got := advice(
			f,
			&evidence.Evidence{Ends: make([]evidence.End, 2)},
			&scene{shared: func(string) bool { return false }},
			false,
		); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestTake checks that a function which is also called with the lock held is not told to take it.
func TestTake(t *testing.T) {
	path := []callStep{{fn: "(*T).Run"}, {fn: "(*T).step", at: "a.go:5"}, {fn: "(*T).count", at: "a.go:8"}}
	for under, want := range map[int]string{
		0: "hold m.T.mu at a.go:9, too",
		1: "hold m.T.mu around the call at a.go:8: other callers of (*T).count hold it already, so it would block if it " +
			"locked itself",
		2: "hold m.T.mu around the call at a.go:5: other callers of (*T).step hold it already, so it would block if it " +
			"locked itself",
		3: "lock m.T.mu in (*T).Run, and let those who call it with the lock held call a part of it that does not lock: " +
			"it would block there",
	} {
		if got := (holding{lock: "m.T.mu", at: "a.go:9", path: path, under: under}).text(); got != want {
			t.Errorf("%d: %q, want %q", under, got, want)
		}
	}
}

// TestHolding checks how a lock is to be held, and where else.
func TestHolding(t *testing.T) {
	h := holding{lock: "m.T.mu", at: "a.go:9", reads: true, care: ", but only to copy the channel: send behind the unlock"}
	for _, c := range []struct {
		also []string
		want string
	}{
		{nil, ""},
		{[]string{"a.go:12"}, "; likewise at line 12"},
		{[]string{"b.go:3", "a.go:12", "a.go:14"}, "; likewise at lines 12, 14 and b.go:3"},
		{[]string{"b.go:3"}, "; likewise at b.go:3"},
		{
			[]string{"a.go:1", "a.go:2", "a.go:3", "a.go:4", "a.go:5", "a.go:6", "a.go:7"},
			"; likewise at lines 1, 2, 3, 4, 5, 6 and 1 more",
		},
	} {
		h.also = c.also
		if got, want := h.text(), "hold m.T.mu at a.go:9, too (RLock is enough)"+h.care+c.want; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestNearText checks what is said of synchronisation that does not order a pair.
func TestNearText(t *testing.T) {
	event := func(op facts.EventOp, name string, line uint32) evidence.Event {
		return evidence.Event{
			Op:   op,
			Name: facts.Symbol{Name: name},
			Pos:  link.Position{File: facts.Symbol{Name: "a.go"}, Line: line},
		}
	}
	wait, done := event(facts.EventWait, "wg", 9), event(facts.EventDone, "wg", 5)
	recv, send := event(facts.EventRecv, "c", 7), event(facts.EventSend, "", 4)
	x := &evidence.Evidence{Ends: []evidence.End{{Steps: make([]evidence.Step, 1)}, {Steps: make([]evidence.Step, 1)}}}
	x.Ends[0].Last().Access.Kind, x.Ends[1].Last().Access.Kind = facts.Write, facts.Read
	for _, c := range []struct {
		s    evidence.Sync
		want string
	}{
		{
			evidence.Sync{Waits: wait, Gives: done, End: 1, After: true},
			"wg.Wait at a.go:9 waits for the goroutine of the write, but only after the read",
		},
		{
			evidence.Sync{Waits: wait, Gives: done, End: 1, Unfit: true},
			"wg.Wait at a.go:9 comes before the read, but an Add or Done elsewhere may let it return before the write happens",
		},
		{
			evidence.Sync{Waits: recv, Gives: send, End: 1},
			"receive from c at a.go:7 waits for the send at a.go:4, but the write need not happen before that",
		},
		{
			evidence.Sync{Waits: recv, Gives: send, End: 1, Other: true},
			"receive from c at a.go:7 waits for the send at a.go:4, which the goroutine of the write does not do",
		},
		{
			evidence.Sync{Waits: recv, Gives: send, Late: true},
			"receive from c at a.go:7 waits for the send at a.go:4, which may come before the read: then it orders nothing",
		},
		{
			evidence.Sync{Waits: recv},
			"receive from c at a.go:7 comes before the write, but is not known to wait for the read",
		},
	} {
		if got := nearText(x, &c.s); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestPlain checks that the words for doubts belong to rules that there are, and that no doubt is told by the ids of
// rules.
func TestPlain(t *testing.T) {
	known := map[string]bool{}
	ids := regexp.MustCompile(`\([A-Z]\d+`)
	for _, r := range races.Rules() {
		known[r.ID] = r.Effect.Doubt()
		if r.Effect.Doubt() && plain[r.ID] == "" && ids.MatchString(r.Title) {
			t.Errorf("%s has no plain words: %s", r.ID, r.Title)
		}
	}
	for id := range plain {
		if !known[id] {
			t.Errorf("%s makes no doubt", id)
		}
	}
	for id := range covered {
		if !known[id] {
			t.Errorf("%s makes no doubt", id)
		}
	}
}

// TestAround checks that the lock of what a variable is a part of is advised, if both come by methods of its type.
func TestAround(t *testing.T) {
	frame := func(name string) []evidence.Frame {
		return []evidence.Frame{{Func: facts.Symbol{Kind: facts.SymFunc, Pkg: "example.com/bar", Name: name}}}
	}
	share := "declare a mutex beside it and hold it at a.go:3 and a.go:9"
	for _, c := range []struct{ locked, free, want string }{
		{"(*Bar).Add", "(*Bar).Clear", "hold bar.Bar.mu at a.go:9, too"},
		{"(*Bar).Add", "clear", share}, // it may have no Bar
		{"(*Barn).Add", "(*Bar).Clear", share},
	} {
		x := report.Access{
			Kind:  "write",
			Pos:   report.Pos{Pkg: "m", File: "a.go", Line: 3},
			Locks: []report.Lock{{Name: "bar.Bar.mu", Mode: "W"}},
		}
		y := report.Access{Kind: "read", Pos: report.Pos{Pkg: "m", File: "a.go", Line: 9}}
		f := &report.Finding{Pos: x.Pos, Variable: report.Variable{Name: "bar.state.n"}, Accesses: [2]report.Access{x, y}}
		r := &evidence.Evidence{Ends: []evidence.End{
			{Path: frame(c.locked), Steps: make([]evidence.Step, 1)}, {Path: frame(c.free), Steps: make([]evidence.Step, 1)},
		}}
		if got := advice(f, r, &scene{shared: func(string) bool { return false }}, false); got != c.want {
			t.Errorf("%s and %s: %q, want %q", c.locked, c.free, got, c.want)
		}
	}
}

// TestBehindNot checks that nobody is told to move an access behind a wait that is above it, or for what the race is
// on.
func TestBehindNot(t *testing.T) {
	sym := facts.Symbol{Kind: facts.SymFunc, Pkg: "m", Name: "f"}
	for _, c := range []struct {
		variable, channel string
		line              uint32
		want              string
	}{
		{`local "n" of f`, "done", 12, "wait first: move the read at a.go:9 behind the receive from done at a.go:12"},
		{`local "n" of f`, "done", 5, ""},
		{`local "done" of f`, "done", 12, ""},
		{"m.T.n", "done", 12, ""}, // a queue, for all that is known
	} {
		x := report.Access{Kind: "write", Pos: report.Pos{Pkg: "m", File: "a.go", Line: 3}}
		y := report.Access{Kind: "read", Pos: report.Pos{Pkg: "m", File: "a.go", Line: 9}}
		v := report.Variable{Name: c.variable, Kind: "field"}
		if strings.HasPrefix(c.variable, "local ") {
			v.Kind = "captured"
		}
		f := &report.Finding{Pos: x.Pos, Variable: v, Accesses: [2]report.Access{x, y}}
		at := link.Position{File: facts.Symbol{Name: "a.go"}, Line: c.line}
		waits := evidence.Event{Op: facts.EventRecv, Name: facts.Symbol{Name: c.channel}, Func: sym, Pos: at}
		r := &evidence.Evidence{Ends: []evidence.End{
			{Steps: make([]evidence.Step, 1)}, {Steps: []evidence.Step{{Func: sym}}},
		}}
		r.Related = []evidence.Sync{{Waits: waits, End: 1, After: true}}
		if got := behind(f, r); got != c.want {
			t.Errorf("%s, line %d: %q, want %q", c.variable, c.line, got, c.want)
		}
	}
}
