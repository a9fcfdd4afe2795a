package report

import (
	"bytes"
	"testing"
)

// matched says of findings whether a baseline of others knows them, as "known" and "new", and how many it has besides.
func matched(t *testing.T, before, after []*Finding) (states []string, gone int) {
	t.Helper()
	b, err := ReadBaseline(NewBaseline(before).Encode())
	if err != nil {
		t.Fatal(err)
	}
	gone = len(b.Match(after))
	for _, f := range after {
		states = append(states, f.Baseline)
	}
	return states, gone
}

// TestBaselineEdits checks (P8): what an edit elsewhere changes about a finding does not make it new; what makes it
// another one does.
func TestBaselineEdits(t *testing.T) {
	for name, c := range map[string]struct {
		edit  func(*Finding)
		state string
	}{
		"nothing": {func(*Finding) {}, StateKnown},
		"lines move": {
			func(f *Finding) { f.Pos.Line += 9; f.Accesses[0].Pos.Line += 9; f.Accesses[1].Origin.Pos.Line = 1 },
			StateKnown,
		},
		"file renamed": {
			func(f *Finding) { f.Pos.File, f.Accesses[0].Pos.File, f.Accesses[1].Pos.File = "a.go", "a.go", "a.go" },
			StateKnown,
		},
		"other end": {func(f *Finding) { f.Accesses[0].Func, f.Accesses[0].Path = "(*Cache).Delete", nil }, StateKnown},
		"literal above": {func(f *Finding) {
			f.Accesses[0].Origin.Name, f.Accesses[0].Path[0].Func = "TestRace.func3", "TestRace.func3"
		}, StateKnown},
		"rule":     {func(f *Finding) { f.Rule = "RC1005" }, StateNew},
		"variable": {func(f *Finding) { f.Variable.Name = "racedemo.Cache.m" }, StateNew},
		// as when another package closes the race
		"reported elsewhere": {func(f *Finding) { f.Pos.Pkg = "other" }, StateKnown},
		"both ends": {func(f *Finding) {
			f.Accesses[0].Func, f.Accesses[1].Func = "(*Cache).Delete", "(*Cache).Range"
		}, StateNew},
	} {
		f := partlyLocked()
		c.edit(f)
		finish(f)
		state, gone := matched(t, []*Finding{partlyLocked(), handler()}, []*Finding{f, handler()})
		wantGone := 0
		if c.state == StateNew {
			wantGone = 1
		}
		if state[0] != c.state || state[1] != StateKnown || gone != wantGone {
			t.Errorf("%s: %v, %d gone", name, state, gone)
		}
	}
}

// TestBaselineCounts checks that a second race on a known variable is new, wherever it stands in the report, and that
// what went is told.
func TestBaselineCounts(t *testing.T) {
	second := partlyLocked()
	second.Accesses[0].Func, second.Accesses[0].Kind = "(*Cache).Reset", "write"
	finish(second)
	for _, order := range [][]*Finding{{second, partlyLocked()}, {partlyLocked(), second}} {
		states, gone := matched(t, []*Finding{partlyLocked(), lockCycle()}, order)
		fresh := 0
		for i, f := range order {
			if states[i] == StateNew {
				fresh++
				if f != second {
					t.Error("the known one counts as new")
				}
			}
		}
		if fresh != 1 || gone != 1 {
			t.Errorf("%d new, %d gone; want 1, 1", fresh, gone)
		}
	}
}

// TestBaselineFile checks that a file does not depend on the order of findings, names no lines, and that others are
// refused.
func TestBaselineFile(t *testing.T) {
	data := NewBaseline([]*Finding{partlyLocked(), handler(), lockCycle()}).Encode()
	golden(t, "baseline", data)
	if again := NewBaseline([]*Finding{lockCycle(), handler(), partlyLocked()}).Encode(); !bytes.Equal(again, data) {
		t.Error("the order of findings matters")
	}
	if bytes.Contains(data, []byte(".go")) {
		t.Error("it names files")
	}
	for _, bad := range []string{"", "[]", `{"schema":99}`, "x"} {
		if _, err := ReadBaseline([]byte(bad)); err == nil {
			t.Errorf("%q accepted", bad)
		}
	}
}
