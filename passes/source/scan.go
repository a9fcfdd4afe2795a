// This file looks through each function once, for what it calls, what it makes values of and what it does, and closes
// the flags over calls (S3, S4).

package source

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
)

// closed are the flags that a function has if one that it calls has them (S3).
const closed = facts.Spawns | facts.Syncs | facts.Parallels | facts.Dynamic

// A scanner reads what the units of a package do (S3 to S5).
type scanner struct{ *Result }

// scanAll scans the own units.
func (r scanner) scanAll() {
	r.scans = make([]scan, len(r.Funcs))
	r.Pkg.Source.Units = make([]facts.Unit, len(r.Funcs))
	for i, fn := range r.Funcs {
		r.Pkg.Source.Units[i].Sym = r.FuncSymbol(fn)
		r.Contain("source", i, func() { r.scan(fn, &r.scans[i]) })
	}
}

// scan looks through one function.
func (r scanner) scan(fn *ssa.Function, s *scan) {
	s.seen = map[facts.Symbol]bool{}
	if fn.Blocks == nil {
		return
	}
	s.flags = facts.EffectFree
	var rands []*ssa.Value
	for _, b := range fn.Blocks {
		s.weight += uint32(len(b.Instrs))
		for _, instr := range b.Instrs {
			r.effect(instr, s)
			for _, v := range instr.Operands(rands[:0]) {
				if g, ok := (*v).(*ssa.Function); ok {
					r.useFunc(g, s)
				}
			}
		}
	}
	if s.weight <= cloneable &&
		(r.returnsPointer(fn) || s.flags&facts.Spawns != 0 ||
			s.flags&facts.Syncs != 0 && (isMethod(fn) || isGivenMeans(fn)) || isHigherOrder(fn)) {
		// a spawner's goroutines belong to the call that they were started for, and so does what a function is given to call
		s.flags |= facts.Cloneable
	}
	if s.weight <= cloneableSpawner && s.flags&facts.Spawns != 0 && isGivenFunction(fn) {
		s.flags |= facts.Cloneable
	}
}

// isGivenFunction reports whether a parameter of a function is a function.
func isGivenFunction(fn *ssa.Function) bool {
	for v := range fn.Signature.Params().Variables() {
		if _, ok := core(v.Type()).(*types.Signature); ok {
			return true
		}
	}
	return false
}

// isHigherOrder reports whether a function is given functions, or values whose methods it may call.
func isHigherOrder(fn *ssa.Function) bool {
	for v := range fn.Signature.Params().Variables() {
		if t, ok := core(v.Type()).(*types.Interface); ok && t.NumMethods() > 0 {
			return true
		}
	}
	return isGivenFunction(fn)
}

// isMethod reports whether a function has a pointer receiver. If it synchronises, it mostly does so with what lies in
// that object.
func isMethod(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil {
		return false
	}
	_, ok := core(recv.Type()).(*types.Pointer)
	return ok
}

// isGivenMeans reports whether a function is given a channel, or a pointer to an integer or to a value of a type that
// synchronises. If it synchronises, it mostly does so with that.
func isGivenMeans(fn *ssa.Function) bool {
	for v := range fn.Signature.Params().Variables() {
		switch t := core(v.Type()).(type) {
		case *types.Chan:
			return true
		case *types.Pointer:
			if isMeans(t.Elem()) {
				return true
			}
		}
	}
	return false
}

// isMeans reports whether values of a type are what atomic functions act on, or synchronise themselves.
func isMeans(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil &&
		models.SyncType(n.Obj().Pkg().Path(), n.Obj().Name()) {
		return true
	}
	b, ok := core(t).(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// returnsPointer reports whether a result may hold a pointer.
func (r scanner) returnsPointer(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		if v.Type() != errorType && r.Layout.HasPointers(v.Type()) {
			return true
		}
	}
	return false
}

// errorType is the type of errors: telling apart which call returned one is not worth a context.
var errorType = types.Universe.Lookup("error").Type()

// useFunc notes that a function is called or made a value of.
func (r scanner) useFunc(g *ssa.Function, s *scan) {
	g = Origin(g)
	if !isSynthetic(g) && (foreignInit(g, r.ssa) || r.isModelled(g)) {
		return
	}
	s.use(r.FuncSymbol(g))
}

// isModelled reports whether a table stands for a function.
func (r scanner) isModelled(g *ssa.Function) bool {
	obj, ok := g.Object().(*types.Func)
	return ok && (modelled(obj.Pkg()) || r.row(obj) != nil)
}

// use notes a symbol once.
func (s *scan) use(sym facts.Symbol) {
	if sym != (facts.Symbol{}) && !s.seen[sym] {
		s.seen[sym] = true
		s.uses = append(s.uses, sym)
	}
}

// effect notes what an instruction does beyond computing.
func (r scanner) effect(instr ssa.Instruction, s *scan) {
	switch instr := instr.(type) {
	case *ssa.Alloc:
		s.clear(!r.NonEscaping(instr))
	case *ssa.Store:
		s.clear(!r.ContainedAddr(instr.Addr))
	case *ssa.UnOp:
		r.effectUnOp(instr, s)
	case *ssa.MapUpdate, *ssa.Range, *ssa.Next:
		s.clear(true)
	case *ssa.Lookup:
		_, isMap := core(instr.X.Type()).(*types.Map)
		s.clear(isMap)
	case *ssa.Send, *ssa.Select:
		s.sync()
	case *ssa.Go:
		s.flags |= facts.Spawns
		s.sync()
		r.call(instr, s)
	case ssa.CallInstruction:
		r.call(instr, s)
	case *ssa.MakeClosure:
		r.callee(instr.Fn.(*ssa.Function), s)
	case *ssa.MakeInterface:
		r.useType(instr.X.Type(), s)
	case *ssa.TypeAssert:
		if types.IsInterface(instr.AssertedType) {
			r.useType(instr.AssertedType, s)
		}
	case *ssa.Return:
		for _, v := range instr.Results {
			_, isConst := v.(*ssa.Const)
			s.clear(!isConst && r.Layout.HasPointers(v.Type()))
		}
	case *ssa.Convert:
		_, isSlice := core(instr.X.Type()).(*types.Slice)
		s.clear(isSlice) // the bytes of a string are read
	case *ssa.BinOp, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.DebugRef, *ssa.Extract, *ssa.Field, *ssa.FieldAddr,
		*ssa.If, *ssa.Index, *ssa.IndexAddr, *ssa.Jump, *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MultiConvert,
		*ssa.Panic,
		*ssa.Phi, *ssa.RunDefers, *ssa.Slice, *ssa.SliceToArrayPointer:
		// computes a value, or moves control: what it makes matters when it is stored, returned or passed on
	}
}

// clear drops EffectFree if the condition holds.
func (s *scan) clear(cond bool) {
	if cond {
		s.flags &^= facts.EffectFree
	}
}

// sync notes a synchronisation.
func (s *scan) sync() {
	s.flags |= facts.Syncs
	s.clear(true)
}

func (r scanner) effectUnOp(instr *ssa.UnOp, s *scan) {
	switch instr.Op {
	case token.MUL:
		s.clear(!r.ContainedAddr(instr.X))
	case token.ARROW:
		s.sync()
	}
}

// useType notes a type that is boxed or asked for.
func (r scanner) useType(t types.Type, s *scan) {
	if _, ok := types.Unalias(t).(*types.TypeParam); !ok {
		s.use(tables(r).methodTable(t))
	}
}

// call notes what a call does.
func (r scanner) call(instr ssa.CallInstruction, s *scan) {
	c := instr.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		r.builtin(b, c, s)
		return
	}
	if row, ok := r.Model(c); ok {
		r.modelled(row, c, s)
		s.clear(len(r.Opens(c)) > 0)
		return
	}
	g := c.StaticCallee()
	if g == nil {
		s.flags |= facts.Dynamic
		s.clear(true)
		return
	}
	r.typeArguments(g, s)
	r.callee(g, s)
	if i, ok := r.UnitOf(g); ok && lends(c) {
		s.lent = append(s.lent, i)
	}
}

// callee notes an own unit for closing, and takes over what is known about one of another package.
func (r scanner) callee(g *ssa.Function, s *scan) {
	if i, ok := r.UnitOf(g); ok {
		s.calls = append(s.calls, i)
		return
	}
	_, u, ok := r.Imported(r.FuncSymbol(g))
	s.clear(!ok || u.Flags&facts.EffectFree == 0)
	if ok {
		s.flags |= u.Flags & closed
	}
}

// builtin notes what a builtin does.
func (r scanner) builtin(b *ssa.Builtin, c *ssa.CallCommon, s *scan) {
	switch b.Name() {
	case "close":
		s.sync()
	case "append", "copy", "delete", "clear":
		s.clear(true)
	case "len", "cap":
		_, isMap := core(c.Args[0].Type()).(*types.Map)
		s.clear(isMap)
	}
}

// modelled notes what a row says; a nil row does nothing.
func (r scanner) modelled(row *models.Row, c *ssa.CallCommon, s *scan) {
	if row == nil {
		return
	}
	if row.Sync != models.SyncNone || row.Serves {
		s.sync()
	}
	if len(row.Callbacks) > 0 {
		s.flags |= facts.Dynamic
	}
	s.clear(len(row.Callbacks)+len(row.Reads)+len(row.Writes)+len(row.Retains) > 0 || row.Shows != nil)
	if row.Sync == models.SyncParallel {
		s.flags |= facts.Parallels
	}
	if row.Sync == models.SyncGroupGo {
		s.flags |= facts.Spawns
	}
	args := Arguments(c)
	for _, cb := range row.Callbacks {
		if cb.Run != models.RunInline {
			s.flags |= facts.Spawns | facts.Syncs
		}
		if cb.Method != "" && cb.Arg < len(args) {
			for _, m := range r.CallbackMethods(args[cb.Arg], cb.Method) {
				s.use(DeclSymbol(m))
			}
		}
	}
}

// typeArguments registers the method tables of what is given to type parameters that have methods.
func (r scanner) typeArguments(g *ssa.Function, s *scan) {
	args := g.TypeArgs()
	params := g.TypeParams()
	for i, t := range args {
		if i < params.Len() && params.At(i).Constraint().Underlying().(*types.Interface).NumMethods() > 0 &&
			!types.IsInterface(t) {
			r.useType(t, s)
			r.dispatched[types.Unalias(Deref(t))] = true
		}
	}
}

// Dispatched reports whether methods of the type's objects are called through type parameters of functions that this
// package calls.
func (r *Result) Dispatched(t types.Type) bool { return r.dispatched[types.Unalias(t)] }

// close closes the flags over calls.
func (r scanner) close() {
	for changed := true; changed; {
		changed = false
		for i := range r.scans {
			if f := r.join(&r.scans[i]); f != r.scans[i].flags {
				r.scans[i].flags = f
				changed = true
			}
		}
	}
	r.lend()
	for i := range r.scans {
		s := &r.scans[i]
		u := &r.Pkg.Source.Units[i]
		if u.Flags |= s.flags; u.Flags&facts.Degraded != 0 {
			u.Flags &^= facts.EffectFree
		}
		if u.Flags&facts.EffectFree != 0 {
			s.uses = nil
		}
	}
	for i := range r.scans {
		r.scans[i].uses = slices.DeleteFunc(r.scans[i].uses, r.effectFree)
	}
}

// lend gives a context per call site to small methods that hand their receiver on to a method which synchronises and
// has one: what lies in the object is waited for there, and used behind it here.
func (r scanner) lend() {
	for changed := true; changed; {
		changed = false
		for i, fn := range r.Funcs {
			s := &r.scans[i]
			if s.flags&facts.Cloneable != 0 || s.weight > cloneable || !isMethod(fn) {
				continue
			}
			for _, k := range s.lent {
				if r.scans[k].flags&(facts.Cloneable|facts.Syncs) == facts.Cloneable|facts.Syncs {
					s.flags |= facts.Cloneable
					changed = true
				}
			}
		}
	}
}

// lends reports whether a call hands on the receiver of its function as the receiver.
func lends(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	if fn == nil || !isMethod(fn) || len(c.Args) == 0 {
		return false
	}
	p, ok := c.Args[0].(*ssa.Parameter)
	return ok && isMethod(p.Parent()) && p == p.Parent().Params[0]
}

// effectFree reports whether a symbol is of an effect-free functions.
func (r scanner) effectFree(sym facts.Symbol) bool {
	if sym.Kind != facts.SymFunc {
		return false
	}
	if fn, ok := r.names[sym]; ok {
		return r.Pkg.Source.Units[r.index[fn]].Flags&facts.EffectFree != 0
	}
	_, u, ok := r.Imported(sym)
	return ok && u.Flags&facts.EffectFree != 0
}

// join is a function's flags as its callees' now stand.
func (r scanner) join(s *scan) facts.UnitFlags {
	f := s.flags
	for _, i := range s.calls {
		callee := r.scans[i].flags
		f |= callee & closed
		if callee&facts.EffectFree == 0 {
			f &^= facts.EffectFree
		}
	}
	return f
}

// Flags is what callers may know about a function without looking inside; ok is false if nothing is known.
func (r *Result) Flags(fn *ssa.Function) (f facts.UnitFlags, ok bool) {
	if i, ok := r.UnitOf(fn); ok {
		return r.Pkg.Source.Units[i].Flags, true
	}
	_, u, ok := r.Imported(r.FuncSymbol(fn))
	if !ok {
		return 0, false
	}
	return u.Flags, true
}
