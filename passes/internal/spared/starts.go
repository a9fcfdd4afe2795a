// This file finds the go statements of a package whose goroutines signal what lies in a field, and the flags that are
// set where these stand (E26).

package spared

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// starts is what a package shows about its go statements and flags.
type starts struct {
	pkg     *Package                                // whose go statements these are
	of      map[place.Field][]ssa.Instruction       // what starts the goroutines that signal what a field holds
	set     map[place.Field][]ssa.Instruction       // what stores anything but zero there
	zeroed  map[place.Field][]*ssa.Function         // what stores zero there, in new objects aside
	waits   map[*ssa.Function][]place.Field         // what each function waits for itself
	callers map[*ssa.Function][]ssa.CallInstruction // static calls
	signals map[*ssa.Function]map[place.Field]bool  // what each function signals itself
}

// startsOf are those of the package.
func (p *Package) startsOf() *starts {
	if p.starting != nil {
		return p.starting
	}
	s := &starts{
		pkg: p, of: map[place.Field][]ssa.Instruction{}, set: map[place.Field][]ssa.Instruction{},
		zeroed: map[place.Field][]*ssa.Function{}, waits: map[*ssa.Function][]place.Field{},
		callers: map[*ssa.Function][]ssa.CallInstruction{}, signals: map[*ssa.Function]map[place.Field]bool{},
	}
	p.starting = s
	var all []*ssa.Go
	for _, fn := range p.src.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s.look(instr)
				if g, ok := instr.(*ssa.Go); ok {
					all = append(all, g)
				}
			}
		}
	}
	for _, g := range all {
		s.started(g)
	}
	return s
}

// look notes what an instruction sets, signals, calls and waits for.
func (s *starts) look(instr ssa.Instruction) {
	fn := instr.Parent()
	if f, ok := fieldOf(s.pkg.talk.WaitsFor(instr), s.pkg); ok {
		s.waits[fn] = append(s.waits[fn], f)
	}
	switch x := instr.(type) {
	case *ssa.Store:
		s.stores(x.Addr, x.Val, x)
	case *ssa.Send:
		s.signal(fn, x.Chan)
	case ssa.CallInstruction:
		s.call(x)
	}
}

// call notes what a call does.
func (s *starts) call(call ssa.CallInstruction) {
	c := call.Common()
	if place.IsBuiltin(c, "close") {
		s.signal(call.Parent(), c.Args[0])
		return
	}
	if fn := c.StaticCallee(); fn != nil {
		s.callers[source.Origin(fn)] = append(s.callers[source.Origin(fn)], call)
	}
	row, ok := s.pkg.src.Model(c)
	if !ok || row == nil || row.Object >= len(c.Args) {
		return
	}
	switch row.Sync {
	case models.SyncAtomicWrite, models.SyncAtomicRMW:
		s.stores(c.Args[row.Object], c.Args[len(c.Args)-1], call)
	case models.SyncDone:
		s.signal(call.Parent(), c.Args[row.Object])
	case models.SyncGroupGo:
		if f, ok := fieldOf(c.Args[row.Object], s.pkg); ok {
			s.of[f] = append(s.of[f], call)
		}
	}
}

// stores notes that a value is stored at an address.
func (s *starts) stores(addr, v ssa.Value, at ssa.Instruction) {
	x, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	f, ok := s.pkg.locks.Places.Own(x)
	if !ok {
		return
	}
	n, isNumber := place.Constant(v)
	_, fresh := x.X.(*ssa.Alloc)
	if !place.IsNil(v) && (!isNumber || n != 0) {
		s.set[f] = append(s.set[f], at)
	}
	if !fresh && mayBeZero(v) {
		s.zeroed[f] = append(s.zeroed[f], at.Parent())
	}
}

// mayBeZero reports whether a value is zero or nil, or a number or truth value that is no constant. Pointers and the
// like are taken not to be nil.
func mayBeZero(v ssa.Value) bool {
	if n, ok := place.Constant(v); ok {
		return n == 0
	}
	_, basic := v.Type().Underlying().(*types.Basic)
	return place.IsNil(v) || basic
}

// A question is what a condition asks about a field of the package's own.
type question struct {
	flag  place.Field // the field
	order string      // how it compares the field, if it asks for more than whether that is zero
}

// asked is what a condition asks that finds a field unset, or not to be what it is compared with, where it has an
// outcome. Fields that are compared in another way than with zero never change.
func (p *Package) asked(cond ssa.Value, outcome bool) (q question, ok bool) {
	if q.flag, ok = p.tested(foundUnset(cond, outcome)); ok {
		return q, true
	}
	cond, sense := branch.Positive(cond)
	x, ok := cond.(*ssa.BinOp)
	if !ok {
		return q, false
	}
	load, ok := x.X.(*ssa.UnOp)
	if n, constant := place.Constant(x.Y); ok && constant {
		if at, ok := load.X.(*ssa.FieldAddr); ok && p.locks.Places.FinalField(at) {
			q.flag, ok = p.locks.Places.Own(at)
			q.order = fmt.Sprint(x.Op, n, outcome == sense)
			return q, ok
		}
	}
	return q, false
}

// signal notes that a function signals what lies in a field.
func (s *starts) signal(fn *ssa.Function, v ssa.Value) {
	f, ok := fieldOf(v, s.pkg)
	if !ok {
		return
	}
	if s.signals[fn] == nil {
		s.signals[fn] = map[place.Field]bool{}
	}
	s.signals[fn][f] = true
}

// started notes a go statement by the fields that its goroutine signals: it names them, or is given the channel that
// lies there, or one that the function which starts it keeps there.
func (s *starts) started(g *ssa.Go) {
	add := func(f place.Field) {
		if !slices.Contains(s.of[f], ssa.Instruction(g)) {
			s.of[f] = append(s.of[f], g)
		}
	}
	s.signalled(g.Call.StaticCallee(), maxSignalDepth, add)
	given := slices.Clone(g.Call.Args)
	if c, ok := g.Call.Value.(*ssa.MakeClosure); ok {
		given = append(given, c.Bindings...)
	}
	for _, v := range given {
		if f, ok := fieldOf(v, s.pkg); ok && place.IsChan(v.Type()) {
			add(f)
		}
	}
	for _, b := range g.Parent().Blocks {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			f, ok := fieldOf(st.Addr, s.pkg)
			if _, isChan := st.Val.Type().Underlying().(*types.Chan); ok && isChan && slices.ContainsFunc(given,
				func(v ssa.Value) bool { return isOrHolds(v, st.Val) }) {
				add(f)
			}
		}
	}
}

// isOrHolds reports whether a value given to a goroutine is another one, or the captured variable that this was loaded
// from, or a conversion of it.
func isOrHolds(given, v ssa.Value) bool {
	if c, ok := given.(*ssa.ChangeType); ok {
		given = c.X
	}
	load, ok := v.(*ssa.UnOp)
	return given == v || ok && load.X == given
}

// signalled calls f with each field that a function signals, or one that it calls.
func (s *starts) signalled(fn *ssa.Function, depth int, f func(place.Field)) {
	if fn == nil || depth == 0 {
		return
	}
	fn = source.Origin(fn)
	for field := range s.signals[fn] {
		f(field)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if _, started := instr.(*ssa.Go); !started {
					s.signalled(call.Common().StaticCallee(), depth-1, f)
				}
			}
		}
	}
}

// resets reports whether a function sets a flag back that does not wait itself for what lies in a field.
func (s *starts) resets(flag, object place.Field) bool {
	return slices.ContainsFunc(s.zeroed[flag], func(fn *ssa.Function) bool {
		return !slices.Contains(s.waits[fn], object)
	})
}

// with reports whether a flag is set wherever an instruction is executed: before it or after it on every way, behind a
// test that has found it so, or around all calls of its function, if no other package can call that.
func (s *starts) with(at ssa.Instruction, q question, depth int) bool {
	graph := s.pkg.flow.Graph(at.Parent())
	if q.order == "" && slices.ContainsFunc(s.set[q.flag], func(set ssa.Instruction) bool {
		return set.Parent() == at.Parent() &&
			(branch.Precedes(set, at) || branch.Precedes(at, set) && !graph.Skips(set.Block())) && !isTried(set)
	}) {
		return true
	}
	for b := at.Block(); b != nil; b = b.Idom() {
		if cond, value := branch.Behind(b); cond != nil && s.finds(cond.Cond, value, q) {
			return true
		}
	}
	calls := s.callers[source.Origin(at.Parent())]
	o := at.Parent().Object()
	return depth > 0 && o != nil && !o.Exported() && len(calls) > 0 &&
		!slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return !s.with(call, q, depth-1) })
}

// isTried reports whether an instruction sets a flag only if it finds another value there: a CompareAndSwap.
func isTried(set ssa.Instruction) bool {
	call, ok := set.(*ssa.Call)
	return ok && place.IsCompareAndSwap(call)
}

// finds reports whether a condition with an outcome has found a flag set, or has set it: a CompareAndSwap that
// succeeded.
func (s *starts) finds(cond ssa.Value, outcome bool, q question) bool {
	if opposite, ok := s.pkg.asked(cond, !outcome); ok && opposite == q {
		return true
	}
	v, sense := branch.Positive(cond)
	call, ok := v.(*ssa.Call)
	return ok && sense == outcome && q.order == "" && slices.Contains(s.set[q.flag], ssa.Instruction(call)) &&
		place.IsCompareAndSwap(call)
}

// tested is the field of the package's own whose value a condition asks about: loaded plainly or atomically.
func (p *Package) tested(v ssa.Value) (place.Field, bool) {
	if call, ok := v.(*ssa.Call); ok {
		row := p.flow.Model(call)
		if row == nil || row.Sync != models.SyncAtomicRead || row.Object >= len(call.Call.Args) {
			return place.Field{}, false
		}
		v = call.Call.Args[row.Object]
	}
	return fieldOf(v, p)
}

// fieldOf is the field of the package's own that a value was loaded from, or whose address it is.
func fieldOf(v ssa.Value, p *Package) (place.Field, bool) {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	at, ok := v.(*ssa.FieldAddr)
	if !ok {
		return place.Field{}, false
	}
	return p.locks.Places.Own(at)
}
