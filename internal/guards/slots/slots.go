// This file is the channels that are used as locks.

package slots

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A Package is what is known of the channels of one.
type Package struct {
	key    func(ch ssa.Value) any                  // the variable that holds a channel, nil: none
	callee func(ssa.CallInstruction) *ssa.Function // whom a call surely calls, nil: not known
	rooms  map[any]bool                            // by variable: whether all that it is set to has room for one
	not    map[any]bool                            // variables whose channels are no locks
	takes  []any                                   // variables whose channels somebody sends to, in order
	gives  map[*ssa.Function]map[any]bool          // what functions receive from, those that they call included
	states map[*ssa.Function]map[any][]state       // at the start of their blocks
}

// New looks through the instructions of a package.
func New(
	each func(func(ssa.Instruction)), key func(ssa.Value) any, callee func(ssa.CallInstruction) *ssa.Function,
) *Package {
	p := &Package{
		key: key, callee: callee, rooms: map[any]bool{}, not: map[any]bool{},
		gives: map[*ssa.Function]map[any]bool{}, states: map[*ssa.Function]map[any][]state{},
	}
	each(p.made)
	each(p.used)
	p.takes = p.locks()
	return p
}

// made notes what variables are set to.
func (p *Package) made(instr ssa.Instruction) {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return
	}
	if !place.IsChan(store.Val.Type()) {
		return
	}
	k := p.key(store.Addr)
	if k == nil {
		return
	}
	one := false
	if m, ok := store.Val.(*ssa.MakeChan); ok {
		size, known := place.Int(m.Size)
		one = known && size == 1
	}
	if before, set := p.rooms[k]; set {
		one = one && before
	}
	p.rooms[k] = one
}

// used notes what is no use of a lock.
func (p *Package) used(instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Send:
		p.takes = append(p.takes, p.key(x.Chan))
	case *ssa.UnOp:
		if k := p.key1(x); k != nil && (len(*x.Referrers()) > 0 || !p.sentBefore(x, k) && !last(x)) {
			p.not[k] = true
		}
	case *ssa.Select:
		for _, s := range x.States {
			if k := p.key(s.Chan); s.Send != nil {
				p.takes = append(p.takes, k)
			} else {
				p.not[k] = true // who has others to wait for, too, waits
			}
		}
	case ssa.CallInstruction:
		if place.IsBuiltin(x.Common(), "close") {
			p.not[p.key(x.Common().Args[0])] = true
		}
	}
}

// key1 is the variable with the channel of a receive; nil for other instructions.
func (p *Package) key1(instr ssa.Instruction) any {
	if x, ok := instr.(*ssa.UnOp); ok && x.Op == token.ARROW {
		return p.key(x.X)
	}
	return nil
}

// sentBefore reports whether the function of a receive may have sent to the channel before.
func (p *Package) sentBefore(recv ssa.Instruction, k any) bool {
	for _, b := range recv.Parent().Blocks {
		for _, instr := range b.Instrs {
			if p.sends(instr, k) && branch.Leads(instr, recv) {
				return true
			}
		}
	}
	return false
}

// sends reports whether an instruction may send to a channel.
func (p *Package) sends(instr ssa.Instruction, k any) bool {
	switch x := instr.(type) {
	case *ssa.Send:
		return p.key(x.Chan) == k
	case *ssa.Select:
		for _, s := range x.States {
			if s.Send != nil && p.key(s.Chan) == k {
				return true
			}
		}
	}
	return false
}

// last reports whether a function does nothing after an instruction.
func last(instr ssa.Instruction) bool {
	rest := instr.Block().Instrs
	for i := range rest {
		if rest[i] == instr {
			rest = rest[i+1:]
			break
		}
	}
	for range instr.Parent().Blocks {
		for _, i := range rest {
			switch i := i.(type) {
			case *ssa.Return:
				return true
			case *ssa.Jump:
				rest = i.Block().Succs[0].Instrs
			case *ssa.RunDefers, *ssa.DebugRef, *ssa.Phi:
			default:
				return false
			}
		}
	}
	return false
}

// locks are the variables with channels that are used as locks, each once, in order.
func (p *Package) locks() (list []any) {
	seen := map[any]bool{nil: true}
	for _, k := range p.takes {
		if !seen[k] && p.rooms[k] && !p.not[k] {
			list = append(list, k)
		}
		seen[k] = true
	}
	return list
}

// Any reports whether there are any.
func (p *Package) Any() bool { return len(p.takes) > 0 }
