// This file finds the objects that nobody knows but by one field of their owner (G25).

package guards

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// findShown notes the fields whose pointers are known elsewhere: what a load of one is used for besides selecting from
// the object, copying or setting it and comparing, and what is stored there and elsewhere.
func (a *code) findShown(instr ssa.Instruction) {
	f, ok := instr.(*ssa.FieldAddr)
	if !ok || !isPointerLike(fieldOf(f).Type()) || f.Referrers() == nil {
		return
	}
	for _, use := range *f.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp:
			if use.Op == token.MUL && !shows(use, nil) {
				continue
			}
		case *ssa.Store:
			if use.Addr == ssa.Value(f) && (place.IsNil(use.Val) || a.makes(use.Val) && !shows(use.Val, use)) {
				continue
			}
		case *ssa.DebugRef:
			continue
		}
		a.shown[fieldOf(f)] = true
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

// captor is the unexported field by which alone the object is known that an address lies in; nil if there is none.
func (a *code) captor(addr ssa.Value) *types.Var {
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
	if v := fieldOf(f); v.Pkg() == a.src.Types() && !v.Exported() && !a.lent[v] && !a.shown[v] {
		return v
	}
	return nil
}
