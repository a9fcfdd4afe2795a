// This file is about functions without a body that are other ones by another name.

package interp

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/interp/machine"
	"github.com/syncvet/syncvet/internal/interp/natives"
)

// linked is the native for a function without a body, of which a go:linkname directive says what it is (V57), or that
// asks what the processor can do (V69); nil if there is none.
func linked(fn *ssa.Function) machine.Native {
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	if !ok || decl.Body != nil {
		return nil
	}
	if n := natives.FeatureOf(fn.Name(), fn.Signature); n != nil || decl.Doc == nil {
		return n
	}
	for _, c := range decl.Doc.List {
		f := strings.Fields(c.Text)
		if len(f) == 3 && f[0] == "//go:linkname" && f[1] == fn.Name() {
			return natives.LinkedOf(f[2])
		}
	}
	return nil
}
