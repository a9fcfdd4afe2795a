// This file reads how the statement around an access uses its variable, for who says what may come of a race.

package fix

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/internal/report"
)

// A Manner is how the statement around an access uses the variable.
type Manner struct {
	Seen    bool       // its source is at hand
	Type    types.Type // of what is accessed; nil where the source does not show it
	Updates bool       // it makes the new value out of the old one: n++, n += 2
	Appends bool       // x = append(x, ...)
	Clears  bool       // x = nil
	Test    bool       // in the condition of an if or a switch
	Loop    bool       // in the condition of a loop
}

// MannerOf reads it. The find function is that of For.
func MannerOf(pass *analysis.Pass, at report.Pos, find func(report.Pos) token.Pos) Manner {
	m := &mender{pass: pass, find: find}
	var how Manner
	path, pos := m.around(at), find(at)
	if len(path) == 0 {
		return how
	}
	how.Seen = true
	if name, ok := path[0].(*ast.Ident); ok {
		if v, ok := pass.TypesInfo.ObjectOf(name).(*types.Var); ok {
			how.Type = v.Type()
		}
	}
	for _, n := range path {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.FuncLit:
			return how
		case *ast.IncDecStmt:
			how.Updates = true
		case *ast.AssignStmt:
			m.assigned(&how, n, pos)
		case *ast.IfStmt:
			how.Test = within(pos, n.Cond)
		case *ast.SwitchStmt:
			how.Test = n.Tag != nil && within(pos, n.Tag)
		case *ast.ForStmt:
			how.Loop = n.Cond != nil && within(pos, n.Cond)
		}
	}
	return how
}

// assigned reads what an assignment does with the variable that stands on its left at a place.
func (m *mender) assigned(how *Manner, n *ast.AssignStmt, pos token.Pos) {
	for i, left := range n.Lhs {
		if !within(pos, left) {
			continue
		}
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			how.Updates = true
			return
		}
		if len(n.Rhs) != len(n.Lhs) {
			return
		}
		switch right := ast.Unparen(n.Rhs[i]).(type) {
		case *ast.CallExpr:
			f, ok := ast.Unparen(right.Fun).(*ast.Ident)
			_, builtin := m.pass.TypesInfo.Uses[f].(*types.Builtin)
			how.Appends = ok && builtin && f.Name == "append" && len(right.Args) > 0 && same(right.Args[0], left)
		case *ast.BinaryExpr:
			how.Updates = same(right.X, left) || same(right.Y, left)
		default:
			how.Clears = m.pass.TypesInfo.Types[right].IsNil()
		}
	}
}
