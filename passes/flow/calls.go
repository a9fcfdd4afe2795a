// This file makes call sites (L8, L9) and the builtins that move pointers.

package flow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A caller makes the calls of a function.
type caller struct {
	*body
	models  *modeller                     // of the calls, those of functions that a model stands for
	callsOf map[ssa.CallInstruction][]int // into calls
	direct  map[ssa.CallInstruction]int   // the call that yields the instruction's results, into calls
}

func newCaller(r *pack, fn *ssa.Function) *caller {
	g := &caller{
		body: newBody(r, fn), callsOf: map[ssa.CallInstruction][]int{}, direct: map[ssa.CallInstruction]int{},
	}
	g.models = &modeller{
		body: g.body, caller: g, groups: map[ssa.CallInstruction]variable{}, funcs: map[madeKey]variable{},
		shown: map[ssa.CallInstruction][]part{},
	}
	g.returns = g
	return g
}

// declare numbers the calls that an instruction makes, in the order of instructions, before any argument or result is
// asked for.
func (g *caller) declare(instr ssa.CallInstruction) {
	c := instr.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	if row, ok := g.src.Model(c); ok {
		if row != nil {
			g.models.declareModel(instr, row)
		}
		return
	}
	k := call{flags: g.mode(instr), pos: instr.Pos()}
	if _, spawns := instr.(*ssa.Go); spawns && steady(c.Value, instr) {
		k.flags |= facts.CallSteady
	}
	if Tested(instr) {
		k.flags |= facts.CallTested
	}
	if Checked(instr) {
		k.flags |= facts.CallChecked
	}
	sig := c.Signature()
	switch fn := c.StaticCallee(); {
	case c.IsInvoke():
		k.flags |= facts.CallInvoke
		if isTypeParam(c.Value.Type()) {
			k.flags |= facts.CallTypeParam
		}
		k.callee = source.MethodSymbol(c.Method)
	case fn == nil || len(fn.FreeVars) > 0:
		k.flags |= facts.CallDynamic
	default:
		if f, _ := g.src.Flags(fn); f&facts.EffectFree != 0 {
			return
		}
		k.callee = g.src.FuncSymbol(fn)
		if g.repeats(instr) {
			k.flags |= facts.CallAgain
		}
		sig = source.Origin(fn).Signature
	}
	k.results = make([]variable, g.layout.Size(sig.Results()))
	g.direct[instr] = g.addCall(instr, k)
}

// addCall numbers a call.
func (g *caller) addCall(instr ssa.CallInstruction, k call) int {
	g.calls = append(g.calls, k)
	g.callsOf[instr] = append(g.callsOf[instr], len(g.calls)-1)
	return len(g.calls) - 1
}

// mode is the flags that the statement decides.
func (g *caller) mode(instr ssa.CallInstruction) facts.CallFlags {
	var f facts.CallFlags
	switch instr.(type) {
	case *ssa.Go:
		f |= facts.CallGo
		if addr, _ := g.r.StartedOnce(instr); addr != nil {
			f |= facts.CallOnce
		}
	case *ssa.Defer:
		f |= facts.CallDefer
	}
	if g.graph.Cyclic(instr.Block()) {
		f |= facts.CallInLoop
	}
	if g.graph.Skips(instr.Block()) {
		f |= facts.CallMaybe
	}
	if keptOnce(instr) {
		f |= facts.CallKept
	}
	if g.ofEach(instr.Common()) {
		f |= facts.CallEach
	}
	return f
}

// steady reports whether a value is the same each time that an instruction of its function uses it (L33): it is not
// made in a cycle through the instruction.
func steady(v ssa.Value, at ssa.Instruction) bool {
	switch x := v.(type) {
	case *ssa.Parameter:
		return true
	case ssa.Instruction:
		return !branch.Around(at.Block())[x.Block()]
	}
	return false
}

// ofEach reports whether a loop makes a call of each element of a list, which the function was given, or has put
// together (L32).
func (g *caller) ofEach(c *ssa.CallCommon) bool {
	list := branch.Each(c.Value)
	for range maxListed {
		switch x := list.(type) {
		case *ssa.Parameter:
			return true
		case *ssa.Slice:
			if _, made := x.X.(*ssa.Alloc); made {
				return true
			}
			list = x.X
		case *ssa.UnOp: // of a variable that is set once
			addr := x.X
			if v, ok := addr.(*ssa.FreeVar); ok {
				addr = place.Binding(v)
			}
			a, ok := addr.(*ssa.Alloc)
			if !ok {
				return false
			}
			list = g.r.Places.Stored(a)
		case *ssa.Call:
			if !place.IsBuiltin(&x.Call, "append") {
				return false
			}
			list = x.Call.Args[0]
		default:
			return false
		}
	}
	return false
}

// from is what an argument of a call is, or points into: a parameter of the function, what the function has made, or
// what another call has returned (L31).
func (g *caller) from(v ssa.Value) uint32 {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.UnOp:
			a, ok := x.X.(*ssa.Alloc)
			if v = nil; ok && a.Parent() == g.fn && x.Op == token.MUL {
				v = g.r.Places.Stored(a)
			}
			if v == nil {
				return 0
			}
		case *ssa.Alloc:
			return facts.FromMade
		case *ssa.Parameter:
			if k := slices.Index(g.fn.Params, x); k >= 0 && k < maxFrom {
				return facts.FromOwn(k)
			}
			return 0
		case *ssa.Call:
			if k, ok := g.direct[x]; ok {
				return facts.FromCall(uint32(k))
			}
			return 0
		default:
			return 0
		}
	}
}

// visitCall asks for the operands of a call.
func (g *caller) visitCall(instr ssa.CallInstruction) {
	c := instr.Common()
	if s, ok := instr.(*ssa.Go); ok {
		addr, _ := g.r.StartedOnce(s)
		if field, ok := addr.(*ssa.FieldAddr); ok {
			at := g.addr(field)
			for _, k := range g.callsOf[instr] {
				g.calls[k].once, g.calls[k].onceOff = at.base, at.off
			}
		}
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		g.builtin(b, instr)
		return
	}
	if row, ok := g.src.Model(c); ok {
		if row != nil {
			g.models.visitModel(instr, row)
		}
		for _, a := range g.src.Opens(c) {
			g.addr(a)
		}
		return
	}
	i, ok := g.direct[instr]
	if !ok {
		return
	}
	for n, a := range source.Arguments(c)[:min(len(source.Arguments(c)), maxFrom)] {
		if k := g.from(a); k != 0 {
			g.calls[i].from = append(append(g.calls[i].from, make([]uint32, n-len(g.calls[i].from))...), k)
		}
	}
	var args []variable
	var recv variable
	switch fn := c.StaticCallee(); {
	case c.IsInvoke():
		recv = g.node(c.Value, 0)
		args = g.arguments(c.Args, parameters(c.Signature()))
	case fn == nil || len(fn.FreeVars) > 0:
		recv = g.node(c.Value, 0)
		args = g.arguments(c.Args, parameters(c.Signature()))
	default:
		args = g.arguments(c.Args, parameters(source.Origin(fn).Signature))
	}
	g.calls[i].recv, g.calls[i].args = recv, args
}

// parameters are the types of a function's parameters, receiver first.
func parameters(sig *types.Signature) []types.Type {
	var list []types.Type
	if r := sig.Recv(); r != nil {
		list = append(list, r.Type())
	}
	for v := range sig.Params().Variables() {
		list = append(list, v.Type())
	}
	return list
}

// arguments flattens arguments as the parameters have them (L9). Parameters of an interface method's signature come
// with a receiver that is not among the arguments.
func (g *caller) arguments(args []ssa.Value, params []types.Type) []variable {
	params = params[max(0, len(params)-len(args)):]
	var list []variable
	for k, a := range args {
		n := g.layout.Size(a.Type())
		slots := make([]variable, n)
		for i := range n {
			slots[i] = g.node(a, i)
		}
		if k < len(params) && g.layout.Size(params[k]) != n {
			one := g.merge(slots)
			slots = make([]variable, g.layout.Size(params[k]))
			for i := range slots {
				slots[i] = one
			}
		}
		list = append(list, slots...)
	}
	return list
}

// result is slot i of what a call returns.
func (g *caller) result(v *ssa.Call, i int) variable {
	c := v.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return g.builtinResult(b, v)
	}
	if row, ok := g.src.Model(c); ok {
		return g.models.modelResult(v, row, i)
	}
	k, ok := g.direct[v]
	if !ok {
		return 0
	}
	sig := c.Signature()
	if fn := c.StaticCallee(); fn != nil && len(fn.FreeVars) == 0 && !c.IsInvoke() {
		sig = source.Origin(fn).Signature
	}
	at := g.resultSlot(c.Signature().Results(), sig.Results(), i)
	results := g.calls[k].results
	if at >= len(results) {
		return 0
	}
	if results[at] == 0 {
		results[at] = g.inputVar()
	}
	return results[at]
}

// resultSlot finds slot i of the results as the caller has them among those of the origin (L9).
func (g *caller) resultSlot(have, origin *types.Tuple, i int) int {
	off := 0
	for k := range have.Len() {
		n, m := g.layout.Size(have.At(k).Type()), g.layout.Size(origin.At(k).Type())
		if i < n && n == m {
			return off + i
		}
		if i < n {
			return off
		}
		i -= n
		off += m
	}
	return off
}

// builtin asks for what a builtin reads or writes.
func (g *caller) builtin(b *ssa.Builtin, instr ssa.CallInstruction) {
	args := instr.Common().Args
	switch b.Name() {
	case "append":
		if v, ok := instr.(*ssa.Call); ok {
			g.node(v, 0)
		}
	case "copy":
		g.copyElements(g.node(args[0], 0), g.node(args[1], 0), source.Element(args[0].Type()))
	case "close", "delete", "clear":
		g.node(args[0], 0)
	case "len", "cap":
		g.visitMap(args[0])
		if place.IsChan(args[0].Type()) && b.Name() == "cap" { // loops may run so often
			g.node(args[0], 0)
		}
	}
	// The others compute: min, max, complex, real, imag, print, println, panic, recover, unsafe.*, ssa:*.
}

// builtinResult is the pointer that a builtin returns.
func (g *caller) builtinResult(b *ssa.Builtin, v *ssa.Call) variable {
	switch b.Name() {
	case "append":
		return g.append(v)
	case "ssa:wrapnilchk", "Add", "Slice", "SliceData":
		return g.node(v.Call.Args[0], 0)
	}
	return 0 // min, max and numbers hold none; recover's is not followed
}

// append is the old backing array or a new one (L6).
func (g *caller) append(v *ssa.Call) variable {
	elem := source.Element(v.Type())
	n := g.fresh()
	g.values[slot{v, 0}] = n // the old slice may come from a variable that holds the result
	if closesGap(v) {
		g.copy(n, g.node(v.Call.Args[0], 0))
		return n
	}
	made := g.object(v, object{Obj: facts.Obj{Kind: facts.ObjArray, Size: g.size(elem)}, pos: v.Pos()})
	grown := g.addrOf(made, 0)
	old := g.node(v.Call.Args[0], 0)
	if !g.r.Places.Full(v.Call.Args[0]) {
		g.copy(n, old)
	}
	g.copy(n, grown)
	g.copyElements(grown, old, elem)
	if len(v.Call.Args) > 1 {
		g.appendElements(n, v.Call.Args[1], elem)
	}
	return n
}

// appendElements stores what is added. A variadic argument list is no array but the values in it.
func (g *caller) appendElements(dst variable, added ssa.Value, elem types.Type) {
	s, ok := added.(*ssa.Slice)
	if ok {
		if p := g.addr(s.X); p.local != nil {
			for i, pointer := range g.layout.Pointers(elem) {
				if pointer {
					g.store(dst, uint32(i), g.read(p, i))
				}
			}
			return
		}
	}
	g.copyElements(dst, g.node(added, 0), elem)
}

// copyElements copies the pointers of one element from what src points to into what dst points to.
func (g *caller) copyElements(dst, src variable, elem types.Type) {
	if dst == 0 || src == 0 {
		return
	}
	for i, pointer := range g.layout.Pointers(elem) {
		if pointer {
			g.store(dst, uint32(i), g.load(src, uint32(i)))
		}
	}
}
