// This file finds what modelled functions may write to although no type says what it is: by reflection, or in C.

package source

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
)

// Opens lists the arguments of a modelled call through which the function may write to all that they lead to.
func (r *Result) Opens(c *ssa.CallCommon) []ssa.Value {
	row, ok := r.Model(c)
	if !ok {
		return nil
	}
	var list []ssa.Value
	args := Arguments(c)
	if row != nil {
		for _, i := range row.Writes {
			if i < len(args) && hidden(args[i].Type()) {
				list = append(list, args[i])
			}
		}
		return list
	}
	obj := Origin(c.StaticCallee()).Object()
	if obj == nil || !models.Writing(Path(obj.Pkg())) {
		return nil
	}
	for _, a := range args {
		if r.Layout.Size(a.Type()) == 1 && r.Layout.HasPointers(a.Type()) {
			list = append(list, a)
		}
	}
	return list
}

// hidden reports whether a type does not say what a value leads to: an interface, or a list of such.
func hidden(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return types.IsInterface(t)
}
