// This file holds the natives of testify.

package natives

import (
	"go/types"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// sameBoxed compares two values of type any deeply.
func sameBoxed(t *thread, a, b iface) bool {
	if a.T == nil || b.T == nil {
		return a.T == nil && b.T == nil
	}
	return types.Identical(a.T, b.T) && deepEqual(t, a.V, b.V)
}

// elements are those of a slice, an array or a channel, and the keys of a map.
func elements(t *thread, x iface) (list []value, ok bool) {
	if x.T == nil {
		return nil, false
	}
	box := func(typ types.Type, v value) value {
		if _, boxed := v.(iface); boxed {
			return v
		}
		return iface{T: typ, V: v}
	}
	switch v := x.V.(type) {
	case slice:
		for i := range v.Len {
			list = append(list, box(machine.ElemOf(x.T), t.Load(v.At(i))))
		}
	case machine.Agg:
		a, isArray := machine.Under(x.T).(*types.Array)
		if !isArray {
			return nil, false
		}
		for _, e := range v {
			list = append(list, box(a.Elem(), e))
		}
	case *table:
		if v == nil {
			return nil, true
		}
		t.Access(&v.Head, false)
		key := machine.Under(x.T).(*types.Map).Key()
		for _, e := range v.Order {
			if !e.Dead {
				list = append(list, box(key, e.K))
			}
		}
	case *queue:
		return make([]value, t.Length(v).(int64)), true
	default:
		return nil, false
	}
	return list, true
}

// newSlice makes a slice of values.
func newSlice(list []value) slice {
	s := slice{Base: &cell{Parts: make([]cell, len(list))}, Len: len(list), Cap: len(list)}
	for i, v := range list {
		s.Base.Parts[i].V = v
	}
	return s
}

// testifyNatives are those of testify's assertions.
var testifyNatives = map[string]native{
	"github.com/stretchr/testify/assert.equal": func(t *thread, args []value) value {
		return sameBoxed(t, args[0].(iface), args[1].(iface))
	},
	"github.com/stretchr/testify/assert.equalValues": func(t *thread, args []value) value {
		a, b := args[0].(iface), args[1].(iface)
		return sameBoxed(t, a, b) || plainText(t, a) == plainText(t, b)
	},
	"github.com/stretchr/testify/assert.isNil": func(_ *thread, args []value) value {
		return isNil(args[0].(iface).V)
	},
	"github.com/stretchr/testify/assert.isZero": func(t *thread, args []value) value {
		x := args[0].(iface)
		return x.T == nil || deepEqual(t, x.V, machine.Zero(x.T))
	},
	"github.com/stretchr/testify/assert.elems": func(t *thread, args []value) value {
		list, ok := elements(t, args[0].(iface))
		return tuple{newSlice(list), ok}
	},
}
