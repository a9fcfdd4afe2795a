// This file makes what contexts carry (L20): a context with a value is its parent, and a box that only the key's type
// opens.

package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// carrier is the box with the value that a call's context carries.
func (g *body) carrier(v *ssa.Call, c *models.Carries) variable {
	n, ok := g.shared[v]
	if !ok {
		args := source.Arguments(v.Common())
		o := object{
			Obj: facts.Obj{Kind: facts.ObjBox, Flags: facts.ObjCarrier, Size: 2},
			typ: g.carrierType(args[c.Key]),
			pos: v.Pos(),
		}
		n = g.addrOf(g.object(v, o), 0)
		g.shared[v] = n
		g.storeValue(n, 1, args[c.Value])
	}
	return n
}

// carried is what a context gives who asks for a key; zero if a call does not ask a context.
func (g *body) carried(c *ssa.CallCommon) variable {
	if !c.IsInvoke() || c.Method.FullName() != models.CarriedBy {
		return 0
	}
	return g.derive(con{op: facts.ConUnbox, src: g.node(c.Value, 0), off: 1, typ: g.carrierType(c.Args[0])})
}

// carrierType is the type of boxes with the values that are found under a key: by the key's type, and which constant or
// package-level variable it is.
func (g *body) carrierType(key ssa.Value) facts.Symbol {
	name := "?"
	if m, ok := key.(*ssa.MakeInterface); ok {
		name = g.src.TypeSymbol(m.X.Type()).Name
		switch x := m.X.(type) {
		case *ssa.Const:
			if x.Value != nil {
				name += " " + x.Value.ExactString()
			}
		case *ssa.UnOp:
			if v, ok := x.X.(*ssa.Global); ok && x.Op == token.MUL {
				s := source.GlobalSymbol(v)
				name += " " + s.Pkg + "." + s.Name
			}
		case *ssa.Global:
			s := source.GlobalSymbol(x)
			name += " &" + s.Pkg + "." + s.Name
		}
	} else if u, ok := key.(*ssa.UnOp); ok && u.Op == token.MUL {
		if v, ok := u.X.(*ssa.Global); ok { // an interface variable
			s := source.GlobalSymbol(v)
			name = s.Pkg + "." + s.Name
		}
	}
	return facts.Symbol{Kind: facts.SymType, Name: "context.value(" + name + ")"}
}
