// This file makes what a table row says about a call (L8).

package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A modeller makes what calls of functions do that a model stands for.
type modeller struct {
	*body
	caller *caller                          // all calls of the function
	groups map[ssa.CallInstruction]variable // see Result.Group
	funcs  map[madeKey]variable             // functions with synthetic bodies that calls return
	shown  map[ssa.CallInstruction][]part   // what calls read of operands that they print or encode
}

// declareModel numbers the calls that a modelled function makes of its callbacks.
func (g *modeller) declareModel(instr ssa.CallInstruction, row *models.Row) {
	g.declareRefill(instr, row)
	g.declareShown(instr, row)
	args := source.Arguments(instr.Common())
	for _, cb := range row.Callbacks {
		if cb.Arg >= len(args) {
			continue
		}
		arg := unboxed(args[cb.Arg])
		k := call{flags: g.callbackMode(instr, row, cb), api: api(instr.Common()), pos: instr.Pos()}
		if k.flags&facts.CallGo != 0 && steady(arg, instr) {
			k.flags |= facts.CallSteady
		}
		if cb.Loop != "" {
			k.loop = facts.Symbol{Kind: facts.SymLocal, Pkg: k.api.Pkg, Name: cb.Loop}
			if cb.Each {
				k.loopOn = g.node(args[0], 0)
			}
		}
		switch {
		case cb.Field != "":
			g.declareField(instr, k, args[cb.Arg], cb)
		case cb.After != "":
			g.declareAfter(instr, k, cb.After, arg)
		case cb.Method == "":
			g.declareFunc(instr, k, arg)
			g.pass(instr, row)
			if cb.Elems > 0 {
				g.passElements(instr, arg, args[0], cb.Elems)
			}
		case types.IsInterface(arg.Type()) && cb.Method != "*":
			g.declareInvoke(instr, k, arg, cb.Method)
		case types.IsInterface(arg.Type()):
			g.declareInterface(instr, k, arg)
		default:
			g.declareMethods(instr, k, arg, cb.Method)
		}
		if cb.Run.Joined() && g.groups[instr] == 0 {
			o := object{Obj: facts.Obj{Kind: facts.ObjChan, Cap: -1}, pos: instr.Pos()}
			g.groups[instr] = g.addrOf(g.object(nil, o), 0)
		}
	}
}

// unboxed is the function in an interface, if that was made on the spot; other values are themselves.
func unboxed(v ssa.Value) ssa.Value {
	if m, ok := v.(*ssa.MakeInterface); ok {
		if _, ok := source.Core(m.X.Type()).(*types.Signature); ok {
			return m.X
		}
	}
	return v
}

// declareRefill calls what a pool makes new values with: the functions that are in its slot.
func (g *modeller) declareRefill(instr ssa.CallInstruction, row *models.Row) {
	results := instr.Common().Signature().Results()
	args := source.Arguments(instr.Common())
	if row.Sync != models.SyncGet || results.Len() != 1 || row.Object >= len(args) {
		return
	}
	p := g.addr(args[row.Object])
	k := call{
		flags: g.caller.mode(instr) | facts.CallModel | facts.CallDynamic,
		api:   api(instr.Common()),
		pos:   instr.Pos(),
	}
	k.recv = g.load(p.base, p.off)
	k.results = make([]variable, g.layout.Size(results))
	g.caller.direct[instr] = g.caller.addCall(instr, k)
}

// callbackMode is the flags of a callback's call.
func (g *modeller) callbackMode(instr ssa.CallInstruction, row *models.Row, cb models.Callback) facts.CallFlags {
	f := g.caller.mode(instr) | facts.CallModel
	if cb.Late {
		f |= facts.CallLate
	}
	if cb.Run == models.RunInline && row.Sync != models.SyncGroupGo {
		if cb.Self != models.SelfOnce {
			f |= facts.CallInLoop
		}
		return f
	}
	f = f&^facts.CallDefer | facts.CallGo
	switch cb.Self {
	case models.SelfParallel:
		f |= facts.CallMulti
	case models.SelfServed:
		f |= facts.CallMulti | facts.CallServed
	case models.SelfRouted:
		f |= facts.CallMulti | facts.CallServed | facts.CallRouted
	case models.SelfSerial:
		f |= facts.CallSerial
	}
	return f
}

// api names what the source calls.
func api(c *ssa.CallCommon) facts.Symbol {
	obj := c.Method
	if obj == nil {
		obj = source.Origin(c.StaticCallee()).Object().(*types.Func)
	}
	return source.DeclSymbol(obj)
}

// declareFunc calls a function value, or those in a list such as that of a variadic parameter; their parameters get
// nothing.
func (g *modeller) declareFunc(instr ssa.CallInstruction, k call, arg ssa.Value) {
	sig, ok := source.Core(arg.Type()).(*types.Signature)
	list, isList := source.Core(arg.Type()).(*types.Slice)
	if isList {
		sig, ok = source.Core(list.Elem()).(*types.Signature)
	}
	if !ok {
		return // functions behind interfaces
	}
	k.flags |= facts.CallDynamic
	if k.recv = g.node(arg, 0); isList {
		k.recv = g.load(k.recv, 0)
	}
	k.args = make([]variable, g.layout.Size(sig.Params()))
	k.results = make([]variable, g.layout.Size(sig.Results()))
	g.caller.addCall(instr, k)
}

// passElements gives the callback that was declared last the elements of a slice, for so many parameters.
func (g *modeller) passElements(instr ssa.CallInstruction, arg, list ssa.Value, params int) {
	sig, ok := source.Core(arg.Type()).(*types.Signature)
	slice, isSlice := source.Core(list.Type()).(*types.Slice)
	if !ok || !isSlice {
		return
	}
	k := &g.calls[g.caller.callsOf[instr][len(g.caller.callsOf[instr])-1]]
	at := g.addr(list)
	n := 0
	for v := range sig.Params().Variables() {
		params--
		for s := range g.layout.Size(v.Type()) {
			if params >= 0 && types.Identical(v.Type(), slice.Elem()) {
				k.args[n] = g.load(at.base, at.off+uint32(s))
			}
			n++
		}
	}
}

// pass gives the callback that was declared last what the operation takes from its object: a sync.Map's keys and
// values.
func (g *modeller) pass(instr ssa.CallInstruction, row *models.Row) {
	args := source.Arguments(instr.Common())
	if row.Sync != models.SyncGet || row.Object >= len(args) || len(g.caller.callsOf[instr]) == 0 {
		return
	}
	k := &g.calls[g.caller.callsOf[instr][len(g.caller.callsOf[instr])-1]]
	p := g.addr(args[row.Object])
	for i := range k.args {
		k.args[i] = g.load(p.base, p.off)
	}
}

// declareField calls what a field of a struct holds at that time: a function, or a method of an interface.
func (g *modeller) declareField(instr ssa.CallInstruction, k call, arg ssa.Value, cb models.Callback) {
	t := source.Deref(arg.Type())
	st, ok := source.Core(t).(*types.Struct)
	if !ok {
		return
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if f.Name() != cb.Field || g.layout.Collapsed(t, i) {
			continue
		}
		p := g.addr(arg)
		k.recv = g.load(p.base, p.off+g.layout.FieldOffset(t, i))
		sig, isFunc := source.Core(f.Type()).(*types.Signature)
		if isFunc {
			k.flags |= facts.CallDynamic
		} else {
			obj, _, _ := types.LookupFieldOrMethod(f.Type(), false, nil, cb.Method)
			m, ok := obj.(*types.Func)
			if !ok {
				return
			}
			k.flags |= facts.CallInvoke
			k.callee, sig = source.MethodSymbol(m), m.Signature()
		}
		k.args = make([]variable, g.layout.Size(sig.Params()))
		k.results = make([]variable, g.layout.Size(sig.Results()))
		g.caller.addCall(instr, k)
		return
	}
}

// declareInvoke calls a method of an interface.
func (g *modeller) declareInvoke(instr ssa.CallInstruction, k call, arg ssa.Value, name string) {
	obj, _, _ := types.LookupFieldOrMethod(arg.Type(), false, nil, name)
	m, ok := obj.(*types.Func)
	if !ok {
		return
	}
	k.flags |= facts.CallInvoke
	k.callee = source.MethodSymbol(m)
	k.recv = g.node(arg, 0)
	k.args = make([]variable, g.layout.Size(m.Signature().Params()))
	k.results = make([]variable, g.layout.Size(m.Signature().Results()))
	g.caller.addCall(instr, k)
}

// declareInterface calls all exported methods that an interface is known to have; of one that was converted to another,
// those it had before.
func (g *modeller) declareInterface(instr ssa.CallInstruction, k call, arg ssa.Value) {
	if c, ok := arg.(*ssa.ChangeInterface); ok {
		arg = c.X
	}
	if m, ok := arg.(*ssa.MakeInterface); ok {
		g.declareMethods(instr, k, m.X, "*")
		return
	}
	t, ok := source.Core(arg.Type()).(*types.Interface)
	if !ok {
		return
	}
	for m := range t.Methods() {
		if m.Exported() {
			g.declareInvoke(instr, k, arg, m.Name())
		}
	}
}

// declareMethods calls methods of a value whose type is known, by name or all exported ones.
func (g *modeller) declareMethods(instr ssa.CallInstruction, k call, arg ssa.Value, name string) {
	if m, ok := arg.(*ssa.MakeInterface); ok {
		arg = m.X
	}
	for _, m := range g.src.CallbackMethods(arg, name) {
		sig := m.Signature()
		x := k
		x.callee = source.DeclSymbol(m)
		x.args = g.receiver(arg, sig.Recv().Type())
		x.args = append(x.args, make([]variable, g.layout.Size(sig.Params()))...)
		x.results = make([]variable, g.layout.Size(sig.Results()))
		g.caller.addCall(instr, x)
	}
}

// receiver flattens a receiver; a value receiver of a pointer is loaded.
func (g *modeller) receiver(arg ssa.Value, want types.Type) []variable {
	slots := make([]variable, g.layout.Size(want))
	_, havePointer := source.Core(arg.Type()).(*types.Pointer)
	_, wantPointer := source.Core(want).(*types.Pointer)
	for i, pointer := range g.layout.Pointers(want) {
		switch {
		case !pointer:
		case havePointer && !wantPointer:
			slots[i] = g.load(g.node(arg, 0), uint32(i))
		default:
			slots[i] = g.node(arg, i)
		}
	}
	return slots
}

// visitModel asks for the operands that a row mentions, and stores what the operation stores.
func (g *modeller) visitModel(instr ssa.CallInstruction, row *models.Row) {
	args := source.Arguments(instr.Common())
	if row.Sync != models.SyncNone && row.Object < len(args) {
		if row.Sync != models.SyncEnded {
			g.addr(args[row.Object])
		}
		if row.Sync == models.SyncSend || row.Sync == models.SyncEnded {
			g.node(args[row.Object], 0) // a channel is a value
		}
	}
	for _, list := range [][]int{row.Reads, row.Writes} {
		for _, i := range list {
			if i < len(args) {
				g.addr(args[i])
			}
		}
	}
	if row.Shows != nil {
		g.visitShown(instr, row.Shows)
	}
	if _, ok := atomicSlots(row.Sync); ok && stores(row.Sync) {
		g.storeSync(args, row)
	}
}

// atomicSlots reports whether an operation moves values in or out of its object.
func atomicSlots(op models.SyncOp) (loads, ok bool) {
	switch op {
	case models.SyncAtomicRead, models.SyncAtomicRMW, models.SyncGet:
		return true, true
	case models.SyncAtomicWrite, models.SyncPut:
		return false, true
	}
	return false, false
}

// stores reports whether such an operation moves values in.
func stores(op models.SyncOp) bool {
	return op == models.SyncAtomicWrite || op == models.SyncAtomicRMW || op == models.SyncPut
}

// storeSync stores all other arguments into the object, which is one slot, or one word of memory.
func (g *modeller) storeSync(args []ssa.Value, row *models.Row) {
	if row.Object >= len(args) {
		return
	}
	p := g.addr(args[row.Object])
	for k, a := range args {
		if k == row.Object {
			continue
		}
		for i := range g.layout.Size(a.Type()) {
			g.store(p.base, p.off, g.node(a, i))
		}
	}
}

// modelResult is slot i of what a modelled function returns: what it loads, aliases of arguments, a new or an unknown
// object. Errors have nothing that could be shared.
func (g *modeller) modelResult(v *ssa.Call, row *models.Row, i int) variable {
	if row == nil {
		row = &models.Row{}
	}
	if n, ok := g.madeResult(v, row, i); ok {
		return n
	}
	list := g.taken(v, row, i)
	if n := g.carried(v.Common(), row); n != 0 {
		list = append(list, n, g.returned(v, row))
	}
	if row.Carries != nil && i == 0 {
		list = append(list, g.carrier(v, row.Carries))
	}
	if row.Fresh || len(list) == 0 && !g.isError(v, i) {
		list = append(list, g.returned(v, row))
	}
	return g.merge(list)
}

// taken is what a call returns of what was there before.
func (g *modeller) taken(v *ssa.Call, row *models.Row, i int) []variable {
	var list []variable
	args := source.Arguments(v.Common())
	if loads, _ := atomicSlots(row.Sync); loads && row.Object < len(args) {
		p := g.addr(args[row.Object])
		list = append(list, g.load(p.base, p.off))
	}
	if k, ok := g.caller.direct[v]; ok { // a pool's new value
		results := g.calls[k].results
		if results[i] == 0 {
			results[i] = g.inputVar()
		}
		list = append(list, results[i])
	}
	for _, k := range row.Returns {
		if k < len(args) {
			list = append(list, g.alias(args[k], v, i))
		}
	}
	return list
}

// returned is an object that the call makes.
func (g *modeller) returned(v *ssa.Call, row *models.Row) variable {
	fresh := row != nil && row.Fresh
	n, ok := g.shared[v]
	if ok {
		return n
	}
	o := object{Obj: facts.Obj{Kind: facts.ObjUnknown, Size: 1}, pos: v.Pos()}
	if fresh {
		o.Kind = facts.ObjNew
		if p, ok := v.Type().Underlying().(*types.Pointer); ok {
			o.Size = g.size(p.Elem())
			o.typ = g.typeOf(p.Elem())
		}
	}
	n = g.addrOf(g.object(v, o), 0)
	g.shared[v] = n
	if row != nil {
		g.hold(v, row, n)
	}
	return n
}

// isError reports whether slot i of a call's results is an error.
func (g *modeller) isError(v *ssa.Call, i int) bool {
	results := v.Call.Signature().Results()
	for k := range results.Len() {
		t := results.At(k).Type()
		if i < g.layout.Size(t) {
			return place.IsError(t)
		}
		i -= g.layout.Size(t)
	}
	return false
}

// alias is an argument as a result's slot.
func (g *modeller) alias(arg ssa.Value, v *ssa.Call, i int) variable {
	if types.Identical(arg.Type(), v.Type()) {
		return g.node(arg, i)
	}
	if _, pointer := source.Core(arg.Type()).(*types.Pointer); pointer && types.IsInterface(v.Type()) {
		return g.boxed(v, arg)
	}
	return g.node(arg, 0)
}
