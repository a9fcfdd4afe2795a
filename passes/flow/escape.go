// This file finds what happens to parameters and results: which results are fresh, which parameters escape (L11).

package flow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// An escapeSummary is what (L11) says about one function.
type escapeSummary struct {
	fresh   uint64 // bit per result
	escapes uint64 // bit per parameter
}

// worst is the escape summary of a function that is not known.
var worst = escapeSummary{escapes: ^uint64(0)}

// summaryOf is the escape summary of any function.
func (r *Result) summaryOf(fn *ssa.Function) escapeSummary {
	if i, ok := r.Source.UnitOf(fn); ok {
		return *r.summary(i)
	}
	c, u, ok := r.Source.Imported(r.Source.FuncSymbol(fn))
	if !ok {
		return worst
	}
	if u.Flags&facts.EffectFree != 0 {
		return escapeSummary{}
	}
	f, _, err := r.Source.Imports[c.Import].Flow(c.Unit)
	if f == nil || err != nil {
		return worst
	}
	return escapeSummary{f.Fresh, f.Escapes}
}

// summary is the escape summary of an own unit. While it is being found, it is the worst: recursion escapes.
func (r *Result) summary(i int) *escapeSummary {
	if f, ok := r.summaries[i]; ok {
		return f
	}
	f := &escapeSummary{}
	*f = worst
	r.summaries[i] = f
	fn := r.Source.Funcs[i]
	switch {
	case r.Source.Pkg.Source.Units[i].Flags&facts.EffectFree != 0:
		*f = escapeSummary{}
	case fn.Blocks != nil:
		*f = r.judge(fn)
	}
	return f
}

// judge looks at each parameter and result of a function.
func (r *Result) judge(fn *ssa.Function) escapeSummary {
	var f escapeSummary
	for k, p := range fn.Params {
		if k < facts.MaskBits && r.Layout.HasPointers(p.Type()) && r.escapes(p, false) {
			f.escapes |= 1 << k
		}
	}
	for k := range min(facts.MaskBits, fn.Signature.Results().Len()) {
		if r.freshResult(fn, k) {
			f.fresh |= 1 << k
		}
	}
	return f
}

// freshResult reports whether all returns return something new as result k.
func (r *Result) freshResult(fn *ssa.Function, k int) bool {
	if !r.Layout.HasPointers(fn.Signature.Results().At(k).Type()) {
		return false
	}
	found := false
	seen := map[ssa.Value]bool{}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if !r.isNew(ret.Results[k], seen) {
			return false
		}
		found = found || !isConst(ret.Results[k])
	}
	return found
}

// isNew reports whether a value is nil, or new and unpublished until it is returned.
func (r *Result) isNew(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice:
		return !r.escapes(v, true)
	case *ssa.MakeInterface:
		return (!r.Layout.HasPointers(v.X.Type()) || r.isNew(v.X, seen)) && !r.escapes(v, true)
	case *ssa.ChangeInterface:
		return r.isNew(v.X, seen)
	case *ssa.ChangeType:
		return r.isNew(v.X, seen)
	case *ssa.Slice:
		return r.isNew(v.X, seen)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !r.isNew(e, seen) {
				return false
			}
		}
		return true
	case *ssa.UnOp:
		return r.newContent(v, seen)
	case *ssa.Call:
		return r.newResult(v, 0) && !r.escapes(v, true) && !calledFrom(v)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && r.newResult(call, v.Index) && !r.escapes(v, true) && !calledFrom(v)
	}
	return false
}

// calledFrom reports whether a function that an object holds in a field is called: it may know the object, and publish
// it.
func calledFrom(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(instr ssa.Instruction) bool {
		switch x := instr.(type) {
		case *ssa.FieldAddr:
			return calledFrom(x)
		case *ssa.UnOp:
			return slices.ContainsFunc(*x.Referrers(), func(use ssa.Instruction) bool {
				call, ok := use.(ssa.CallInstruction)
				return ok && call.Common().Value == ssa.Value(x)
			})
		}
		return false
	})
}

// newContent reports whether a contained variable holds new values only.
func (r *Result) newContent(v *ssa.UnOp, seen map[ssa.Value]bool) bool {
	a, ok := v.X.(*ssa.Alloc)
	if !ok || !r.Source.NonEscaping(a) {
		return false
	}
	for _, s := range collectStores(nil, a) {
		if s.Addr != ssa.Value(a) || !r.isNew(s.Val, seen) {
			return false
		}
	}
	return true
}

// newResult reports whether a call's result k is fresh.
func (r *Result) newResult(call *ssa.Call, k int) bool {
	if row, ok := r.Source.Model(call.Common()); ok {
		return row != nil && row.Fresh
	}
	fn := call.Common().StaticCallee()
	return fn != nil && k < facts.MaskBits && r.summaryOf(fn).fresh&(1<<k) != 0
}

// escapes reports whether a value, or an address derived from it, may be published. Results of the function may be
// allowed.
func (r *Result) escapes(v ssa.Value, returning bool) bool {
	t := tracker{r: r, returning: returning, seen: map[ssa.Value]bool{}, held: map[ssa.Value]bool{}}
	return t.published(v)
}

// A tracker follows a value through the instructions that use it.
type tracker struct {
	r         *Result            // for callees and contained variables
	returning bool               // returning it is no publication
	seen      map[ssa.Value]bool // values followed
	held      map[ssa.Value]bool // variables whose content is followed
}

func (t *tracker) published(v ssa.Value) bool {
	if t.seen[v] || v.Referrers() == nil {
		return false
	}
	t.seen[v] = true
	for _, instr := range *v.Referrers() {
		if t.use(v, instr) {
			return true
		}
	}
	return false
}

// use reports whether one instruction publishes v.
func (t *tracker) use(v ssa.Value, instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		return instr.Val == v && t.stored(instr.Addr)
	case *ssa.Return:
		return !t.returning
	case ssa.CallInstruction:
		return t.passed(v, instr)
	case *ssa.MapUpdate:
		return instr.Key == v || instr.Value == v
	case *ssa.Send:
		return instr.X == v
	case *ssa.Select:
		for _, s := range instr.States {
			if s.Send == v {
				return true
			}
		}
		return false
	case *ssa.UnOp: // what memory holds is not the memory
		return false
	case *ssa.MakeClosure:
		return t.captured(v, instr)
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Convert, *ssa.MultiConvert,
		*ssa.Slice, *ssa.SliceToArrayPointer, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.Extract, *ssa.Field, *ssa.Index:
		x := instr.(ssa.Value)
		return t.r.Layout.HasPointers(x.Type()) && t.published(x)
	case *ssa.Lookup, *ssa.Range, *ssa.BinOp, *ssa.DebugRef, *ssa.If, *ssa.Panic:
		return false
	}
	return true
}

// stored reports whether storing into an address publishes: not into a variable that is not published, nor what is
// loaded from it.
func (t *tracker) stored(addr ssa.Value) bool {
	a, ok := source.Root(addr).(*ssa.Alloc)
	return !ok || !t.r.Source.NonEscaping(a) && t.published(a) || t.content(a)
}

// content reports whether what is loaded from a variable is published, here or in the closures that capture it.
func (t *tracker) content(addr ssa.Value) bool {
	if t.held[addr] {
		return false
	}
	t.held[addr] = true
	for _, instr := range *addr.Referrers() {
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if t.published(instr) {
				return true
			}
		case *ssa.FieldAddr:
			if t.content(instr) {
				return true
			}
		case *ssa.IndexAddr:
			if t.content(instr) {
				return true
			}
		case *ssa.MakeClosure:
			for i, b := range instr.Bindings {
				if b == addr && t.content(instr.Fn.(*ssa.Function).FreeVars[i]) {
					return true
				}
			}
		case *ssa.Store, *ssa.DebugRef: // the variable itself is followed by published
		default: // a callee may load from it
			return true
		}
	}
	return false
}

// captured reports whether a closure publishes what it captures: not if it is only called, deferred or called back
// inline, and does not.
func (t *tracker) captured(v ssa.Value, c *ssa.MakeClosure) bool {
	if t.keptBy(v, c) {
		return false
	}
	for _, instr := range *c.Referrers() {
		if !t.runsHere(c, instr) {
			return true
		}
	}
	fn := c.Fn.(*ssa.Function)
	for i, b := range c.Bindings {
		if b == v && t.published(fn.FreeVars[i]) {
			return true
		}
	}
	return false
}

// keptBy reports whether a new object holds a closure that captures it in a field, and that is all that becomes of the
// closure here: who does not know the object does not know the closure.
func (t *tracker) keptBy(v ssa.Value, c *ssa.MakeClosure) bool {
	if _, ok := v.(*ssa.Alloc); !ok || !t.returning || calledFrom(v) {
		return false
	}
	return !slices.ContainsFunc(*c.Referrers(), func(instr ssa.Instruction) bool {
		s, ok := instr.(*ssa.Store)
		_, debug := instr.(*ssa.DebugRef)
		return !debug && (!ok || s.Addr == v || source.Root(s.Addr) != v)
	})
}

// runsHere reports whether an instruction does no more with a closure than run it before the function returns.
func (t *tracker) runsHere(c *ssa.MakeClosure, instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if _, isGo := instr.(*ssa.Go); !ok || isGo {
		_, debug := instr.(*ssa.DebugRef)
		return debug
	}
	if row, ok := t.r.Source.Model(call.Common()); ok && row != nil {
		for k, a := range call.Common().Args {
			if a == ssa.Value(c) && !inlineCallback(row, k) {
				return false
			}
		}
		return true
	}
	for _, a := range call.Common().Args {
		if a == ssa.Value(c) {
			return false
		}
	}
	return true
}

// inlineCallback reports whether a row calls argument k back before it returns, and does nothing else with it.
func inlineCallback(row *models.Row, k int) bool {
	inline := false
	for _, cb := range row.Callbacks {
		if cb.Arg == k {
			if cb.Run != models.RunInline {
				return false
			}
			inline = true
		}
	}
	return inline && !slices.Contains(row.Retains, k)
}

// passed reports whether a call publishes v.
func (t *tracker) passed(v ssa.Value, instr ssa.CallInstruction) bool {
	c := instr.Common()
	if _, ok := instr.(*ssa.Go); ok {
		return true
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return t.toBuiltin(v, b, instr)
	}
	if row, ok := t.r.Source.Model(c); ok {
		return row != nil && t.toModel(v, row, instr)
	}
	fn := c.StaticCallee()
	if fn == nil {
		return true
	}
	escapes := t.r.summaryOf(fn).escapes
	for k, a := range c.Args {
		if a == v && (k >= facts.MaskBits || escapes&(1<<k) != 0) {
			return true
		}
	}
	return false
}

// toBuiltin: what append adds is stored, and its result may be the old slice.
func (t *tracker) toBuiltin(v ssa.Value, b *ssa.Builtin, instr ssa.CallInstruction) bool {
	args := instr.Common().Args
	call, ok := instr.(*ssa.Call)
	switch b.Name() {
	case "append", "ssa:wrapnilchk", "Add", "Slice", "SliceData":
		return ok && args[0] == v && t.published(call)
	}
	return false
}

// toModel follows what a row retains, returns or calls back.
func (t *tracker) toModel(v ssa.Value, row *models.Row, instr ssa.CallInstruction) bool {
	args := source.Arguments(instr.Common())
	at := func(k int) bool { return k < len(args) && args[k] == v }
	for _, k := range row.Retains {
		if at(k) {
			return true
		}
	}
	for _, cb := range row.Callbacks {
		if at(cb.Arg) {
			return true
		}
	}
	if stores(row.Sync) && !at(row.Object) {
		return true
	}
	for _, k := range row.Returns {
		if at(k) {
			x, ok := instr.(ssa.Value)
			return ok && t.r.Layout.HasPointers(x.Type()) && t.published(x)
		}
	}
	return false
}
