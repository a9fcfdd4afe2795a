// This file asks whether a flag is taken back only when its owner is past an access.

package flagged

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// tidy reports whether all who take a flag back do so under the lock, when the owner is past the access at the end of a
// way.
func (p *Package) tidy(c claim, way []Step, over func(*Use) bool) bool {
	for k := range p.Uses {
		u := &p.Uses[k]
		if _, load := u.Instr.(*ssa.UnOp); load || u.Flag != c.set.Flag || isSet(u) {
			continue
		}
		if _, ok := u.Instr.(*ssa.Store); !ok || !u.Held(c.lock, true) || len(u.Ways) == 0 {
			return false
		}
		for _, w := range u.Ways {
			if !p.byOwner(c, way, w) && !p.told(c, way, w) && (over == nil || !over(u)) {
				return false
			}
		}
	}
	return true
}

// byOwner reports whether a flag is taken back at the end of a way by its owner, who is past his access then.
func (p *Package) byOwner(c claim, access, back []Step) bool {
	for i := range access[:c.depth+1] {
		x := &access[i]
		k := slices.IndexFunc(back, func(s Step) bool { return s.At.Parent() == x.At.Parent() && s.At != x.At })
		if k < 0 {
			continue
		}
		z := back[k].At
		switch {
		case slices.ContainsFunc(back[:k+1], func(s Step) bool { return s.Spawn }), !p.late(c, z, x.At):
			return false
		case x.Spawn:
			return !branch.LeadsTo(x.At, z, p.again(c.set)) // no goroutine was started
		case i == c.depth:
			return p.behind(c.set, z)
		}
		return p.once(c, access[i+1:c.depth+1])
	}
	return false
}

// once reports whether none of some steps is made twice behind one claim.
func (p *Package) once(c claim, steps []Step) bool {
	return !slices.ContainsFunc(steps, func(s Step) bool { return branch.LeadsTo(s.At, s.At, p.again(c.set)) })
}

// late reports whether control does not come from one instruction to another one without a claim, deferred calls at the
// end.
func (p *Package) late(c claim, from, to ssa.Instruction) bool {
	_, last := from.(*ssa.Defer)
	_, end := to.(*ssa.Defer)
	if last || end {
		return last && (!end || branch.Precedes(from, to))
	}
	return !branch.LeadsTo(from, to, p.again(c.set))
}

// told reports whether who takes the flag back at the end of a way has sent to the owner before, who has made his
// access when he receives.
func (p *Package) told(c claim, access, back []Step) bool {
	for _, s := range back {
		for _, b := range s.At.Parent().Blocks {
			for _, instr := range b.Instrs {
				if send, ok := instr.(*ssa.Send); ok && branch.Precedes(send, s.At) && p.ends(c, access, p.Key(send.Chan)) {
					return true
				}
			}
		}
		if s.Spawn {
			break
		}
	}
	return false
}

// ends reports whether the owner is past his access when he has received from a channel, and nobody else receives.
func (p *Package) ends(c claim, access []Step, ch any) bool {
	all := p.Receives[ch]
	if ch == nil || p.Buffered[ch] || len(all) == 0 {
		return false
	}
	own := access[:c.depth+1]
	if c.at.Spawn {
		own = own[:c.depth]
	}
	return !slices.ContainsFunc(all, func(recv ssa.Instruction) bool {
		i := slices.IndexFunc(own, func(s Step) bool { return s.At.Parent() == recv.Parent() })
		return i < 0 || !p.pastAfter(c, recv, ch, own[i].At) || !p.once(c, own[i+1:])
	})
}

// pastAfter reports whether control does not come from a receive to an instruction without a claim.
func (p *Package) pastAfter(c claim, recv ssa.Instruction, ch any, at ssa.Instruction) bool {
	if _, end := at.(*ssa.Defer); end {
		return false
	}
	s, ok := recv.(*ssa.Select)
	if !ok {
		return !branch.LeadsTo(recv, at, p.again(c.set))
	}
	for i, state := range s.States {
		if state.Send != nil || p.Key(state.Chan) != ch {
			continue
		}
		body := branch.CaseBody(s, i)
		if body == nil || body.Instrs[0] == at || branch.LeadsTo(body.Instrs[0], at, p.again(c.set)) {
			return false
		}
	}
	return true
}

// Unbuffered reports whether a value is a channel that is made without a buffer, or none.
func Unbuffered(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.ChangeType:
		return Unbuffered(x.X)
	case *ssa.MakeChan:
		size, known := place.Int(x.Size)
		return known && size == 0
	}
	return place.IsNil(v)
}
