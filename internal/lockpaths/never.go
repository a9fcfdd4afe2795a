// This file finds locks that are left held for good: a function returns with the lock on every way, or on some and
// tells its callers by a result, and nobody in the package unlocks what somebody else has locked (T12).

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// keeps notes the locks that every return of a function leaves held.
func (m *verdict) keeps(unit int) {
	for _, e := range m.exits {
		if _, ok := e.instr.(*ssa.Return); !ok {
			continue
		}
		for _, h := range e.state.holds {
			if op := m.effect(h.spot); m.named(h.spot) && (op == facts.Lock || op == facts.RLock) {
				m.r.keepers = append(m.r.keepers, keeper{unit: unit, hold: h, at: m.ending(e.instr)})
			}
		}
		return
	}
}

// frees notes that a function unlocks what it has not locked.
func (r *Result) frees(name facts.Symbol) {
	if r.freed == nil {
		r.freed = map[facts.Symbol]bool{}
	}
	r.freed[name] = true
}

// neverFree are the locks that nobody will unlock again, where the package alone can name them.
func (r *Result) neverFree() []mistake {
	var list []mistake
	var others map[facts.Symbol]bool
	for _, k := range r.keepers {
		u := &r.Flow.Source.Pkg.Source.Units[k.unit]
		again := func(x mistake) bool { return x.Unit == k.unit && x.Name == k.hold.name && x.Kind == Twice }
		if slices.ContainsFunc(r.mistakes, again) || r.freed[k.hold.name] || !r.Own(k.hold.name) ||
			u.Flags&(facts.Main|facts.Init|facts.InTest) != 0 || len(k.hold.via) > 0 {
			continue
		}
		if others == nil {
			others = r.unlockedElsewhere()
		}
		if !others[k.hold.name] {
			kind := NeverFree
			if k.told {
				kind = LeftHeld
			}
			list = append(list, mistake{
				Kind: kind, Unit: k.unit, Name: k.hold.name, Doubt: 1, Read: k.hold.mode == facts.TakeRead,
				Held: k.hold.at, At: k.at,
			})
		}
	}
	return list
}

// unlockedElsewhere are the locks whose address goes elsewhere than into their own methods, and those unlocked in
// functions that were not followed to the end.
func (r *Result) unlockedElsewhere() map[facts.Symbol]bool {
	found := map[facts.Symbol]bool{}
	for _, fn := range r.Flow.Source.Funcs {
		if s, ok := r.summaries[fn]; ok && s == nil {
			for _, x := range r.Locks.Sites(fn) {
				if x.Op == facts.Unlock || x.Op == facts.RUnlock {
					found[x.Name] = true
				}
			}
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if f, ok := instr.(*ssa.FieldAddr); ok && !onlyReceiver(f) {
					name, _ := place.Name(f)
					found[name] = true
				}
				for _, op := range instr.Operands(nil) {
					if g, ok := (*op).(*ssa.Global); ok && !isReceiver(instr, g) {
						name, _ := place.Name(g)
						found[name] = true
					}
				}
			}
		}
	}
	return found
}

// onlyReceiver reports whether an address is used only to call methods on it, or to reach further in.
func onlyReceiver(f *ssa.FieldAddr) bool {
	return !slices.ContainsFunc(*f.Referrers(), func(i ssa.Instruction) bool { return !isReceiver(i, f) })
}

// isReceiver reports whether an instruction uses an address as the receiver of a method that it calls, or to reach
// further in.
func isReceiver(instr ssa.Instruction, addr ssa.Value) bool {
	switch x := instr.(type) {
	case *ssa.FieldAddr, *ssa.DebugRef:
		return true
	case ssa.CallInstruction:
		c := x.Common()
		return c.StaticCallee() != nil && c.Signature().Recv() != nil && len(c.Args) > 0 && c.Args[0] == addr &&
			!slices.Contains(c.Args[1:], addr)
	}
	return false
}
