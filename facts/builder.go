// This file builds a section: units get their references and positions numbered as they are used, carried units are
// copied.

package facts

import (
	"encoding/binary"
	"hash/crc32"
)

// A Builder collects one section of one package. Units are numbered as passes/source numbers them.
type Builder struct {
	section Section        // which one it is
	syms    []Symbol       // by Sym
	index   map[Symbol]Sym // numbers of symbols
	units   []record       // by unit number
}

// NewBuilder starts a section of the given number of units.
func NewBuilder(section Section, units int) *Builder {
	return &Builder{section: section, index: map[Symbol]Sym{}, units: make([]record, units)}
}

// sym interns a symbol.
func (b *Builder) sym(s Symbol) Sym {
	i, ok := b.index[s]
	if !ok {
		i = Sym(len(b.syms))
		b.syms = append(b.syms, s)
		b.index[s] = i
	}
	return i
}

// A UnitBuilder numbers what one unit's blob refers to.
type UnitBuilder struct {
	b    *Builder       // the section that the unit goes into
	i    int            // unit number
	refs map[Symbol]Ref // what the unit refers to so far
	pos  map[Pos]PosRef // what it points at so far
	rec  record         // under construction
}

// Unit starts unit i.
func (b *Builder) Unit(i int) *UnitBuilder {
	return &UnitBuilder{b: b, i: i, refs: map[Symbol]Ref{}, pos: map[Pos]PosRef{}}
}

// Ref gives the number under which the unit refers to a symbol; zero for the zero symbol.
func (u *UnitBuilder) Ref(s Symbol) Ref {
	if s == (Symbol{}) {
		return 0
	}
	r, ok := u.refs[s]
	if !ok {
		u.rec.refs = append(u.rec.refs, u.b.sym(s))
		r = Ref(len(u.rec.refs))
		u.refs[s] = r
	}
	return r
}

// Pos gives the number of a position in a file; zero when the line is unknown.
func (u *UnitBuilder) Pos(file Symbol, line, col int) PosRef {
	if line <= 0 {
		return 0
	}
	p := Pos{File: u.Ref(file), Line: uint32(line), Col: uint32(col)}
	r, ok := u.pos[p]
	if !ok {
		u.rec.pos = append(u.rec.pos, p)
		r = PosRef(len(u.rec.pos))
		u.pos[p] = r
	}
	return r
}

// Done stores the unit with its blob. A unit that is never done has nothing in this section.
func (u *UnitBuilder) Done(blob []byte) {
	u.rec.blob = blob
	u.b.units[u.i] = u.rec
}

// Carry copies unit j of an import's section as unit i (F1).
func (b *Builder) Carry(i int, from *Archive, j int) error {
	if from == nil || j >= from.Len() {
		return nil
	}
	r, err := from.record(j)
	if err != nil {
		return err
	}
	refs := make([]Sym, len(r.refs))
	for k, s := range r.refs {
		refs[k] = b.sym(from.syms[s])
	}
	r.refs = refs
	b.units[i] = r
	return nil
}

// Encode gives the archive with the units that keep accepts; nil keeps all. Symbols that only dropped units use are
// dropped too.
func (b *Builder) Encode(header []byte, keep func(i int) bool) []byte {
	a := &Archive{header: header}
	renumber := make([]Sym, len(b.syms)) // new number plus one
	for i := range b.units {
		r := b.units[i]
		if (keep == nil || keep(i)) && (len(r.blob) > 0 || len(r.refs) > 0) {
			refs := make([]Sym, len(r.refs))
			for k, s := range r.refs {
				if renumber[s] == 0 {
					a.syms = append(a.syms, b.syms[s])
					renumber[s] = Sym(len(a.syms))
				}
				refs[k] = renumber[s] - 1
			}
			r.refs = refs
			a.body = append(a.body, encode(r.code)...)
		}
		a.ends = binary.LittleEndian.AppendUint32(a.ends, uint32(len(a.body)))
	}
	c := &coder{buf: []byte{'S', 'V', Version, byte(b.section)}}
	a.codeIndex(c)
	return binary.LittleEndian.AppendUint32(c.buf, crc32.ChecksumIEEE(c.buf))
}
