// This file is the invariants of a finished search (see the package comment), checked in tests.

package blocking

import "fmt"

// check returns the first invariant found broken.
func (g *graph) check() error {
	for id, key := range g.states {
		st := decode(key)
		for _, err := range []error{g.checkParent(id, key), g.checkSlots(st), g.checkObjects(st)} {
			if err != nil {
				return fmt.Errorf("state %d: %w", id, err)
			}
		}
	}
	return nil
}

// checkParent checks a state's number and that its parent leads to it. (I1)
func (g *graph) checkParent(id int, key string) error {
	if g.number[key] != id {
		return fmt.Errorf("found as %d", g.number[key])
	}
	p := g.parents[id]
	if p.from >= id || p.from < 0 && id > 0 {
		return fmt.Errorf("parent %d", p.from)
	}
	if id == 0 {
		return nil
	}
	moves, _ := g.moves(decode(g.states[p.from]), int(p.label.slot))
	for _, m := range moves {
		if m.label == p.label && string(m.to.key(nil)) == key {
			return nil
		}
	}
	return fmt.Errorf("no move %v from %d", p.label, p.from)
}

// checkSlots checks that empty slots are empty and ended ones hold something. (I2)
func (g *graph) checkSlots(st state) error {
	for slot := range maxThreads {
		words, held := st[slot*slotWords:(slot+1)*slotWords], g.holds(st, slot)
		switch {
		case st.live(slot):
		case words[1]|words[2]|words[3] != 0:
			return fmt.Errorf("slot %d has ended but holds %v", slot, words)
		case (words[0] != 0) != held:
			return fmt.Errorf("slot %d of process %d has ended; holds a lock: %v", slot, words[0], held)
		}
	}
	return nil
}

// checkObjects checks locks and buffers. (I3, I4)
func (g *graph) checkObjects(st state) error {
	for o := 1; o < len(g.Objects); o++ {
		id, w := ObjID(o), st.object(ObjID(o))
		switch g.Objects[o].Kind {
		case Chan:
			if w[0] > min(g.Objects[o].Cap, full) {
				return fmt.Errorf("channel %d holds %d values", o, w[0])
			}
		case Lock:
			if w[0] != 0 && w[1] != 0 {
				return fmt.Errorf("lock %d has a writer and readers", o)
			}
			if n := g.announcers(st, id); n > 1 || n == 1 && w[0] != 0 {
				return fmt.Errorf("lock %d: %d have announced themselves, writer %d", o, n, w[0])
			}
		}
	}
	return nil
}

// announcers counts the threads that have announced themselves on a lock.
func (g *graph) announcers(st state, o ObjID) int {
	n := 0
	for slot := range maxThreads {
		if st.live(slot) && st.mood(slot) == announced && g.at(st, slot).Obj == o {
			n++
		}
	}
	return n
}
