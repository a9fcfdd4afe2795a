package callgraph

import (
	"go/ast"
	"go/parser"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/workshop"
)

const source = `package main

type speaker interface{ speak() }

type dog struct{ bark func() }

func (d dog) speak() { d.bark() }

type cat struct{ lives int }

func (c *cat) speak() { c.lives-- }

func each(list []speaker, f func(speaker)) {
	for _, s := range list {
		f(s)
	}
}

var unset func()

func main() {
	n := 0
	all := []speaker{dog{func() { n++ }}, &cat{}}
	go each(all, speaker.speak)
	one := all[0].speak
	one()
	unset()
	n++
}

func alone() { main() }
`

// TestGraph prints the calls of a small program: through interfaces, method values, method expressions and goroutines,
// and one of nothing.
func TestGraph(t *testing.T) {
	g := graphOf(t)
	var text, dot strings.Builder
	if err := g.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	want := `p.(dog).speak p.go:7:30 value -> p.main$1
p.each p.go:15:4 value -> p.(*cat).speak p.(dog).speak
p.main p.go:24:2 static -> p.each
p.main p.go:26:5 value -> p.(*cat).speak p.(dog).speak
p.main p.go:27:7 value -> ?
`
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
	if err := g.WriteDOT(&dot); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(dot.String(), "[style=dashed]"); n != 1 {
		t.Errorf("%d dashed edges, want one for the go statement:\n%s", n, dot.String())
	}
}

// graphOf links the program.
func graphOf(t *testing.T) *Graph {
	shop := workshop.New()
	f, err := parser.ParseFile(shop.Fset, "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := shop.Analyse("p", "p", "go1.26", []*ast.File{f})
	if err != nil {
		t.Fatal(err)
	}
	var g Graph
	program.Of(pkgs[0].Facts, nil).EachLink(func(l *link.Link) { g.Add(l) })
	return &g
}
