// This file tests what nogo does unlike other hosts: facts of other repositories, and no way to read files.

package hosts

import (
	"fmt"
	"slices"
	"testing"

	"github.com/syncvet/syncvet/analyzers"
)

// depending is a module whose only goroutines are started by another module, and a repair that needs the source.
const depending = `
-- main/go.mod --
module example.com/main

go 1.26

require example.com/loop v1.0.0

replace example.com/loop => ../loop
-- main/main.go --
package main

import (
	"sync"

	"example.com/loop"
)

func main() {
	n := 0
	loop.Later(func() { n++ })
	println(n)
	late()
	println(left())
}

func late() {
	var wg sync.WaitGroup
	total := 0
	go func() {
		wg.Add(1)
		defer wg.Done()
		total++
	}()
	wg.Wait()
	println(total)
}

func left() (n int) {
	loop.Later(func() { n++ }) //nolint:racecheck // left out
	return n
}
-- loop/go.mod --
module example.com/loop

go 1.26
-- loop/loop.go --
package loop

func Later(f func()) { go f() }
`

// dependingTarget writes the modules.
func dependingTarget(t *testing.T) *Target { return offline(t, "depending", depending, "main") }

// TestNogoFacts checks that facts of other repositories reach nogo, and that a finding with a repair is shown where
// files cannot be read through the host.
func TestNogoFacts(t *testing.T) {
	found, err := Nogo(analyzers.Checkers())(dependingTarget(t))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Rule()))
	}
	if want := []string{"main.go:11 RC1002", "main.go:23 RC1002"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v: %v", got, want, found)
	}
}

// TestRulesGo checks that the nogo of rules_go shows on the same modules what its imitation does.
func TestRulesGo(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	target := dependingTarget(t)
	want, err := Nogo(analyzers.Checkers())(target)
	if err != nil {
		t.Fatal(err)
	}
	got, err := RulesGo(buildNogo(t))(target)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("nogo of rules_go: %v, want %v", got, want)
	}
}
