// This file keeps the summaries of packages in a file, for the next process that needs them.
//
// Types come from the compiler's export data, which the go command caches; what is kept are the facts, by the names of
// what they are about.

package workshop

import (
	"encoding/gob"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/objectpath"
)

// A kept is a fact and what it is about.
type kept struct {
	Pkg    string          // path of the package
	Object objectpath.Path // empty: the fact is about the package
	Fact   analysis.Fact   // gob knows its type, see register
}

// register makes the facts of the passes known to gob.
func register() {
	seen := map[*analysis.Analyzer]bool{}
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
		for _, r := range a.Requires {
			visit(r)
		}
	}
	for _, a := range Passes() {
		visit(a)
	}
}

// Save writes what the shop knows about the packages that its users import. Objects that no path leads to are left out:
// no importer can see them.
func (s *Workshop) Save(w io.Writer, imports []string) error {
	register()
	var list []kept
	var paths objectpath.Encoder
	for key, f := range s.facts {
		switch of := key.of.(type) {
		case *types.Package:
			if slices.Contains(imports, of.Path()) {
				list = append(list, kept{Pkg: of.Path(), Fact: f})
			}
		case types.Object:
			if path, err := paths.For(of); err == nil {
				list = append(list, kept{of.Pkg().Path(), path, f})
			}
		}
	}
	slices.SortFunc(list, func(a, b kept) int {
		return strings.Compare(
			fmt.Sprintf("%s %s %T", a.Pkg, a.Object, a.Fact),
			fmt.Sprintf("%s %s %T", b.Pkg, b.Object, b.Fact),
		)
	})
	return gob.NewEncoder(w).Encode(list)
}

// Restock reads what Save wrote; the packages are loaded with their types and the shop's file set, no syntax needed.
func (s *Workshop) Restock(r io.Reader, pkgs []*packages.Package) error {
	register()
	var list []kept
	if err := gob.NewDecoder(r).Decode(&list); err != nil {
		return err
	}
	byPath := map[string]*types.Package{}
	for _, p := range pkgs {
		s.pkgs[p.PkgPath] = p.Types
		reach(p.Types, byPath)
	}
	for _, k := range list {
		pkg := byPath[k.Pkg]
		if pkg == nil {
			continue // only in what its package does not show
		}
		var of any = pkg
		if k.Object != "" {
			o, err := objectpath.Object(pkg, k.Object)
			if err != nil {
				continue // not in the export data
			}
			of = o
		}
		s.facts[factKey{of, reflect.TypeOf(k.Fact)}] = k.Fact
	}
	return nil
}

// reach collects a package and all that it imports, as far as export data tell.
func reach(p *types.Package, all map[string]*types.Package) {
	if all[p.Path()] != nil {
		return
	}
	all[p.Path()] = p
	for _, imp := range p.Imports() {
		reach(imp, all)
	}
}
