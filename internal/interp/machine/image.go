// This file copies the memory of a program, as its initialisation leaves it, for further runs (V56).

package machine

import (
	"cmp"
	"slices"
	"unsafe"
)

// A route leads to a part of a variable.
type route struct {
	root *Cell // the variable
	path []int // the numbers of the parts, from the outermost one
}

// A Copier copies memory, as far as it is asked for.
type Copier struct {
	same   func(*Cell) bool  // variables that are not copied; nil: none
	routes map[*Cell]route   // to parts that something points to
	cells  map[*Cell]*Cell   // copies of variables
	tables map[*Table]*Table // copies of maps
	queues map[*Queue]*Queue // copies of channels
	looks  bool              // it only looks at what there is to copy: copies are what they are of
}

// noImage is raised where memory cannot be copied.
type noImage struct{}

// newCopier begins.
func newCopier(routes map[*Cell]route, same func(*Cell) bool) *Copier {
	return &Copier{
		same: same, routes: routes, cells: map[*Cell]*Cell{}, tables: map[*Table]*Table{}, queues: map[*Queue]*Queue{},
	}
}

// Cell is the copy of a variable.
func (k *Copier) Cell(c *Cell) *Cell {
	if c == nil {
		return nil
	}
	if d := k.cells[c]; d != nil {
		return d
	}
	if k.same(c) {
		return c
	}
	if k.looks {
		k.cells[c] = c
		k.look(c)
		return c
	}
	if r, ok := k.routes[c]; ok {
		d := k.Cell(r.root)
		for _, i := range r.path {
			d = &d.Parts[i]
		}
		k.cells[c] = d
		return d
	}
	d := &Cell{}
	k.cells[c] = d
	k.fill(d, c)
	return d
}

// look looks at what a variable holds.
func (k *Copier) look(c *Cell) {
	k.copied(c.V)
	for i := range c.Parts {
		k.look(&c.Parts[i])
	}
}

// fill copies what a variable is and holds.
func (k *Copier) fill(d, c *Cell) {
	*d = Cell{V: c.V, Parts: c.Parts, sh: c.sh.copied()}
	if len(c.Parts) == 0 {
		if v, changed := k.copied(c.V); changed {
			d.V = v
		}
		return
	}
	d.Parts = make([]Cell, len(c.Parts))
	for i := range c.Parts {
		k.fill(&d.Parts[i], &c.Parts[i])
	}
}

// Value is a copy of a value.
func (k *Copier) Value(v Value) Value {
	if d, changed := k.copied(v); changed {
		return d
	}
	return v
}

// copied is a copy of a value; changed is false if it is itself one.
func (k *Copier) copied(v Value) (d Value, changed bool) {
	switch v := v.(type) {
	case nil, bool, int64, uint64, float64, complex128, string:
		return nil, false
	case *Cell:
		return k.Cell(v), v != nil
	case Slice:
		return Slice{k.Cell(v.Base), v.Off, v.Len, v.Cap}, v.Base != nil
	case Iface:
		d, changed := k.copied(v.V)
		return Iface{v.T, d}, changed
	case Agg:
		list, changed := k.list(v)
		return Agg(list), changed
	case Tuple:
		list, changed := k.list(v)
		return Tuple(list), changed
	case *Table:
		return k.table(v), v != nil
	case *Queue:
		return k.queue(v), v != nil
	case *Function:
		if v == nil {
			return nil, false
		}
		if v.Native != nil {
			panic(noImage{})
		}
		free, changed := k.list(v.free)
		return &Function{Fn: v.Fn, free: free}, changed
	}
	panic(noImage{})
}

// list copies values.
func (k *Copier) list(list []Value) (out []Value, changed bool) {
	for i, v := range list {
		d, ok := k.copied(v)
		if !ok {
			continue
		}
		if !changed {
			out, changed = slices.Clone(list), true
		}
		out[i] = d
	}
	return out, changed
}

// table copies a map.
func (k *Copier) table(m *Table) *Table {
	if m == nil || k.tables[m] != nil {
		return k.tables[m]
	}
	if k.looks {
		k.tables[m] = m
		for _, e := range m.Order {
			k.copied(e.K)
			k.copied(e.V)
		}
		return m
	}
	d := NewTable()
	k.tables[m] = d
	k.fill(&d.Head, &m.Head)
	for _, e := range m.Order {
		if e.Dead {
			continue
		}
		x := &Entry{K: k.Value(e.K), V: k.Value(e.V)}
		d.M[KeyOf(x.K)] = x
		d.Order = append(d.Order, x)
	}
	return d
}

// queue copies a channel.
func (k *Copier) queue(q *Queue) *Queue {
	if q == nil || k.queues[q] != nil {
		return k.queues[q]
	}
	if len(q.sends) > 0 || len(q.recvs) > 0 {
		panic(noImage{})
	}
	d := &Queue{}
	*d = *q
	k.queues[q] = d
	d.Buf, d.shut, d.freed = nil, q.shut.Copy(), nil
	d.word.sh = q.word.sh.copied()
	for _, m := range q.Buf {
		d.Buf = append(d.Buf, message{k.Value(m.v), m.vc.Copy()})
	}
	for _, c := range q.freed {
		d.freed = append(d.freed, c.Copy())
	}
	return d
}

// routesOf are the routes to those of some variables that are parts of others.
func routesOf(cells map[*Cell]*Cell) map[*Cell]route {
	routes := map[*Cell]route{}
	var walk func(root, c *Cell, path []int)
	walk = func(root, c *Cell, path []int) {
		for i := range c.Parts {
			p := &c.Parts[i]
			if cells[p] != nil && len(routes[p].path) < len(path)+1 {
				routes[p] = route{root, append(slices.Clone(path), i)}
			}
			if len(p.Parts) > 0 {
				walk(root, p, append(path, i))
			}
		}
	}
	for c := range cells {
		walk(c, c, nil)
	}
	if overlap(cells, routes) {
		panic(noImage{})
	}
	return routes
}

// overlap reports whether two variables, neither of which is a part of the other, share parts.
func overlap(cells map[*Cell]*Cell, routes map[*Cell]route) bool {
	var arrays [][2]uintptr // where parts stand
	var gather func(c *Cell)
	gather = func(c *Cell) {
		if n := len(c.Parts); n > 0 {
			at := uintptr(unsafe.Pointer(&c.Parts[0]))
			arrays = append(arrays, [2]uintptr{at, at + uintptr(n)*unsafe.Sizeof(Cell{})})
		}
		for i := range c.Parts {
			gather(&c.Parts[i])
		}
	}
	for c := range cells {
		if _, inside := routes[c]; !inside {
			gather(c)
		}
	}
	slices.SortFunc(arrays, func(a, b [2]uintptr) int { return cmp.Compare(a[0], b[0]) })
	for i := range arrays {
		if i > 0 && arrays[i][0] < arrays[i-1][1] {
			return true
		}
	}
	return false
}
