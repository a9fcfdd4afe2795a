// This file tests that what another instance of a goroutine starts has no other instances itself, and that races are
// found at every depth all the same (O4).

package program_test

import (
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/program"
)

// TestOthersOfOthers: three loops, one in what the other one starts. With two instances for each there would be 14
// goroutines beside main and the initialisers. Two of each depth race with each other, also if they stem from different
// instances of what starts them.
func TestOthersOfOthers(t *testing.T) {
	const src = `package main

var x, y, z int

func main() {
	for {
		go a()
	}
}

func a() {
	x++
	for {
		go b()
	}
}

func b() {
	y++
	for {
		go c()
	}
}

func c() { z++ }
`
	p := program.New(config(false))
	p.Update(theShop(t).buildFiles(t, [2]string{"m.go", src}))
	found := map[string]bool{}
	for _, r := range p.Races(explain.View{}) {
		found[r.Ends[0].Last().Name.Name] = r.Grade == evidence.High
	}
	for _, name := range []string{"x", "y", "z"} {
		if !found[name] {
			t.Errorf("no race of high confidence on %s", name)
		}
	}
	// a twice, b three times, c four times: 9
	if n := p.Stats().Origins - 2; n != 9 {
		t.Errorf("%d goroutines, not 9", n)
	}
}
