// This file recognises methods that serve: they return when another method of their type, a context or a channel ends
// them (S13).

package source

import (
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
)

// serving are the methods that begin a life by their name and wait in a loop, or in a model's function that serves, for
// what a field of their receiver holds, and which a method that ends a life by its name closes, sends to or stops.
func (r clientele) serving(methods []*ssa.Function) []*ssa.Function {
	ended := map[awaiting]bool{}
	for _, m := range methods {
		if ends(m.Name()) {
			r.endedBy(m, ended)
		}
	}
	var list []*ssa.Function
	for _, m := range methods {
		waits := func(x awaiting) bool {
			return ended[x] || (x == ofContext || x == untilEnd) && startsWith(m.Name(), "Run", "Serve", "Listen")
		}
		if begins(m.Name()) && (slices.ContainsFunc(r.waitsFor(m), waits) || saysToBlock(docOf(m))) {
			list = append(list, m)
		}
	}
	return list
}

// blocks matches documentation of a function which says that a call returns when it is told to, by a context, a channel
// or another call.
var blocks = regexp.MustCompile(`(?i)\b(?:blocks?|blocking|(?:not|only|never) returns?|returns only)\b.{0,60}` +
	`\b(?:until|till|before|unless|when|once)\b.{0,60}` +
	`(?:\bctx\b|\bcontext\b|stop|cancel|\b(?-i:Close|Shutdown|End|Quit)\b|shut ?down)`)

// begun matches what documentation says that somebody waits for who does not wait for the end.
var begun = regexp.MustCompile(`(?i)\b(?:ready|started|starts|running|up|connected|established|made|done|` +
	`exit(?:s|ed)?|initiali[sz]ed|complete[ds]?|finish(?:e[ds])?|succeeds?)\b`)

// denied matches documentation which says that a call does not block, or which error it returns.
var denied = regexp.MustCompile(`(?i)\b(?:not|never|non|without|n't)[- ]?block|` +
	`\breturns?\s+(?:an?\s+|any\s+|the\s+)?(?:errors?|nil)\b`)

// saysToBlock reports whether the documentation of a function says so, in one sentence.
func saysToBlock(doc string) bool {
	for s := range strings.SplitSeq(strings.Join(strings.Fields(doc), " "), ". ") {
		if at := blocks.FindString(s); at != "" && !begun.MatchString(at) && !denied.MatchString(s) {
			return true
		}
	}
	return false
}

// ownLoops are the methods that wait in a loop for what their receiver holds and that the package itself starts as
// goroutines: who has the value has their loop running, and does not call them (S14).
func (r clientele) ownLoops() map[*ssa.Function]bool {
	loops := map[*ssa.Function]bool{}
	for _, fn := range r.Funcs {
		if r.inTest(fn) {
			continue
		}
		for _, instr := range r.instructions(fn) {
			start, ok := instr.(*ssa.Go)
			if !ok {
				continue
			}
			m := start.Call.StaticCallee()
			inLoop := func(x awaiting) bool { return x != untilEnd }
			if m != nil && m.Signature.Recv() != nil && !ends(m.Name()) && slices.ContainsFunc(r.waitsFor(m), inLoop) {
				loops[m] = true
			}
		}
	}
	return loops
}

// endedBy adds the fields of a method's receiver that it closes, sends to, sets as flags, or on which it calls a method
// that ends a life by its name, itself or by the methods that it calls on its receiver.
func (r clientele) endedBy(m *ssa.Function, fields map[awaiting]bool) {
	for _, instr := range r.carriedOut(m) {
		switch instr := instr.(type) {
		case *ssa.Store:
			addFlag(m, instr.Addr, fields)
		case *ssa.Send:
			addFields(m, instr.Chan, fields)
		case ssa.CallInstruction:
			c := instr.Common()
			if b, ok := c.Value.(*ssa.Builtin); ok && b.Name() == "close" {
				addFields(m, c.Args[0], fields)
			} else if recv, name := receiverOf(c); recv != nil && ends(name) {
				addFields(m, recv, fields)
			} else if fn := c.StaticCallee(); fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "sync/atomic" {
				addFlag(m, c.Args[0], fields)
			}
		}
	}
}

// An awaiting is a field of a method's receiver that holds what it waits for, or a flag that it asks in each round.
type awaiting struct {
	field int  // index; negative: none
	flag  bool // it is a flag
}

// These stand, among the fields that are waited for, for a context, or a channel that tells when to end: in a loop, and
// where nothing goes round here.
var ofContext, untilEnd = awaiting{field: -1}, awaiting{field: -2}

// waitsFor are the fields of a method's receiver for which it waits: on what they hold it accepts connections or
// receives messages in a loop that only an error, a message or the end of a channel ends, or it has a model's function
// serve until that is shut down. So do the methods that it calls on its receiver, and the goroutines that it waits for.
// Or it goes round, and calls functions, as long as a flag says so.
func (r clientele) waitsFor(m *ssa.Function) []awaiting {
	fields := map[awaiting]bool{}
	for _, instr := range r.carriedOut(m) {
		if cond, ok := instr.(*ssa.If); ok && endless(instr.Block()) && leaves(instr.Block()) {
			r.addAsked(m, cond.Cond, fields)
		}
		call, _ := instr.(*ssa.Call)
		if call != nil {
			if row := r.rowOf(call.Common()); row != nil && row.Serves {
				for _, arg := range Arguments(call.Common()) {
					addFields(m, arg, fields)
				}
				continue
			}
		}
		if receive, ok := instr.(*ssa.UnOp); ok && receive.Op == token.ARROW && isContext(receive.X) ||
			call != nil && repeats(call.Common()) {
			fields[untilEnd] = true
		}
		for _, v := range awaited(instr) {
			if endless(instr.Block()) {
				addFields(m, v, fields)
				if tellsEnd(v) {
					fields[ofContext] = true
				}
			}
		}
	}
	return slices.Collect(maps.Keys(fields))
}

// addAsked adds the flag of a method's receiver that decides a condition: loaded, atomically or not, here or by a
// method of the receiver that does nothing else, and perhaps compared with a constant.
func (r clientele) addAsked(m *ssa.Function, cond ssa.Value, fields map[awaiting]bool) {
	switch x := cond.(type) {
	case *ssa.BinOp:
		if _, constant := x.Y.(*ssa.Const); constant {
			r.addAsked(m, x.X, fields)
		}
	case *ssa.UnOp:
		if x.Op == token.NOT {
			r.addAsked(m, x.X, fields)
		} else if x.Op == token.MUL {
			addFlag(m, x.X, fields)
		}
	case *ssa.Call:
		fn := x.Call.StaticCallee()
		switch {
		case fn == nil || fn.Pkg == nil:
		case fn.Pkg.Pkg.Path() == "sync/atomic":
			addFlag(m, x.Call.Args[0], fields)
		case onReceiver(m, &x.Call) && len(fn.Blocks) == 1:
			if ret, ok := fn.Blocks[0].Instrs[len(fn.Blocks[0].Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
				r.addAsked(fn, ret.Results[0], fields)
			}
		}
	}
}

// addFlag adds the field of a method's receiver at an address, if it is a truth value or a number.
func addFlag(m *ssa.Function, addr ssa.Value, fields map[awaiting]bool) {
	f, ok := addr.(*ssa.FieldAddr)
	if !ok || !types.Identical(f.X.Type(), m.Params[0].Type()) {
		return
	}
	t := Deref(f.Type())
	basic, isBasic := t.Underlying().(*types.Basic)
	n, named := types.Unalias(t).(*types.Named)
	if isBasic && basic.Info()&(types.IsBoolean|types.IsInteger) != 0 ||
		named && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync/atomic" {
		fields[awaiting{f.Field, true}] = true
	}
}

// tellsEnd reports whether a channel is that of a context, or one of empty structs that a caller gives, only to be
// received from: it tells when to end.
func tellsEnd(v ssa.Value) bool {
	p, ok := v.(*ssa.Parameter)
	if !ok {
		return isContext(v)
	}
	c, _ := Core(p.Type()).(*types.Chan)
	st, _ := Core(Element(p.Type())).(*types.Struct)
	return c != nil && c.Dir() == types.RecvOnly && st != nil && st.NumFields() == 0
}

// isContext reports whether a channel is that of a context.
func isContext(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && call.Call.IsInvoke() && call.Call.Method.FullName() == "(context.Context).Done"
}

// repeats reports whether a call is given a function and a channel that tells when to end: the function is called until
// then.
func repeats(c *ssa.CallCommon) bool {
	runs := func(v ssa.Value) bool { _, ok := Core(v.Type()).(*types.Signature); return ok }
	return slices.ContainsFunc(c.Args, runs) && slices.ContainsFunc(c.Args, tellsEnd)
}

// carriedOut are the instructions of a method, of the methods that it calls on its receiver and that nobody starts as a
// goroutine instead, at most servingDepth deep, and of the goroutines that one of these starts and then waits for as a
// group.
func (r clientele) carriedOut(m *ssa.Function) []ssa.Instruction {
	var list []ssa.Instruction
	seen := map[*ssa.Function]bool{}
	var add func(fn *ssa.Function, depth int)
	add = func(fn *ssa.Function, depth int) {
		if fn == nil || seen[fn] || depth > servingDepth {
			return
		}
		seen[fn] = true
		own := r.instructions(fn)
		list = append(list, own...)
		joins := slices.ContainsFunc(own, r.joins)
		for _, instr := range own {
			switch instr := instr.(type) {
			case *ssa.Call:
				callee := instr.Call.StaticCallee()
				if onReceiver(m, &instr.Call) && !r.goes(callee) {
					add(callee, depth+1)
				}
				for _, f := range r.startedBy(instr) {
					if joins {
						add(f, depth+1)
					}
				}
			case *ssa.Go:
				if joins {
					add(instr.Call.StaticCallee(), depth+1)
				}
			}
		}
	}
	add(m, 0)
	return list
}

// goes reports whether a go statement of the package starts a function.
func (r clientele) goes(fn *ssa.Function) bool {
	if r.going == nil {
		r.going = map[*ssa.Function]bool{}
		for _, by := range r.Funcs {
			for _, b := range by.Blocks {
				for _, instr := range b.Instrs {
					if g, ok := instr.(*ssa.Go); ok && g.Call.StaticCallee() != nil {
						r.going[g.Call.StaticCallee()] = true
					}
				}
			}
		}
	}
	return r.going[fn]
}

// joins reports whether an instruction waits for a group of goroutines.
func (r clientele) joins(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	row := r.rowOf(call.Common())
	return row != nil && (row.Sync == models.SyncWait || row.Sync == models.SyncGroupWait)
}

// onReceiver reports whether a call is of a method of m's type.
func onReceiver(m *ssa.Function, c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	return fn != nil && fn.Signature.Recv() != nil &&
		types.Identical(fn.Signature.Recv().Type(), m.Signature.Recv().Type())
}

// rowOf is the row of a call's static callee, nil if there is none.
func (r clientele) rowOf(c *ssa.CallCommon) *models.Row {
	if fn := c.StaticCallee(); fn != nil {
		return r.RowOf(fn)
	}
	return nil
}

// awaited are the channels that an instruction receives from, or the listener on which it accepts a connection.
func awaited(instr ssa.Instruction) []ssa.Value {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return []ssa.Value{instr.X}
		}
	case *ssa.Select:
		var list []ssa.Value
		for _, s := range instr.States {
			if instr.Blocking && s.Dir == types.RecvOnly {
				list = append(list, s.Chan)
			}
		}
		return list
	case *ssa.Call:
		if recv, name := receiverOf(instr.Common()); recv != nil && strings.HasPrefix(name, "Accept") {
			return []ssa.Value{recv}
		}
	}
	return nil
}

// receiverOf is the receiver of a call and the method's name; nil if no method is called by its name.
func receiverOf(c *ssa.CallCommon) (ssa.Value, string) {
	if c.IsInvoke() {
		return c.Value, c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() != nil {
		return c.Args[0], fn.Name()
	}
	return nil, ""
}

// addFields adds the fields of a method's receiver from which a value was loaded, or into which it is stored. Another
// object of the receiver's type counts as the receiver.
func addFields(m *ssa.Function, v ssa.Value, fields map[awaiting]bool) {
	add := func(addr ssa.Value) {
		if f, ok := addr.(*ssa.FieldAddr); ok && types.Identical(f.X.Type(), m.Params[0].Type()) {
			fields[awaiting{field: f.Field}] = true
		}
	}
	add(v) // a listener or server that lies in the field itself
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		add(load.X)
	}
	if refs := v.Referrers(); refs != nil {
		for _, instr := range *refs {
			if s, ok := instr.(*ssa.Store); ok && s.Val == v {
				add(s.Addr)
			}
		}
	}
}

// endless reports whether a block lies in a loop that neither counts nor goes over a collection: what ends it is a
// test of something else.
func endless(b *ssa.BasicBlock) bool {
	ahead := blocksFrom(b)
	if !ahead[b] {
		return false
	}
	for _, o := range b.Parent().Blocks {
		if !ahead[o] || !blocksFrom(o)[b] {
			continue // no part of the loop
		}
		leaves := func(s *ssa.BasicBlock) bool { return s != b && !blocksFrom(s)[b] }
		if cond, ok := o.Instrs[len(o.Instrs)-1].(*ssa.If); ok && slices.ContainsFunc(o.Succs, leaves) && counts(cond.Cond) {
			return false
		}
	}
	return true
}

// leaves reports whether a branch may leave every loop around it.
func leaves(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return s != b && !blocksFrom(s)[b] })
}

// counts reports whether a condition compares numbers, other than the index of a select's case, or asks whether a
// collection has a next element.
func counts(cond ssa.Value) bool {
	switch cond := cond.(type) {
	case *ssa.Extract:
		_, next := cond.Tuple.(*ssa.Next)
		return next
	case *ssa.BinOp:
		t, ok := cond.X.Type().Underlying().(*types.Basic)
		if !ok || t.Info()&types.IsNumeric == 0 {
			return false
		}
		index, ok := cond.X.(*ssa.Extract)
		if !ok {
			return true
		}
		_, ok = index.Tuple.(*ssa.Select)
		return !ok || index.Index != 0
	}
	return false
}

// blocksFrom are the blocks to which control may come from the end of a block.
func blocksFrom(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	list := slices.Clone(b.Succs)
	for len(list) > 0 {
		next := list[len(list)-1]
		list = list[:len(list)-1]
		if !seen[next] {
			seen[next] = true
			list = append(list, next.Succs...)
		}
	}
	return seen
}

// instructions are those of a function, in order, then those of its literals that it does not start as goroutines,
// itself or by a model.
func (r clientele) instructions(fn *ssa.Function) []ssa.Instruction {
	var list []ssa.Instruction
	started := map[*ssa.Function]bool{}
	for _, b := range fn.Blocks {
		list = append(list, b.Instrs...)
		for _, instr := range b.Instrs {
			switch g := instr.(type) {
			case *ssa.Go:
				started[g.Call.StaticCallee()] = true
			case *ssa.Call:
				for _, f := range r.startedBy(g) {
					started[f] = true
				}
			}
		}
	}
	for _, literal := range fn.AnonFuncs {
		if !started[literal] {
			list = append(list, r.instructions(literal)...)
		}
	}
	return list
}

// startedBy are the function literals that a model starts as goroutines.
func (r clientele) startedBy(call *ssa.Call) (list []*ssa.Function) {
	for _, v := range Started(r.rowOf(call.Common()), call.Common()) {
		if c, ok := v.(*ssa.MakeClosure); ok {
			list = append(list, c.Fn.(*ssa.Function))
		} else if f, ok := v.(*ssa.Function); ok {
			list = append(list, f)
		}
	}
	return list
}
