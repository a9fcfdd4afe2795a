// This file is programs under edit: after each edit of the source, an updated program must say what a new one says.

package program_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"reflect"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/relink"
	"github.com/syncvet/syncvet/internal/workshop"
)

// A shop knows the packages that test programs import and summarises test programs.
type shop struct{ *workshop.Workshop }

// imported is what the programs edited here may import.
var imported = []string{"sync", "sync/atomic", "time", "errors"}

// open makes the shop, once per test run.
var open = sync.OnceValues(func() (*shop, error) { return newShop(imported...) })

// theShop is the shop of all tests.
func theShop(t *testing.T) *shop {
	t.Helper()
	s, err := open()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// newShop summarises what programs may import.
func newShop(imports ...string) (*shop, error) {
	s := newEmptyShop()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Fset: s.Fset}, imports...)
	if err != nil {
		return nil, err
	}
	return s, s.Stock(pkgs)
}

// newEmptyShop makes a shop that knows no package.
func newEmptyShop() *shop { return &shop{workshop.New()} }

// build summarises one file of package main.
func (s *shop) build(src string) ([]link.Package, error) {
	f, err := parser.ParseFile(s.Fset, "main.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return s.Analyse("m", "m", "go1.26", []*ast.File{f})
}

// config is that of the test program.
func config(editable bool) link.Config {
	return link.Config{Own: "m", Module: "m", Editable: editable}
}

// view shows everything.
var view = explain.View{Weakest: evidence.Low}

// verdicts words races shortly: variable, kinds and functions of both ends.
func verdicts(races []evidence.Evidence) []string {
	list := []string{}
	for _, r := range races {
		var ends []string
		for _, e := range r.Ends {
			kind := "read"
			if e.Last().Access.Kind.Writes() {
				kind = "write"
			}
			ends = append(ends, fmt.Sprintf("%s:%s", kind, e.Last().Func.Name))
		}
		if ends[0] > ends[1] {
			ends[0], ends[1] = ends[1], ends[0]
		}
		list = append(list, r.Ends[0].Last().Name.Name+" "+strings.Join(ends, " "))
	}
	return list
}

// A workbench holds a program under edit.
type workbench struct {
	t    *testing.T
	s    *shop
	p    *program.Program
	cfg  link.Config // of new programs to compare with; zero: config(true)
	step relink.Step
	news program.Changes
}

// edit updates the program to a source and compares it with a new program.
func (w *workbench) edit(name, src string) []evidence.Evidence {
	w.t.Helper()
	pkgs, err := w.s.build(src)
	if err != nil {
		w.t.Fatalf("%s: %v", name, err)
	}
	w.step = w.p.Update(pkgs)
	w.news = w.p.Changes(view)
	got := w.p.Races(view)
	if w.cfg.Own == "" {
		w.cfg = config(true)
	}
	fresh := program.New(w.cfg)
	fresh.Update(pkgs)
	if want := fresh.Races(view); !reflect.DeepEqual(got, want) {
		w.t.Errorf(
			"%s (%v): an updated program says %v, a new one %v\n%+v\n%+v\n%s",
			name,
			w.step,
			verdicts(got),
			verdicts(want),
			got,
			want,
			src,
		)
	}
	if got, want := w.p.State(), fresh.State(); got != want {
		w.t.Errorf(
			"%s (%v): the state of an updated program differs from that of a new one:\n%s\n%s",
			name,
			w.step,
			firstDifference(got, want),
			src,
		)
	}
	if got, want := w.p.Problems(view), fresh.Problems(view); !reflect.DeepEqual(got, want) {
		w.t.Errorf("%s (%v): an updated program has problems\n%+v\n, a new one\n%+v\n%s", name, w.step, got, want, src)
	}
	return got
}

// firstDifference gives the lines around the first difference of two texts.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	around := func(list []string) string { return strings.Join(list[max(0, n-3):min(len(list), n+4)], "\n") }
	return fmt.Sprintf("line %d: got\n%s\nwant\n%s", n, around(a), around(b))
}

// sub replaces one piece of a text that must be there.
func sub(text, old, now string) string {
	if !strings.Contains(text, old) {
		panic("no " + old)
	}
	return strings.Replace(text, old, now, 1)
}
