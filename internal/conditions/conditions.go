// Package conditions finds under which conditions of its own function a place in source is reached, for readers who ask
// what it takes to get there.
//
// # Rules
//
//   - (Q1) Of an if statement that a place lies in, the condition holds in its body and its negation in the else part;
//     of && the left operand holds at the right one, of || its negation.
//   - (Q2) Of a switch or select that a place lies in, the case is the condition.
//   - (Q3) An if statement before a place, in one of the lists of statements around it, whose body leaves the list for
//     good, gives the negation. That no error came up before is not told: it goes without saying.
//   - (Q4) Conditions of loops are not told, nor what lies outside the innermost function.
//
// # Approximations
//
//   - A condition is what the source says at its place; that its operands change behind it is not seen (more
//     conditions).
package conditions

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A Condition is an expression that holds where a place is reached, as far as it has not changed since.
type Condition struct {
	Text string // of the source, in one line
	Line int    // where it stands
}

// A File is a file of Go source that can be asked.
type File struct {
	src  []byte      // its text
	tok  *token.File // lines and offsets
	file *ast.File   // its syntax, as far as it could be parsed
}

// Parse reads a file; nil if it has no syntax that can be read.
func Parse(src []byte) *File {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", src, parser.SkipObjectResolution)
	if err != nil || file == nil {
		return nil
	}
	return &File{src: src, tok: set.File(file.FileStart), file: file}
}

// At gives the conditions at a line and byte column, both from 1 on, the innermost ones first.
func (f *File) At(line, col int) []Condition {
	if f == nil || line < 1 || line > f.tok.LineCount() {
		return nil
	}
	pos := f.tok.LineStart(line) + token.Pos(max(col, 1)-1)
	if int(pos)-f.tok.Base() > f.tok.Size() {
		return nil
	}
	var list []Condition
	for node := ast.Node(f.file); node != nil; {
		child := inner(node, pos)
		switch node.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			list = nil
		}
		list = append(list, f.leads(node, child, pos)...)
		node = child
	}
	slices.Reverse(list)
	return list
}

// inner is the child of a node that a place lies in; nil if none.
func inner(node ast.Node, pos token.Pos) ast.Node {
	var found ast.Node
	ast.Inspect(node, func(n ast.Node) bool {
		if n == node {
			return true
		}
		if n != nil && n.Pos() <= pos && pos < n.End() {
			found = n
		}
		return false
	})
	return found
}

// leads gives the conditions under which control comes from a node to one of its children.
func (f *File) leads(node, child ast.Node, pos token.Pos) []Condition {
	switch n := node.(type) {
	case *ast.IfStmt:
		switch child {
		case n.Body:
			return []Condition{f.holds(n.Cond)}
		case n.Else:
			return []Condition{f.fails(n.Cond)}
		}
	case *ast.BinaryExpr:
		switch {
		case child != n.Y:
		case n.Op == token.LAND:
			return []Condition{f.holds(n.X)}
		case n.Op == token.LOR:
			return []Condition{f.fails(n.X)}
		}
	case *ast.SwitchStmt:
		return f.chosen(n.Tag, n.Body, pos)
	case *ast.TypeSwitchStmt:
		return f.chosen(n.Assign, n.Body, pos)
	case *ast.BlockStmt:
		return f.passed(n.List, child)
	case *ast.CaseClause:
		return f.passed(n.Body, child)
	case *ast.CommClause:
		list := f.passed(n.Body, child)
		if slices.ContainsFunc(n.Body, func(s ast.Stmt) bool { return s == child }) {
			list = append([]Condition{{"select takes " + f.clause(n), f.line(n)}}, list...)
		}
		return list
	}
	return nil
}

// clause is the head of a case of a select.
func (f *File) clause(n *ast.CommClause) string {
	if n.Comm == nil {
		return "its default"
	}
	return f.text(n.Comm)
}

// chosen is the case of a switch that a place lies in.
func (f *File) chosen(tag ast.Node, body *ast.BlockStmt, pos token.Pos) []Condition {
	for _, s := range body.List {
		c, ok := s.(*ast.CaseClause)
		if !ok || pos <= c.Colon || pos >= c.End() {
			continue
		}
		var values []string
		for _, e := range c.List {
			values = append(values, f.text(e))
		}
		text := strings.Join(values, ", ")
		switch {
		case len(values) == 0:
			text = "no other case of the switch"
		case tag != nil && !isNil(tag):
			text = f.text(tag) + " is " + text
		}
		return []Condition{{text, f.line(c)}}
	}
	return nil
}

// isNil reports whether an expression is there only as a type.
func isNil(n ast.Node) bool {
	e, ok := n.(ast.Expr)
	return ok && e == nil
}

// passed gives the conditions under which control has come through a list of statements to one of them (Q3).
func (f *File) passed(stmts []ast.Stmt, child ast.Node) []Condition {
	var list []Condition
	for _, s := range stmts {
		if s == child {
			return list
		}
		if n, ok := s.(*ast.IfStmt); ok && n.Else == nil && leaves(n.Body) && !aboutError(n.Cond) {
			list = append(list, f.fails(n.Cond))
		}
	}
	return nil
}

// leaves reports whether a block ends by leaving the statements around it.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok != token.FALLTHROUGH
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		name, ok := call.Fun.(*ast.Ident)
		return ok && name.Name == "panic"
	}
	return false
}

// aboutError reports whether a condition asks whether there is an error.
func aboutError(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ {
		return false
	}
	x, _ := b.X.(*ast.Ident)
	y, _ := b.Y.(*ast.Ident)
	return x != nil && y != nil && y.Name == "nil" && strings.HasSuffix(strings.ToLower(x.Name), "err")
}

// holds is an expression as a condition.
func (f *File) holds(e ast.Expr) Condition { return Condition{f.text(e), f.line(e)} }

// opposite are the comparisons that hold where others do not. Floating-point numbers that are none are not thought of.
var opposite = map[token.Token]string{
	token.EQL: "!=", token.NEQ: "==", token.LSS: ">=", token.GEQ: "<", token.GTR: "<=", token.LEQ: ">",
}

// fails is the negation of an expression as a condition.
func (f *File) fails(e ast.Expr) Condition {
	text := ""
	switch x := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			text = f.text(ast.Unparen(x.X))
		}
	case *ast.BinaryExpr:
		if op := opposite[x.Op]; op != "" {
			text = f.text(x.X) + " " + op + " " + f.text(x.Y)
		} else {
			text = "not (" + f.text(x) + ")"
		}
	}
	if text == "" {
		text = "!" + f.text(e)
	}
	return Condition{text, f.line(e)}
}

// line is where a node begins.
func (f *File) line(n ast.Node) int { return f.tok.Line(n.Pos()) }

// text is the source of a node in one line.
func (f *File) text(n ast.Node) string {
	src := f.src[f.tok.Offset(n.Pos()):f.tok.Offset(n.End())]
	return strings.Join(strings.Fields(string(src)), " ")
}
