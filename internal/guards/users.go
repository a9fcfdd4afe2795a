// This file takes types at their word: whose methods one goroutine calls at a time, and which come first (G22, G26,
// G27).

package guards

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/guards/said"
	"github.com/syncvet/syncvet/passes/source"
)

// setsUp reports whether one of two accesses is made below an exported method that sets its object up: it returns its
// receiver on every way, as steps of a construction do, or its documentation says that it is called before others, or
// it is called Init.
func (c *claim) setsUp() bool { return c.a.settingUp(c.x) || c.a.settingUp(c.y) }

func (a *runs) settingUp(x *instance) bool {
	entry := a.entryOf(x)
	if entry == nil {
		return false
	}
	sets, known := a.setups[entry]
	if !known {
		d, ok := entry.Syntax().(*ast.FuncDecl)
		doc := ""
		if ok {
			doc = d.Doc.Text()
		}
		sets = objects.ReturnsReceiver(entry) || said.SetsUp(entry.Name(), doc)
		a.setups[entry] = sets
	}
	return sets
}

// entryOf is the method by which callers come to an access; nil if it is reached otherwise.
func (a *runs) entryOf(x *instance) *ssa.Function {
	if a.roots[x.key.root].kind != Caller {
		return nil
	}
	if entry := a.path(x.f, x.ctx)[0].fn; receiver(entry) != nil {
		return entry
	}
	return nil
}

// oneUser reports whether the documentation of the package, or of the type, says that both accesses are made below
// methods of one type that one goroutine calls at a time.
func (c *claim) oneUser() bool {
	a := c.a
	x, y := a.entryOf(c.x), a.entryOf(c.y)
	if x == nil || y == nil || receiver(x) != receiver(y) {
		return false
	}
	names := func(group []string) bool { return slices.Contains(group, x.Name()) && slices.Contains(group, y.Name()) }
	return slices.ContainsFunc(a.callersOf(receiver(x)), names)
}

// unsafePackage reports whether the package is documented not to be used so, and the types of both methods are not.
func (c *claim) unsafePackage() bool {
	x, y := c.a.entryOf(c.x), c.a.entryOf(c.y)
	return x != nil && y != nil && source.SerialPackage(c.a.src.Doc()) &&
		!source.Promised(c.a.docs[receiver(x)]) && !source.Promised(c.a.docs[receiver(y)])
}

// callersOf are the groups of methods of a type that one goroutine calls at a time, as documentation says.
func (a *runs) callersOf(t *types.TypeName) [][]string {
	groups, ok := a.serials[t]
	if !ok {
		groups = append(said.OneCallers(a.src.Doc()), said.OneCallers(a.docs[t])...)
		a.serials[t] = groups
	}
	return groups
}

// resumed reports whether y is in a goroutine that a method of such a type starts, and waits for until it says that it
// is past y, and x is below a method of the same type: that is called before the goroutine is started, or when that
// method has returned.
func (c *claim) resumed() bool {
	a, x, y, r := c.a, c.x, c.y, c.rootOf(c.y)
	if r.kind != Goroutine || c.rootOf(x).kind != Caller || !a.serial(r.in) {
		return false
	}
	if entry := a.path(x.f, x.ctx)[0].fn; receiver(entry) != receiver(r.in.fn) {
		return false
	}
	given := a.given(y, false)
	return slices.ContainsFunc(r.in.fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			recv, ok := instr.(*ssa.UnOp)
			return ok && recv.Op == token.ARROW && slices.Contains(given, a.lockKey(recv.X, keySteps)) &&
				precedes(r.site, instr) && passedBy(r.site, instr)
		})
	})
}
