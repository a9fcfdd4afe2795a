// Package iteration recognises what differs between the goroutines that the iterations of a loop start: counters, and
// the elements that they select (passes/access A8), and shares of an array (A11).
package iteration

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

// A Package answers for the functions of one package.
type Package struct {
	flow *flow.Result                        // what the passes before know
	src  *source.Result                      // and the functions
	uses map[*ssa.Function][]ssa.Instruction // of unexported functions of the package, nil until asked for

	sites map[*ssa.Function]started // the only go statements of functions (A36); nil until asked for
}

// New answers for a package.
func New(f *flow.Result) *Package { return &Package{flow: f, src: f.Source} }

// Unique reports whether a value is computed one-to-one from the loop counter that the goroutine gets from its
// iteration.
func (r *Package) Unique(fn *ssa.Function, v ssa.Value) bool {
	switch x := oneToOne(v).(type) {
	case *ssa.BinOp:
		return r.quotient(fn, x)
	case *ssa.Call:
		return r.ticket(x)
	case *ssa.Parameter:
		site := r.OnlySpawn(fn)
		if g, ok := site.(*ssa.Go); ok {
			for i, p := range fn.Params {
				if p == x && i < len(g.Call.Args) {
					return counter(g.Call.Args[i], g) != nil
				}
			}
		}
	case *ssa.UnOp:
		fv, ok := x.X.(*ssa.FreeVar)
		if !ok || x.Op != token.MUL {
			return false
		}
		site := r.OnlySpawn(fn)
		b := place.Binding(fv)
		return site != nil && b != nil && iteration(b, site) != nil
	}
	return false
}

// SelectedBy is the header of the loop that starts goroutines, if a value is the element, or a field of the element,
// that the loop's counter selects in a list, or that the range over a map has come to; else nil.
func (r *Package) SelectedBy(v ssa.Value, site ssa.Instruction) *ssa.BasicBlock {
	var h *ssa.BasicBlock
	switch x := v.(type) {
	case *ssa.Field:
		return r.SelectedBy(x.X, site)
	case *ssa.Extract:
		if n, ok := x.Tuple.(*ssa.Next); ok && !n.IsString && x.Index > 0 && onlyLoop(n.Block(), site.Block()) {
			h = n.Block()
		}
	case *ssa.UnOp:
		if at := Element(Fieldless(x.X)); x.Op == token.MUL && at != nil {
			h = counter(at.Index, site)
		} else if a, ok := Fieldless(x.X).(*ssa.Alloc); ok && x.Op == token.MUL {
			return r.heldBy(a, site)
		}
	}
	if h == nil || !h.Dominates(v.(ssa.Instruction).Block()) {
		return nil
	}
	return h
}

// heldBy is the header of the loop that starts goroutines, if each of its iterations has a variable anew that only ever
// holds what that iteration selects; else nil.
func (r *Package) heldBy(a *ssa.Alloc, site ssa.Instruction) *ssa.BasicBlock {
	stores, ok := storesTo(a)
	if !ok || len(stores) != 1 || !stores[0].Block().Dominates(site.Block()) {
		return nil
	}
	h := r.SelectedBy(stores[0].Val, site)
	if h == nil || !h.Dominates(a.Block()) {
		return nil
	}
	return h
}

// OwnElement reports whether a captured variable is one that each iteration of the loop that starts the goroutine has
// anew, and that only ever holds the element which the iteration selects.
func (r *Package) OwnElement(fn *ssa.Function, v *ssa.FreeVar) bool {
	site := r.OnlySpawn(fn)
	a, ok := place.Binding(v).(*ssa.Alloc)
	return site != nil && ok && r.heldBy(a, site) != nil
}

// ticket reports whether a value is drawn from a counter that only goes one way: the result of an atomic addition.
func (r *Package) ticket(x *ssa.Call) bool {
	row := r.flow.Model(x)
	if row == nil || row.Sync != models.SyncAtomicRMW || len(row.Retains) > 0 || len(x.Call.Args) != 2 {
		return false
	}
	n, ok := place.Int(x.Call.Args[1])
	return ok && n != 0 && strings.HasPrefix(x.Call.StaticCallee().Name(), "Add")
}

// OnlySpawn is the one go statement, call of a model that starts a goroutine once, or call that is given the function
// and may start it, in which a function is used; nil if it is used otherwise, or may be.
func (r *Package) OnlySpawn(fn *ssa.Function) ssa.CallInstruction {
	var uses []ssa.Instruction
	value := ssa.Value(fn)
	switch c := place.Closure(fn); {
	case c != nil:
		uses, value = *c.Referrers(), c
	case fn.Parent() != nil:
		uses = *fn.Referrers()
	case fn.Object() != nil && !fn.Object().Exported():
		uses = r.usesOf(fn)
	}
	if len(uses) != 1 {
		return nil
	}
	call, ok := uses[0].(ssa.CallInstruction)
	if !ok {
		return nil
	}
	if _, ok := call.(*ssa.Go); ok {
		if call.Common().Value == value {
			return call
		}
		return nil
	}
	row := r.flow.Model(call)
	if row == nil && call.Common().Value != value {
		return call
	}
	if row == nil || len(row.Callbacks) != 1 || row.Callbacks[0].Self != models.SelfOnce ||
		row.Callbacks[0].Run == models.RunInline {
		return nil
	}
	return call
}

// usesOf are the instructions of the package that use an unexported function.
func (r *Package) usesOf(fn *ssa.Function) []ssa.Instruction {
	if r.uses == nil {
		r.uses = map[*ssa.Function][]ssa.Instruction{}
		var rands []*ssa.Value
		for _, f := range r.src.Funcs {
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					rands = instr.Operands(rands[:0])
					for _, v := range rands {
						if g, ok := (*v).(*ssa.Function); ok && g.Object() != nil && !g.Object().Exported() {
							r.uses[g] = append(r.uses[g], instr)
						}
					}
				}
			}
		}
	}
	return r.uses[fn]
}

// strided is what tells a counter that advances by more than one.
func strided(stride int64) int64 {
	if stride < 2 {
		return 0
	}
	return facts.Strided(0, stride)
}

// onlySite is the only instruction of a function that may start a function which is used nowhere else, and that
// function.
func (r *Package) onlySite(fn *ssa.Function) (site ssa.CallInstruction, target *ssa.Function) {
	if s, ok := r.sites[fn]; ok {
		return s.site, s.target
	}
	more := false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			_, isGo := call.(*ssa.Go)
			for _, v := range append([]ssa.Value{call.Common().Value}, call.Common().Args...) {
				f := source.FunctionOf(v)
				if f != nil && r.OnlySpawn(f) == call {
					more, site, target = more || site != nil, call, f
				} else if isGo && v == call.Common().Value {
					more = true // starts what others start, too
				}
			}
		}
	}
	if more {
		site, target = nil, nil
	}
	if r.sites == nil {
		r.sites = map[*ssa.Function]started{}
	}
	r.sites[fn] = started{site, target}
	return site, target
}

// A started is a function and the only instruction that may start it.
type started struct {
	site   ssa.CallInstruction // nil: there is none, or more than one
	target *ssa.Function       // nil, too, then
}

// behind reports whether control may come from a go statement to an instruction without passing the loop's header.
func behind(at, site ssa.Instruction, header *ssa.BasicBlock) bool {
	from := site.Block()
	if at.Block() == from && slices.Index(from.Instrs, at) > slices.Index(from.Instrs, site) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{header: true}
	for work := slices.Clone(from.Succs); len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		if x == at.Block() {
			return true
		}
		seen[x] = true
		work = append(work, x.Succs...)
	}
	return false
}
