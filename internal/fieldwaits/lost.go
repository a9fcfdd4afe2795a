// This file finds wake-ups that are lost: conditions in fields whose waiters are not woken when what they wait for has
// come (T19).

package fieldwaits

import (
	"cmp"
	"fmt"
	"go/constant"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/lockpaths"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A lostKind says how a wake-up is lost.
type lostKind uint8

// The kinds of lost wake-ups.
const (
	Unwoken  lostKind = iota + 1 // what ends the wait is set, and nobody is woken then
	Untested                     // who waits does not look whether it has happened already
	WrongOne                     // one is woken of those who wait for different things
	OnlyOne                      // one is woken of those who may all go on
	Unlocked                     // it may come between who waits asks and waits
)

// A lostWakeup is a wake-up that is lost.
type lostWakeup struct {
	Kind lostKind       // how it is lost
	Cond facts.Symbol   // the field
	Flag facts.Symbol   // Unwoken: the variable that is set
	Unit int            // of the function that sets it, waits untested, or wakes one
	At   facts.Position // where
	Wait [2]lostWait    // those who wait; the second one of WrongOne only
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

// findLost lists the wake-ups that are lost, in a fixed order.
func findLost(own *lockpaths.Result) []lostWakeup {
	r := &wakeups{Package: own.Package, locks: own.Locks, wakers: map[signalKey]bool{}}
	var list []lostWakeup
	for name, u := range r.All() {
		if u.Lost() || len(u.Of(fielduse.CondWaits)) == 0 || len(u.Of(fielduse.Signals)) == 0 {
			continue
		}
		var loops []*waitLoop
		for _, w := range u.Of(fielduse.CondWaits) {
			call, ok := w.Instr.(*ssa.Call)
			if !ok || r.IsTest(call.Parent()) {
				continue
			}
			if r.Flow.Graph(call.Parent()).Cyclic(call.Block()) {
				loops = append(loops, r.waitLoop(call))
			} else if r.untested(call) || r.testedBefore(call, u) {
				list = append(list, r.lost(lostWakeup{Kind: Untested, Cond: name}, call, nil))
			}
		}
		list = append(list, r.unwoken(name, u, loops)...)
		list = append(list, r.unheard(name, u, loops)...)
		list = append(list, r.wrongOne(name, u, loops)...)
		list = append(list, r.onlyOne(name, u, loops)...)
		list = append(list, r.onlyOneAtEnd(name, u, loops)...)
	}
	list = append(list, r.tooEarly()...)
	slices.SortFunc(list, func(a, b lostWakeup) int {
		return cmp.Or(
			cmp.Compare(a.At.File.Name, b.At.File.Name), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Col, b.At.Col),
		)
	})
	return list
}

// lost fills in where it happens and who waits.
func (r *wakeups) lost(x lostWakeup, at ssa.Instruction, loops []*waitLoop) lostWakeup {
	spot := func(i ssa.Instruction) lostWait {
		unit, _ := r.Flow.Source.UnitOf(i.Parent())
		return lostWait{unit, r.Place(i.Pos())}
	}
	here := spot(at)
	x.Unit, x.At = here.Unit, here.At
	for k, l := range loops {
		x.Wait[k] = spot(l.wait)
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

// untested reports whether a function locks and waits without having looked at anything, and nobody who calls it has.
func (r *wakeups) untested(wait *ssa.Call) bool {
	fn := wait.Parent()
	locks, looks := false, false
	for b := wait.Block(); b != nil; b = b.Idom() {
		for _, i := range b.Instrs {
			if i == ssa.Instruction(wait) {
				break
			}
			switch x := i.(type) {
			case *ssa.Go:
				looks = true
			case ssa.CallInstruction:
				row := r.Flow.Model(x)
				locks = locks || row != nil && row.Sync == models.SyncLock
				looks = looks || row == nil || row.Sync == models.SyncNone
			case *ssa.If:
				looks = true
			}
		}
	}
	if !locks || looks || fn.Parent() != nil {
		return false
	}
	for _, c := range r.Callers(fn) {
		if c.Block() != c.Parent().Blocks[0] {
			return false
		}
	}
	return true
}

// testedBefore reports whether a function waits behind the test of a field that it has made before it took the lock,
// and who wakes for the condition sets that field: it may do so in between.
func (r *wakeups) testedBefore(wait *ssa.Call, u *fielduse.Uses) bool {
	for b, locked := wait.Block(), false; b != nil; b = b.Idom() {
		passed := b != wait.Block()
		for k := len(b.Instrs) - 1; k >= 0; k-- {
			switch x := b.Instrs[k].(type) {
			case *ssa.If:
				if !locked || b.Succs[0].Dominates(wait.Block()) == b.Succs[1].Dominates(wait.Block()) {
					return false
				}
				f := testedField(x.Cond)
				return f != (facts.Symbol{}) && r.setsAndWakes(f, u)
			case *ssa.Call:
				passed = passed || x == wait
				row := r.Flow.Model(x)
				locked = locked || passed && row != nil && row.Sync == models.SyncLock
			}
		}
	}
	return false
}

// testedField is the field that a condition asks: a truth value, or one kept in an atomic.
func testedField(cond ssa.Value) facts.Symbol {
	v, _ := branch.Positive(cond)
	if f := fielduse.LoadedField(v); f != (facts.Symbol{}) {
		return f
	}
	if c, ok := v.(*ssa.Call); ok && len(c.Call.Args) == 1 {
		return fielduse.AddressedField(c.Call.Args[0])
	}
	return facts.Symbol{}
}

// setsAndWakes reports whether a function that wakes for a condition stores to a field, or into the atomic there.
func (r *wakeups) setsAndWakes(f facts.Symbol, u *fielduse.Uses) bool {
	return slices.ContainsFunc(u.Of(fielduse.Signals), func(x fielduse.Use) bool {
		return slices.ContainsFunc(x.Instr.Parent().Blocks, func(b *ssa.BasicBlock) bool {
			return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
				switch i := i.(type) {
				case *ssa.Store:
					return fielduse.AddressedField(i.Addr) == f
				case *ssa.Call:
					return len(i.Call.Args) == 2 && fielduse.AddressedField(i.Call.Args[0]) == f
				}
				return false
			})
		})
	})
}

// unwoken are the flags that end a wait and are set by functions that wake nobody afterwards, nor do their callers.
func (r *wakeups) unwoken(name facts.Symbol, u *fielduse.Uses, loops []*waitLoop) []lostWakeup {
	var list []lostWakeup
	for _, l := range loops {
		if l.vague || r.heartbeat(name, u, l) {
			continue
		}
		for k, fn := range r.Flow.Source.Funcs {
			if k >= r.Flow.Source.Pkg.Source.Own || r.IsTest(fn) {
				continue
			}
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					flag, ok := l.ended(instr)
					known := func(x lostWakeup) bool { return x.Flag == flag && x.Unit == k }
					if ok && !r.wakes(instr, name, 0) && !slices.ContainsFunc(list, known) {
						list = append(list, r.lost(lostWakeup{Kind: Unwoken, Cond: name, Flag: flag}, instr, []*waitLoop{l}))
					}
				}
			}
		}
	}
	return list
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

// wakes reports whether somebody is woken after an instruction, or before it while a lock is held that still is: in its
// function, or in one that calls it.
func (r *wakeups) wakes(at ssa.Instruction, name facts.Symbol, depth int) bool {
	fn := at.Parent()
	if r.wakesHere(at, name) {
		return true
	}
	if depth >= maxCallers || fn.Parent() != nil {
		return true // who runs a function literal, and what then, is not known
	}
	return slices.ContainsFunc(r.Callers(fn), func(c ssa.CallInstruction) bool {
		_, deferred := c.(*ssa.Defer)
		return !r.IsTest(c.Parent()) && (deferred || r.wakes(c, name, depth+1))
	})
}

// wakesHere is the same within the function.
func (r *wakeups) wakesHere(at ssa.Instruction, name facts.Symbol) bool {
	behind, before := branch.Reached(at.Block(), branch.Succs), branch.Reached(at.Block(), branch.Preds)
	for _, b := range at.Parent().Blocks {
		passed := false
		for _, i := range b.Instrs {
			passed = passed || i == at
			if !r.signalsIn(i, name) {
				continue
			}
			if _, deferred := i.(*ssa.Defer); deferred || behind[b] || passed && b == at.Block() {
				return true
			}
			earlier := before[b] || b == at.Block() && !passed
			held := func(s uint32) bool { return slices.Contains(r.locks.Held(at), s) }
			if earlier && slices.ContainsFunc(r.locks.Held(i), held) {
				return true
			}
		}
	}
	return false
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

// heartbeat reports whether somebody wakes those who wait without having changed what they wait for: then nobody else
// needs to.
func (r *wakeups) heartbeat(name facts.Symbol, u *fielduse.Uses, l *waitLoop) bool {
	return slices.ContainsFunc(u.Of(fielduse.Signals), func(s fielduse.Use) bool {
		fn := s.Instr.Parent()
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		return !r.changes(fn, l) && !r.changesBelow(fn, l) &&
			!slices.ContainsFunc(r.Callers(fn), func(c ssa.CallInstruction) bool { return r.changes(c.Parent(), l) })
	})
}

// changesBelow reports whether a function that a function calls by name does.
func (r *wakeups) changesBelow(fn *ssa.Function, l *waitLoop) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			c, ok := i.(ssa.CallInstruction)
			if !ok || c.Common().StaticCallee() == nil {
				return false
			}
			_, own := r.Flow.Source.UnitOf(c.Common().StaticCallee())
			return own && r.changes(c.Common().StaticCallee(), l)
		})
	})
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

// wrongOne are the calls of Signal of which those who wait for one thing may take what is meant for those who wait for
// another one.
func (r *wakeups) wrongOne(name facts.Symbol, u *fielduse.Uses, loops []*waitLoop) []lostWakeup {
	a, b := apart(loops)
	if a == nil {
		return nil
	}
	for _, s := range u.Of(fielduse.Signals) {
		c, ok := s.Instr.(ssa.CallInstruction)
		if !ok || r.IsTest(c.Parent()) || c.Common().StaticCallee() == nil {
			continue
		}
		if c.Common().StaticCallee().Name() == "Signal" && !r.broadcasts(c.Parent(), u) {
			return []lostWakeup{r.lost(lostWakeup{Kind: WrongOne, Cond: name}, c, []*waitLoop{a, b})}
		}
	}
	return nil
}

// apart are two loops of different functions that ask different things of one variable.
func apart(loops []*waitLoop) (a, b *waitLoop) {
	for i, x := range loops {
		for _, y := range loops[i+1:] {
			if x.vague || y.vague || x.wait.Parent() == y.wait.Parent() {
				continue
			}
			for f, tests := range x.tests {
				if other := y.tests[f]; len(other) > 0 && strings.Join(tests, "&") != strings.Join(other, "&") {
					return x, y
				}
			}
		}
	}
	return nil, nil
}

// broadcasts reports whether a function also wakes all.
func (r *wakeups) broadcasts(fn *ssa.Function, u *fielduse.Uses) bool {
	return slices.ContainsFunc(u.Of(fielduse.Signals), func(s fielduse.Use) bool {
		c, ok := s.Instr.(ssa.CallInstruction)
		return ok && c.Parent() == fn && c.Common().StaticCallee() != nil && c.Common().StaticCallee().Name() == "Broadcast"
	})
}
