// This file finds the methods that printing, logging and encoding call on their operands: String, Error, Format and the
// like may take a lock that the caller holds (T11).

package lockpaths

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// shown adds what the methods do that a call finds on its operands.
func (m *reader) shown(h *lockEvent, instr ssa.CallInstruction, args []ssa.Value, shows *models.Shows) {
	for _, o := range place.ViaStringer(args, shows) {
		v := o.Value
		if !o.Text() {
			continue
		}
		for _, name := range shows.Methods {
			if fn := m.methodOf(v.Type(), name); fn != nil {
				m.fold(h, closure{fn: fn}, []ssa.Value{v}, instr.Pos(), true, nil, nil)
				break
			}
		}
	}
}

// methodOf is the method of a name that a type declares itself with that type as receiver; nil if there is none.
func (m *reader) methodOf(t types.Type, name string) *ssa.Function {
	sel := types.NewMethodSet(t).Lookup(m.fn.Pkg.Pkg, name)
	if sel == nil || len(sel.Index()) != 1 {
		return nil
	}
	fn := m.fn.Prog.FuncValue(sel.Obj().(*types.Func))
	if fn == nil || !types.Identical(fn.Signature.Recv().Type(), t) {
		return nil
	}
	return fn
}
