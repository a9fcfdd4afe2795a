// This file makes zero values and variables.

package machine

import "go/types"

// Zero is the zero value of a type.
func Zero(t types.Type) Value {
	switch u := Under(t).(type) {
	case *types.Basic:
		return zeroBasic(u)
	case *types.Pointer:
		return (*Cell)(nil)
	case *types.Slice:
		return Slice{}
	case *types.Map:
		return (*Table)(nil)
	case *types.Chan:
		return (*Queue)(nil)
	case *types.Signature:
		return (*Function)(nil)
	case *types.Interface:
		return Iface{}
	case *types.Struct:
		a := make(Agg, u.NumFields())
		for i := range a {
			a[i] = Zero(u.Field(i).Type())
		}
		return a
	case *types.Array:
		a := make(Agg, u.Len())
		for i := range a {
			a[i] = Zero(u.Elem())
		}
		return a
	case *types.Tuple:
		a := make(Tuple, u.Len())
		for i := range a {
			a[i] = Zero(u.At(i).Type())
		}
		return a
	}
	panic(Unsupported("zero of " + t.String()))
}

// zeroBasic is the zero value of a basic type.
func zeroBasic(b *types.Basic) Value {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return false
	case info&types.IsUnsigned != 0:
		return uint64(0)
	case info&types.IsInteger != 0:
		return int64(0)
	case info&types.IsFloat != 0:
		return float64(0)
	case info&types.IsComplex != 0:
		return complex128(0)
	case info&types.IsString != 0:
		return ""
	case b.Kind() == types.UnsafePointer:
		return (*Cell)(nil)
	}
	return nil // untyped nil
}

// A layout says how variables of a type are made.
type layout struct {
	compound bool      // it has parts; else it is a leaf
	zero     Value     // what a leaf holds at first
	parts    []*layout // of a struct
	elem     *layout   // of an array; nil for others
	n        int       // how many parts there are
	size     int       // how many variables there are in all
}

// layouts are those that were asked for before, by type.
type layouts map[types.Type]*layout

// of is the layout of a type.
func (m layouts) of(t types.Type) *layout {
	l := m[t]
	if l != nil {
		return l
	}
	l = &layout{size: 1}
	switch u := Under(t).(type) {
	case *types.Struct:
		l.compound, l.n = true, u.NumFields()
		for f := range u.Fields() {
			p := m.of(f.Type())
			l.parts = append(l.parts, p)
			l.size += p.size
		}
	case *types.Array:
		l.compound, l.elem, l.n = true, m.of(u.Elem()), int(u.Len())
		l.size += l.elem.times(l.n)
	default:
		l.zero = Zero(t)
	}
	m[t] = l
	return l
}

// times is how many variables there are in several of a type: at most what is too many in any case.
func (l *layout) times(n int) int {
	if n > MaxCells || l.size > MaxCells {
		return min(n, 1) * 2 * MaxCells
	}
	return min(n*l.size, 2*MaxCells)
}

// fill makes a cell a zero variable; its parts are taken from some cells, of which it gives the rest.
func (l *layout) fill(c *Cell, from []Cell, sh *shadow) []Cell {
	c.sh = sh
	if !l.compound {
		c.V = l.zero
		return from
	}
	return l.fillParts(c, from, sh)
}

// fillParts is fill for a struct or an array.
func (l *layout) fillParts(c *Cell, from []Cell, sh *shadow) []Cell {
	if l.n == 0 {
		c.V = Agg(nil)
		return from
	}
	c.Parts, from = from[:l.n:l.n], from[l.n:]
	if l.elem != nil && !l.elem.compound {
		z := l.elem.zero
		for i := range c.Parts {
			c.Parts[i].V, c.Parts[i].sh = z, sh
		}
		return from
	}
	for i := range c.Parts {
		p := l.elem
		if p == nil {
			p = l.parts[i]
		}
		from = p.fill(&c.Parts[i], from, sh)
	}
	return from
}

// A memory makes variables, and counts them.
type memory struct {
	layouts layouts // of types
	cells   int     // how many variables were made
}

// Fill makes a cell a zero variable of a type.
func (r *memory) Fill(c *Cell, t types.Type, local bool) {
	sh := private
	if !local {
		sh = nil
	}
	r.fill(c, r.layouts.of(t), sh)
}

// count counts variables that are made now.
func (r *memory) count(n int) {
	if r.cells += n; r.cells > MaxCells {
		panic(Exhausted("memory"))
	}
}

// fill makes a cell a zero variable with some layout, and with what is known of its accesses.
func (r *memory) fill(c *Cell, l *layout, sh *shadow) {
	r.count(l.size)
	if !l.compound {
		c.V, c.sh = l.zero, sh
		return
	}
	l.fill(c, make([]Cell, l.size-1), sh)
}

// MakeSlice makes a slice of new zero elements.
func (r *memory) MakeSlice(elem types.Type, n, c int) Slice {
	return r.makeSlice(r.layouts.of(elem), n, c)
}

// makeSlice makes a slice of new zero elements with some layout.
func (r *memory) makeSlice(elem *layout, n, c int) Slice {
	all := layout{compound: true, elem: elem, n: c, size: 1 + elem.times(c)}
	r.count(all.size - 1)
	base := &Cell{}
	all.fillParts(base, make([]Cell, all.size-1), nil)
	return Slice{base, 0, n, c}
}

// BytesOf makes a slice of bytes.
func (r *memory) BytesOf(b string) Slice {
	s := r.MakeSlice(types.Typ[types.Uint8], len(b), len(b))
	for i := range len(b) {
		s.Base.Parts[i].V = uint64(b[i])
	}
	return s
}
