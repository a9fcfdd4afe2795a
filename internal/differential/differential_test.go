// This file is the short run: the generator's own laws, and one batch against the race detector.

package differential

import (
	"flag"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var (
	programs = flag.Int("programs", 0, "compare so many programs with the race detector")
	first    = flag.Uint64("seed", 1, "seed of the first program")
)

// The share of safe programs that may have a false alarm, and the share of seen races that may be missed. They are what
// the checker reaches today, and a little more for the chance of few programs; the aim is 0.02 and 0. They may only be
// lowered.
const (
	alarmLimit = 0.12
	missLimit  = 0.10
)

// TestPlans checks that safe plans cannot race, that racy ones can, that none gets stuck, and that plans are written in
// one way.
func TestPlans(t *testing.T) {
	for seed := range uint64(300) {
		p := generate(seed)
		switch v := judge(p); {
		case v.stuck:
			t.Errorf("seed %d: a thread never ends", seed)
		case p.Safe != (len(v.races) == 0):
			t.Errorf("seed %d: safe %v, %d races", seed, p.Safe, len(v.races))
		}
		text := render(p, "p0")
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", text, 0); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
		}
		if again := render(generate(seed), "p0"); again != text {
			t.Errorf("seed %d: written in two ways", seed)
		}
	}
}

// TestTruth checks orders that are easily got wrong, on plans written by hand.
func TestTruth(t *testing.T) {
	write := func() *action { return &action{Op: opAccess, Write: true} }
	on := func(o op) *action { return &action{Op: o} }
	for _, c := range []struct {
		name  string
		kind  syncObject
		main  []*action
		child []*action
		racy  bool
	}{
		{
			"start",
			syncObject{Kind: syncGroup},
			[]*action{write(), {Op: opGo, Thread: 1}},
			[]*action{write(), on(opDone)},
			false,
		},
		{
			"no wait",
			syncObject{Kind: syncGroup},
			[]*action{{Op: opGo, Thread: 1}, write()},
			[]*action{write(), on(opDone)},
			true,
		},
		{
			"wait",
			syncObject{Kind: syncGroup},
			[]*action{{Op: opGo, Thread: 1}, on(opWait), write()},
			[]*action{write(), on(opDone)},
			false,
		},
		{
			"after Done",
			syncObject{Kind: syncGroup},
			[]*action{{Op: opGo, Thread: 1}, on(opWait), write()},
			[]*action{on(opDone), write()},
			true,
		},
		{
			"message",
			syncObject{Kind: syncChan, Cap: 1},
			[]*action{{Op: opGo, Thread: 1, Sync: -1}, on(opRecv), write()},
			[]*action{write(), on(opSend)},
			false,
		},
		{
			"after buffered send",
			syncObject{Kind: syncChan, Cap: 1},
			[]*action{{Op: opGo, Thread: 1, Sync: -1}, write(), on(opRecv)},
			[]*action{on(opSend), write()},
			true,
		},
		{
			"after unbuffered send",
			syncObject{Kind: syncChan},
			[]*action{{Op: opGo, Thread: 1, Sync: -1}, write(), on(opRecv)},
			[]*action{on(opSend), write()},
			false,
		},
		{
			"flag seen",
			syncObject{Kind: syncFlag},
			[]*action{{Op: opGo, Thread: 1, Sync: -1}, {Op: opGuard, Body: []*action{write()}}},
			[]*action{write(), on(opStore)},
			false,
		},
		{
			"after a flag",
			syncObject{Kind: syncFlag},
			[]*action{{Op: opGo, Thread: 1, Sync: -1}, {Op: opGuard, Body: []*action{}}, write()},
			[]*action{write(), on(opStore)},
			true,
		},
	} {
		p := &plan{
			Places:  []place{{}},
			Syncs:   []syncObject{c.kind},
			Threads: []*thread{{Actions: c.main, Copies: 1}, {Actions: c.child, Copies: 1}},
		}
		if got := judge(p); got.stuck || c.racy != (len(got.races) > 0) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// TestDetectors compares the checker with the race detector: races missed and false alarms must stay below their
// limits.
func TestDetectors(t *testing.T) {
	if *programs == 0 {
		t.Skip("needs -programs, and a C compiler")
	}
	tool := filepath.Join(t.TempDir(), "syncvet.exe")
	if out, err := exec.Command("go", "build", "-o", tool, "../../cmd/syncvet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r, err := Run(t.Context(), Options{Tool: tool, Dir: t.TempDir(), First: *first, Count: *programs, Batch: 100, Runs: 9})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	r.Write(&text, testing.Verbose())
	t.Log(text.String())
	if n := r.Count(Missed); float64(n) > missLimit*float64(r.Count(Reported)) {
		t.Errorf("%d races missed", n)
	}
	if float64(r.Alarms) > alarmLimit*float64(r.Safe) {
		t.Errorf("%d of %d safe programs have a false alarm", r.Alarms, r.Safe)
	}
	if len(r.Hung) > 0 {
		t.Errorf("programs that did not end: %v", r.Hung)
	}
}
