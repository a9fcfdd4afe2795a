// This file copies what natives keep of a run, for another one that goes on where it is (V56).

package natives

import "github.com/syncvet/syncvet/internal/interp/machine"

// Keeper copies what natives keep.
var Keeper = machine.Keeper{Same: sameCell, Copy: copyKept}

// sameCell reports whether a variable stands for something of the program, not of a run.
func sameCell(w *world, c *cell) bool {
	k := lib(w)
	return k.typesOf[c] != nil || k.frames[c] != nil || k.funcs[c] != spotInCode{}
}

// copyKept copies what natives keep of a run in which nobody waits; ok is false where somebody does.
func copyKept(kept any, c *machine.Copier) (other any, ok bool) {
	old, ok := kept.(*runKept)
	if !ok {
		return nil, kept == nil
	}
	k := &runKept{map[*cell]*lockState{}, map[*cell]*machine.Clock{}, map[*cell]*clockwork{}}
	for at, s := range old.locks {
		if s.held || s.readers > 0 || s.wants > 0 || len(s.queue)+len(s.tickets)+len(s.sleeper) > 0 {
			return nil, false
		}
		k.locks[c.Cell(at)] = s.copied(c)
	}
	for at, vc := range old.atomics {
		now := vc.Copy()
		k.atomics[c.Cell(at)] = &now
	}
	return k, len(old.timers) == 0
}

// copied is a copy of what is known of a lock that nobody has.
func (s *lockState) copied(c *machine.Copier) *lockState {
	d := &lockState{vc: s.vc.Copy(), reads: s.reads.Copy(), n: s.n}
	if s.told != nil {
		d.told, d.sleeper = map[int64]bool{}, map[int64]*thread{}
	}
	for _, x := range s.items {
		d.items = append(d.items, item{c.Value(x.v), x.vc.Copy()})
	}
	if s.table == nil {
		return d
	}
	d.table = map[any]*kept{}
	for _, x := range s.table {
		y := &kept{c.Value(x.k), c.Value(x.v), x.vc.Copy()}
		d.table[machine.KeyOf(y.k)] = y
	}
	for _, v := range s.keys {
		d.keys = append(d.keys, c.Value(v))
	}
	return d
}
