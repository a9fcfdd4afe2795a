// This file finds the accesses of variables that a lock may guard (G6).

package guards

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/ownership"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A variable is a field in all objects of its type, or a package-level variable; or what the map or slice there holds.
type variable struct {
	obj      types.Object
	contents bool
}

// An accessSite is one access of a variable.
type accessSite struct {
	f      *function
	kind   facts.AccessKind
	instr  ssa.Instruction
	pos    token.Pos
	own    ownership.Condition
	state  state
	chain  []types.Object // struct types whose value holds the variable, as this access reaches it, innermost first
	via    []types.Object // structs and variables with the container that the object was taken out of, nil: none
	leak   bool           // a map or slice is returned here: callers access it
	base   ssa.Value      // what leads to the object
	param  int            // 1 + the parameter that leads to the object; 0: none does
	made   bool           // the object was made by the same function
	maker  ssa.Value      // made: what made it
	whole  bool           // all of a struct is accessed at once
	outer  *types.Var     // the field that the struct with the variable lies in; nil: none
	what   facts.VarKind  // of the container, if it was found in another one; else 0: as the evidence says
	captor *types.Var     // the field by which alone the object is known, nil: none
	copied bool           // all of a struct that lies in another one is read
	copy   bool           // the function fills the struct with what it loads atomically from another one
	// how many containers, each inside of the one before, lie around what is accessed, below the variable's own
	depth int
	moved bool // the container was taken out of its variable in the critical section that it was read in
}

// Evidence is all accesses of one variable.
type evidence struct {
	sym      facts.Symbol
	kind     facts.VarKind
	chain    []types.Object // struct types whose value holds it, innermost first
	accesses []accessSite
}

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
	a     *analysis
	f     *function
	instr ssa.Instruction
	state state
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
	base := t.a.base(operand)
	if t.a.makes(base) {
		x.made, x.maker = true, base
		if t.a.private(base, instr) {
			return
		}
	} else if t.a.builds(base, 0) {
		x.made = true // its goroutines may have it already
	}
	if p, ok := base.(*ssa.Parameter); ok {
		x.param = 1 + slices.Index(p.Parent().Params, p)
	}
	if t.a.src.ContainedAddr(operand) {
		return
	}
	x.instr, x.state, x.base = instr, t.state, base
	e := t.a.vars[v]
	if e == nil {
		e = &evidence{sym: sym, kind: kind, chain: chain}
		t.a.vars[v] = e
		t.a.order = append(t.a.order, v)
	}
	x.via, x.chain, x.captor = t.a.containers(operand), chain, t.a.captor(operand)
	x.copy = isCopy(t.a.code, operand)
	for _, o := range chain {
		if len(e.chain) < 8 && !slices.Contains(e.chain, o) {
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
		t.field(kind, fieldOf(x), source.FieldSymbol(x.X.Type(), x.Field), chainOf(x), addr, pos)
		if kind == facts.Read {
			t.part(x, typ, pos)
		}
	case *ssa.Global:
		if obj := x.Object(); obj != nil && !t.a.places.FinalGlobal(x) {
			t.add(variable{obj, false}, source.GlobalSymbol(x), facts.VarGlobal, []types.Object{obj}, accessSite{kind: kind, pos: pos}, addr)
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
		accessSite{kind: kind, pos: pos, whole: t.literal(addr), outer: outerOf(addr)},
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
	x := accessSite{kind: facts.Read, pos: pos, copied: true, outer: fieldOf(addr)}
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
	chain := append([]types.Object{n.Origin().Obj()}, chainOf(addr)...)
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
	h, ok := t.a.holder(v, 8)
	if !ok || h.obj.Pkg() != t.a.src.Types() {
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
	x := accessSite{kind: kind, pos: pos, depth: h.depth, moved: h.load != nil && t.a.movedOut(h.load)}
	if h.depth > 0 {
		x.what = vk
	}
	t.add(variable{h.obj, true}, h.sym, vk, h.chain, x, operand)
}

// A holder is the field or package-level variable that holds a map, slice or array.
type holder struct {
	obj   types.Object
	sym   facts.Symbol
	chain []types.Object
	load  *ssa.UnOp // that took it out; nil for arrays
	depth int       // how many containers lie around it, the first of which the variable holds
}

// holder finds where a map, slice or array was taken from.
func (a *code) holder(v ssa.Value, steps int) (holder, bool) {
	if steps == 0 {
		return holder{}, false
	}
	switch x := v.(type) {
	case *ssa.FieldAddr:
		return holder{obj: fieldOf(x), sym: source.FieldSymbol(x.X.Type(), x.Field), chain: chainOf(x)}, true
	case *ssa.Global:
		if obj := x.Object(); obj != nil {
			return holder{obj: obj, sym: source.GlobalSymbol(x), chain: []types.Object{obj}}, true
		}
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return holder{}, false
		}
		if l := place.Variable(x.X); l != nil {
			if s := a.places.Stored(l); s != nil {
				return a.holder(s, steps-1)
			}
			return holder{}, false
		}
		h, ok := a.holder(x.X, steps-1)
		if h.load == nil {
			h.load = x
		}
		return h, ok
	case *ssa.IndexAddr:
		if _, inline := source.Deref(x.Type()).Underlying().(*types.Array); inline {
			return a.holder(x.X, steps-1) // a part of the memory that it lies in
		}
		return a.within(x.X, steps)
	case *ssa.Lookup:
		return a.within(x.X, steps)
	case *ssa.Extract:
		if l, ok := x.Tuple.(*ssa.Lookup); ok && x.Index == 0 {
			return a.within(l.X, steps)
		}
	case *ssa.Slice:
		return a.holder(x.X, steps-1)
	case *ssa.ChangeType:
		return a.holder(x.X, steps-1)
	case *ssa.Call:
		return a.returned(x, steps)
	}
	return holder{}, false
}

// within finds the holder of the container that a container was taken out of.
func (a *code) within(v ssa.Value, steps int) (holder, bool) {
	h, ok := a.holder(v, steps-1)
	h.depth++
	return h, ok
}

// returned finds where the map or slice was taken from that a small function returns.
func (a *code) returned(call *ssa.Call, steps int) (holder, bool) {
	g := a.callee(call)
	if g == nil || len(g.fn.Blocks) > 4 {
		return holder{}, false
	}
	var found holder
	for _, b := range g.fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if len(ret.Results) != 1 {
			return holder{}, false
		}
		h, ok := a.holder(ret.Results[0], steps-1)
		if !ok || found.obj != nil && found.obj != h.obj {
			return holder{}, false
		}
		found = h
	}
	return found, found.obj != nil
}

// movedOut reports whether the variable that a container was loaded from is set to another one before any lock is
// released: who took it out has it for himself (G7).
func (a *locking) movedOut(load *ssa.UnOp) bool {
	b := load.Block()
	after := false
	for _, instr := range b.Instrs {
		switch x := instr.(type) {
		case *ssa.UnOp:
			after = after || x == load
		case *ssa.Store:
			if after && sameVariable(x.Addr, load.X) && !keeps(x.Val, load.X) {
				return true
			}
		case *ssa.Call:
			if op, ok := a.ops[x]; ok && after && !op.lock {
				return false
			}
			if after && a.replacer().By(x, load.X, sameBase) {
				return true
			}
		}
	}
	return false
}

// replacer knows the functions looked at.
func (a *locking) replacer() *ownership.Replacer {
	return &ownership.Replacer{
		Body: func(fn *ssa.Function) *ssa.Function {
			if g := a.own(fn); g != nil {
				return g.fn
			}
			return nil
		},
		Locks: func(call ssa.CallInstruction) bool {
			_, ok := a.ops[call]
			return ok
		},
	}
}

// sameBase reports whether two pointers are one value, or were loaded from one variable.
func sameBase(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	p, ok := x.(*ssa.UnOp)
	q, too := y.(*ssa.UnOp)
	return ok && too && p.Op == token.MUL && q.Op == token.MUL && sameVariable(p.X, q.X)
}

// keeps reports whether a value is a part of the slice that a variable holds, or is appended to it: the array stays
// where it is.
func keeps(v, addr ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Slice:
		return keeps(x.X, addr)
	case *ssa.UnOp:
		return x.Op == token.MUL && sameVariable(x.X, addr)
	case *ssa.Call:
		b, ok := x.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "append" && keeps(x.Call.Args[0], addr)
	}
	return false
}

func sameVariable(x, y ssa.Value) bool {
	switch x := x.(type) {
	case *ssa.FieldAddr:
		y, ok := y.(*ssa.FieldAddr)
		return ok && fieldOf(x) == fieldOf(y)
	case *ssa.Global:
		return x == y
	}
	return false
}

// leaks records that an exported function returns a map or slice that a variable goes on holding.
func (t *accessFinder) leaks(ret *ssa.Return) {
	if !t.a.open(t.f) {
		return
	}
	for _, r := range ret.Results {
		list, _ := place.Results(r)
		for _, v := range list {
			t.leak(v, ret.Pos())
		}
	}
}

// leak records one such result.
func (t *accessFinder) leak(v ssa.Value, pos token.Pos) {
	kind, vk := facts.MapRead, facts.VarMap
	switch source.Core(v.Type()).(type) {
	case *types.Map:
	case *types.Slice:
		kind, vk = facts.Read, facts.VarSlice
	default:
		t.leakAddress(v, pos)
		return
	}
	h, ok := t.a.holder(v, 4)
	if !ok || h.obj.Pkg() != t.a.src.Types() || h.load == nil || t.a.movedOut(h.load) {
		return
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		if h.load != x {
			return
		}
	case *ssa.Lookup, *ssa.Extract:
	default:
		return
	}
	x := accessSite{kind: kind, pos: pos, leak: true, depth: h.depth}
	if h.depth > 0 {
		x.what = vk
	}
	t.add(variable{h.obj, true}, h.sym, vk, h.chain, x, v)
}

// leakAddress records that the address of a struct inside of another one is returned: callers read its fields.
func (t *accessFinder) leakAddress(v ssa.Value, pos token.Pos) {
	addr, ok := v.(*ssa.FieldAddr)
	if !ok || isSync(source.Deref(addr.Type())) {
		return
	}
	n, named := types.Unalias(source.Deref(addr.Type())).(*types.Named)
	if !named || n.Obj().Pkg() != t.a.src.Types() {
		return
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return
	}
	x := accessSite{kind: facts.Read, pos: pos, leak: true, outer: fieldOf(addr)}
	t.fields(addr, n, st, x, (*types.Var).Exported)
}

// outerOf is the field that a struct lies in one of whose fields an address selects; nil if that is not seen.
func outerOf(addr ssa.Value) *types.Var {
	if f, ok := addr.(*ssa.FieldAddr); ok {
		if g, ok := f.X.(*ssa.FieldAddr); ok {
			return fieldOf(g)
		}
	}
	return nil
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
			t.field(kind, fieldOf(f), source.FieldSymbol(f.X.Type(), f.Field), chainOf(f), f, call.Pos())
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
			if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "delete" {
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

// fieldOf is the field that an address selects, as its type declares it.
func fieldOf(x *ssa.FieldAddr) *types.Var { return structOf(x.X.Type()).Field(x.Field).Origin() }

func structOf(t types.Type) *types.Struct { return source.Core(source.Deref(t)).(*types.Struct) }

// chainOf is the types of the structs whose value holds a field, innermost first, then the variable that holds them, if
// any.
func chainOf(addr ssa.Value) []types.Object {
	var chain []types.Object
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			if n, ok := types.Unalias(source.Deref(x.X.Type())).(*types.Named); ok {
				chain = append(chain, n.Origin().Obj())
			}
			addr = x.X
		case *ssa.Global:
			if x.Object() != nil {
				chain = append(chain, x.Object())
			}
			return chain
		default:
			return chain
		}
	}
}

// isSync reports whether a type is of synchronisation objects, which guard themselves.
func isSync(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && models.SyncType(n.Obj().Pkg().Path(), n.Obj().Name())
}

// position is an instruction's position, or its operand's.
func position(instr ssa.Instruction, v ssa.Value) token.Pos {
	if p := instr.Pos(); p.IsValid() {
		return p
	}
	return v.Pos()
}

// describe names a lock class.
func (a *code) describe(key any, v ssa.Value) lockName {
	switch k := key.(type) {
	case *types.Var:
		for {
			switch x := v.(type) {
			case *ssa.FieldAddr:
				if fieldOf(x) == k {
					return lockName{source.FieldSymbol(x.X.Type(), x.Field), chainOf(x)}
				}
				v = x.X
				continue
			case *ssa.Field:
				return lockName{source.FieldSymbol(x.X.Type(), x.Field), nil}
			case *ssa.UnOp:
				v = x.X
				continue
			case *ssa.IndexAddr:
				v = x.X
				continue
			case *ssa.Global:
				return lockName{source.GlobalSymbol(x), []types.Object{x.Object()}}
			}
			break
		}
		return lockName{facts.Symbol{Kind: facts.SymField, Pkg: a.src.Pkg.Source.Path, Name: k.Name()}, []types.Object{k}}
	case *ssa.Alloc:
		return lockName{source.LocalSymbol(k.Comment), nil}
	}
	return lockName{}
}

// containers are the structs, and the variable, that hold the map or slice out of which came the pointer that an
// address selects from.
func (a *code) containers(addr ssa.Value) []types.Object {
	for range 16 {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.Extract:
			addr = x.Tuple
		case *ssa.TypeAssert:
			addr = x.X
		case *ssa.Next:
			addr = x.Iter
		case *ssa.Range:
			return a.chainOfHolder(x.X)
		case *ssa.Lookup:
			return a.chainOfHolder(x.X)
		case *ssa.UnOp:
			l := place.Variable(x.X)
			if e, ok := x.X.(*ssa.IndexAddr); ok {
				return a.chainOfHolder(e.X)
			}
			if l == nil {
				return nil
			}
			if addr = a.places.Stored(l); addr == nil {
				return nil
			}
		case *ssa.Call:
			if addr = a.found(x); addr == nil {
				return nil
			}
		case *ssa.Phi:
			if addr = looked(x); addr == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// looked is the one value that a variable has if not a new object: get, or make and put.
func looked(x *ssa.Phi) ssa.Value {
	var one ssa.Value
	for _, v := range x.Edges {
		if _, made := v.(*ssa.Alloc); made || v == x {
			continue
		}
		if one != nil && one != v {
			return nil
		}
		one = v
	}
	return one
}

// found is what a small function of the package returns, if it looks that up in a container, leaves it there, and
// returns nothing else but nil.
func (a *code) found(call *ssa.Call) ssa.Value {
	g := a.callee(call)
	if g == nil || len(g.fn.Blocks) > 8 || g.fn.Signature.Results().Len() != 1 {
		return nil
	}
	var got ssa.Value
	for _, b := range g.fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.MapUpdate:
				return nil // it may return what it has just made
			case *ssa.Call:
				if f, ok := x.Call.Value.(*ssa.Builtin); ok && f.Name() == "delete" {
					return nil // taken out: nobody else finds it any more
				}
			case *ssa.Return:
				list, _ := place.Results(x.Results[0])
				for _, v := range list {
					if place.IsNil(v) {
						continue
					}
					if got != nil && got != v {
						return nil
					}
					got = v
				}
			}
		}
	}
	switch got.(type) {
	case *ssa.Lookup, *ssa.Extract, *ssa.UnOp:
		return got
	}
	return nil
}

func (a *code) chainOfHolder(v ssa.Value) []types.Object {
	h, _ := a.holder(v, 8)
	return h.chain
}
