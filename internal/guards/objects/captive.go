// This file finds the objects that nobody knows but by one field of their owner (G25).

package objects

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// findShown notes the fields whose pointers are known elsewhere: what a load of one is used for besides selecting from
// the object, copying or setting it and comparing, and what is stored there and elsewhere.
func (p *Package) findShown(instr ssa.Instruction) {
	f, ok := instr.(*ssa.FieldAddr)
	if !ok || !IsPointerLike(FieldOf(f).Type()) || f.Referrers() == nil {
		return
	}
	for _, use := range *f.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp:
			if use.Op == token.MUL && !shows(use, nil) {
				continue
			}
		case *ssa.Store:
			if use.Addr == ssa.Value(f) && (place.IsNil(use.Val) || p.Makes(use.Val) && !shows(use.Val, use)) {
				continue
			}
		case *ssa.DebugRef:
			continue
		}
		p.shown[FieldOf(f)] = true
	}
}

// shows reports whether a pointer is used, besides by one instruction, in a way that lets others know it.
func shows(v ssa.Value, but ssa.Instruction) bool {
	if v.Referrers() == nil {
		return true
	}
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
			continue
		case *ssa.UnOp:
			if use.Op == token.MUL {
				continue
			}
		case *ssa.BinOp:
			continue
		case *ssa.Store:
			if use.Addr == v || use == but {
				continue
			}
		}
		return true
	}
	return false
}

// Captor is the unexported field by which alone the object is known that an address lies in; nil if there is none.
func (p *Package) Captor(addr ssa.Value) *types.Var {
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		addr = f.X
	}
	load, ok := addr.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	f, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	v := FieldOf(f)
	if v.Pkg() == p.src.Types() && IsPointerLike(v.Type()) && !v.Exported() && !p.lent[v] && !p.shown[v] {
		return v
	}
	return nil
}
