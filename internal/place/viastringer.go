// This file finds the operands that a call prints or encodes.

package place

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
)

// An Operand is a value that is printed or encoded.
type Operand struct {
	Value ssa.Value // as the call has it, before it became an interface
	Verb  byte      // of the format; zero: there is none, or it is not known
}

// Text reports whether the operand's own methods are asked for its text: package fmt does so for some verbs only.
func (o Operand) Text() bool { return o.Verb == 0 || strings.IndexByte("vsqxXw", o.Verb) >= 0 }

// ViaStringer lists the operands that a call shows, as far as their types are known: those that a format only asks for
// their type or address are left out.
func ViaStringer(args []ssa.Value, shows *models.Shows) []Operand {
	verbs, plain := "", false
	if shows.Format >= 0 && shows.Format < len(args) {
		if c, ok := args[shows.Format].(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
			verbs, plain = formatted(constant.StringVal(c.Value))
		}
	}
	var list []Operand
	for i, v := range operands(args, shows) {
		switch {
		case v == nil || plain && i >= len(verbs):
		case !plain:
			list = append(list, Operand{v, 0})
		case verbs[i] != 'p' && verbs[i] != 'T':
			list = append(list, Operand{v, verbs[i]})
		}
	}
	return list
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
	list := Listed(v)
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

// formatted gives the verbs of a format by operand, as far as it is of the plain kind; false for formats with indices
// or stars.
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
