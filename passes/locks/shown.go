// This file finds the methods that printing, logging and encoding call on their operands: String, Error, Format and the like may take a
// lock that the caller holds (T11).

package locks

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// shown adds what the methods do that a call finds on its operands.
func (m *simulation) shown(h *happening, instr ssa.CallInstruction, args []ssa.Value, shows *models.Shows) {
	verbs, all := "", true
	if shows.Format >= 0 && shows.Format < len(args) {
		if c, ok := args[shows.Format].(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
			verbs, all = formatted(constant.StringVal(c.Value))
			all = !all
		}
	}
	for i, v := range operands(args, shows) {
		if v == nil || !all && (i >= len(verbs) || !strings.ContainsRune("vsqxXw", rune(verbs[i]))) {
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

// operands are the values that a call shows, as far as their types are known; nil for others.
func operands(args []ssa.Value, shows *models.Shows) []ssa.Value {
	if shows.Arg >= len(args) {
		return nil
	}
	v := args[shows.Arg]
	if _, variadic := v.Type().Underlying().(*types.Slice); !variadic {
		return []ssa.Value{boxed(v)}
	}
	list := place.Listed(v)
	for i, x := range list {
		if x != nil {
			list[i] = boxed(x)
		}
	}
	return list
}

// boxed is the value in an interface, nil if that is not known here.
func boxed(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
			continue
		case *ssa.MakeInterface:
			return x.X
		}
		return nil
	}
}

// methodOf is the method of a name that a type declares itself with that type as receiver; nil if there is none.
func (m *simulation) methodOf(t types.Type, name string) *ssa.Function {
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

// formatted gives the verbs of a format by operand, as far as it is of the plain kind; false for formats with indices or stars.
func formatted(format string) (verbs string, plain bool) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0; i++ {
		}
		if i == len(format) {
			break
		}
		switch format[i] {
		case '%':
		case '[', '*':
			return "", false
		default:
			verbs += string(format[i])
		}
	}
	return verbs, true
}
