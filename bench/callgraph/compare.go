// This file compares the call graphs of one module's packages.

package main

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/callgraph/cha"
	"golang.org/x/tools/go/callgraph/vta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/syncvet/syncvet/facts"
	ours "github.com/syncvet/syncvet/internal/callgraph"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/workshop"
	"github.com/syncvet/syncvet/passes/source"
)

// A tally is what was counted of a module.
type tally struct {
	module     string // its path
	funcs      int    // own functions that links entered
	sites      int    // calls in them, by line
	unresolved int    // of these, calls of functions and methods that enter nothing
	fallback   int    // functions of any package that CHA has for those
	few        int    // of the unresolved, by line: those for which CHA has one to three functions of the module
	edges      int    // own functions called, by line
	notCHA     int    // of these, those that CHA lacks
	vta        int    // edges of VTA between these functions
	missing    int    // of these, those that the link lacks
}

// An edge is a call on a line of a function.
type edge struct {
	from facts.Symbol // the function
	line int          // in the file with it, 1-based
	to   facts.Symbol // what may be called
}

// compare loads a module, and compares package by package.
func compare(dir string, verbose bool) (*tally, error) {
	cfg := &packages.Config{
		Mode:  packages.LoadAllSyntax | packages.NeedModule | packages.NeedForTest,
		Dir:   dir,
		Tests: true,
		Env:   append(os.Environ(), "GOFLAGS=-mod=mod"),
	}
	pkgs, err := packages.Load(cfg, "./...")
	if err != nil {
		return nil, err
	}
	pkgs = slices.DeleteFunc(pkgs, func(p *packages.Package) bool {
		return strings.HasSuffix(p.ID, ".test") || len(p.Errors) > 0 ||
			slices.ContainsFunc(pkgs, func(q *packages.Package) bool {
				return q != p && q.PkgPath == p.PkgPath && q.ForTest != "" // the test variant has all that p has
			})
	})
	graph, err := checker.Analyze(workshop.Passes(), pkgs, nil)
	if err != nil {
		return nil, err
	}
	prog, _ := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
	prog.Build()
	hierarchy := cha.CallGraph(prog)
	t := &tally{}
	for _, p := range pkgs {
		if p.Module != nil && p.Module.Main {
			t.module = p.Module.Path
		}
	}
	for _, act := range graph.Roots {
		if r, ok := act.Result.(*source.Result); ok {
			t.add(r, prog.Package(act.Package.Types), hierarchy, verbose)
		}
	}
	return t, nil
}

// add compares one package.
func (t *tally) add(r *source.Result, p *ssa.Package, hierarchy *callgraph.Graph, verbose bool) {
	var g ours.Graph
	program.Of(r.Pkg, r.Imports).EachLink(func(l *link.Link) { g.Add(l) })
	own := source.Path(p.Pkg)
	linked := map[edge]bool{}
	open := map[edge]bool{} // unresolved sites: edges to nothing
	funcs := map[facts.Symbol]bool{}
	for _, s := range g.Sites() {
		if s.Caller.Pkg != own || (strings.HasSuffix(s.Caller.Name, "$client") || strings.HasSuffix(s.Caller.Name, "$root")) {
			continue // a client calls what others may call: no function of the source does
		}
		funcs[s.Caller] = true
		t.sites++
		if len(s.Callees) == 0 && s.Flags&(facts.CallInvoke|facts.CallDynamic) != 0 {
			t.unresolved++
			open[edge{s.Caller, int(s.Pos.Line), facts.Symbol{}}] = true
		}
		for _, c := range s.Callees {
			if c.Pkg == own && s.Flags&facts.CallModel == 0 {
				linked[edge{s.Caller, int(s.Pos.Line), c}] = true
			}
		}
	}
	t.funcs += len(funcs)
	t.edges += len(linked)
	reach := reachable(p, hierarchy, &g)
	t.fallBack(open, edgesOf(hierarchy, own, ""), verbose)
	inCHA := edgesOf(hierarchy, own, own)
	for _, e := range sorted(linked) {
		if !inCHA[e] {
			t.notCHA++
			tell(verbose, "not in CHA", e)
		}
	}
	for _, e := range sorted(edgesOf(vta.CallGraph(reach, hierarchy), own, own)) {
		if !funcs[e.from] || !has(r, e.to) {
			continue
		}
		t.vta++
		if !linked[e] {
			t.missing++
			tell(verbose, "only VTA", e)
		}
	}
}

// fallBack counts what class hierarchy analysis has for unresolved sites.
func (t *tally) fallBack(open, inCHA map[edge]bool, verbose bool) {
	near := map[edge]int{} // by unresolved site: functions of the module
	for e := range inCHA {
		if at := (edge{e.from, e.line, facts.Symbol{}}); open[at] {
			t.fallback++
			if e.to.Pkg == t.module || strings.HasPrefix(e.to.Pkg, t.module+"/") {
				near[at]++
			}
		}
	}
	for _, at := range sorted(open) {
		if n := near[at]; 1 <= n && n <= 3 {
			t.few++
			tell(verbose, fmt.Sprintf("unresolved, %d in the module", n), at)
		}
	}
}

// has reports whether a package has a unit of a function that does something.
func has(r *source.Result, f facts.Symbol) bool {
	for i, fn := range r.Funcs {
		if r.FuncSymbol(fn) == f {
			return i < r.Pkg.Source.Own && r.Pkg.Source.Units[i].Flags&facts.EffectFree == 0
		}
	}
	return false
}

// reachable gives what a package's functions may call by the class hierarchy, as far as links entered it: what tests
// that nobody asks about make, for example, goes nowhere.
func reachable(p *ssa.Package, g *callgraph.Graph, linked *ours.Graph) map[*ssa.Function]bool {
	seen := map[*ssa.Function]bool{}
	var visit func(*ssa.Function)
	visit = func(f *ssa.Function) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, a := range f.AnonFuncs {
			visit(a)
		}
		if n := g.Nodes[f]; n != nil {
			for _, e := range n.Out {
				visit(e.Callee.Func)
			}
		}
	}
	for _, m := range p.Members {
		switch m := m.(type) {
		case *ssa.Function:
			visit(m)
		case *ssa.Type:
			for _, t := range []types.Type{m.Type(), types.NewPointer(m.Type())} {
				set := p.Prog.MethodSets.MethodSet(t)
				for k := range set.Len() {
					if f := p.Prog.MethodValue(set.At(k)); f != nil {
						visit(f)
					}
				}
			}
		}
	}
	maps.DeleteFunc(seen, func(f *ssa.Function, _ bool) bool { return !made(f) && !linked.Entered(symbol(f)) })
	return seen
}

// edgesOf lists the edges from functions of a package to those of one, or of any if that is empty, through what the SSA
// builder made.
func edgesOf(g *callgraph.Graph, own, to string) map[edge]bool {
	all := map[edge]bool{}
	for f, n := range g.Nodes {
		if f == nil || made(f) {
			continue
		}
		from := symbol(f)
		if from.Pkg != own {
			continue
		}
		for _, e := range n.Out {
			if e.Site == nil {
				continue
			}
			line := f.Prog.Fset.Position(e.Site.Pos()).Line
			through(e.Callee, map[*callgraph.Node]bool{}, func(f *ssa.Function) {
				if s := symbol(f); to == "" || s.Pkg == to {
					all[edge{from, line, s}] = true
				}
			})
		}
	}
	return all
}

// through gives what a callee stands for.
func through(n *callgraph.Node, seen map[*callgraph.Node]bool, f func(*ssa.Function)) {
	if !made(n.Func) {
		f(n.Func)
		return
	}
	if seen[n] {
		return
	}
	seen[n] = true
	for _, e := range n.Out {
		through(e.Callee, seen, f)
	}
}

// made reports whether the SSA builder made a function.
func made(f *ssa.Function) bool {
	return f.Synthetic != "" && f.Origin() == nil && f.Parent() == nil && f.Name() != "init" && f.Syntax() == nil
}

// symbol names a function as facts do.
func symbol(f *ssa.Function) facts.Symbol {
	if o := f.Origin(); o != nil {
		f = o
	}
	if f.Parent() != nil {
		s := symbol(f.Parent())
		s.Name += strings.TrimPrefix(f.Name(), f.Parent().Name())
		return s
	}
	if o, ok := f.Object().(*types.Func); ok {
		s := source.DeclSymbol(o)
		if o.Name() == "init" && f.Signature.Recv() == nil {
			s.Name = f.Name()
		}
		return s
	}
	s := facts.Symbol{Kind: facts.SymFunc, Name: f.Name()}
	if f.Pkg != nil {
		s.Pkg = source.Path(f.Pkg.Pkg)
	}
	return s
}

// sorted gives edges in the order of the source.
func sorted(set map[edge]bool) []edge {
	var list []edge
	for e := range set {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.from.Name, b.from.Name), cmp.Compare(a.line, b.line), cmp.Compare(a.to.Name, b.to.Name))
	})
	return list
}

// tell prints an edge.
func tell(verbose bool, what string, e edge) {
	if verbose {
		fmt.Printf("%s: %s:%d -> %s\n", what, ours.Name(e.from), e.line, e.to.Name)
	}
}
