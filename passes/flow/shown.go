// This file finds what printing and encoding read of their operands (L19): package fmt prints what an operand points to
// and what is in its maps and slices, encoders follow the pointers in it too.

package flow

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A Part is memory that a call reads because it shows an operand.
type Part struct {
	Operand ssa.Value        // what the source gives the call
	Own     bool             // the operand itself points to it
	Node    facts.Node       // points to it
	Off     uint32           // slots past that
	Len     uint32           // slots; 1 for a map
	Name    facts.Symbol     // the field that holds it, or that it is; zero: what the operand points to
	Kind    facts.VarKind    // what kind of variable it is
	Access  facts.AccessKind // Read, or MapRead
}

// A part is one before nodes are numbered.
type part struct {
	Part
	base variable // points to it
}

// A showing is one operand being followed.
type showing struct {
	g       *body         // the function
	operand ssa.Value     // the operand
	shows   *models.Shows // what the call shows of it
	parts   []part        // found so far
}

// visitShown finds what a call reads of its operands.
func (g *modeller) visitShown(instr ssa.CallInstruction, shows *models.Shows) {
	for _, o := range place.ViaStringer(source.Arguments(instr.Common()), shows) {
		s := &showing{g: g.body, operand: o.Value, shows: shows}
		if !o.Text() || !s.asked(o.Value.Type()) {
			s.top()
		}
		g.shown[instr] = append(g.shown[instr], s.parts...)
	}
}

// asked reports whether a type says itself how it is shown.
func (s *showing) asked(t types.Type) bool {
	for _, name := range s.shows.Methods {
		if m, _, _ := types.LookupFieldOrMethod(t, true, nil, name); m != nil {
			if _, ok := m.(*types.Func); ok {
				return true
			}
		}
	}
	return false
}

// top follows the operand itself. Package fmt follows a pointer there, and only there.
func (s *showing) top() {
	t := s.operand.Type()
	switch u := source.Core(t).(type) {
	case *types.Pointer:
		switch source.Core(u.Elem()).(type) {
		case *types.Struct, *types.Array, *types.Map, *types.Slice:
			s.memory(s.g.addr(s.operand), u.Elem(), facts.Symbol{}, 0)
		default:
			if s.shows.Deep {
				s.memory(s.g.addr(s.operand), u.Elem(), facts.Symbol{}, 0)
			}
		}
	case *types.Map, *types.Slice:
		s.held(s.g.node(s.operand, 0), t, place.Holder(s.operand), 0)
	case *types.Struct:
		for i := range u.NumFields() {
			if f := u.Field(i); s.reads(u, i) && !s.g.layout.Collapsed(t, i) {
				s.slots(int(s.g.layout.FieldOffset(t, i)), f.Type(), source.FieldSymbol(t, i))
			}
		}
	}
}

// slots follows a field of an operand that is a struct.
func (s *showing) slots(at int, t types.Type, name facts.Symbol) {
	switch u := source.Core(t).(type) {
	case *types.Map, *types.Slice, *types.Pointer:
		s.held(s.g.node(s.operand, at), t, name, 1)
	case *types.Struct:
		for i := range u.NumFields() {
			if s.reads(u, i) && !s.asked(u.Field(i).Type()) && !s.g.layout.Collapsed(t, i) {
				s.slots(at+int(s.g.layout.FieldOffset(t, i)), u.Field(i).Type(), source.FieldSymbol(t, i))
			}
		}
	}
}

// held follows what a map, slice or pointer leads to, which some variable holds.
func (s *showing) held(n variable, t types.Type, name facts.Symbol, depth int) {
	if n == 0 || depth > maxShownDepth || depth > 0 && s.asked(t) {
		return
	}
	switch u := source.Core(t).(type) {
	case *types.Map:
		s.add(target{base: n}, 1, name, facts.VarMap, facts.MapRead, depth)
		s.inside(target{base: n, off: 1 + uint32(s.g.layout.Size(u.Key()))}, u.Elem(), name, depth+1)
	case *types.Slice:
		s.add(target{base: n}, uint32(s.g.layout.Size(u.Elem())), name, facts.VarSlice, facts.Read, depth)
		s.inside(target{base: n}, u.Elem(), name, depth+1)
	case *types.Pointer:
		if s.shows.Deep {
			s.memory(target{base: n}, u.Elem(), facts.Symbol{}, depth)
		}
	}
}

// memory reads what a pointer points to: of a struct that is encoded, the exported fields.
func (s *showing) memory(p target, t types.Type, name facts.Symbol, depth int) {
	st, ok := source.Core(t).(*types.Struct)
	if !ok || !s.shows.Deep {
		s.add(p, uint32(s.g.layout.Size(t)), name, facts.VarPointee, facts.Read, depth)
		s.inside(p, t, name, depth+1)
		return
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if !s.reads(st, i) || s.g.layout.Collapsed(t, i) || s.asked(f.Type()) {
			continue
		}
		at, named := p, source.FieldSymbol(t, i)
		at.off += s.g.layout.FieldOffset(t, i)
		if _, ok := source.Core(f.Type()).(*types.Struct); ok {
			s.memory(at, f.Type(), named, depth)
			continue
		}
		s.add(at, uint32(s.g.layout.Size(f.Type())), named, facts.VarField, facts.Read, depth)
		s.inside(at, f.Type(), named, depth+1)
	}
}

// inside follows the maps, slices and, for encoders, pointers that lie somewhere.
func (s *showing) inside(p target, t types.Type, name facts.Symbol, depth int) {
	if depth > maxShownDepth || len(s.parts) >= maxShownParts || s.asked(t) {
		return
	}
	switch u := source.Core(t).(type) {
	case *types.Map, *types.Slice:
		s.held(s.g.read(p, 0), t, name, depth)
	case *types.Pointer:
		if s.shows.Deep {
			s.held(s.g.read(p, 0), t, name, depth)
		}
	case *types.Struct:
		for i := range u.NumFields() {
			if s.reads(u, i) && !s.g.layout.Collapsed(t, i) {
				at := p
				at.off += s.g.layout.FieldOffset(t, i)
				s.inside(at, u.Field(i).Type(), source.FieldSymbol(t, i), depth)
			}
		}
	}
}

// reads reports whether a field is shown at all.
func (s *showing) reads(t *types.Struct, i int) bool {
	return !s.shows.Deep ||
		(t.Field(i).Exported() || t.Field(i).Embedded()) && reflect.StructTag(t.Tag(i)).Get("json") != "-"
}

// add notes a part.
func (s *showing) add(p target, n uint32, name facts.Symbol, kind facts.VarKind, access facts.AccessKind, depth int) {
	if p.local != nil || len(s.parts) >= maxShownParts {
		return // nobody else sees a contained variable
	}
	if p.collapsed {
		n = 1
	}
	s.parts = append(s.parts, part{base: p.base, Part: Part{
		Operand: s.operand, Own: depth == 0, Off: p.off, Len: n, Name: name, Kind: kind, Access: access,
	}})
}

// declareShown calls what operands say of themselves: the first method that asks for their text, where their type is
// one of the module, and declares it. What others say of themselves is not entered (fewer races).
func (g *modeller) declareShown(instr ssa.CallInstruction, row *models.Row) {
	if row.Shows == nil {
		return
	}
	for _, o := range place.ViaStringer(source.Arguments(instr.Common()), row.Shows) {
		if !o.Text() || !g.src.InModule(o.Value.Type()) {
			continue
		}
		for _, name := range row.Shows.Methods {
			if len(g.src.CallbackMethods(o.Value, name)) > 0 {
				k := call{flags: g.caller.mode(instr) | facts.CallModel, api: api(instr.Common()), pos: instr.Pos()}
				g.declareMethods(instr, k, o.Value, name)
				break
			}
		}
	}
}
