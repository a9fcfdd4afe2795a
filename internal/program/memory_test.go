// This file is programs under edit whose points-to sets may not take the memory that they need.

package program_test

import (
	"testing"

	"github.com/syncvet/syncvet/internal/program"
)

const boxes = `package main

type box struct{ n int }

var shared, other = &box{}, &box{}

func main() {
	p := other
	go func() { p.n = 1 }()
	shared.n++
	println(other.n)
}
`

const boxesShared = `package main

type box struct{ n int }

var shared, other = &box{}, &box{}

func main() {
	p := shared
	go func() { p.n = 1 }()
	shared.n++
	println(other.n)
}
`

// TestMaxMemory: past the bound each edit links anew, and what is said is what a new program says. Within it none does.
func TestMaxMemory(t *testing.T) {
	for _, c := range []struct {
		bytes int
		step  program.Step
	}{{0, program.Resolved}, {1 << 12, program.Relinked}} {
		cfg := config(true)
		cfg.MaxMemory = c.bytes
		w := &workbench{t: t, s: theShop(t), p: program.New(cfg)}
		w.edit("at first", boxes)
		for _, src := range []string{boxesShared, boxes, boxesShared} {
			if w.edit("the other box", src); w.step != c.step {
				t.Errorf("within %d bytes an edit is done by %v", c.bytes, w.step)
			}
		}
	}
}
