// This file finds the accesses of variables that a lock may guard (G6).

package guards

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// accesses records the accesses of an instruction.
func (a *analysis) accesses(f *function, instr ssa.Instruction, s state) {
	if f.init {
		return
	}
	t := accessFinder{a: a, f: f, instr: instr, state: s}
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.MUL {
			t.memory(facts.Read, instr.X, instr.Type(), position(instr, instr.X))
		}
	case *ssa.Store:
		t.memory(facts.Write, instr.Addr, instr.Val.Type(), position(instr, instr.Addr))
		t.divides(instr)
	case *ssa.MapUpdate:
		t.contents(facts.MapWrite, instr.Map, instr.Pos())
	case *ssa.Lookup:
		t.contents(facts.MapRead, instr.X, instr.Pos())
	case *ssa.Next:
		if r, ok := instr.Iter.(*ssa.Range); ok && !instr.IsString {
			t.contentsOf(facts.MapRead, r.X, instr.Iter, r.Pos())
		}
	case *ssa.Return:
		t.leaks(instr)
	case *ssa.Call:
		t.call(instr)
	case deferredCall:
		t.call(instr.Defer)
	}
}

// An accessFinder records the accesses of one instruction.
type accessFinder struct {
	a     *analysis       // where what is found is kept
	f     *function       // the function that is walked
	instr ssa.Instruction // the instruction that is looked at
	state state           // of f just before it
}

// add records an access through an operand.
func (t *accessFinder) add(
	v variable,
	sym facts.Symbol,
	kind facts.VarKind,
	chain []types.Object,
	x accessSite,
	operand ssa.Value,
) {
	instr := t.instr
	if d, ok := instr.(deferredCall); ok {
		instr = d.Defer
	} else {
		x.own = t.a.spawn.Owned(instr, operand)
	}
	base := t.a.Base(operand)
	if t.a.Makes(base) {
		x.made = true
		if t.a.Private(base, instr) {
			return
		}
	} else if t.a.Builds(base, 0) {
		x.made = true // its goroutines may have it already
	}
	x.param = 1 + objects.Input(base)
	if t.a.src.ContainedAddr(operand) {
		return
	}
	x.instr, x.state, x.base = instr, t.state, base
	e := t.a.vars[v]
	if e == nil {
		e = &usage{sym: sym, kind: kind, chain: chain}
		t.a.vars[v] = e
		t.a.order = append(t.a.order, v)
	}
	x.via, x.chain, x.captor = t.a.Containers(operand), chain, t.a.Captor(operand)
	x.copy = t.a.IsCopy(operand)
	for _, o := range chain {
		if len(e.chain) < maxChain && !slices.Contains(e.chain, o) {
			e.chain = append(e.chain, o)
		}
	}
	x.f = t.f
	e.accesses = append(e.accesses, x)
}

// memory records the access of a field, a package-level variable, an element, or all fields of a struct.
func (t *accessFinder) memory(kind facts.AccessKind, addr ssa.Value, typ types.Type, pos token.Pos) {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		t.field(kind, objects.FieldOf(x), source.FieldSymbol(x.X.Type(), x.Field), objects.ChainOf(x), addr, pos)
		if kind == facts.Read {
			t.part(x, typ, pos)
		}
	case *ssa.Global:
		if obj := x.Object(); obj != nil && !t.a.places.FinalGlobal(x) {
			at := accessSite{kind: kind, pos: pos}
			t.add(variable{obj, false}, source.GlobalSymbol(x), facts.VarGlobal, []types.Object{obj}, at, addr)
		}
	case *ssa.IndexAddr:
		t.contentsOf(kind, x.X, addr, pos)
	default:
		t.whole(kind, addr, typ, pos)
	}
}

// field records the access of a field of this package's types.
func (t *accessFinder) field(
	kind facts.AccessKind,
	f *types.Var,
	sym facts.Symbol,
	chain []types.Object,
	addr ssa.Value,
	pos token.Pos,
) {
	if f.Pkg() == nil || f.Pkg() != t.a.src.Types() || isSync(f.Type()) {
		return
	}
	t.add(
		variable{f, false},
		sym,
		facts.VarField,
		chain,
		accessSite{kind: kind, pos: pos, whole: t.literal(addr), outer: objects.OuterOf(addr)},
		addr,
	)
}

// literal reports whether a field is set as part of a struct that is set as a whole.
func (t *accessFinder) literal(addr ssa.Value) bool {
	f, ok := addr.(*ssa.FieldAddr)
	store, isStore := t.instr.(*ssa.Store)
	if !ok {
		return true
	}
	if !isStore {
		return false
	}
	for _, instr := range store.Block().Instrs {
		if s, ok := instr.(*ssa.Store); ok && s != store && s.Pos() == store.Pos() {
			if g, ok := s.Addr.(*ssa.FieldAddr); ok && g.X == f.X || s.Addr == f.X {
				return true
			}
		}
	}
	return false
}

// whole records the access of a struct in all its fields.
func (t *accessFinder) whole(kind facts.AccessKind, addr ssa.Value, typ types.Type, pos token.Pos) {
	st, ok := typ.Underlying().(*types.Struct)
	n, named := types.Unalias(typ).(*types.Named)
	if !ok || !named || n.Obj().Pkg() != t.a.src.Types() {
		return
	}
	for i := range st.NumFields() {
		if f := st.Field(i).Origin(); f.Name() != "_" {
			t.field(kind, f, source.FieldSymbol(typ, i), []types.Object{n.Origin().Obj()}, addr, pos)
		}
	}
}

// part records that a struct which lies in another one is read as a whole: all its fields are.
func (t *accessFinder) part(addr *ssa.FieldAddr, typ types.Type, pos token.Pos) {
	st, ok := typ.Underlying().(*types.Struct)
	n, named := types.Unalias(typ).(*types.Named)
	if !ok || !named || n.Obj().Pkg() != t.a.src.Types() {
		return
	}
	x := accessSite{kind: facts.Read, pos: pos, copied: true, outer: objects.FieldOf(addr)}
	t.fields(addr, n, st, x, func(f *types.Var) bool { return f.Name() != "_" })
}

// fields records one access of each field of a struct which lies in another one, but for locks and the like, and those
// that are not meant.
func (t *accessFinder) fields(
	addr *ssa.FieldAddr,
	n *types.Named,
	st *types.Struct,
	x accessSite,
	meant func(*types.Var) bool,
) {
	chain := append([]types.Object{n.Origin().Obj()}, objects.ChainOf(addr)...)
	for i := range st.NumFields() {
		if f := st.Field(i).Origin(); meant(f) && !isSync(f.Type()) {
			t.add(variable{f, false}, source.FieldSymbol(n, i), facts.VarField, chain, x, addr)
		}
	}
}

// contents records the access of a map or of elements, named by the variable that holds it.
func (t *accessFinder) contents(kind facts.AccessKind, v ssa.Value, pos token.Pos) {
	t.contentsOf(kind, v, v, pos)
}

func (t *accessFinder) contentsOf(kind facts.AccessKind, v, operand ssa.Value, pos token.Pos) {
	h, ok := t.a.HolderOf(v, holderSteps)
	if !ok || h.Obj.Pkg() != t.a.src.Types() {
		return
	}
	var vk facts.VarKind
	switch source.Core(v.Type()).(type) {
	case *types.Map:
		vk = facts.VarMap
	case *types.Basic:
		return
	default:
		vk = facts.VarSlice
	}
	moved := h.Load != nil && t.a.movedOut(h.Load) || slices.ContainsFunc(h.Found, t.a.deletes)
	x := accessSite{kind: kind, pos: pos, depth: h.Depth, moved: moved}
	if h.Depth > 0 {
		x.what = vk
	}
	t.add(variable{h.Obj, true}, h.Sym, vk, h.Chain, x, operand)
}

// call records what builtins and atomic functions access.
func (t *accessFinder) call(call ssa.CallInstruction) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		t.builtin(b.Name(), c.Args, call.Pos())
		return
	}
	t.containers(call)
	row := t.a.flow.Model(call)
	if row == nil {
		return
	}
	if kind := atomicKind(row.Sync); kind != 0 {
		if f, ok := source.Arguments(c)[row.Object].(*ssa.FieldAddr); ok {
			t.field(kind, objects.FieldOf(f), source.FieldSymbol(f.X.Type(), f.Field), objects.ChainOf(f), f, call.Pos())
		}
	}
}

// containers records what a callee does with the maps and slices that it is given: its own accesses if it is of this
// package, else a read of maps.
func (t *accessFinder) containers(call ssa.CallInstruction) {
	g := t.a.callee(call)
	for k, v := range source.Arguments(call.Common()) {
		if m, ok := v.(*ssa.MakeInterface); ok {
			v = m.X
		}
		_, isMap := source.Core(v.Type()).(*types.Map)
		_, isSlice := source.Core(v.Type()).(*types.Slice)
		switch {
		case g != nil && (isMap || isSlice) && k < len(g.fn.Params):
			for _, kind := range t.a.through(g.fn.Params[k]) {
				t.contentsOf(kind, v, source.Arguments(call.Common())[k], call.Pos())
			}
		case g == nil && isMap && !call.Common().IsInvoke() && call.Common().StaticCallee() != nil:
			t.contentsOf(facts.MapRead, v, source.Arguments(call.Common())[k], call.Pos())
		}
	}
}

// through are the kinds of access that a function makes to the contents of a parameter.
func (a *code) through(p *ssa.Parameter) []facts.AccessKind {
	var reads, writes facts.AccessKind
	for _, instr := range *p.Referrers() {
		switch x := instr.(type) {
		case *ssa.MapUpdate:
			writes = facts.MapWrite
		case *ssa.Lookup, *ssa.Range:
			reads = facts.MapRead
		case *ssa.IndexAddr:
			for _, use := range *x.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(x) {
					writes = facts.Write
				} else {
					reads = facts.Read
				}
			}
		case *ssa.Call:
			if place.IsBuiltin(&x.Call, "delete") {
				writes = facts.MapWrite
			}
		}
	}
	var list []facts.AccessKind
	for _, k := range []facts.AccessKind{reads, writes} {
		if k != 0 {
			list = append(list, k)
		}
	}
	return list
}

// builtin records what a builtin accesses.
func (t *accessFinder) builtin(name string, args []ssa.Value, pos token.Pos) {
	if len(args) == 0 {
		return
	}
	_, isMap := source.Core(args[0].Type()).(*types.Map)
	switch {
	case name == "delete" || name == "clear" && isMap:
		t.contents(facts.MapWrite, args[0], pos)
	case name == "clear":
		t.contents(facts.Write, args[0], pos)
	case name == "len" && isMap:
		t.contents(facts.MapRead, args[0], pos)
	case name == "append":
		if cut, ok := args[0].(*ssa.Slice); ok && cut.High != nil && cut.Max == nil {
			t.contents(facts.Write, args[0], pos) // moves elements down, in place
		}
		if len(args) > 1 {
			t.contents(facts.Read, args[1], pos)
		}
	case name == "copy":
		t.contents(facts.Write, args[0], pos)
		t.contents(facts.Read, args[1], pos)
	}
}

// atomicKind is how an atomic operation accesses its variable; zero for others.
func atomicKind(op models.SyncOp) facts.AccessKind {
	switch op {
	case models.SyncAtomicRead:
		return facts.AtomicRead
	case models.SyncAtomicWrite, models.SyncAtomicRMW:
		return facts.AtomicWrite
	}
	return 0
}
