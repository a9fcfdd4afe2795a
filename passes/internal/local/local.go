// Package local finds the synchronisation objects that are known by name, not through memory (passes/spawn E12), and
// calls that return something new each time (E10).
package local

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A Package answers for the functions of one package.
type Package struct {
	// what the passes before know
	flow   *flow.Result
	src    *source.Result
	places *place.Package
}

// New answers for a package.
func New(l *locks.Result) *Package {
	return &Package{flow: l.Flow, src: l.Flow.Source, places: l.Places}
}

// Object reports whether an address means an object that the activation at hand made, or that the one made which
// started the function as a goroutine, itself or by its only call of a function that makes a new one each time. What
// points to it may be in a variable that holds nothing else, made with it.
func (p *Package) Object(fn *ssa.Function, addr ssa.Value) bool {
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		addr = f.X
	}
	a := p.made(fn, addr)
	return a != nil && p.near(fn, a.Parent()) && !p.forgotten(a)
}

// OfStarter reports whether an address means an object that the activation has made which started, as a goroutine, the
// function literal in which this one is called or deferred in place, and nothing else done with it.
func (p *Package) OfStarter(fn *ssa.Function, addr ssa.Value) bool {
	v, outer := p.outside(fn, addr)
	if outer == nil {
		return false
	}
	a := p.made(outer, source.Root(v))
	return a != nil && a.Parent() != outer && p.near(outer, a.Parent()) && !p.forgotten(a)
}

// ChannelOfStarter is the same for a channel.
func (p *Package) ChannelOfStarter(fn *ssa.Function, ch ssa.Value) bool {
	load, ok := ch.(*ssa.UnOp)
	if ok {
		ch = load.X
	}
	v, outer := p.outside(fn, ch)
	if outer == nil || p.start(outer) == nil {
		return false
	}
	v = p.given(outer, v)
	if a, isVar := v.(*ssa.Alloc); isVar {
		v = p.places.Stored(a)
	}
	m, ok := v.(*ssa.MakeChan)
	return ok && m.Parent() == outer.Parent()
}

// outside is what a captured variable, or a field of it, is called in the function literal that calls or defers this
// one in place; nil if there is none.
func (p *Package) outside(fn *ssa.Function, addr ssa.Value) (ssa.Value, *ssa.Function) {
	v, ok := source.Root(addr).(*ssa.FreeVar)
	c := place.Closure(fn)
	if !ok || c == nil || len(*c.Referrers()) != 1 || fn.Parent() == nil || p.start(fn.Parent()) == nil {
		return nil, nil
	}
	switch use := (*c.Referrers())[0].(type) {
	case *ssa.Defer:
		ok = use.Call.Value == ssa.Value(c)
	case *ssa.Call:
		ok = use.Call.Value == ssa.Value(c)
	default:
		ok = false
	}
	if !ok {
		return nil, nil
	}
	return place.Binding(v), fn.Parent()
}

// A maker is an instruction whose value is an object that it makes: an allocation, or a call.
type maker interface {
	ssa.Value
	ssa.Instruction
}

// made is what makes what an address means: itself, or what was put into the variable, or the field, that holds it,
// when that was made, and is all that the function puts there; nil if that is not known.
func (p *Package) made(fn *ssa.Function, addr ssa.Value) maker {
	addr = p.given(fn, addr)
	load, ok := addr.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return p.makes(addr)
	}
	var holder *ssa.Alloc
	var value ssa.Value
	switch in := p.given(fn, load.X).(type) {
	case *ssa.FieldAddr:
		if holder, ok = p.made(fn, in.X).(*ssa.Alloc); ok {
			value = stored(holder, in.Field)
		}
	case *ssa.Alloc:
		holder, value = in, p.places.Stored(in)
	}
	m := p.makes(value)
	if m == nil || m.Block() != holder.Block() {
		return nil
	}
	return m
}

// makes is the allocation that a value is, or the call whose result it is, if that is new each time and the only such
// call of the function; nil: neither.
func (p *Package) makes(v ssa.Value) maker {
	if a, ok := v.(*ssa.Alloc); ok {
		return a
	}
	if call, ok := p.newFrom(v); ok {
		return call
	}
	return nil
}

// newFrom is the call that returns a value, if that is new each time, and the function has no other such call.
func (p *Package) newFrom(v ssa.Value) (call *ssa.Call, ok bool) {
	result := 0
	if x, ok := v.(*ssa.Extract); ok {
		v, result = x.Tuple, x.Index
	}
	call, ok = v.(*ssa.Call)
	return call, ok && p.callIsNew(call, result, map[*ssa.Function]bool{}) && p.calledOnce(call)
}

// stored is the one value that a function stores into a field of what it allocates there; nil if there are several.
// Approximation: nobody else stores there (fewer races).
func stored(a *ssa.Alloc, field int) ssa.Value {
	var value ssa.Value
	for _, r := range *a.Referrers() {
		f, ok := r.(*ssa.FieldAddr)
		if !ok || f.Field != field {
			continue
		}
		for _, r := range *f.Referrers() {
			if s, ok := r.(*ssa.Store); ok {
				if value != nil {
					return nil
				}
				value = s.Val
			}
		}
	}
	return value
}

// Channel is the same for a channel, which may be in a variable that holds no other.
func (p *Package) Channel(fn *ssa.Function, ch ssa.Value) bool {
	ch = p.given(fn, ch)
	if load, ok := ch.(*ssa.UnOp); ok {
		a, ok := p.given(fn, load.X).(*ssa.Alloc)
		if !ok {
			return false
		}
		if ch = p.places.Stored(a); ch == nil || ch.Parent() != a.Parent() {
			return false
		}
	}
	m, ok := ch.(*ssa.MakeChan)
	return ok && p.near(fn, m.Parent())
}

// Returned reports whether a channel is what the only call of some function in this one has returned, which
// makes a new one each time.
func (p *Package) Returned(fn *ssa.Function, ch ssa.Value) bool {
	if load, ok := ch.(*ssa.UnOp); ok && load.Op == token.MUL {
		if a, ok := load.X.(*ssa.Alloc); ok && a.Parent() == fn {
			ch = p.places.Stored(a)
		}
	}
	call, ok := p.newFrom(ch)
	return ok && call.Parent() == fn
}

// calledOnce reports whether a function has one static call of what a call calls.
func (p *Package) calledOnce(call *ssa.Call) bool {
	g := call.Call.StaticCallee()
	for _, b := range call.Parent().Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && c != ssa.CallInstruction(call) && c.Common().StaticCallee() == g {
				return false
			}
		}
	}
	return g != nil
}

// near reports whether a function is the one at hand, or the one that starts it as a goroutine.
func (p *Package) near(fn, maker *ssa.Function) bool {
	return maker == fn || maker == fn.Parent() && p.start(fn) != nil
}

// given is what a captured variable or parameter of a function literal was given where it was started as a goroutine.
func (p *Package) given(fn *ssa.Function, v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.FreeVar:
		if p.start(fn) != nil {
			return place.Binding(x)
		}
	case *ssa.Parameter:
		at, ok := p.start(fn).(*ssa.Go)
		if !ok {
			return v
		}
		for i, p := range fn.Params {
			if p == x && i < len(at.Call.Args) {
				return at.Call.Args[i]
			}
		}
	}
	return v
}

// start is the only use of a function literal: a go statement, or a call by which a model starts a goroutine. Nil for
// others.
func (p *Package) start(fn *ssa.Function) ssa.CallInstruction {
	refs := fn.Referrers()
	if c := place.Closure(fn); c != nil {
		refs = c.Referrers()
	}
	if refs == nil || len(*refs) != 1 {
		return nil
	}
	switch at := (*refs)[0].(type) {
	case *ssa.Go:
		return at
	case *ssa.Call:
		if row := p.flow.Model(at); row != nil && row.Sync == models.SyncGroupGo {
			return at
		}
	}
	return nil
}

// forgotten reports whether a variable may be made anew in a loop before everything that it counts was waited for.
func (p *Package) forgotten(a maker) bool {
	b := a.Block()
	if !p.flow.Graph(a.Parent()).Cyclic(b) {
		return false
	}
	if p.waits(a, b, a) {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	for work := []*ssa.BasicBlock{b}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range x.Succs {
			if s == b {
				return true
			}
			if !seen[s] && !p.waits(a, s, nil) {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// waits reports whether a block waits for what a variable counts, after an instruction if one is given.
func (p *Package) waits(a maker, b *ssa.BasicBlock, after ssa.Instruction) bool {
	for _, instr := range b.Instrs {
		if instr == after {
			after = nil
		}
		call, ok := instr.(*ssa.Call)
		if !ok || after != nil {
			continue
		}
		row := p.flow.Model(call)
		if row == nil || row.Sync != models.SyncWait && row.Sync != models.SyncGroupWait {
			continue
		}
		args := source.Arguments(&call.Call)
		if row.Object < len(args) && p.made(a.Parent(), source.Root(args[row.Object])) == a {
			return true
		}
	}
	return false
}
