// This file says which slots of a type hold numbers.

package terms

import (
	"go/types"
	"slices"
)

// A SlotKind shows whether a slot holds a number.
type SlotKind uint8

const (
	PlainSlot SlotKind = iota // it does not
	// it does, and that is followed through memory: an integer, a truth value, the length of a string or slice
	NumberSlot
	ElementSlot // it may stand for several, or for what a type parameter is: nothing is known of it
)

// numbered reports whether a value of one slot has a number that is followed through memory.
func (f *Function) numbered(t types.Type) bool {
	s := f.Slots(t)
	return len(s) == 1 && s[0] == NumberSlot
}

// Slots says of each slot of a type whether it holds a number.
func (f *Function) Slots(t types.Type) []SlotKind {
	n := f.flow.Layout.Size(t)
	if s, ok := t.Underlying().(*types.Struct); ok && n > 1 {
		var list []SlotKind
		for field := range s.Fields() {
			list = append(list, f.Slots(field.Type())...)
		}
		if len(list) != n { // a type parameter stands for some
			return slices.Repeat([]SlotKind{ElementSlot}, n)
		}
		return list
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return []SlotKind{ElementSlot}
	}
	list := make([]SlotKind, n)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsInteger|types.IsBoolean|types.IsString) != 0 {
			list[0] = NumberSlot
		}
	case *types.Slice:
		list[0] = NumberSlot
	case *types.Array:
		for i, kind := range f.Slots(u.Elem()) {
			if kind != PlainSlot {
				list[i] = ElementSlot
			}
		}
	}
	return list
}
