// This file type-checks what is needed of packages, and leaves out what cannot be.

package interp

import (
	"errors"
	"go/ast"
	"go/types"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/interp/machine"
	"github.com/syncvet/syncvet/internal/interp/needs"
	"github.com/syncvet/syncvet/passes/source"
)

// An importer gives a unit the packages that it imports.
type importer struct {
	w    *program    // what is loaded
	from *needs.Unit // who imports
}

// Import type-checks a package.
func (im importer) Import(name string) (*types.Package, error) {
	if name == "unsafe" {
		return types.Unsafe, nil
	}
	u, why := im.w.set.Find(im.from, name)
	if u == nil {
		return nil, errors.New(why)
	}
	if p, known := im.w.checked[u]; known && p == nil {
		return nil, errors.New("a cycle of imports through " + name)
	}
	return im.w.check(u), nil
}

// check type-checks what is needed of a package, and gives it to the program. What has errors is left out, and what
// needs that, until there are none.
func (w *program) check(u *needs.Unit) *types.Package {
	if p := w.checked[u]; p != nil {
		return p
	}
	w.checked[u] = nil
	for round := 0; ; round++ {
		u.LeaveOut()
		files := w.set.Trees(u)
		info := &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{},
			Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			FileVersions: map[*ast.File]string{},
		}
		var errs []types.Error
		conf := types.Config{
			Importer: importer{w, u}, GoVersion: u.Version, DisableUnusedImportCheck: true,
			Sizes: types.SizesFor("gc", "amd64"),
			Error: func(err error) {
				if e, ok := err.(types.Error); ok {
					errs = append(errs, e)
				}
			},
		}
		pkg, _ := conf.Check(u.Path, w.fset, files, info)
		if len(errs) > 0 {
			if !u.Blame(errs) || round == maxRounds {
				panic(machine.Unsupported(u.Path + ": " + errs[0].Error()))
			}
			continue
		}
		w.checked[u] = pkg
		w.keep(u, pkg, info)
		w.world.Prog.CreatePackage(pkg, files, info, true)
		return pkg
	}
}

// keep notes what is asked about a package later.
func (w *program) keep(u *needs.Unit, pkg *types.Package, info *types.Info) {
	w.user[pkg] = u.Kind == needs.User
	for _, d := range u.Needed {
		if fn, ok := d.Node.(*ast.FuncDecl); ok && d.Bare != "" {
			if f, ok := info.Defs[fn.Name].(*types.Func); ok {
				w.bare[f] = d.Bare
			}
		}
	}
	for _, name := range u.Generated() {
		w.generated[facts.Symbol{Kind: facts.SymFile, Pkg: source.Path(pkg), Name: name}] = true
	}
}
