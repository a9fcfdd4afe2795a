// This file is functions that a test registers for its end (E48).

package spawn

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// registered are the calls by which a function, if it is a test, registers functions for its own end, in source order.
func registered(k *skeleton) (list []*ssa.Call) {
	if !isTest(k.fn) {
		return nil
	}
	for _, b := range k.fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || !k.graph.Reached(b) {
				continue
			}
			row := k.r.flow.Model(c)
			late := row != nil && slices.ContainsFunc(row.Callbacks, func(cb models.Callback) bool { return cb.Late })
			if args := source.Arguments(c.Common()); late && len(args) > 0 && itself(args[0]) == ssa.Value(k.fn.Params[0]) {
				list = append(list, c)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *ssa.Call) int { return int(a.Pos()) - int(b.Pos()) })
	return list
}

// itself is the test that a call is made of: its methods are those of a part of it.
func itself(v ssa.Value) ssa.Value {
	if f, ok := v.(*ssa.FieldAddr); ok {
		return f.X
	}
	return v
}

// isTest reports whether a function is a test by its name, or a literal as subtests are: what it is given is the test.
func isTest(fn *ssa.Function) bool {
	if len(fn.Params) != 1 || !fromTesting(source.Deref(fn.Params[0].Type())) || fn.Signature.Results().Len() > 0 {
		return false
	}
	_, pointer := fn.Params[0].Type().(*types.Pointer)
	named := strings.HasPrefix(fn.Name(), "Test") || strings.HasPrefix(fn.Name(), "Benchmark")
	return pointer && (fn.Parent() != nil || named)
}

// atEnd applies what was registered for the end of a test when it returns: last one first, behind all deferred calls.
func atEnd(k *skeleton, p facts.PointID, at *ssa.BasicBlock) facts.PointID {
	for _, c := range slices.Backward(k.late) {
		if c.Block() != at && !branch.MayFollow(c.Block(), at) {
			continue
		}
		k.runs[c] = append(k.runs[c], p)
		q := k.call(p, c)
		if q != p && (k.graph.Cyclic(c.Block()) || !c.Block().Dominates(at)) {
			q = k.join(p, q)
		}
		p = q
	}
	return p
}
