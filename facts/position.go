// This file is places in source as everybody but the codec spells them.

package facts

import "cmp"

// A Position is a place in source; the file is known by package and base name.
type Position struct {
	File Symbol // zero when unknown
	Line uint32 // counts from one; zero: there is no place
	Col  uint32 // counts from one
}

// SameLine reports whether two positions are on one line.
func (p Position) SameLine(q Position) bool { return p.File == q.File && p.Line == q.Line }

// ComparePos orders positions by file, line and column.
func ComparePos(a, b Position) int {
	return cmp.Or(
		cmp.Compare(a.File.Pkg, b.File.Pkg),
		cmp.Compare(a.File.Name, b.File.Name),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Col, b.Col),
	)
}
