// This file finds waits during which a lock is held, and what they wait for: who has to come there must not want that
// lock.

package guards

import (
	"golang.org/x/tools/go/ssa"
)

// sleeps notes waits: receives, sends and waits for a WaitGroup, not selects, which may have a way out.
func (a *locking) sleeps(f *function, instr ssa.Instruction, s state) {
	op, v := a.flow.Awaits(instr)
	if v == nil {
		return
	}
	if key := a.lockKey(v, keySteps); key != nil {
		a.sleepers = append(a.sleepers, sleeper{instr.Pos(), op, f, s, key})
	}
}

// asleep is a wait during which a lock of a class is held for what is done by who comes to an access; nil if there is
// none.
func (a *locking) asleep(x *instance, class int) *sleeper {
	f, k := x.f, x.ctx
	for range maxPath {
		c := &f.contexts[k]
		if c.from == nil || a.spawns(f, k) {
			break
		}
		f, k = c.from, c.ctx
	}
	var wakes map[sleepKey]bool // found when they are asked for
	for n := range a.sleepers {
		s := &a.sleepers[n]
		held := s.state.must.has(class, false)
		for _, c := range s.f.contexts {
			held = held || c.key.may.has(class, false) && !s.state.gone.has(class, false)
		}
		if !held || s.f == x.f {
			continue
		}
		if wakes == nil {
			wakes = map[sleepKey]bool{}
			a.wakes(f, wakes, map[*function]bool{})
		}
		if wakes[sleepKey{s.key, s.what}] {
			return s
		}
	}
	return nil
}

// wakes notes which waits a function and those that it calls let go on, by what holds the channel or WaitGroup.
func (a *locking) wakes(f *function, to map[sleepKey]bool, seen map[*function]bool) {
	if seen[f] || len(seen) > maxWakers {
		return
	}
	seen[f] = true
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			for _, e := range a.flow.Wakes(instr) {
				if key := a.lockKey(e.Of, keySteps); key != nil {
					to[sleepKey{key, e.Wait}] = true
				}
			}
		}
	}
	for _, e := range f.edges {
		if e.to != nil && !e.spawn {
			a.wakes(e.to, to, seen)
		}
	}
}
