// This file is the events of control flow edges: what is known where a condition has come out one way (E3, E4).

package spawn

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/collect"
	"github.com/syncvet/syncvet/passes/internal/cond"
	"github.com/syncvet/syncvet/passes/internal/loops"
	"github.com/syncvet/syncvet/passes/internal/spared"
	"github.com/syncvet/syncvet/passes/source"
)

// An edges makes the events of a function's edges.
type edges struct {
	*maker
	cond      *cond.Function                 // conditions by name and number (E15)
	spared    *spared.Function               // waits that make no difference (E22, E26)
	loops     map[*ssa.BasicBlock]loops.Loop // counted loops by the block that decides whether they go on (E16)
	collected collect.Found                  // (E14)
	every     []collect.Every                // loops that wait for all elements of a collection (E49)
	waiting   []map[*ssa.BasicBlock]bool     // loops in which a Cond is waited for (E40)
}

// known is what happened if a condition has the given value.
func (d *edges) known(cond ssa.Value, value bool, at *ssa.BasicBlock) []event {
	switch x := cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return d.known(x.X, !value, at)
		}
		if e, ok := d.flagRead(x); ok && !d.overwritten(x, at) {
			return []event{seen(e, truth(value))}
		}
	case *ssa.Call:
		if list := d.neverRan(x); value && len(list) > 0 {
			return list
		}
		return d.knownCall(x, value)
	case *ssa.BinOp:
		return d.knownEqual(x, value)
	case *ssa.Extract:
		if x.Index == 1 && !value {
			return d.knownClosed(x.Tuple, at)
		}
	}
	return nil
}

// knownCall is what the truth value of a call's result tells.
func (d *edges) knownCall(call *ssa.Call, value bool) []event {
	row := d.r.flow.Model(call)
	if row == nil {
		if e, ok := d.flagAnswer(call); ok {
			return []event{seen(e, truth(value))}
		}
		return nil
	}
	if row.Object >= len(call.Call.Args) {
		return nil
	}
	object := func(op facts.EventOp) event { return d.object(op, call.Call.Args[row.Object], call) }
	switch row.Sync {
	case models.SyncTryLock, models.SyncTryRLock:
		if s, ok := d.r.Locks.Site(call); ok && value {
			return []event{d.numbered(facts.EventLock, int(s), call)}
		}
	case models.SyncAtomicRead:
		return []event{seen(object(facts.EventAtomicRead), truth(value))}
	case models.SyncAtomicRMW:
		if isTruthSwap(call) && tested(call) {
			n, _ := place.Constant(call.Call.Args[1])
			if n == truth(value) {
				return []event{seen(object(facts.EventAtomicRead), n)}
			}
			write := withConstant(object(facts.EventAtomicWrite), call.Call.Args[1])
			if n != 0 {
				write.Flags |= facts.EventTaken
			}
			return []event{write}
		}
		if !place.IsCompareAndSwap(call) || !tested(call) {
			return nil
		}
		old := call.Call.Args[1]
		n, ok := place.Constant(old)
		if !value && ok && place.IsBool(old.Type()) {
			return []event{seen(object(facts.EventAtomicRead), 1-n)}
		}
		if !value {
			return nil
		}
		write := withConstant(object(facts.EventAtomicWrite), call.Call.Args[2])
		if place.IsNil(old) && write.Flags&facts.EventConst == 0 {
			write = seen(write, 1) // approximation: who replaces nil gives something else
		}
		switch {
		case ok && n != 0:
			return []event{seen(object(facts.EventAtomicRead), n), write}
		case (ok || place.IsNil(old)) && write.Flags&facts.EventConst != 0 && write.N != 0:
			write.Flags |= facts.EventTaken
		}
		return []event{write}
	}
	return nil
}

// seen is an atomic read that is known to have seen a value.
func seen(e event, n int64) event {
	e.N = n
	e.Flags |= facts.EventConst
	return e
}

// knownEqual is what a comparison with a constant tells: of an atomic load's result, or of a select's case.
func (d *edges) knownEqual(x *ssa.BinOp, value bool) []event {
	v, c, op := x.X, x.Y, x.Op
	if _, ok := v.(*ssa.Const); ok {
		v, c, op = c, v, branch.Mirrored(op)
	}
	end, ok := d.contextEnd(v, x, op == token.NEQ == value)
	if ok && place.IsNil(c) && (op == token.EQL || op == token.NEQ) {
		return []event{end}
	}
	if whole := place.Bits(v); whole != v {
		set := excludesZero(op, c, value) || op == token.EQL && value && !place.IsZero(c)
		if read, ok := d.atomicRead(whole); ok && set {
			e := seen(read, 0)
			e.Flags |= facts.EventTaken
			return []event{e}
		}
		return nil
	}
	read, isRead := d.atomicRead(v)
	if isRead {
		if excludesZero(op, c, value) {
			e := seen(read, 0)
			e.Flags |= facts.EventTaken
			return []event{e}
		}
		if place.IsNil(c) && op == token.EQL == value && (op == token.EQL || op == token.NEQ) {
			return []event{seen(read, 0)}
		}
	}
	n, ok := place.Constant(c)
	if !ok || op != token.EQL && op != token.NEQ {
		return nil
	}
	if value != (op == token.EQL) {
		if isRead && n != 0 && read.Flags&facts.EventGuarded != 0 && !place.IsBool(v.Type()) {
			other := seen(read, n)
			other.Flags |= facts.EventTaken
			return []event{other}
		}
		return nil
	}
	if isRead {
		return []event{seen(read, n)}
	}
	if x, ok := v.(*ssa.Extract); ok {
		if s, ok := x.Tuple.(*ssa.Select); ok && x.Index == 0 && int(n) < len(s.States) && n >= 0 {
			return []event{d.selected(s, int(n))}
		}
	}
	return nil
}

// truth is a truth value as a number.
func truth(value bool) int64 {
	if value {
		return 1
	}
	return 0
}

// atomicRead is the event of the atomic load that a value is the result of, or of a load that is as good as one (E23).
func (d *edges) atomicRead(v ssa.Value) (event, bool) {
	call, ok := v.(*ssa.Call)
	if !ok {
		return d.flagRead(v)
	}
	row := d.r.flow.Model(call)
	if row == nil {
		return d.flagAnswer(call)
	}
	if row.Sync != models.SyncAtomicRead || row.Object >= len(call.Call.Args) {
		return event{}, false
	}
	return d.object(facts.EventAtomicRead, call.Call.Args[row.Object], call), true
}

// excludesZero reports whether what is compared with a constant is not zero, nor nil, if the comparison has the given
// outcome.
func excludesZero(op token.Token, c ssa.Value, outcome bool) bool {
	if place.IsNil(c) {
		return op == token.EQL && !outcome || op == token.NEQ && outcome
	}
	n, ok := place.Constant(c)
	if !ok {
		return false
	}
	switch op { // what it would be for zero
	case token.EQL:
		return n == 0 && !outcome
	case token.NEQ:
		return n == 0 && outcome
	case token.LSS:
		return (0 < n) != outcome
	case token.LEQ:
		return (0 <= n) != outcome
	case token.GTR:
		return (0 > n) != outcome
	case token.GEQ:
		return (0 >= n) != outcome
	}
	return false
}

// knownClosed is what a receive tells that got no value.
func (d *edges) knownClosed(from ssa.Value, at *ssa.BasicBlock) []event {
	switch x := from.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return []event{d.channel(facts.EventRecvClosed, x.X, x)}
		}
	case *ssa.Select:
		if i := d.caseOf(x, at); i >= 0 {
			e := d.channel(facts.EventRecvClosed, x.States[i].Chan, x)
			e.Flags |= facts.EventSelect
			e.N = d.selectNumber(x)
			e.pos = x.States[i].Pos
			return []event{e}
		}
	}
	return nil
}

// answered is what a receive tells that got no value, if a return's result n is whether it got one (E46).
func (d *edges) answered(ret *ssa.Return) (closed []event, n int) {
	for n, v := range ret.Results {
		if x, ok := v.(*ssa.Extract); ok && x.Index == 1 {
			if closed := d.knownClosed(x.Tuple, ret.Block()); len(closed) > 0 {
				return closed, n
			}
		}
	}
	return nil, 0
}

// caseOf is the case in whose body a block lies, -1 if none.
func (d *edges) caseOf(s *ssa.Select, at *ssa.BasicBlock) int {
	found := -1
	branch.Cases(s, func(i int, cond *ssa.If) {
		if body := cond.Block().Succs[0]; len(body.Preds) == 1 && body.Dominates(at) {
			found = i
		}
	})
	return found
}

// contextEnd is what the error of a context tells that a comparison right behind the call finds set, or not: the same
// as a select with a default would (E37).
func (d *edges) contextEnd(err ssa.Value, test *ssa.BinOp, set bool) (event, bool) {
	call, ok := err.(*ssa.Call)
	if !ok || call.Block() != test.Block() {
		return event{}, false
	}
	row := d.r.flow.Model(call)
	if row == nil || row.Sync != models.SyncEnded {
		return event{}, false
	}
	e := d.event(facts.EventDefault, call)
	if set {
		e = d.channel(facts.EventRecv, source.Arguments(&call.Call)[row.Object], call)
		e.Flags |= facts.EventSelect
	}
	e.N = d.selectNumber(call)
	return e, true
}

// isTruthSwap reports whether an update sets a truth value to a constant and says what it was.
func isTruthSwap(call *ssa.Call) bool {
	args := call.Call.Args
	if len(args) != 2 || !place.IsBool(args[1].Type()) || !place.IsBool(call.Type()) {
		return false
	}
	_, ok := place.Constant(args[1])
	return ok
}

// tested reports whether a result serves as a condition and nothing else.
func tested(v ssa.Value) bool {
	for _, instr := range *v.Referrers() {
		switch instr := instr.(type) {
		case *ssa.If, *ssa.DebugRef:
		case *ssa.UnOp:
			if !tested(instr) {
				return false
			}
		default:
			return false
		}
	}
	return len(*v.Referrers()) > 0
}
