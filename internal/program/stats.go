// This file counts what an answer rests on.

package program

import (
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/races"
	"github.com/syncvet/syncvet/internal/waits"
)

// Stats are the sizes of all links of a program together.
type Stats struct {
	races.Stages
	Units       int   // functions reached
	Entered     int   // functions of the packages with roots that some link entered; of a program under edit zero
	Declared    int   // of so many with code
	Skipped     int   // roots that were not linked because they bring nothing new (link L9)
	Instances   int   // with their contexts
	Own         int   // of these, of functions of the module
	Origins     int   // twins included
	Objects     int   // abstract objects
	Constraints int   // of points-to sets
	Nodes       int   // slots and variables that have a points-to set
	Facts       int   // points-to facts
	Unknown     int   // call sites whose callee nobody in view knows
	Rules       []int // pairs that each rule of races.Rules ruled out or made low; nil: none
	waits.Walks
}

// count adds a link, what its stages left, and what each rule decided.
func (s *Stats) count(l *link.Link, x *races.Stages, rules []int) {
	if s.Rules == nil {
		s.Rules = make([]int, len(rules))
	}
	for k, n := range rules {
		s.Rules[k] += n
	}
	g := l.Sets.Stats()
	s.Instances += len(l.Insts) - 1
	for _, i := range l.Insts[1:] {
		if l.InModule(i.Unit.Sym.Pkg) {
			s.Own++
		}
	}
	s.Origins += len(l.Origins) - 1
	s.Objects += len(l.Objects) - 1
	s.Constraints += g.Constraints
	s.Nodes += g.Nodes
	s.Facts += g.Facts
	s.Unknown += l.Unknown
	s.Stages.Add(x)
}
