// This file repairs what is done with locks and WaitGroups (X2, X3, X4).

package fix

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/internal/report"
)

// addBeforeGo moves the Add of a goroutine before its start (X2).
func (m *mender) addBeforeGo(f *report.Finding) *analysis.SuggestedFix {
	for _, t := range f.Starts() {
		path := m.around(t)
		stmt, at := first[*ast.GoStmt](path)
		if at < 0 {
			continue
		}
		lit, ok := stmt.Call.Fun.(*ast.FuncLit)
		if !ok || len(lit.Body.List) == 0 {
			continue
		}
		add := lit.Body.List[0]
		recv, method, args := call(add)
		if method == nil || method.Name != "Add" || !m.fromSync(method) || len(args) != 1 ||
			m.pass.TypesInfo.Types[args[0]].Value == nil {
			continue
		}
		v := m.root(recv)
		if v == nil || within(v.Pos(), lit) || !m.waitsBehind(path[at:], stmt, recv) {
			continue
		}
		text := types.ExprString(add.(*ast.ExprStmt).X) + "\n" + m.indent(stmt)
		return &analysis.SuggestedFix{
			Message:   "call " + types.ExprString(recv) + ".Add before the go statement",
			TextEdits: []analysis.TextEdit{{Pos: stmt.Pos(), End: stmt.Pos(), NewText: []byte(text)}, m.remove(add)},
		}
	}
	return nil
}

// waitsBehind reports whether the function around a statement calls Wait on a WaitGroup behind it.
func (m *mender) waitsBehind(path []ast.Node, stmt ast.Stmt, group ast.Expr) bool {
	b := body(path)
	found := false
	if b != nil {
		ast.Inspect(b, func(n ast.Node) bool {
			if recv, method, _ := call(n); method != nil && method.Name == "Wait" && n.Pos() > stmt.End() && same(recv, group) {
				found = true
			}
			return !found
		})
	}
	return found
}

// same reports whether two expressions are spelled alike.
func same(a, b ast.Expr) bool { return types.ExprString(a) == types.ExprString(b) }

// deferUnlock replaces the unlocks of a lock that is held at some return by one defer (X3).
func (m *mender) deferUnlock(f *report.Finding) *analysis.SuggestedFix {
	if f.Rule != "DL2003" || len(f.Threads) != 1 || len(f.Threads[0].Steps) < 2 {
		return nil
	}
	path := m.around(f.Threads[0].Steps[0].Pos)
	lock, _ := first[*ast.ExprStmt](path)
	b := body(path)
	if lock == nil || b == nil || !slices.Contains(b.List, ast.Stmt(lock)) {
		return nil
	}
	recv, method, _ := call(lock)
	unlock := map[string]string{"Lock": "Unlock", "RLock": "RUnlock"}
	if !m.fromSync(method) || unlock[method.Name] == "" {
		return nil
	}
	name := unlock[method.Name]
	edits, ok := m.removeUnlocks(b, recv, name)
	if !ok {
		return nil
	}
	text := "\n" + m.indent(lock) + "defer " + types.ExprString(recv) + "." + name + "()"
	return &analysis.SuggestedFix{
		Message:   "unlock " + types.ExprString(recv) + " on all ways out",
		TextEdits: append([]analysis.TextEdit{{Pos: lock.End(), End: lock.End(), NewText: []byte(text)}}, edits...),
	}
}

// removeUnlocks removes the unlocks of a lock in a body. It fails if one is deferred, stands elsewhere than before a
// return of no calls or at the end, or if the lock is taken once more.
func (m *mender) removeUnlocks(b *ast.BlockStmt, lock ast.Expr, name string) (edits []analysis.TextEdit, ok bool) {
	calls, locks := 0, 0
	ast.Inspect(b, func(n ast.Node) bool {
		if c, is := n.(*ast.CallExpr); is {
			if recv, method, _ := call(c); method != nil && same(recv, lock) {
				switch {
				case method.Name == name:
					calls++
				case strings.HasSuffix(method.Name, "Lock"):
					locks++
				}
			}
		}
		list := statements(n)
		for i, s := range list {
			recv, method, _ := call(s)
			if method == nil || method.Name != name || !same(recv, lock) {
				continue
			}
			if i+1 < len(list) && plainReturn(list[i+1]) || i+1 == len(list) && n == b {
				edits = append(edits, m.remove(s))
			}
		}
		return true
	})
	return edits, len(edits) == calls && locks == 1
}

// statements are the statements of a block or clause.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// plainReturn reports whether a statement returns without calling anything or receiving.
func plainReturn(s ast.Stmt) bool {
	r, ok := s.(*ast.ReturnStmt)
	if !ok {
		return false
	}
	for _, e := range r.Results {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.CallExpr, *ast.UnaryExpr:
				ok = false
			}
			return ok
		})
	}
	return ok
}

// writeLock takes a lock for writing where a variable is written under it (X4).
func (m *mender) writeLock(f *report.Finding) *analysis.SuggestedFix {
	for i := range f.Accesses {
		a, b := &f.Accesses[i], &f.Accesses[1-i]
		if !a.Writes() {
			continue
		}
		for _, l := range a.Locks {
			if l.Mode != "R" || l.May ||
				!slices.ContainsFunc(b.Locks, func(o report.Lock) bool { return o.Name == l.Name && !o.May }) {
				continue
			}
			if fix := m.exclusive(m.around(l.Pos), m.around(a.Pos)); fix != nil {
				return fix
			}
		}
	}
	return nil
}

// exclusive makes the read lock at one place exclusive, in the function that it shares with the access.
func (m *mender) exclusive(at, access []ast.Node) *analysis.SuggestedFix {
	c, depth := first[*ast.CallExpr](at)
	b := body(at)
	if depth < 0 || b == nil || b != body(access) {
		return nil
	}
	lock, method, _ := call(c)
	if !m.fromSync(method) || method.Name != "RLock" {
		return nil
	}
	fix := &analysis.SuggestedFix{Message: "lock " + types.ExprString(lock) + " for writing"}
	ast.Inspect(b, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			recv, method, _ := call(c)
			if method != nil && same(recv, lock) && (method.Name == "RLock" || method.Name == "RUnlock") {
				fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: method.Pos(), End: method.Pos() + 1})
				// RLock -> Lock, RUnlock -> Unlock: the R goes.
			}
		}
		return true
	})
	return fix
}
