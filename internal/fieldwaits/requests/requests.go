// This file finds the requests that are not answered.

package requests

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Package is what is asked about.
type Package struct {
	Own   func(*ssa.Function) bool // it is the package's
	Test  func(*ssa.Function) bool // it is one of its tests
	Funcs []*ssa.Function          // the package's, those of its tests, too
	// where the k-th edge of a block leads; nil: control never takes it
	Next func(b *ssa.BasicBlock, k int) *ssa.BasicBlock
}

// An Unanswered is a request that somebody does not answer.
type Unanswered struct {
	Waits *ssa.UnOp      // the receive of the answer
	Addr  *ssa.FieldAddr // of the field that holds the channel for it
	Left  Leaving        // where whoever has got it goes on
}

// Find lists the requests that are not answered (Q4), at most one for each place where somebody waits for an answer.
func (p *Package) Find() []Unanswered {
	var list []Unanswered
	for _, fn := range p.Funcs {
		if !p.Own(fn) {
			continue
		}
		for _, a := range askers(fn) {
			if left, ok := p.unanswered(a); ok {
				list = append(list, Unanswered{a.waits, a.addr, left})
			}
		}
	}
	return list
}

// unanswered is where somebody who has got an asker's request goes on without an answer, the first such place; ok is
// false if there is none. Who answers no request at all takes none of this asker's.
func (p *Package) unanswered(a *asker) (first Leaving, ok bool) {
	var all []Leaving
	for _, fn := range p.Funcs {
		if !p.Own(fn) || p.Test(fn) && !p.Test(a.waits.Parent()) {
			continue
		}
		for _, r := range a.received(fn) {
			h := newHolder(p, a, fn, maxCalls, r)
			if r.value != nil {
				h.carry(r.value)
			}
			h.walk(state{b: r.start, index: r.index})
			if h.answered {
				for _, x := range h.left {
					all = append(all, x.Leaving)
				}
			}
		}
	}
	if len(all) == 0 {
		return first, false
	}
	return slices.MinFunc(all, func(x, y Leaving) int { return cmp.Compare(x.At, y.At) }), true
}
