// This file is the container: a section's units as an indexed list of records behind a header and a name table, with
// version and checksum (F3, F4).

package facts

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Version is the version of the format and of the models behind it. Archives of another version are refused.
const Version = 34

// ErrVersion marks an archive written by another version of syncvet: not damaged, but of no use.
var ErrVersion = errors.New("facts: archive of another version")

// A Section names one of the six archives of a package.
type Section uint8

// The sections, in the order of the passes.
const (
	SectionSource Section = iota + 1
	SectionFlow
	SectionLocks
	SectionSpawn
	SectionAccess
	SectionAcquires
)

// Symbol resolves a reference; the zero Symbol for zero or damage.
func (n *Names) Symbol(r Ref) Symbol {
	if r == 0 || int(r) > len(n.Refs) {
		return Symbol{}
	}
	return n.Refs[r-1]
}

// Position resolves a position; the zero Pos for zero or damage.
func (n *Names) Position(p PosRef) Pos {
	if p == 0 || int(p) > len(n.Pos) {
		return Pos{}
	}
	return n.Pos[p-1]
}

// A record is one unit of one section before or after coding.
type record struct {
	refs []Sym  // into the archive's symbol table
	pos  []Pos  // with File as a Ref of this unit
	blob []byte // the content; empty: nothing known
}

// An Archive is one section of one package as read. Symbols are decoded at once, units when asked for.
type Archive struct {
	header []byte   // what the section has beside units; only the source section has one
	syms   []Symbol // what records' references number, all symbols of the section
	ends   []byte   // 4 bytes little-endian per unit: end of its record in body
	body   []byte   // the records of all units, one behind the other
}

// Open checks a blob and indexes it without decoding any unit.
func Open(section Section, blob []byte) (*Archive, error) {
	if len(blob) < 8 || blob[0] != 'S' || blob[1] != 'V' {
		return nil, errCorrupt
	}
	if blob[2] != Version {
		return nil, fmt.Errorf("%w: %d, want %d", ErrVersion, blob[2], Version)
	}
	content := blob[:len(blob)-4]
	if blob[3] != byte(section) || crc32.ChecksumIEEE(content) != binary.LittleEndian.Uint32(blob[len(content):]) {
		return nil, errCorrupt
	}
	a := &Archive{}
	return a, decode(content[4:], a.codeIndex)
}

// codeIndex reads or writes everything behind the magic bytes.
func (a *Archive) codeIndex(c *coder) {
	c.bytes(&a.header)
	codeSymbols(c, &a.syms)
	c.bytes(&a.ends)
	c.bytes(&a.body)
	last := uint32(0)
	for i := range a.Len() {
		end := binary.LittleEndian.Uint32(a.ends[4*i:])
		if end < last || int(end) > len(a.body) {
			c.fail()
			return
		}
		last = end
	}
	if int(last) != len(a.body) || len(a.ends)%4 != 0 {
		c.fail()
	}
}

// Len is the number of units.
func (a *Archive) Len() int { return len(a.ends) / 4 }

// Bytes is the size of the first n units' records.
func (a *Archive) Bytes(n int) int {
	if n = min(n, a.Len()); n == 0 {
		return 0
	}
	return int(binary.LittleEndian.Uint32(a.ends[4*(n-1):]))
}

// record decodes unit i's record; the zero record when the unit has nothing in this section.
func (a *Archive) record(i int) (record, error) {
	var r record
	start := uint32(0)
	if i > 0 {
		start = binary.LittleEndian.Uint32(a.ends[4*(i-1):])
	}
	b := a.body[start:binary.LittleEndian.Uint32(a.ends[4*i:])]
	if len(b) == 0 {
		return r, nil
	}
	err := decode(b, r.code)
	for _, s := range r.refs {
		if int(s) >= len(a.syms) {
			return record{}, errCorrupt
		}
	}
	return r, err
}

// names resolves a record's references.
func (a *Archive) names(r record) *Names {
	n := &Names{Pos: r.pos}
	if len(r.refs) > 0 {
		n.Refs = make([]Symbol, len(r.refs))
		for i, s := range r.refs {
			n.Refs[i] = a.syms[s]
		}
	}
	return n
}

// code reads or writes a record; positions are delta-coded by line.
func (r *record) code(c *coder) {
	numbers(c, &r.refs)
	line := int32(0)
	list(c, &r.pos, func(c *coder, p *Pos) {
		number(c, &p.File)
		delta := int32(p.Line) - line
		signed(c, &delta)
		line += delta
		p.Line = uint32(line)
		number(c, &p.Col)
	})
	if !c.reading {
		c.buf = append(c.buf, r.blob...)
		return
	}
	r.blob = c.buf[c.pos:]
	c.pos = len(c.buf)
}

// codeSymbols codes a symbol table with its package paths written once.
func codeSymbols(c *coder, syms *[]Symbol) {
	var pkgs []string
	index := map[string]uint32{}
	for _, x := range *syms {
		if _, ok := index[x.Pkg]; !ok {
			index[x.Pkg] = uint32(len(pkgs))
			pkgs = append(pkgs, x.Pkg)
		}
	}
	list(c, &pkgs, func(c *coder, p *string) { c.str(p) })
	list(c, syms, func(c *coder, x *Symbol) {
		number(c, &x.Kind)
		p := index[x.Pkg]
		number(c, &p)
		if c.reading {
			if int(p) >= len(pkgs) {
				c.fail()
				return
			}
			x.Pkg = pkgs[p]
		}
		c.str(&x.Name)
	})
}
