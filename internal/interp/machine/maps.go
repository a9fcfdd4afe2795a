// This file is about maps: how keys are found.

package machine

import "go/types"

// A Table is a map. It is one variable for the memory model (V22).
type Table struct {
	Head  Cell           // what accesses are noted at
	M     map[any]*Entry // by what keyOf gives for a key
	Order []*Entry       // as they came; dead ones among them
}

// An Entry is a key with its element.
type Entry struct {
	K, V Value // the key and the element
	Dead bool  // it was deleted
}

// NewTable makes an empty map.
func NewTable() *Table { return &Table{M: map[any]*Entry{}} }

// A pairKey is a key of two parts.
type pairKey struct {
	a, b any // the parts, or what stands for them
}

// KeyOf is what Go's own maps find a key by.
func KeyOf(v Value) any {
	switch v := v.(type) {
	case Agg:
		var k any
		for _, x := range v {
			k = pairKey{k, KeyOf(x)}
		}
		return k
	case Iface:
		if v.T == nil {
			return nil
		}
		if !types.Comparable(v.T) {
			Fault("hash of unhashable type %s", v.T)
		}
		return pairKey{types.TypeString(v.T, nil), KeyOf(v.V)}
	}
	return v
}

// sweep drops dead entries when they are many.
func (m *Table) sweep() {
	if len(m.Order) < 32 || len(m.Order) < 2*len(m.M) {
		return
	}
	live := make([]*Entry, 0, len(m.M)) // loops in progress keep the old list
	for _, e := range m.Order {
		if !e.Dead {
			live = append(live, e)
		}
	}
	m.Order = live
}
