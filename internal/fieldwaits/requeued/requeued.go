// Package requeued finds messages that are sent again to who calls Done for each, without another Add.
//
// # Rules
//
// It is (T94) of internal/fieldwaits: a message that comes again is done again.
//
// # Tests
//
// There is a program and its repaired twin in testdata/deadlocks/misuse (go test . -run TestQuick).
package requeued

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// An Again is a message that is sent again without an Add.
type Again struct {
	Sent ssa.Instruction // where it is sent again
	Chan ssa.Value       // on which channel
	Done ssa.Instruction // what is called for each message
}

// An object is what stands for a channel or WaitGroup: the field of the package's own that holds it, or the variable;
// nil if it is not known.
type object any

// A queue is what is done with a channel.
type queue struct {
	sends []ssa.Instruction // sends, with and without alternatives
	recvs []ssa.Instruction // receives, too
}

// A group is what is done with a WaitGroup.
type group struct {
	adds  []ssa.Instruction // calls of Add
	dones []ssa.Instruction // calls of Done
	waits []ssa.Instruction // calls of Wait
}

// A search looks at one package.
type search struct {
	*fielduse.Package
	queues map[object]*queue // by what stands for them
	groups map[object]*group // as queues
}

// Find lists the messages of a package that are sent again, one for each WaitGroup.
func Find(p *fielduse.Package) []Again {
	s := &search{p, map[object]*queue{}, map[object]*group{}}
	var order []object
	for _, fn := range p.Flow.Source.Funcs {
		if p.IsTest(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if g := s.note(i); g != nil && !slices.Contains(order, g) {
					order = append(order, g)
				}
			}
		}
	}
	var list []Again
	for _, key := range order {
		g := s.groups[key]
		if len(g.adds) == 0 || len(g.waits) == 0 || !s.known(key) {
			continue
		}
		for _, done := range g.dones {
			if x := s.again(g, done); x != nil {
				list = append(list, *x)
				break
			}
		}
	}
	return list
}

// note records what an instruction does, and gives the WaitGroup that it is about.
func (s *search) note(i ssa.Instruction) object {
	for _, ch := range channels(i) {
		if key := s.channel(ch.value); key != nil {
			q := s.queues[key]
			if q == nil {
				q = &queue{}
				s.queues[key] = q
			}
			if ch.sent {
				q.sends = append(q.sends, i)
			} else {
				q.recvs = append(q.recvs, i)
			}
		}
	}
	c, ok := i.(ssa.CallInstruction)
	if !ok || len(c.Common().Args) == 0 {
		return nil
	}
	row := s.Flow.Model(c)
	if row == nil || row.Sync != models.SyncAdd && row.Sync != models.SyncDone && row.Sync != models.SyncWait {
		return nil
	}
	key := s.variable(c.Common().Args[0])
	if key == nil {
		return nil
	}
	g := s.groups[key]
	if g == nil {
		g = &group{}
		s.groups[key] = g
	}
	switch row.Sync {
	case models.SyncAdd:
		g.adds = append(g.adds, i)
	case models.SyncDone:
		g.dones = append(g.dones, i)
	default:
		g.waits = append(g.waits, i)
	}
	return key
}

// An operand is a channel that an instruction sends on, or receives from.
type operand struct {
	value ssa.Value // the channel
	sent  bool      // it is sent on
}

// channels are the channels that an instruction operates on.
func channels(i ssa.Instruction) (list []operand) {
	switch x := i.(type) {
	case *ssa.Send:
		list = append(list, operand{x.Chan, true})
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			list = append(list, operand{x.X, false})
		}
	case *ssa.Select:
		for _, st := range x.States {
			list = append(list, operand{st.Chan, st.Dir == types.SendOnly})
		}
	}
	return list
}

// channel is what stands for a channel.
func (s *search) channel(v ssa.Value) object {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return s.variable(load.X)
	}
	return nil
}

// variable is what stands for what lies at an address.
func (s *search) variable(addr ssa.Value) object {
	if f := fielduse.AddressedField(addr); s.Own(f) {
		return f
	}
	if a := place.Variable(addr); a != nil {
		return a
	}
	return nil
}

// known reports whether all that is done with something is seen.
func (s *search) known(key object) bool {
	if a, ok := key.(*ssa.Alloc); ok {
		return s.followed(a)
	}
	for name, u := range s.All() {
		if object(name) == key {
			return !u.Lost()
		}
	}
	return false
}

// followed reports whether a variable's address, and the channel in it, go nowhere but into operations and literals.
func (s *search) followed(addr ssa.Value) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(i ssa.Instruction) bool {
		switch x := i.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			_, made := x.Val.(*ssa.MakeChan)
			return x.Addr != addr || !made
		case *ssa.MakeClosure:
			k := slices.Index(x.Bindings, addr)
			return k < 0 || !s.followed(x.Fn.(*ssa.Function).FreeVars[k])
		case *ssa.UnOp:
			return slices.ContainsFunc(*x.Referrers(), func(i ssa.Instruction) bool {
				c, call := i.(ssa.CallInstruction)
				_, debug := i.(*ssa.DebugRef)
				return !debug && (call && !place.IsBuiltin(c.Common(), "close") || !call && len(channels(i)) == 0)
			})
		case ssa.CallInstruction:
			row := s.Flow.Model(x)
			return row == nil || row.Sync != models.SyncAdd && row.Sync != models.SyncDone && row.Sync != models.SyncWait
		default:
			return true
		}
		return false
	})
}

// again is a message that is sent again by who has called Done, or will, for it; nil if there is none.
func (s *search) again(g *group, done ssa.Instruction) *Again {
	fn := done.Parent()
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			for _, ch := range channels(i) {
				key := s.channel(ch.value)
				if !ch.sent || key == nil || !s.known(key) || !s.perMessage(s.queues[key], i, done) ||
					!counted(g, s.queues[key], fn) {
					continue
				}
				return &Again{i, ch.value, done}
			}
		}
	}
	return nil
}

// perMessage reports whether a Done is called for each message from a queue, also where one is sent to it: it is
// deferred in a function that all who receive call, or comes before or after the send in the same round.
func (s *search) perMessage(q *queue, sent, done ssa.Instruction) bool {
	fn := done.Parent()
	in := func(at *ssa.BasicBlock) bool {
		around := branch.Around(at)
		return slices.ContainsFunc(q.recvs, func(r ssa.Instruction) bool { return around[r.Block()] })
	}
	if d, ok := done.(*ssa.Defer); ok {
		calls := s.calls(fn)
		return d.Block() == fn.Blocks[0] && len(calls) > 0 && !in(sent.Block()) &&
			!slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool { return !in(c.Block()) }) &&
			!slices.ContainsFunc(q.recvs, func(r ssa.Instruction) bool {
				return !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool { return c.Parent() == r.Parent() })
			})
	}
	if !in(sent.Block()) || slices.ContainsFunc(q.recvs, func(r ssa.Instruction) bool { return r.Parent() != fn }) {
		return false
	}
	return s.sameRound(q, sent, done)
}

// sameRound reports whether control comes from a send to a Done, or from a Done that surely comes before to the send,
// without another receive.
func (s *search) sameRound(q *queue, sent, done ssa.Instruction) bool {
	next := func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		return slices.DeleteFunc(slices.Clone(b.Succs), func(to *ssa.BasicBlock) bool {
			return slices.ContainsFunc(q.recvs, func(r ssa.Instruction) bool { return r.Block() == to })
		})
	}
	if b := sent.Block(); b == done.Block() {
		return true
	} else if branch.Reached(b, next)[done.Block()] {
		return true
	}
	return branch.Precedes(done, sent) && branch.Reached(done.Block(), next)[sent.Block()]
}

// calls are the calls and go statements of a function; nil if something else may call it.
func (s *search) calls(fn *ssa.Function) []ssa.CallInstruction {
	if fn.Parent() == nil {
		if refs := fn.Referrers(); refs != nil && len(*refs) > len(s.Callers(fn)) {
			return nil
		}
		return s.Callers(fn)
	}
	var list []ssa.CallInstruction
	if m := place.Closure(fn); m != nil {
		for _, u := range *m.Referrers() {
			c, ok := u.(ssa.CallInstruction)
			if _, deferred := u.(*ssa.Defer); !ok || deferred || c.Common().Value != ssa.Value(m) {
				return nil
			}
			list = append(list, c)
		}
	}
	return list
}

// counted reports whether all other messages are sent behind an Add of their function, and there are no other Adds.
func counted(g *group, q *queue, fn *ssa.Function) bool {
	behind := func(add, send ssa.Instruction) bool {
		return add.Parent() == send.Parent() && branch.Precedes(add, send)
	}
	others := slices.DeleteFunc(slices.Clone(q.sends), func(x ssa.Instruction) bool { return x.Parent() == fn })
	return len(others) > 0 &&
		!slices.ContainsFunc(others, func(x ssa.Instruction) bool {
			return !slices.ContainsFunc(g.adds, func(a ssa.Instruction) bool { return behind(a, x) })
		}) &&
		!slices.ContainsFunc(g.adds, func(a ssa.Instruction) bool {
			return a.Parent() == fn || !slices.ContainsFunc(others, func(x ssa.Instruction) bool { return behind(a, x) })
		})
}
