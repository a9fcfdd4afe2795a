// This file holds the limits that the module keeps, and checks the counting on a package made for it.

package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Limits of a package. Besides, no line has more than 120 columns, no function more than 60 lines, every field has its
// phrase and every exported name its documentation: what -list prints is empty.
const (
	maxLines   = 6000 // of all files
	maxMethods = 40   // of a type
)

func TestLimits(t *testing.T) {
	all, err := measure("../../...")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if f.lines > maxLines {
			t.Errorf("%s: %d lines, limit %d: it holds more than one idea", f.pkg, f.lines, maxLines)
		}
		if f.methods > maxMethods {
			t.Errorf("%s: type %s has %d methods, limit %d", f.pkg, f.biggest, f.methods, maxMethods)
		}
		if most := mostInCircle(f.files); len(f.circle) > most {
			t.Errorf("%s: %d of %d files refer to each other in a circle, limit %d: data types low, algorithms above, "+
				"drivers on top: %v", f.pkg, len(f.circle), f.files, most, f.circle)
		}
		for _, x := range f.faults {
			t.Errorf("%s:%d: %s", x.posn.Filename, x.posn.Line, x.what)
		}
	}
}

// sample is a package of two files that refer to each other.
var sample = []string{`package p

// A T has fields.
type T struct {
	A int // said

	B, C int
	// of both
	D int
	E int
}

func (t *T) F() int { return t.g() }

// String needs no words.
func (t *T) String() string { return "" }
`, `package p

func (t *T) g() int { return t.A }

func Exported() {}
`}

// TestCount counts the sample.
func TestCount(t *testing.T) {
	fset := token.NewFileSet()
	dir := t.TempDir()
	p := &packages.Package{
		PkgPath:   "m/p",
		Module:    &packages.Module{Path: "m"},
		Fset:      fset,
		TypesInfo: &types.Info{Uses: map[*ast.Ident]types.Object{}},
	}
	for i, src := range sample {
		name := filepath.Join(dir, string(rune('a'+i))+".go")
		if err := os.WriteFile(name, []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		p.Syntax = append(p.Syntax, f)
	}
	var err error
	if p.Types, err = (&types.Config{Importer: importer.Default()}).Check("m/p", fset, p.Syntax, p.TypesInfo); err != nil {
		t.Fatal(err)
	}
	f, err := count(p)
	if err != nil {
		t.Fatal(err)
	}
	f.faults = nil
	want := figures{
		pkg:          "p",
		lines:        21,
		comments:     3,
		files:        2,
		circle:       []string{"a.go", "b.go"},
		methods:      3,
		biggest:      "T",
		fields:       5,
		mute:         2,
		undocumented: 2,
	}
	if got := f.row(); got != want.row() {
		t.Errorf("got  %swant %s", got, want.row())
	}
}
