// This file leaves out of packages what cannot be type-checked, and makes the files of the rest.

package needs

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// LeaveOut leaves out what needs what is left out: of a function the body if only that does.
func (u *Unit) LeaveOut() {
	gone := map[string]string{}
	for changed := true; changed; {
		changed = false
		for _, d := range u.Needed {
			if d.Gone != "" {
				for _, name := range d.Names {
					if gone[name] == "" && name != "_" && name != "init" {
						gone[name] = d.Gone
						changed = true
					}
				}
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(d.asks)) {
				why, outer := gone[name], d.asks[name]
				if why == "" {
					continue
				}
				if _, isFunc := d.Node.(*ast.FuncDecl); isFunc && !outer {
					if d.Bare == "" {
						d.Bare = why
					}
					continue
				}
				d.Gone = why
				changed = true
			}
		}
	}
}

// Blame leaves out the declarations that errors are in: of a function the body if all are there. It reports whether
// each error was in one.
func (u *Unit) Blame(errs []types.Error) bool {
	for _, e := range errs {
		found := false
		for _, d := range u.Needed {
			if e.Pos < d.Node.Pos() || e.Pos >= d.Node.End() {
				continue
			}
			found = true
			fn, ok := d.Node.(*ast.FuncDecl)
			switch {
			case ok && fn.Body != nil && e.Pos >= fn.Body.Pos() && d.Bare == "":
				d.Bare = e.Error()
			case ok && fn.Body != nil && e.Pos >= fn.Body.Pos():
			case d.Gone == "":
				d.Gone = e.Error()
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// Trees are the files of what is needed of a unit.
func (w *Set) Trees(u *Unit) []*ast.File {
	parts := map[*file][]*Decl{}
	for _, d := range u.Needed {
		if fn, ok := d.Node.(*ast.FuncDecl); ok && d.Gone != "" && receiver(fn) == "" && fn.Name.Name == "init" {
			d.Bare = d.Gone
		} else if d.Gone != "" {
			continue
		}
		parts[d.file] = append(parts[d.file], d)
	}
	files := u.files
	if u.behind != nil {
		files = append(files[:len(files):len(files)], u.behind.files...)
	}
	if len(parts) == 0 { // nothing is needed of it but that it is there
		w.parse(files[0])
		parts[files[0]] = []*Decl{}
	}
	var list []*ast.File
	for _, f := range files {
		if parts[f] != nil {
			list = append(list, f.with(parts[f]))
		}
	}
	return list
}

// with is a file that has only some of its declarations, in the order of the source.
func (f *file) with(part []*Decl) *ast.File {
	tree := *f.tree
	tree.Decls = nil
	used := map[string]bool{}
	for _, d := range part {
		for name := range d.uses {
			used[name] = true
		}
	}
	for _, d := range f.tree.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		kept := *g
		kept.Specs = nil
		for _, s := range g.Specs {
			s := s.(*ast.ImportSpec)
			if used[strings.Trim(s.Path.Value, "`\"")] && (s.Name == nil || s.Name.Name != "_") {
				kept.Specs = append(kept.Specs, s)
			}
		}
		if len(kept.Specs) > 0 {
			tree.Decls = append(tree.Decls, &kept)
		}
	}
	slices.SortFunc(part, func(a, b *Decl) int { return cmp.Compare(a.Node.Pos(), b.Node.Pos()) })
	for _, d := range part {
		tree.Decls = append(tree.Decls, d.tree())
	}
	return &tree
}

// unnamed are constants or variables of what a stand-in stands for, without the names that the stand-in has itself.
func (d *Decl) unnamed(g *ast.GenDecl) ast.Decl {
	less := *g
	less.Specs = nil
	for _, s := range g.Specs {
		if v, ok := s.(*ast.ValueSpec); ok {
			w := *v
			w.Names = nil
			for _, n := range v.Names {
				if home := d.unit.home; len(home.decls[n.Name]) > 0 || len(home.index[n.Name]) > 0 {
					n = &ast.Ident{NamePos: n.NamePos, Name: "_"}
				}
				w.Names = append(w.Names, n)
			}
			s = &w
		}
		less.Specs = append(less.Specs, s)
	}
	return &less
}

// tree is a declaration, without its body if it is bare; where the language asks for one it never runs.
func (d *Decl) tree() ast.Decl {
	fn, ok := d.Node.(*ast.FuncDecl)
	if g, isGen := d.Node.(*ast.GenDecl); isGen && d.unit != d.unit.home {
		return d.unnamed(g)
	}
	if !ok || d.Bare == "" {
		return d.Node
	}
	less := *fn
	less.Body = nil
	if fn.Type.TypeParams != nil || generic(fn) {
		at := fn.Type.End()
		less.Body = &ast.BlockStmt{Lbrace: at, Rbrace: at, List: []ast.Stmt{
			&ast.ForStmt{For: at, Body: &ast.BlockStmt{Lbrace: at, Rbrace: at}},
		}}
	}
	return &less
}

// generic reports whether a function must have a body: its receiver has type parameters, or it is an init function.
func generic(fn *ast.FuncDecl) bool {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name == "init"
	}
	t := fn.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	switch t.(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}
