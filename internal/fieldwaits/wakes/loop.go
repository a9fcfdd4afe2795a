// This file is the loops in which somebody waits for a condition, and what ends them; and who wakes.

package wakes

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A Kind says how a wake-up is lost.
type Kind uint8

// The kinds of lost wake-ups.
const (
	Unwoken  Kind = iota + 1 // what ends the wait is set, and nobody is woken then
	Untested                 // who waits does not look whether it has happened already
	WrongOne                 // one is woken of those who wait for different things
	OnlyOne                  // one is woken of those who may all go on
	Unlocked                 // it may come between who waits asks and waits
)

// A Lost is a wake-up that is lost.
type Lost struct {
	Kind Kind             // how it is lost
	Cond facts.Symbol     // the field
	Flag facts.Symbol     // Unwoken: the variable that is set
	Unit int              // of the function that sets it, waits untested, or wakes one
	At   facts.Position   // where
	Wait [2]fielduse.Spot // those who wait; the second one of WrongOne only
}

// A waitLoop is a loop around a wait for a condition.
type waitLoop struct {
	wait  *ssa.Call                 // the Wait in it
	ends  map[facts.Symbol]bool     // boolean fields that end it, with the value that does
	tests map[facts.Symbol][]string // fields that its condition reads, each with the texts of what is asked
	vague bool                      // it is also left on what is not understood
}

// Wakeups looks for conditions in fields whose waiters are not woken.
type wakeups struct {
	*fielduse.Package
	locks  *locks.Result      // what is held where
	wakers map[signalKey]bool // memo of signals
}

// lost fills in where it happens and who waits.
func (r *wakeups) lost(x Lost, at ssa.Instruction, loops []*waitLoop) Lost {
	here, _ := r.Spot(at)
	x.Unit, x.At = here.Unit, here.At
	for k, l := range loops {
		x.Wait[k], _ = r.Spot(l.wait)
	}
	return x
}

// waitLoop finds out what ends the loop around a wait.
func (r *wakeups) waitLoop(wait *ssa.Call) *waitLoop {
	l := &waitLoop{wait: wait, ends: map[facts.Symbol]bool{}, tests: map[facts.Symbol][]string{}}
	in := branch.Around(wait.Block())
	for _, b := range wait.Parent().Blocks {
		c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !in[b] || in[b.Succs[0]] && in[b.Succs[1]] {
			continue
		}
		cond, plain := branch.Positive(c.Cond)
		l.test(cond, plain == in[b.Succs[1]])
	}
	return l
}

// test records a condition that leaves the loop when it has a value.
func (l *waitLoop) test(cond ssa.Value, value bool) {
	if f := fielduse.LoadedField(cond); f != (facts.Symbol{}) {
		l.ends[f] = value
		l.tests[f] = append(l.tests[f], fmt.Sprint(value))
		return
	}
	fields, text := fieldsIn(cond, 0)
	l.vague = l.vague || len(fields) == 0
	for _, f := range fields {
		l.tests[f] = append(l.tests[f], fmt.Sprint(text, value))
	}
}

// fieldsIn lists the fields that a condition is computed from, and spells it.
func fieldsIn(v ssa.Value, depth int) (fields []facts.Symbol, text string) {
	if f := fielduse.LoadedField(v); f != (facts.Symbol{}) {
		return []facts.Symbol{f}, f.Name
	}
	if depth > maxTestDepth {
		return nil, "?"
	}
	switch x := v.(type) {
	case *ssa.Const:
		return nil, x.String()
	case *ssa.BinOp:
		a, s := fieldsIn(x.X, depth+1)
		b, t := fieldsIn(x.Y, depth+1)
		return append(a, b...), s + x.Op.String() + t
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && len(x.Call.Args) == 1 {
			a, s := fieldsIn(x.Call.Args[0], depth+1)
			return a, b.Name() + "(" + s + ")"
		}
		if g := x.Call.StaticCallee(); g != nil && g.Signature.Recv() != nil && len(x.Call.Args) == 1 { // such as Len
			a, s := fieldsIn(x.Call.Args[0], depth+1)
			if f := fielduse.AddressedField(x.Call.Args[0]); f != (facts.Symbol{}) {
				a, s = []facts.Symbol{f}, f.Name
			}
			return a, s + "." + g.Name()
		}
	case *ssa.UnOp:
		return fieldsIn(x.X, depth+1)
	}
	return nil, "?"
}

// ended is the flag by which an instruction ends a loop: a store of its value into an object that is not new.
func (l *waitLoop) ended(instr ssa.Instruction) (facts.Symbol, bool) {
	s, ok := instr.(*ssa.Store)
	if !ok {
		return facts.Symbol{}, false
	}
	addr, ok := s.Addr.(*ssa.FieldAddr)
	c, isConst := s.Val.(*ssa.Const)
	if !ok || !isConst || c.Value == nil || c.Value.Kind() != constant.Bool {
		return facts.Symbol{}, false
	}
	if _, fresh := source.Root(addr).(*ssa.Alloc); fresh {
		return facts.Symbol{}, false
	}
	f := place.StoredName(addr)
	v, ends := l.ends[f]
	return f, ends && v == constant.BoolVal(c.Value)
}

// signalsIn reports whether an instruction wakes who waits for a condition, itself or by what it calls or makes.
func (r *wakeups) signalsIn(i ssa.Instruction, name facts.Symbol) bool {
	if m, ok := i.(*ssa.MakeClosure); ok {
		return r.signals(m.Fn.(*ssa.Function), name)
	}
	c, ok := i.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if row := r.Flow.Model(c); row != nil && row.Sync == models.SyncCondSignal {
		return r.condOf(c) == name
	}
	if c.Common().IsInvoke() {
		return r.signalsAs(c.Common().Method.Name(), name)
	}
	g := c.Common().StaticCallee()
	if g == nil {
		_, builtin := c.Common().Value.(*ssa.Builtin)
		return !builtin // a function value: it may
	}
	_, own := r.Flow.Source.UnitOf(g)
	return own && r.signals(g, name)
}

// signalsAs reports whether a method of the package with some name may wake who waits for a condition: a call of an
// interface's method of that name may mean it.
func (r *wakeups) signalsAs(method string, name facts.Symbol) bool {
	return slices.ContainsFunc(r.Flow.Source.Funcs[:r.Flow.Source.Pkg.Source.Own], func(fn *ssa.Function) bool {
		return fn.Signature.Recv() != nil && fn.Name() == method && r.signals(fn, name)
	})
}

// condOf is the field of the condition that a call is about.
func (r *wakeups) condOf(c ssa.CallInstruction) facts.Symbol {
	if len(c.Common().Args) == 0 {
		return facts.Symbol{}
	}
	v := c.Common().Args[0]
	if f := fielduse.LoadedField(v); f != (facts.Symbol{}) {
		return f
	}
	name, _ := place.Name(v)
	return name
}

// signals reports whether a function may wake who waits for a condition.
func (r *wakeups) signals(fn *ssa.Function, name facts.Symbol) bool {
	key := signalKey{source.Origin(fn), name}
	if v, ok := r.wakers[key]; ok {
		return v
	}
	r.wakers[key] = false // recursion adds nothing
	for _, b := range key.fn.Blocks {
		if slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return r.signalsIn(i, name) }) {
			r.wakers[key] = true
			break
		}
	}
	return r.wakers[key]
}

// A signalKey asks whether a function wakes who waits for a condition.
type signalKey struct {
	fn   *ssa.Function // who may wake
	name facts.Symbol  // the condition
}

// changes reports whether a function, or a literal in it, stores to a field that a loop tests, or to an element of what
// it leads to.
func (r *wakeups) changes(fn *ssa.Function, l *waitLoop) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.Store:
				if _, ok := l.tests[place.StoredName(x.Addr)]; ok {
					return true
				}
			case *ssa.MapUpdate:
				if _, ok := l.tests[fielduse.LoadedField(x.Map)]; ok {
					return true
				}
			case ssa.CallInstruction:
				if place.IsBuiltin(x.Common(), "delete") {
					if _, ok := l.tests[fielduse.LoadedField(x.Common().Args[0])]; ok {
						return true
					}
				}
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(g *ssa.Function) bool { return r.changes(g, l) })
}

// broadcasts reports whether a function also wakes all.
func broadcasts(fn *ssa.Function, u *fielduse.Uses) bool {
	return slices.ContainsFunc(u.Of(fielduse.Signals), func(s fielduse.Use) bool {
		c, ok := s.Instr.(ssa.CallInstruction)
		return ok && c.Parent() == fn && c.Common().StaticCallee() != nil && c.Common().StaticCallee().Name() == "Broadcast"
	})
}

// several reports whether go statements of the package start a function, or what calls it, more than once: in a loop,
// or in two places; or whether users of a library may call it so.
func (r *wakeups) several(fn *ssa.Function, depth int) bool {
	if r.offered(fn) {
		return true
	}
	starts := r.Starts(fn)
	for _, c := range starts {
		if len(starts) > 1 || r.Flow.Graph(c.Parent()).Cyclic(c.Block()) {
			return true
		}
	}
	calls := r.Callers(fn)
	if m := place.Closure(fn); fn.Parent() != nil && m != nil {
		calls = nil
		for _, u := range *m.Referrers() {
			if c, ok := u.(ssa.CallInstruction); ok && c.Common().Value == ssa.Value(m) {
				calls = append(calls, c)
			}
		}
	}
	for _, c := range calls {
		if _, started := c.(*ssa.Go); !started && depth < maxStartDepth && r.several(c.Parent(), depth+1) {
			return true
		}
	}
	return false
}

// offered reports whether a function is an exported method of a library's exported type, other than one that reads:
// there is one reader at a time, as a rule.
func (r *wakeups) offered(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Object() == nil || !fn.Object().Exported() || fn.Pkg == nil || fn.Pkg.Pkg.Name() == "main" ||
		strings.HasPrefix(fn.Name(), "Read") {
		return false
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return ok && n.Obj().Exported()
}

// foreignCall reports whether a call is of a builtin, or of a function of another package.
func (r *wakeups) foreignCall(c ssa.CallInstruction) bool {
	g := c.Common().StaticCallee()
	if g == nil {
		_, builtin := c.Common().Value.(*ssa.Builtin)
		return builtin
	}
	_, own := r.Flow.Source.UnitOf(source.Origin(g))
	return !own
}
