// This file finds rounds of a loop over messages that go on to the next one without the Done that other rounds call
// (T37).

package fieldwaits

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
)

// missingRounds are the waits for messages of which some are received without a Done (T37).
func missingRounds(r *finder) []lonely {
	var list []lonely
	all := r.All()
	for name, u := range all {
		dones, waits := u.Of(fielduse.Dones), u.Of(fielduse.Waits)
		if u.Lost() || len(dones) == 0 || len(waits) == 0 {
			continue
		}
		fn := dones[0].Instr.Parent()
		if r.IsTest(fn) || slices.ContainsFunc(dones, func(d fielduse.Use) bool {
			_, deferred := d.Instr.(*ssa.Defer)
			return deferred || d.Instr.Parent() != fn
		}) {
			continue
		}
		for _, head := range fn.Blocks {
			recv, body := rangeOver(head)
			if recv == nil {
				continue
			}
			ch := fielduse.HolderField(recv.X)
			if c := all[ch]; c == nil || c.Lost() || !sentCounted(r, c, u) {
				continue
			}
			at := nextRound(r.doneOf(fn, name), head, body, recv)
			unit, own := r.Flow.Source.UnitOf(fn)
			w, ownToo := r.Flow.Source.UnitOf(waits[0].Instr.Parent())
			if at.IsValid() && own && ownToo && unit < r.Flow.Source.Pkg.Source.Own {
				by := fielduse.Spot{Unit: unit, At: r.Place(at)}
				list = append(list, lonely{
					What: facts.TakeWait, Unit: w, Name: name, At: r.Place(waits[0].Instr.Pos()), By: by, Round: true,
				})
				break
			}
		}
	}
	return list
}

// rangeOver is the receive that the head of a loop over a channel makes, and where a round begins.
func rangeOver(head *ssa.BasicBlock) (recv *ssa.UnOp, body *ssa.BasicBlock) {
	cond, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If)
	if !ok {
		return nil, nil
	}
	e, ok := cond.Cond.(*ssa.Extract)
	if !ok || e.Index != 1 {
		return nil, nil
	}
	recv, ok = e.Tuple.(*ssa.UnOp)
	if !ok || recv.Op != token.ARROW || recv.Block() != head {
		return nil, nil
	}
	return recv, head.Succs[0]
}

// sentCounted reports whether every message on a channel is sent behind an Add of one to a WaitGroup, in its function,
// and every Add there comes before such a send.
func sentCounted(r *finder, messages *fielduse.Uses, group *fielduse.Uses) bool {
	adds := group.Of(fielduse.Adds)
	sends := messages.Of(fielduse.Sends)
	if len(adds) == 0 || len(sends) == 0 || len(sends) != len(adds) || slices.ContainsFunc(
		messages.Of(fielduse.Polls), func(x fielduse.Use) bool { return x.Sends },
	) {
		return false
	}
	counts := func(add, send fielduse.Use) bool {
		c := add.Instr.(ssa.CallInstruction)
		n, known := place.Int(c.Common().Args[1])
		a, b := add.Instr.Block(), send.Instr.Block()
		return known && n == 1 && a == b && slices.Index(a.Instrs, add.Instr) < slices.Index(b.Instrs, send.Instr)
	}
	return !slices.ContainsFunc(sends, func(x fielduse.Use) bool {
		return r.IsTest(x.Instr.Parent()) || !slices.ContainsFunc(adds, func(a fielduse.Use) bool { return counts(a, x) })
	})
}

// nextRound is where a round goes on to the next one though no Done has come, nor the message been given to anybody who
// may call it; invalid if there is no such way, or no round with a Done.
func nextRound(d *duty, head, body *ssa.BasicBlock, recv *ssa.UnOp) token.Pos {
	msg := recv.X.Type().Underlying().(*types.Chan).Elem()
	handed := func(i ssa.Instruction) bool {
		switch x := i.(type) {
		case *ssa.Send, *ssa.Select, *ssa.Go, *ssa.MapUpdate:
			return true
		case *ssa.Store:
			_, local := x.Addr.(*ssa.Alloc)
			return !local && types.Identical(x.Val.Type(), msg)
		}
		return d.done(i)
	}
	var at token.Pos
	met := false
	seen := map[*ssa.BasicBlock]bool{head: true}
	for work := []*ssa.BasicBlock{body}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		met = met || slices.ContainsFunc(b.Instrs, d.does)
		if slices.ContainsFunc(b.Instrs, handed) {
			continue
		}
		for _, n := range b.Succs {
			if n == head && !at.IsValid() {
				at = lastPos(b)
			}
			work = append(work, n)
		}
	}
	if !met {
		return token.NoPos
	}
	return at
}

// lastPos is the position of the last instruction of a block that has one, or of one before it on the only way there.
func lastPos(b *ssa.BasicBlock) token.Pos {
	for {
		for _, i := range slices.Backward(b.Instrs) {
			if i.Pos().IsValid() {
				return i.Pos()
			}
		}
		if len(b.Preds) != 1 {
			return token.NoPos
		}
		b = b.Preds[0]
	}
}
