// This file flattens types into slots (facts.Node, S8).

package source

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
)

// A Layout knows the slots of types.
type Layout struct {
	memo map[types.Type]*shape // by identity of the type
}

// A shape is one type flattened.
type shape struct {
	pointer []bool   // per slot: may hold a pointer
	fields  []uint32 // structs: first slot of each field
}

func newLayout() *Layout { return &Layout{memo: map[types.Type]*shape{}} }

// Size is the number of slots of a value of type t; a tuple has those of its elements.
func (l *Layout) Size(t types.Type) int { return len(l.shape(t).pointer) }

// Pointers tells for each slot of t whether it may hold a pointer. The caller must not change it.
func (l *Layout) Pointers(t types.Type) []bool { return l.shape(t).pointer }

// HasPointers reports whether any slot of t may hold a pointer.
func (l *Layout) HasPointers(t types.Type) bool {
	for _, p := range l.shape(t).pointer {
		if p {
			return true
		}
	}
	return false
}

// FieldOffset is the first slot of field i of a struct type; 0 for types that count as one slot.
func (l *Layout) FieldOffset(t types.Type, i int) uint32 {
	s := l.shape(t)
	if s.fields == nil { // a synchronisation type, or a type parameter's core type
		s = l.shape(core(t))
	}
	if l.Size(t) == 1 || i >= len(s.fields) {
		return 0
	}
	return s.fields[i]
}

// TupleOffset is the first slot of element i of a tuple.
func (l *Layout) TupleOffset(t *types.Tuple, i int) int {
	n := 0
	for j := range i {
		n += l.Size(t.At(j).Type())
	}
	return n
}

// Collapsed reports whether field i of t has fewer slots there than its type has elsewhere: a type argument with
// several slots (S8), or a part of a synchronisation object.
func (l *Layout) Collapsed(t types.Type, i int) bool {
	st, ok := core(t).(*types.Struct)
	if !ok || l.Size(st.Field(i).Type()) == 1 {
		return false
	}
	if l.shape(t).fields == nil {
		return true
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	o, ok := n.Origin().Underlying().(*types.Struct)
	return ok && l.Size(o.Field(i).Type()) != l.Size(st.Field(i).Type())
}

// shape flattens a type once.
func (l *Layout) shape(t types.Type) *shape {
	if s, ok := l.memo[t]; ok {
		return s
	}
	s := l.flatten(t)
	l.memo[t] = s
	return s
}

func (l *Layout) flatten(t types.Type) *shape {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if isSync(t) {
			return one(true) // atomic.Pointer, sync.Pool and others hold pointers
		}
		return l.shape(t.Origin().Underlying())
	case *types.Basic:
		return one(t.Kind() == types.UnsafePointer || t.Kind() == types.UntypedNil)
	case *types.Struct:
		return l.structure(t)
	case *types.Array:
		return &shape{pointer: l.shape(t.Elem()).pointer}
	case *types.Tuple:
		s := &shape{}
		for v := range t.Variables() {
			s.pointer = append(s.pointer, l.shape(v.Type()).pointer...)
		}
		return s
	default: // pointers, slices, maps, channels, functions, interfaces, type parameters, the builder's own types
		return one(true)
	}
}

func one(pointer bool) *shape { return &shape{pointer: []bool{pointer}} }

func (l *Layout) structure(t *types.Struct) *shape {
	s := &shape{fields: []uint32{}}
	for f := range t.Fields() {
		s.fields = append(s.fields, uint32(len(s.pointer)))
		s.pointer = append(s.pointer, l.shape(f.Type()).pointer...)
	}
	if len(s.pointer) == 0 {
		s.pointer = []bool{false}
	}
	return s
}

// isSync reports whether a type is a synchronisation object, one slot whatever is inside.
func isSync(t *types.Named) bool {
	obj := t.Obj()
	return obj.Pkg() != nil && models.SyncType(Path(obj.Pkg()), obj.Name())
}

// core is a type's underlying type; for a type parameter that of the first type in its constraint, nil when it has
// none.
func core(t types.Type) types.Type {
	u := t.Underlying()
	if _, ok := types.Unalias(t).(*types.TypeParam); !ok {
		return u
	}
	return firstTerm(u, 0)
}

// firstTerm finds the first type that a constraint lists.
func firstTerm(t types.Type, depth int) types.Type {
	i, ok := t.Underlying().(*types.Interface)
	if !ok || depth > maxUnions {
		return t.Underlying()
	}
	for e := range i.EmbeddedTypes() {
		if u, ok := types.Unalias(e).(*types.Union); ok && u.Len() > 0 {
			e = u.Term(0).Type()
		}
		if c := firstTerm(e, depth+1); c != nil {
			if _, ok := c.(*types.Interface); !ok {
				return c
			}
		}
	}
	return t.Underlying()
}

// Core is a type's underlying type; for a type parameter that of the first type in its constraint.
func Core(t types.Type) types.Type { return core(t) }

// Deref is what a pointer type points to, t itself if it is none.
func Deref(t types.Type) types.Type {
	if p, ok := core(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// Element is what a slice, array, pointer to an array, channel or string holds; other types hold none (types.Invalid).
func Element(t types.Type) types.Type {
	switch t := core(t).(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Chan:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Pointer:
		if a, ok := core(t.Elem()).(*types.Array); ok {
			return a.Elem()
		}
	case *types.Basic:
		if t.Info()&types.IsString != 0 {
			return types.Typ[types.Uint8]
		}
	}
	return types.Typ[types.Invalid]
}

// IsPointer reports whether a value is a pointer.
func IsPointer(v ssa.Value) bool {
	_, ok := core(v.Type()).(*types.Pointer)
	return ok
}

// IsMap reports whether a value is a map.
func IsMap(v ssa.Value) bool {
	_, ok := core(v.Type()).(*types.Map)
	return ok
}
