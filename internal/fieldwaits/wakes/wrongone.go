// This file finds calls of Signal that may wake who waits for something else (T19 c, T93).

package wakes

import (
	"maps"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
)

// wrongOne are the calls of Signal of which those who wait for one thing may take what is meant for those who wait for
// another one.
func (r *wakeups) wrongOne(name facts.Symbol, u *fielduse.Uses, loops []*waitLoop) []Lost {
	a, b := apart(loops)
	if a == nil {
		return nil
	}
	for _, s := range u.Of(fielduse.Signals) {
		c, ok := s.Instr.(ssa.CallInstruction)
		if !ok || r.IsTest(c.Parent()) || c.Common().StaticCallee() == nil {
			continue
		}
		if c.Common().StaticCallee().Name() == "Signal" && !broadcasts(c.Parent(), u) {
			return []Lost{r.lost(Lost{Kind: WrongOne, Cond: name}, c, []*waitLoop{a, b})}
		}
	}
	return nil
}

// apart are two loops of different functions that ask different things of one variable.
func apart(loops []*waitLoop) (a, b *waitLoop) {
	for i, x := range loops {
		for _, y := range loops[i+1:] {
			if x.vague || y.vague || x.wait.Parent() == y.wait.Parent() {
				continue
			}
			for f, tests := range x.tests {
				if other := y.tests[f]; len(other) > 0 && strings.Join(tests, "&") != strings.Join(other, "&") {
					return x, y
				}
			}
		}
	}
	return nil, nil
}

// crossed are the calls of Signal in functions that wait for different things, each of which changes what the other
// one waits for: it may wake who waits for the same as who calls it.
func (r *wakeups) crossed(name facts.Symbol, u *fielduse.Uses, loops []*waitLoop) []Lost {
	for k, x := range loops {
		for _, y := range loops[k+1:] {
			if x.vague || y.vague || x.wait.Parent() == y.wait.Parent() || r.alone(x) && r.alone(y) {
				continue
			}
			if a, b := r.wakesOther(u, x, y), r.wakesOther(u, y, x); a != nil && b != nil {
				return []Lost{r.lost(Lost{Kind: WrongOne, Cond: name}, a, []*waitLoop{x, y})}
			}
		}
	}
	return nil
}

// alone reports whether one goroutine waits in a loop at a time: it holds another lock, or one runs the function.
func (r *wakeups) alone(l *waitLoop) bool {
	return len(r.locks.Held(l.wait)) > 1 || !r.several(l.wait.Parent(), 0)
}

// wakesOther is the Signal in the function of a loop that sets what only another loop asks; nil if it wakes all.
func (r *wakeups) wakesOther(u *fielduse.Uses, x, y *waitLoop) ssa.Instruction {
	only := &waitLoop{tests: maps.Clone(y.tests)}
	maps.DeleteFunc(only.tests, func(f facts.Symbol, _ []string) bool { return x.tests[f] != nil })
	fn := x.wait.Parent()
	if !r.changes(fn, only) || broadcasts(fn, u) {
		return nil
	}
	for _, s := range u.Of(fielduse.Signals) {
		if c, ok := s.Instr.(*ssa.Call); ok && c.Parent() == fn && c.Call.StaticCallee() != nil {
			return c
		}
	}
	return nil
}
