// This file reads the cases of a select, for who says which of them are waited for.

package fix

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/internal/report"
)

// A Case is one of a select's.
type Case struct {
	Text string // what it waits for: "<-done", "ch <- v"
	Line int    // 1-based
}

// Cases are those of the select around a place, without the default; nil if there is none. The find function is that of
// For.
func Cases(pass *analysis.Pass, at report.Pos, find func(report.Pos) token.Pos) []Case {
	m := &mender{pass: pass, find: find}
	var list []Case
	for _, n := range m.around(at) {
		switch n := n.(type) {
		case *ast.FuncLit:
			return nil
		case *ast.SelectStmt:
			for _, s := range n.Body.List {
				c := s.(*ast.CommClause)
				if c.Comm != nil {
					list = append(list, Case{commText(c.Comm), pass.Fset.Position(c.Comm.Pos()).Line})
				}
			}
			return list
		}
	}
	return nil
}

// commText is what a case waits for, without what it is assigned to.
func commText(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.SendStmt:
		return types.ExprString(s.Chan) + " <- " + types.ExprString(s.Value)
	case *ast.ExprStmt:
		return types.ExprString(s.X)
	case *ast.AssignStmt:
		return types.ExprString(s.Rhs[0])
	}
	return ""
}
