// This file is names and places: of functions, types, fields and variables, and the references by which sections mean
// them.

package facts

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
	Kind SymKind
	Pkg  string // import path, or empty
	Name string
}

// A Ref is what a unit's blob calls a symbol: an index into Names.Refs plus one; zero is "none".
type Ref uint32

// A Sym is an index into an archive's symbol table.
type Sym uint32

// A Pos is a position. Files are known by package and base name: facts hold no absolute paths.
type Pos struct {
	File Ref // SymFile of the same unit, zero when unknown
	Line uint32
	Col  uint32
}

// A PosRef is what a unit's blob calls a position: an index into Names.Pos plus one; zero is "unknown".
type PosRef uint32

// Names is what one unit's blob of one section refers to (F1).
type Names struct {
	Refs []Symbol // Ref r is Refs[r-1]
	Pos  []Pos    // PosRef p is Pos[p-1]
}
