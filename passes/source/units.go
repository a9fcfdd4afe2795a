// This file collects the functions of the package in a fixed order (S1).

package source

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
)

// A numbering says which functions are units, in which order, and what kind of function each is (S1, S2).
type numbering struct{ *Result }

// collect numbers all functions but the roots, and names them.
func (r numbering) collect() {
	r.addNested(r.ssa.Func("init"))
	for _, fn := range r.pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA).SrcFuncs {
		r.add(fn)
	}
	for i := 0; i < len(r.Funcs); i++ { // grows
		r.addSynthetic(r.Funcs[i])
	}
}

// addNested adds a function and its closures.
func (r numbering) addNested(fn *ssa.Function) {
	r.add(fn)
	for _, a := range fn.AnonFuncs {
		r.addNested(a)
	}
}

// add gives a function the next number. Functions of one name (blank ones) are told apart by ordinal.
func (r numbering) add(fn *ssa.Function) {
	if _, ok := r.index[fn]; ok {
		return
	}
	sym := r.FuncSymbol(fn)
	for n, base := 2, sym.Name; r.taken(sym, fn); n++ {
		sym.Name = base + "#" + itoa(n)
	}
	r.symbols[fn] = sym
	r.names[sym] = fn
	r.index[fn] = len(r.Funcs)
	r.Funcs = append(r.Funcs, fn)
}

// taken reports whether another function has the name.
func (r numbering) taken(sym facts.Symbol, fn *ssa.Function) bool {
	other, ok := r.names[sym]
	return ok && other != fn
}

// addSynthetic adds the bound methods, thunks and wrappers that fn makes values of or calls. The builder makes one for
// each use: those of one name and type are one unit.
func (r numbering) addSynthetic(fn *ssa.Function) {
	var rands []*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			rands = instr.Operands(rands[:0])
			for _, v := range rands {
				if g, ok := (*v).(*ssa.Function); ok && isSynthetic(g) {
					r.addShared(g)
				}
			}
		}
	}
}

// addShared adds a synthetic function unless an equal one is there already.
func (r numbering) addShared(fn *ssa.Function) {
	if _, ok := r.index[fn]; ok {
		return
	}
	sym := r.FuncSymbol(fn)
	if same, ok := r.names[sym]; ok && interchangeable(same, fn) {
		r.index[fn] = r.index[same]
		r.symbols[fn] = r.symbols[same]
		return
	}
	r.add(fn)
}

// interchangeable reports whether two synthetic functions of one name have one body.
func interchangeable(f, g *ssa.Function) bool {
	if len(f.FreeVars) != len(g.FreeVars) || !types.Identical(f.Signature, g.Signature) {
		return false
	}
	for i := range f.FreeVars {
		if !types.Identical(f.FreeVars[i].Type(), g.FreeVars[i].Type()) {
			return false
		}
	}
	return true
}

// describe fills in the units.
func (r numbering) describe() {
	generated := r.generatedFiles()
	exposed := r.exposedTypes()
	s := r.Pkg.Source
	for i, fn := range r.Funcs {
		root := i >= len(r.scans)
		u := &s.Units[i]
		if root {
			r.describeClient(i, u)
		} else {
			u.Sym = r.FuncSymbol(fn)
			u.Flags |= r.nature(fn, exposed)
			u.Weight = r.scans[i].weight
			u.Uses = r.scans[i].uses
		}
		if p := fn.Parent(); p != nil {
			u.Parent = r.FuncSymbol(p)
		}
		var line int
		u.File, line, _ = r.Position(fn.Pos())
		u.Line = uint32(line)
		if isTestFile(u.File) {
			u.Flags |= facts.InTest
		}
		switch {
		case u.Flags&(facts.Init|facts.Spawns) == facts.Init|facts.Spawns:
			u.After = r.initialised()
		case u.Flags&facts.TestMain != 0:
			u.After = append(r.initialised(), r.FuncSymbol(r.ssa.Func("init")))
		}
		if generated[u.File.Name] {
			u.Flags |= facts.Generated
		}
	}
}

// nature is the flags that a function's declaration decides.
func (r numbering) nature(fn *ssa.Function, exposed map[*types.TypeName]bool) facts.UnitFlags {
	var f facts.UnitFlags
	if fn.Blocks == nil {
		f |= facts.Opaque
	}
	if isSynthetic(fn) {
		return f | facts.Synthetic
	}
	if fn == r.ssa.Func("init") {
		return f | facts.Init
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return f
	}
	if reachable(obj, exposed) {
		f |= facts.Exported
	}
	if fn.Signature.Recv() != nil {
		return f
	}
	if r.pass.Pkg.Name() == "main" && fn.Name() == "main" {
		f |= facts.Main
	}
	return f | r.testing(fn)
}

// testing is the flags of functions that the testing package calls.
func (r numbering) testing(fn *ssa.Function) facts.UnitFlags {
	file, _, _ := r.Position(fn.Pos())
	params := fn.Signature.Params()
	if !strings.HasSuffix(file.Name, "_test.go") || params.Len() != 1 {
		return 0
	}
	arg := r.TypeSymbol(params.At(0).Type()).Name
	switch {
	case fn.Name() == "TestMain" && arg == "*testing.M":
		return facts.TestMain
	case strings.HasPrefix(fn.Name(), "Test") && arg == "*testing.T",
		strings.HasPrefix(fn.Name(), "Benchmark") && arg == "*testing.B",
		strings.HasPrefix(fn.Name(), "Fuzz") && arg == "*testing.F":
		return facts.Test
	}
	return 0
}

// generatedFiles are the base names of the generated files. What cgo and parser generators translate is not: a header
// that stands before the line directive belongs to the translation.
func (r numbering) generatedFiles() map[string]bool {
	m := map[string]bool{}
	for _, f := range r.pass.Files {
		name := r.pass.Fset.Position(f.Package).Filename
		g := ast.File{Package: f.Package}
		for _, c := range f.Comments {
			if r.pass.Fset.Position(c.Pos()).Filename == name {
				g.Comments = append(g.Comments, c)
			}
		}
		if ast.IsGenerated(&g) {
			m[filepath.Base(name)] = true
		}
	}
	return m
}

// modelled reports whether a package is known by its table rows only.
func modelled(p *types.Package) bool { return p != nil && models.Plain(Path(p)) }

// initialised lists the initialisers of all that the package imports, directly or not, in a fixed order.
func (r numbering) initialised() []facts.Symbol {
	var list []facts.Symbol
	for _, p := range r.Imports {
		for k := range p.Source.Units {
			if u := &p.Source.Units[k]; u.Flags&facts.Init != 0 {
				list = append(list, u.Sym)
			}
		}
	}
	slices.SortFunc(list, func(a, b facts.Symbol) int { return strings.Compare(a.Pkg, b.Pkg) })
	return slices.Compact(list)
}
