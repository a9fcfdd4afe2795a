// This file is what a goroutine is given by the iteration that starts it: the loop's counter (A8, A36), or the address
// of the element that the counter selects (A47).

package iteration

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// A carrier is one way in which a function that a go statement runs knows the counter of that statement's loop.
type carrier struct {
	as      ssa.Value       // the parameter, or captured variable
	pointer bool            // it holds the address of the element that the counter selects, or of a part of it
	from    ssa.Value       // what the counter is in the function with the loop (counterOf)
	header  *ssa.BasicBlock // of the loop
	number  int64           // of an index or pointer that is this counter (Number)
	stride  int64           // what tells a counter that advances by more than one (strided)
}

// carried are all of them: the counter itself first, which numbers pointers to its elements, too.
func carried(fn *ssa.Function, site ssa.CallInstruction) []carrier {
	var list []carrier
	add := func(as, v ssa.Value, h *ssa.BasicBlock, pointer bool, number int64) {
		if h == nil {
			return
		}
		w := carrier{as, pointer, counterOf(v), h, number, strided(max(advance(v), advanceOf(v)))}
		for _, o := range list {
			if pointer && o.from == w.from {
				w.number, w.stride = o.number, o.stride
				break
			}
		}
		list = append(list, w)
	}
	for _, pointer := range []bool{false, true} {
		for i, p := range fn.Params {
			if args := site.Common().Args; isGo(site) && i < len(args) {
				v, h := selects(args[i], site, pointer)
				add(p, v, h, pointer, Number(p))
			}
		}
		for _, f := range fn.FreeVars {
			b := place.Binding(f)
			if b == nil {
				continue
			}
			v, h := heldIn(b, site, pointer)
			add(f, v, h, pointer, named("*"+f.Name()))
		}
	}
	return list
}

func isGo(site ssa.CallInstruction) bool {
	_, ok := site.(*ssa.Go)
	return ok
}

// counterOf is what equal counters have in common: the variable that holds one, or the value.
func counterOf(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return load.X
	}
	return v
}

// selects is the counter of the loop that starts goroutines, and the header of that loop, if a value is that counter,
// or the address of the element that it selects, or of a part of it; else nil.
func selects(v ssa.Value, site ssa.Instruction, pointer bool) (ssa.Value, *ssa.BasicBlock) {
	if !pointer {
		return v, counter(v, site)
	}
	at := Element(v)
	if at == nil || Element(at.X) != nil {
		return nil, nil
	}
	h := counter(at.Index, site)
	if h == nil || !h.Dominates(at.Block()) {
		return nil, nil
	}
	return at.Index, h
}

// heldIn is the same of what an address holds: a variable that each iteration has anew, and sets once, before the
// goroutine starts.
func heldIn(addr ssa.Value, site ssa.Instruction, pointer bool) (ssa.Value, *ssa.BasicBlock) {
	if !pointer {
		return addr, iteration(addr, site)
	}
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil, nil
	}
	stores, ok := storesTo(a)
	if !ok || len(stores) != 1 || !stores[0].Block().Dominates(site.Block()) {
		return nil, nil
	}
	v, h := selects(stores[0].Val, site, true)
	if h == nil || !h.Dominates(a.Block()) {
		return nil, nil
	}
	return v, h
}

// OwnPointer is how elements are numbered that the iterations which start the goroutines of a function select by their
// counter, if a value is the address of one, or of a part of it, that the function was given, or has found in what it
// has captured.
func (r *Package) OwnPointer(fn *ssa.Function, v ssa.Value) (number, stride int64, ok bool) {
	as := v
	switch x := v.(type) {
	case *ssa.Parameter:
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return 0, 0, false
		}
		as = x.X
		if _, captured := as.(*ssa.FreeVar); !captured {
			return 0, 0, false
		}
	default:
		return 0, 0, false
	}
	site := r.OnlySpawn(fn)
	if site == nil {
		return 0, 0, false
	}
	for _, w := range carried(fn, site) {
		if w.pointer && w.as == as {
			return w.number, w.stride, true
		}
	}
	return 0, 0, false
}

// Round is how Number and Offset number, in the one function that a function's only go statement runs, the counter of
// that statement's loop, if an instruction uses the counter as an index and does not come behind the go statement in
// any round of the loop.
func (r *Package) Round(fn *ssa.Function, v ssa.Value, at ssa.Instruction) (number, stride int64, ok bool) {
	switch v.(type) {
	case *ssa.UnOp, *ssa.Phi, *ssa.BinOp: // a variable, the counter of a for loop, of a range loop
	default:
		return 0, 0, false
	}
	site, target := r.onlySite(fn)
	if site == nil {
		return 0, 0, false
	}
	for _, w := range carried(target, site) {
		if w.from == counterOf(v) && !behind(at, site, w.header) {
			return w.number, w.stride, true
		}
	}
	return 0, 0, false
}
