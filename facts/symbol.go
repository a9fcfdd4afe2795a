// This file is names and places: of functions, types, fields and variables, and the references by which sections mean
// them.

package facts

import "strings"

// A SymKind says what a symbol names.
type SymKind uint8

// The kinds of symbols.
const (
	SymFunc   SymKind = iota + 1 // a function: "(*Server).Serve", "F", closures "F$1"; Pkg is its package
	SymGlobal                    // a package-level variable
	SymType                      // a type, by its canonical string; Pkg empty, package paths are inside Name
	SymFile                      // a source file: Pkg and base name
	SymMethod                    // a method name as interfaces ask for it; unexported names carry their package in Pkg
	SymField                     // a struct field as reports name it: "Cache.n" of Pkg
	SymLocal                     // a local variable or parameter: its bare name
)

// A Symbol is a name that has the same meaning in every package.
type Symbol struct {
	Kind SymKind // what it names, and so how Name is spelled
	Pkg  string  // import path, or empty
	Name string  // as the comments at the kinds say; several things of a kind never share it within Pkg
}

// SameStruct reports whether two names are of fields of one struct type.
func SameStruct(x, y Symbol) bool {
	a, _, ok := strings.Cut(x.Name, ".")
	b, _, _ := strings.Cut(y.Name, ".")
	return ok && a == b && x.Pkg == y.Pkg && x.Kind == SymField && y.Kind == SymField
}

// A Ref is what a unit's blob calls a symbol: an index into Names.Refs plus one; zero is "none".
type Ref uint32

// A Sym is an index into an archive's symbol table.
type Sym uint32

// A Pos is a position. Files are known by package and base name: facts hold no absolute paths.
type Pos struct {
	File Ref    // SymFile of the same unit, zero when unknown
	Line uint32 // 1-based, 0 when unknown
	Col  uint32 // 1-based, in bytes, 0 when unknown
}

// A PosRef is what a unit's blob calls a position: an index into Names.Pos plus one; zero is "unknown".
type PosRef uint32

// Names is what one unit's blob of one section refers to (F1).
type Names struct {
	Refs []Symbol // Ref r is Refs[r-1]
	Pos  []Pos    // PosRef p is Pos[p-1]
}

// Declared is the declared function that a function is, or that it is a literal in.
func (s Symbol) Declared() Symbol {
	s.Name, _, _ = strings.Cut(s.Name, "$")
	return s
}
