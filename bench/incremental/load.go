// This file makes summaries of real packages in this process, as the vet tool would.

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/workshop"
)

// A subject is a package and what it is linked with.
type subject struct {
	path     string             // import path
	module   string             // module path; "std" for the standard library
	version  string             // of the language
	packages []link.Package     // summaries of the package, and of all that it imports
	lines    int                // of the package and all it imports
	took     time.Duration      // to read and summarise them, in processor time
	shop     *workshop.Workshop // what makes summaries; nil when no more edits are made
	files    []sourceFile       // of the package
}

// A sourceFile is one file's text.
type sourceFile struct {
	name string // base name
	text string // without the statement that is deleted at the time
}

// load summarises a package, with its dependencies from source.
func load(dir, pattern string) (*subject, error) {
	start := clock()
	shop := workshop.New()
	cfg := &packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Fset: shop.Fset}
	pkgs, err := packages.Load(cfg, pattern)
	if err != nil {
		return nil, err
	}
	if len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		return nil, fmt.Errorf("%s: %d packages", pattern, len(pkgs))
	}
	p := pkgs[0]
	s := &subject{path: p.PkgPath, module: "std", version: "go1.26", shop: shop}
	if p.Module != nil {
		s.module, s.version = p.Module.Path, "go"+p.Module.GoVersion
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, f := range p.Syntax {
			s.lines += p.Fset.File(f.FileStart).LineCount()
		}
	})
	if err := shop.Stock(pkgs); err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	shop.Lenient = true
	for _, name := range p.CompiledGoFiles {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, sourceFile{filepath.Base(name), string(data)})
	}
	if s.packages, err = s.summarise(s.files); err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	s.took = clock() - start
	return s, nil
}

// summarise summarises the package from other texts of its files.
func (s *subject) summarise(files []sourceFile) ([]link.Package, error) {
	var list []*ast.File
	for _, f := range files {
		syntax, err := parser.ParseFile(s.shop.Fset, f.name, f.text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		list = append(list, syntax)
	}
	return s.shop.Analyse(s.path, s.module, s.version, list)
}
