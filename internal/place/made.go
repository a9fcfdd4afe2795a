// This file reads what the SSA builder spreads over several instructions: constants, variadic lists, results of
// functions with deferred calls.

package place

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"
)

// Int is the integer that a value is, if it is a constant.
func Int(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return c.Int64(), true
}

// IsNil reports whether a value is the constant nil.
func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// Listed are the elements of a variadic list that was made on the spot, in order; nil for other lists.
func Listed(v ssa.Value) []ssa.Value {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var list []ssa.Value
	for _, instr := range *a.Referrers() {
		at, ok := instr.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		n, ok := Int(at.Index)
		if !ok {
			return nil
		}
		for int(n) >= len(list) {
			list = append(list, nil)
		}
		for _, instr := range *at.Referrers() {
			if st, ok := instr.(*ssa.Store); ok && st.Addr == ssa.Value(at) {
				list[n] = st.Val
			}
		}
	}
	return list
}

// Stores are the values that the function of a local variable stores to it; closures are not looked at.
func Stores(a *ssa.Alloc) []ssa.Value {
	var list []ssa.Value
	for _, instr := range *a.Referrers() {
		if s, ok := instr.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
			list = append(list, s.Val)
		}
	}
	return list
}

// Results are the values that a result may have: functions with deferred calls keep it in a variable meanwhile. A
// variable that lives on the heap may be set by others, too.
func Results(r ssa.Value) (list []ssa.Value, heap bool) {
	if load, ok := r.(*ssa.UnOp); ok {
		if a, ok := load.X.(*ssa.Alloc); ok {
			return Stores(a), a.Heap
		}
	}
	return []ssa.Value{r}, false
}
