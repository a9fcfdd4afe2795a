// This file is pairs that are looked at last, since many are like them (races L9).

package program_test

import (
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
)

// TestLaterPairs: of two hundred pairs of one access with itself only the last one is a race, and it is found unless
// the link has cost all that a package may by then (L5).
func TestLaterPairs(t *testing.T) {
	for _, c := range []struct {
		last  string // what the last goroutine locks
		work  int    // that the package may take; 0: enough
		races int
	}{{"second", 0, 1}, {"first", 0, 0}, {"second", 1, 0}} {
		var b strings.Builder
		b.WriteString(`package main

import "sync"

var first, second sync.Mutex
var total int

func set() { total = 1 }

func both() {
	first.Lock()
	second.Lock()
	set()
	second.Unlock()
	first.Unlock()
}

func one() {
	first.Lock()
	set()
	first.Unlock()
}

func last() {
	LAST.Lock()
	set()
	LAST.Unlock()
}

func main() {
`)
		b.WriteString(strings.Repeat("\tgo both()\n", 19))
		b.WriteString("\tgo one()\n\tgo last()\n}\n")
		p := answered(t, link.Config{MaxWork: c.work}, strings.ReplaceAll(b.String(), "LAST", c.last))
		if races := p.Races(explain.View{Weakest: evidence.Medium}); len(races) != c.races {
			t.Errorf("last locks %s: %d races, want %d: %v", c.last, len(races), c.races, races)
		}
		if capped := p.Stats().Capped; capped > 0 != (c.work > 0) {
			t.Errorf("last locks %s, work %d: %d locations left out", c.last, c.work, capped)
		}
	}
}

// TestCovered: functions that no root enters are counted, but not as entered.
func TestCovered(t *testing.T) {
	p := answered(t, link.Config{}, "package main\n\nvar n int\n\nfunc main() { go a(); n++ }\n\n"+
		"func a() { n++ }\n\nfunc b() { n-- }\n")
	p.Races(explain.View{})
	if s := p.Stats(); s.Entered != s.Declared-1 || s.Declared < 3 {
		t.Errorf("%d of %d functions entered, want all but one", s.Entered, s.Declared)
	}
}
