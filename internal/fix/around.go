// This file reads the syntax around an access for who repairs it by hand: how a lock is to be held there, and where
// else.

package fix

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/syncvet/syncvet/internal/report"
)

// Hold says how a read holds a lock: only while it copies, where its statement waits, sends or calls with what it has
// read. Empty where there is nothing to say. Whoever held the lock for the whole statement would keep all others from
// it, or want it twice. The find function is that of For.
func Hold(pass *analysis.Pass, at report.Pos, find func(report.Pos) token.Pos) string {
	m := &mender{pass: pass, find: find}
	return m.hold(m.around(at), find(at))
}

// Closes reports whether a read is of what its statement closes, so that a second time panics. The find function is
// that of For.
func Closes(pass *analysis.Pass, at report.Pos, find func(report.Pos) token.Pos) bool {
	m := &mender{pass: pass, find: find}
	c, depth := first[*ast.CallExpr](m.around(at))
	if depth < 0 || len(c.Args) != 1 || !within(find(at), c.Args[0]) {
		return false
	}
	b, ok := typeutil.Callee(pass.TypesInfo, c).(*types.Builtin)
	return ok && b.Name() == "close"
}

// Recovers is the line at which the function around a place defers a literal that calls recover; 0 if it does not. The
// find function is that of For.
func Recovers(pass *analysis.Pass, at report.Pos, find func(report.Pos) token.Pos) int {
	m := &mender{pass: pass, find: find}
	block := body(m.around(at))
	if block == nil {
		return 0
	}
	for _, s := range block.List {
		d, ok := s.(*ast.DeferStmt)
		if !ok || d.Pos() > find(at) {
			continue
		}
		if lit, ok := d.Call.Fun.(*ast.FuncLit); ok && m.callsRecover(lit.Body) {
			return pass.Fset.Position(d.Pos()).Line
		}
	}
	return 0
}

// callsRecover reports whether a body calls recover, in no literal of its own.
func (m *mender) callsRecover(block *ast.BlockStmt) (found bool) {
	ast.Inspect(block, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			b, ok := typeutil.Callee(m.pass.TypesInfo, c).(*types.Builtin)
			found = found || ok && b.Name() == "recover"
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return found
}

// hold does this for the nodes around an access, up to the statement that it is in.
func (m *mender) hold(path []ast.Node, pos token.Pos) string {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.FuncLit:
			return ""
		case *ast.CallExpr:
			if _, holds := typeutil.Callee(m.pass.TypesInfo, n).(*types.Var); holds && within(pos, n.Fun) {
				return ", but only to copy the function: call it behind the unlock"
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return ", but only to copy the channel: receive behind the unlock"
			}
		case *ast.SendStmt:
			if within(pos, n.Chan) {
				return ", but only to copy the channel: send behind the unlock"
			}
		case *ast.RangeStmt:
			if line, does := m.busy(n.Body); within(pos, n.X) && does != "" {
				return fmt.Sprintf(", but only to copy what the loop goes through: line %d %s", line, does)
			}
		case *ast.ForStmt:
			if line, does := m.busy(n.Body); n.Cond != nil && within(pos, n.Cond) && does != "" {
				return fmt.Sprintf(", for each test anew, not around the loop: line %d %s", line, does)
			}
		}
	}
	return ""
}

// busy is the first line of a loop that waits, sends, locks or calls what is not known to be short.
func (m *mender) busy(body *ast.BlockStmt) (line int, does string) {
	ast.Inspect(body, func(n ast.Node) bool {
		if does != "" {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SendStmt:
			does = "sends"
		case *ast.SelectStmt:
			does = "waits"
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				does = "receives"
			}
		case *ast.CallExpr:
			does = m.calls(n)
		}
		if does != "" {
			line = m.pass.Fset.Position(n.Pos()).Line
		}
		return does == ""
	})
	return line, does
}

// calls says of a call which may take long, or lock, that it does so: of what a variable or an interface holds, of
// Wait, and of functions of the package that lock.
func (m *mender) calls(c *ast.CallExpr) string {
	name := "calls " + types.ExprString(c.Fun)
	switch f := typeutil.Callee(m.pass.TypesInfo, c).(type) {
	case *types.Var:
		return name
	case *types.Func:
		recv := f.Signature().Recv()
		switch {
		case isLocking(f):
			return "locks"
		case recv != nil && types.IsInterface(recv.Type()), fromSync(f) && f.Name() == "Wait",
			f.Pkg() == m.pass.Pkg && m.locks(f):
			return name
		}
	}
	return ""
}

// locks reports whether a function of the package takes a lock in its body.
func (m *mender) locks(f *types.Func) (found bool) {
	d, depth := first[*ast.FuncDecl](m.at(f.Pos()))
	if depth < 0 || d.Body == nil {
		return false
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		found = found || ok && isLocking(typeutil.Callee(m.pass.TypesInfo, c))
		return !found
	})
	return found
}

// isLocking reports whether a function is a method of package sync that takes a lock.
func isLocking(f types.Object) bool { return fromSync(f) && strings.HasSuffix(f.Name(), "Lock") }
