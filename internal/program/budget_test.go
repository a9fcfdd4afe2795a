// This file is what an exceeded budget does to the grade of a race (L6, L6a): no program of testdata
// is large enough to show it.

package program_test

import (
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
)

// longWay is a race beside calls that lead on and on.
const longWay = `package main

var total int

func main() {
	go count()
	total++
	first()
}

func count()  { total++ }
func first()  { second() }
func second() { third() }
func third()  { fourth() }
func fourth() { println(total) }
`

// guardedWay is the same, where only who counts holds the lock of what is counted.
const guardedWay = `package main

import "sync"

type tally struct {
	mu    sync.Mutex
	total int
}

var t tally

func main() {
	go t.count()
	println(t.total)
	first()
}

func (t *tally) count() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total++
}

func first()  { second() }
func second() { third() }
func third()  { fourth() }
func fourth() { t.mu.Lock(); t.mu.Unlock() }
`

// TestOverBudget grades a race in a link that is too small for the program, with the rule and without it.
func TestOverBudget(t *testing.T) {
	for _, c := range []struct {
		source    string
		instances int // 0: enough
		rule      string
		want      [2]evidence.Confidence
	}{
		{longWay, 0, "L6", [2]evidence.Confidence{evidence.High, evidence.High}},
		{longWay, 6, "L6", [2]evidence.Confidence{evidence.Low, evidence.High}},
		{guardedWay, 0, "L6a", [2]evidence.Confidence{evidence.High, evidence.High}},
		{guardedWay, 6, "L6a", [2]evidence.Confidence{evidence.Medium, evidence.High}},
	} {
		pkgs, err := theShop(t).build(c.source)
		if err != nil {
			t.Fatal(err)
		}
		p := program.New(link.Config{Own: "m", MaxInstances: c.instances})
		p.Update(pkgs)
		answers := p.RacesWithout(explain.View{Weakest: evidence.Low}, []string{"", c.rule})
		for k, list := range answers {
			if len(list) != 1 || list[0].Grade != c.want[k] {
				t.Errorf(
					"%s, %d instances, rule off: %v: %d races, want one of confidence %d: %v",
					c.rule,
					c.instances,
					k > 0,
					len(list),
					c.want[k],
					list,
				)
			}
		}
	}
}

// ownAffair is a function whose goroutines share what nobody else knows, in a program that is too large for its link.
const ownAffair = `package main

import "sync"

type server struct {
	wg sync.WaitGroup
	n  int
}

func main() { new(server).first() }

func (s *server) first()  { s.second() }
func (s *server) second() { s.third() }
func (s *server) third()  { s.fourth() }
func (s *server) fourth() { s.all(); s.waited() }

func (s *server) all() {
	var wg sync.WaitGroup
	found := 0
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			found++
		}()
	}
	wg.Wait()
	println(found)
}

func (s *server) waited() {
	found := 0
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		found++
	}()
	s.wg.Wait()
	println(found)
}
`

// TestOwnAffair finds a race by a link of one function, where the program's own link does not come there, and none
// where the object by which the goroutine is waited for is another one's, unless the rule is off (R51).
func TestOwnAffair(t *testing.T) {
	pkgs, err := theShop(t).build(ownAffair)
	if err != nil {
		t.Fatal(err)
	}
	p := program.New(link.Config{Own: "m", MaxInstances: 4})
	p.Update(pkgs)
	list := p.Races(explain.View{Weakest: evidence.Low})
	if len(list) != 1 || list[0].Grade != evidence.High || !list[0].Stray {
		t.Errorf("%d races, want one of high confidence in a link of its own: %v", len(list), list)
	}
	if list := p.Races(explain.View{Weakest: evidence.Low, Without: "R51"}); len(list) < 2 {
		t.Errorf("%d races without R51, want more than one: %v", len(list), list)
	}
}
