// This file holds what is known of the packages of a program.

package needs

import (
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
)

// A Program is what is run: its main package, and what is known of others.
type Program struct {
	Path   string                 // the import path of the package that is run
	Fset   *token.FileSet         // of all files
	Files  []*ast.File            // of the package, its tests among them if they are to be run
	Types  *types.Package         // says where imported packages stand; nil: it is not known
	Go     string                 // the language version
	Module string                 // packages below it are judged, too
	Stands fs.FS                  // stand-ins, below _std
	Pure   map[string]bool        // packages of the standard library that are interpreted as they are
	Native func(name string) bool // whether a function, by its full name, has a native
}

// A Set is what is needed of all packages.
type Set struct {
	Program
	Main  *Unit            // the package that is run
	Units map[string]*Unit // by import path
	Whole bool             // everything is needed of packages that are imported
	Lines int              // of source that was parsed

	dirs     map[string]string         // where packages stand that export data mentions, by import path
	required map[string]string         // where modules of go.mod stand, by path; nil: nobody asked yet
	absent   map[string]string         // why packages have no source, by import path
	names    map[string]string         // of packages, by import path
	queue    []*Decl                   // needed, and not looked at yet
	said     map[string]bool           // names after a dot, and those of methods of interfaces
	waiting  map[string][]method       // methods of needed types that nobody has mentioned, by their names
	own      []method                  // exported ones among them, of the user's types
	reflect  bool                      // methods are asked for by reflection
	current  *Decl                     // what is looked at
	outer    bool                      // not in its body
	inspect  func(n ast.Node) bool     // looks at a part of it
	more     map[*Unit]map[string]bool // methods of types of stand-ins that these lack, as T.M
}

// TooLarge is what is panicked with beyond a bound.
type TooLarge string

// A method is one of a needed type.
type method struct {
	unit *Unit  // where the type is declared
	name string // as T.M
}

// A Unit is a package as source: what it declares is parsed, file by file, when it is asked for.
type Unit struct {
	Path    string              // the import path
	dir     string              // where it stands; empty: it is a stand-in
	Kind    Kind                // whose it is
	Version string              // of the language; empty: the newest
	tests   bool                // its tests belong to it
	home    *Unit               // the stand-in that it stands behind; itself if it is none
	behind  *Unit               // what a stand-in stands for; nil: nothing, or not asked yet
	files   []*file             // in order of their names
	index   map[string][]*file  // files that declare a name and are not parsed yet
	decls   map[string][]*Decl  // what parsed files declare; methods as T.M
	methods map[string][]string // of types, by their names
	Needed  []*Decl             // what is needed of it, in order of need
}

// A Kind says whose a unit is, and so what is kept of it.
type Kind int

const (
	User    Kind = iota + 1 // of the module that is judged
	foreign                 // of another module
	stand                   // a stand-in
	pureGo                  // of the standard library, interpreted as it is
	hollow                  // of the standard library, of which there are only declarations
)

// A file is one file of a unit.
type file struct {
	unit    *Unit             // where it belongs
	name    string            // with its directory
	src     []byte            // its text; nil if it was parsed by somebody else
	tree    *ast.File         // nil: not parsed yet
	imports map[string]string // import paths by the names they have in the file
	dots    []string          // imported with a dot
	decls   []*Decl           // what it declares
}

// A Decl is what can be left out of a package: a function, a type, variables or constants that are declared together.
type Decl struct {
	unit   *Unit           // where it belongs
	file   *file           // where it stands
	Node   ast.Decl        // with one specification, except for constants that continue one another
	Names  []string        // what it declares; a method as T.M
	needed bool            // somebody mentions it
	asks   map[string]bool // names of its unit that it mentions; true: outside of a body
	Bare   string          // why it has no body, though it should; empty: it has what it should
	Gone   string          // why it is left out, though it is needed; empty: it is not
	uses   map[string]bool // import paths that it needs
}

// newUnit begins a unit.
func newUnit(path string, k Kind) *Unit {
	u := &Unit{
		Path: path, Kind: k, index: map[string][]*file{}, decls: map[string][]*Decl{}, methods: map[string][]string{},
	}
	u.home = u
	return u
}

// errText is an error that is only text.
type errText string

func (e errText) Error() string { return string(e) }
