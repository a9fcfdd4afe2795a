// This file makes a goroutine use a variable of its own in place of one of the function around (X1).

package fix

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/internal/report"
)

// iterationCopy repairs a race on a captured variable.
func (m *mender) iterationCopy(f *report.Finding) *analysis.SuggestedFix {
	if f.Rule != "RC1002" {
		return nil
	}
	for i := range f.Accesses {
		if a := &f.Accesses[i]; a.Kind == "write" {
			if fix := m.shadowAt(m.around(a.Pos)); fix != nil {
				return fix
			}
		}
	}
	return nil
}

// shadowAt repairs the assignment at a place, if it can be.
func (m *mender) shadowAt(path []ast.Node) *analysis.SuggestedFix {
	assign, depth := first[*ast.AssignStmt](path)
	if depth < 0 || assign.Tok != token.ASSIGN || depth+1 >= len(path) {
		return nil
	}
	lit, at := first[*ast.FuncLit](path)
	v := m.onlyTarget(assign)
	if at < depth || v == nil || within(v.Pos(), lit) {
		return nil
	}
	scope := path[depth+1] // a block, or an if whose init the statement is
	switch s := scope.(type) {
	case *ast.BlockStmt:
	case *ast.IfStmt:
		if s.Init != assign {
			return nil
		}
	default:
		return nil
	}
	outer := path[at+1:]
	if !m.ownUses(v, assign, scope, lit) || !m.freeOutside(v, lit, outer) {
		return nil
	}
	return &analysis.SuggestedFix{
		Message:   "give the goroutine a variable " + v.Name() + " of its own",
		TextEdits: []analysis.TextEdit{{Pos: assign.TokPos, End: assign.TokPos + 1, NewText: []byte(":=")}},
	}
}

// onlyTarget is the variable that a statement assigns to, if that is all it does but for blanks.
func (m *mender) onlyTarget(assign *ast.AssignStmt) *types.Var {
	var v *types.Var
	for _, l := range assign.Lhs {
		id, ok := l.(*ast.Ident)
		if !ok || v != nil && id.Name != "_" {
			return nil
		}
		if id.Name != "_" {
			v, _ = m.pass.TypesInfo.Uses[id].(*types.Var)
			if v == nil || v.Parent() == nil || v.Parent() == m.pass.Pkg.Scope() {
				return nil
			}
		}
	}
	return v
}

// ownUses reports whether all uses of a variable in a function literal lie behind an assignment in its scope, and there
// are some.
func (m *mender) ownUses(v *types.Var, assign *ast.AssignStmt, scope ast.Node, lit *ast.FuncLit) bool {
	uses := 0
	for id, obj := range m.pass.TypesInfo.Uses {
		if obj != v || !within(id.Pos(), lit) || within(id.Pos(), assign) && isTarget(assign, id) {
			continue
		}
		if id.Pos() < assign.End() || !within(id.Pos(), scope) {
			return false
		}
		uses++
	}
	return uses > 0
}

// isTarget reports whether a name is one of those that a statement assigns to.
func isTarget(assign *ast.AssignStmt, id *ast.Ident) bool {
	for _, l := range assign.Lhs {
		if l == id {
			return true
		}
	}
	return false
}

// freeOutside reports whether nobody outside a function literal can want what it assigns to a variable.
func (m *mender) freeOutside(v *types.Var, lit *ast.FuncLit, outer []ast.Node) bool {
	var fn ast.Node // the innermost function around that declares v
	for _, n := range outer {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if !within(v.Pos(), n) {
				return false
			}
		case *ast.FuncDecl:
			fn = n
		case *ast.FuncLit:
			fn = n
		}
		if fn != nil {
			break
		}
	}
	if fn == nil || !within(v.Pos(), fn) || isResult(fn, v) {
		return false
	}
	ok := true
	var stack []ast.Node
	ast.Inspect(fn, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if n == lit {
			return false
		}
		stack = append(stack, n)
		if id, is := n.(*ast.Ident); is && m.pass.TypesInfo.Uses[id] == v {
			ok = ok && m.harmless(id, v, lit, stack)
		}
		return true
	})
	return ok
}

// isResult reports whether a variable is a named result of a function.
func isResult(fn ast.Node, v *types.Var) bool {
	var results *ast.FieldList
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		results = fn.Type.Results
	case *ast.FuncLit:
		results = fn.Type.Results
	}
	return results != nil && within(v.Pos(), results)
}

// harmless reports whether a use of the variable outside of a function literal cannot see what the literal assigns: it
// is an assignment, or stands before the literal, or behind an assignment that stands behind the literal. The stack
// leads from the function to the use.
func (m *mender) harmless(id *ast.Ident, v *types.Var, lit *ast.FuncLit, stack []ast.Node) bool {
	for i, n := range stack[1:] {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // runs whenever
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				return false
			}
		case *ast.AssignStmt:
			if n.Tok != token.ADD_ASSIGN && isTarget(n, id) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
				return true
			}
		case *ast.IfStmt:
			if n.Pos() > lit.End() && m.assigns(n.Init, v) && n.Init.End() <= id.Pos() {
				return true
			}
		case *ast.BlockStmt:
			inner := stack[i+2] // the statement of the block that the use lies in
			for _, s := range n.List {
				if s.Pos() > lit.End() && s.End() <= inner.Pos() && m.assigns(s, v) {
					return true
				}
			}
		}
	}
	return id.End() <= lit.Pos()
}

// assigns reports whether a statement is an assignment to a variable.
func (m *mender) assigns(s ast.Stmt, v *types.Var) bool {
	a, ok := s.(*ast.AssignStmt)
	if !ok {
		return false
	}
	for _, l := range a.Lhs {
		if id, ok := l.(*ast.Ident); ok && m.pass.TypesInfo.ObjectOf(id) == v {
			return true
		}
	}
	return false
}
