// This file is the events of control flow edges (E3, E4).

package spawn

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// edge applies what is known on the edge from b to its successor i.
func (k *skeleton) edge(b *ssa.BasicBlock, i int, p facts.PointID) facts.PointID {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || b.Succs[0] == b.Succs[1] {
		return p
	}
	test, ok := k.testOn(cond.Cond, i == 0)
	moot := k.nothingToWaitFor(cond, i)
	ok = ok && !(moot && test.Flags&facts.EventAlone != 0)
	if e, ok := k.outcome(cond.Cond, i == 0, p); ok {
		p = k.after(p, e)
	}
	if moot && !ok {
		p = k.after(p, unnumbered(cond, facts.EventMoot))
	}
	if !ok && !moot && k.asksOthers(cond.Cond, b) {
		p = k.after(p, unnumbered(cond, 0))
	}
	for _, e := range k.known(cond.Cond, i == 0, b) {
		p = k.after(p, e)
	}
	if s := selectTested(cond.Cond); s != nil && i == 1 && k.lastTest(s) == cond {
		p = k.untested(p, s)
	}
	switch {
	case ok && moot:
		test.Flags |= facts.EventMoot
		p = k.after(p, test)
	case ok:
		p = k.after(p, test)
	}
	if e, ok := k.iteration(b, i); ok {
		p = k.after(p, e)
	}
	for _, e := range k.collectedOn(b, i) {
		p = k.after(p, e)
	}
	for _, e := range k.countedOn(b, i) {
		p = k.after(p, e)
	}
	return p
}

// unnumbered is the event of an edge on which a condition that no other branch tests is known to hold.
func unnumbered(cond *ssa.If, flags facts.EventFlags) event {
	e := event{pos: cond.Pos()}
	e.Op, e.Flags = facts.EventTest, flags
	return e
}

// known is what happened if a condition has the given value.
func (k *skeleton) known(cond ssa.Value, value bool, at *ssa.BasicBlock) []event {
	switch x := cond.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return k.known(x.X, !value, at)
		}
		if e, ok := k.flagRead(x); ok && !k.overwritten(x, at) {
			return []event{seen(e, truth(value))}
		}
	case *ssa.Call:
		return k.knownCall(x, value)
	case *ssa.BinOp:
		return k.knownEqual(x, value)
	case *ssa.Extract:
		if x.Index == 1 && !value {
			return k.knownClosed(x.Tuple, at)
		}
	}
	return nil
}

// knownCall is what the truth value of a call's result tells.
func (k *skeleton) knownCall(call *ssa.Call, value bool) []event {
	row := k.r.flow.Model(call)
	if row == nil {
		if e, ok := k.flagAnswer(call); ok {
			return []event{seen(e, truth(value))}
		}
		return nil
	}
	if row.Object >= len(call.Call.Args) {
		return nil
	}
	object := func(op facts.EventOp) event { return k.object(op, call.Call.Args[row.Object], call) }
	switch row.Sync {
	case models.SyncTryLock, models.SyncTryRLock:
		if s, ok := k.r.Locks.Site(call); ok && value {
			return []event{k.numbered(facts.EventLock, int(s), call)}
		}
	case models.SyncAtomicRead:
		return []event{seen(object(facts.EventAtomicRead), truth(value))}
	case models.SyncAtomicRMW:
		if isTruthSwap(call) && tested(call) {
			n, _ := constantOf(call.Call.Args[1])
			if n == truth(value) {
				return []event{seen(object(facts.EventAtomicRead), n)}
			}
			write := withConstant(object(facts.EventAtomicWrite), call.Call.Args[1])
			if n != 0 {
				write.Flags |= facts.EventTaken
			}
			return []event{write}
		}
		if !isCompareAndSwap(call) || !tested(call) {
			return nil
		}
		old := call.Call.Args[1]
		n, ok := constantOf(old)
		if !value && ok && place.IsBool(old.Type()) {
			return []event{seen(object(facts.EventAtomicRead), 1-n)}
		}
		if !value {
			return nil
		}
		write := withConstant(object(facts.EventAtomicWrite), call.Call.Args[2])
		switch {
		case ok && n != 0:
			return []event{seen(object(facts.EventAtomicRead), n), write}
		case ok && write.Flags&facts.EventConst != 0 && write.N != 0:
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
func (k *skeleton) knownEqual(x *ssa.BinOp, value bool) []event {
	v, c, op := x.X, x.Y, x.Op
	if _, ok := v.(*ssa.Const); ok {
		v, c, op = c, v, mirrored(op)
	}
	if e, ok := k.contextEnd(v, x, op == token.NEQ == value); ok && place.IsNil(c) && (op == token.EQL || op == token.NEQ) {
		return []event{e}
	}
	read, isRead := k.atomicRead(v)
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
	if op != token.EQL && op != token.NEQ || value != (op == token.EQL) {
		return nil
	}
	n, ok := constantOf(c)
	if !ok {
		return nil
	}
	if isRead {
		return []event{seen(read, n)}
	}
	if x, ok := v.(*ssa.Extract); ok {
		if s, ok := x.Tuple.(*ssa.Select); ok && x.Index == 0 && int(n) < len(s.States) && n >= 0 {
			return []event{k.selected(s, int(n))}
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
func (k *skeleton) atomicRead(v ssa.Value) (event, bool) {
	call, ok := v.(*ssa.Call)
	if !ok {
		return k.flagRead(v)
	}
	row := k.r.flow.Model(call)
	if row == nil {
		return k.flagAnswer(call)
	}
	if row.Sync != models.SyncAtomicRead || row.Object >= len(call.Call.Args) {
		return event{}, false
	}
	return k.object(facts.EventAtomicRead, call.Call.Args[row.Object], call), true
}

// mirrored is the comparison with its sides exchanged.
func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// excludesZero reports whether what is compared with a constant is not zero, nor nil, if the comparison has the given
// outcome.
func excludesZero(op token.Token, c ssa.Value, outcome bool) bool {
	if place.IsNil(c) {
		return op == token.EQL && !outcome || op == token.NEQ && outcome
	}
	n, ok := constantOf(c)
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

// selected is the event of a select's case.
func (k *skeleton) selected(s *ssa.Select, i int) event {
	op := facts.EventRecv
	if s.States[i].Dir == types.SendOnly {
		op = facts.EventSend
	}
	e := k.channel(op, s.States[i].Chan, s)
	e.Flags |= facts.EventSelect
	e.N = k.selectNumber(s)
	e.pos = s.States[i].Pos
	return k.telling(e, s, s.States[i].Send)
}

// knownClosed is what a receive tells that got no value.
func (k *skeleton) knownClosed(from ssa.Value, at *ssa.BasicBlock) []event {
	switch x := from.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return []event{k.channel(facts.EventRecvClosed, x.X, x)}
		}
	case *ssa.Select:
		if i := k.caseOf(x, at); i >= 0 {
			e := k.channel(facts.EventRecvClosed, x.States[i].Chan, x)
			e.Flags |= facts.EventSelect
			e.N = k.selectNumber(x)
			e.pos = x.States[i].Pos
			return []event{e}
		}
	}
	return nil
}

// caseOf is the case in whose body a block lies, -1 if none.
func (k *skeleton) caseOf(s *ssa.Select, at *ssa.BasicBlock) int {
	found := -1
	branch.Cases(s, func(i int, cond *ssa.If) {
		if body := cond.Block().Succs[0]; len(body.Preds) == 1 && body.Dominates(at) {
			found = i
		}
	})
	return found
}

// constantOf is the integer or truth value that a value is.
func constantOf(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	switch c.Value.Kind() {
	case constant.Bool:
		if constant.BoolVal(c.Value) {
			return 1, true
		}
		return 0, true
	case constant.Int:
		return constant.Int64Val(c.Value)
	}
	return 0, false
}
