// This file is what all repairs ask of the source around a place.

package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/syncvet/syncvet/internal/report"
)

// A mender makes the repairs in one package.
type mender struct {
	pass *analysis.Pass             // the package, with syntax and types
	find func(report.Pos) token.Pos // where a place of the finding is in the syntax; token.NoPos if it is not there
}

// around lists the nodes around a place of a finding, the innermost first; nil if it is in no hand-written file of the
// package.
func (m *mender) around(p report.Pos) []ast.Node { return m.at(m.find(p)) }

// at lists the nodes around a place.
func (m *mender) at(pos token.Pos) []ast.Node {
	for _, file := range m.pass.Files {
		if pos != token.NoPos && file.FileStart <= pos && pos < file.FileEnd && !ast.IsGenerated(file) {
			path, _ := astutil.PathEnclosingInterval(file, pos, pos)
			return path
		}
	}
	return nil
}

// first is the innermost node of a type, and how many nodes lie within it.
func first[T ast.Node](path []ast.Node) (node T, depth int) {
	for i, n := range path {
		if t, ok := n.(T); ok {
			return t, i
		}
	}
	return node, -1
}

// body is the body of the innermost function.
func body(path []ast.Node) *ast.BlockStmt {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n.Body
		case *ast.FuncLit:
			return n.Body
		}
	}
	return nil
}

// call takes a statement apart that calls a method on an expression: mu.Lock().
func call(s ast.Node) (recv ast.Expr, method *ast.Ident, args []ast.Expr) {
	x := s
	if st, ok := s.(*ast.ExprStmt); ok {
		x = st.X
	}
	if c, ok := x.(*ast.CallExpr); ok {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok {
			return sel.X, sel.Sel, c.Args
		}
	}
	return nil, nil, nil
}

// fromSync reports whether a name is a method of package sync.
func (m *mender) fromSync(method *ast.Ident) bool {
	return method != nil && fromSync(m.pass.TypesInfo.Uses[method])
}

// fromSync reports whether what is called is a function or method of package sync.
func fromSync(callee types.Object) bool {
	fn, ok := callee.(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "sync"
}

// root is the variable that an expression of names begins with; nil for others.
func (m *mender) root(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			v, _ := m.pass.TypesInfo.Uses[x].(*types.Var)
			return v
		case *ast.SelectorExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// within reports whether a position lies in a node.
func within(p token.Pos, n ast.Node) bool { return n.Pos() <= p && p < n.End() }

// text is what a file says. nogo offers no way to read one.
func (m *mender) text(name string) ([]byte, error) {
	if m.pass.ReadFile == nil {
		return os.ReadFile(name)
	}
	return m.pass.ReadFile(name)
}

// remove is the edit that removes a statement, with its line if nothing else stands there.
func (m *mender) remove(s ast.Stmt) analysis.TextEdit {
	tf := m.pass.Fset.File(s.Pos())
	line := tf.Line(s.Pos())
	data, err := m.text(tf.Name())
	if err != nil || tf.Line(s.End()) != line || line >= tf.LineCount() {
		return analysis.TextEdit{Pos: s.Pos(), End: s.End()}
	}
	from, to := tf.LineStart(line), tf.LineStart(line+1)
	before, after := string(data[tf.Offset(from):tf.Offset(s.Pos())]), string(data[tf.Offset(s.End()):tf.Offset(to)])
	if strings.TrimSpace(before) != "" || strings.TrimSpace(after) != "" {
		return analysis.TextEdit{Pos: s.Pos(), End: s.End()}
	}
	return analysis.TextEdit{Pos: from, End: to}
}

// indent is the white space before a statement.
func (m *mender) indent(s ast.Node) string {
	tf := m.pass.Fset.File(s.Pos())
	data, err := m.text(tf.Name())
	if err != nil {
		return ""
	}
	text := string(data[tf.Offset(tf.LineStart(tf.Line(s.Pos()))):tf.Offset(s.Pos())])
	return text[:len(text)-len(strings.TrimLeft(text, " \t"))]
}
