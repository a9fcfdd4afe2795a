// This file makes what library functions return beyond aliases and plain new objects: synchronisation objects with the
// functions that act on them, boxes of arguments (L14), and what contexts carry (L20): a context with a value is its
// parent, and a box that only the key's type opens.

package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// madeResult is slot i of what a call returns, if its row says what it makes.
func (g *modeller) madeResult(v *ssa.Call, row *models.Row, i int) (variable, bool) {
	if row.Made == nil {
		return 0, false
	}
	k, ok := resultAt(v.Call.Signature().Results(), i, g.layout)
	switch {
	case !ok:
		return 0, true
	case k < len(row.Made.Funcs) && row.Made.Funcs[k] != "":
		return g.madeFunc(v, row, row.Made.Funcs[k]), true
	case k != row.Made.Of:
		return g.besides(v, row), true
	}
	list := g.taken(v, row, 0)
	if row.Made.Chan || row.Made.Never || row.Made.Tests {
		list = append(list, g.madeObject(v, row.Made))
	}
	return g.merge(list), true
}

// besides is another result of such a call: a new object, if its row says so.
func (g *modeller) besides(v *ssa.Call, row *models.Row) variable {
	if !row.Fresh {
		return 0
	}
	key := madeKey{v, ""}
	n, ok := g.funcs[key]
	if !ok {
		n = g.addrOf(g.object(v, object{Obj: facts.Obj{Kind: facts.ObjNew, Size: 1}, pos: v.Pos()}), 0)
		g.funcs[key] = n
	}
	return n
}

// resultAt is the result whose first slot is slot i.
func resultAt(results *types.Tuple, i int, layout *source.Layout) (int, bool) {
	for k := range results.Len() {
		if i == 0 {
			return k, true
		}
		i -= layout.Size(results.At(k).Type())
	}
	return 0, false
}

// madeObject is the synchronisation object of a call.
func (g *modeller) madeObject(v *ssa.Call, m *models.Made) variable {
	n, ok := g.shared[v]
	if !ok {
		o := object{Obj: facts.Obj{Kind: facts.ObjNew, Size: 1, Cap: -1}, pos: v.Pos()}
		switch {
		case m.Open:
			if o.Kind = facts.ObjUnknown; m.Tests {
				o.Flags = facts.ObjInTest
			}
		case m.Never:
			o.Kind = facts.ObjNever
		case m.Chan:
			o.Kind, o.Cap, o.Flags = facts.ObjChan, 0, facts.ObjSealed
		default:
			o.Size += maxPassed
		}
		n = g.addrOf(g.object(v, o), 0)
		g.shared[v] = n
	}
	return n
}

// madeFunc is a function with a synthetic body that captures the call's object and arguments.
func (g *modeller) madeFunc(v *ssa.Call, row *models.Row, name string) variable {
	if f, ok := g.funcs[madeKey{v, name}]; ok {
		return f
	}
	args := source.Arguments(v.Common())
	o := object{Obj: facts.Obj{Kind: facts.ObjFunc, Size: 2}, sym: syntheticFunc(name), pos: v.Pos()}
	for _, a := range args {
		o.Size += g.size(a.Type())
	}
	f := g.addrOf(g.object(nil, o), 0)
	g.funcs[madeKey{v, name}] = f
	g.store(f, 1, g.madeObject(v, row.Made))
	off := uint32(2)
	for _, a := range args {
		g.storeValue(f, off, a)
		off += g.size(a.Type())
	}
	return f
}

// A madeKey names a function that a call returns.
type madeKey struct {
	v    *ssa.Call // the call
	name string    // of the function; empty: another object that the call returns
}

// syntheticFunc is the symbol of a function that internal/link brings along.
func syntheticFunc(name string) facts.Symbol { return facts.Symbol{Kind: facts.SymFunc, Name: name} }

// hold stores what the object that a call returns holds.
func (g *modeller) hold(v *ssa.Call, row *models.Row, n variable) {
	args := source.Arguments(v.Common())
	for _, k := range row.Holds {
		if k < len(args) {
			g.storeValue(n, 0, args[k])
		}
	}
}

// declareAfter lets a function with a synthetic body run instead of a callback: it is given the call's first argument
// and the callback.
func (g *modeller) declareAfter(instr ssa.CallInstruction, k call, name string, arg ssa.Value) {
	k.callee = syntheticFunc(name)
	k.args = []variable{g.node(source.Arguments(instr.Common())[0], 0), g.node(arg, 0)}
	g.caller.addCall(instr, k)
}

// boxed is a pointer argument as an interface that a call returns.
func (g *modeller) boxed(v *ssa.Call, arg ssa.Value) variable {
	n, ok := g.shared[v]
	if !ok {
		o := object{Obj: facts.Obj{Kind: facts.ObjBox, Size: 2}, typ: g.src.TypeSymbol(arg.Type()), pos: v.Pos()}
		n = g.addrOf(g.object(v, o), 0)
		g.shared[v] = n
		g.storeValue(n, 1, arg)
	}
	return n
}

// carrier is the box with the value that a call's context carries.
func (g *modeller) carrier(v *ssa.Call, c *models.Carries) variable {
	n, ok := g.shared[v]
	if !ok {
		args := source.Arguments(v.Common())
		o := object{
			Obj: facts.Obj{Kind: facts.ObjBox, Flags: facts.ObjCarrier, Size: 2},
			typ: carriedAs(c.Name),
			pos: v.Pos(),
		}
		if c.Name == "" {
			o.typ = g.carrierType(args[c.Key])
		}
		n = g.addrOf(g.object(v, o), 0)
		g.shared[v] = n
		g.storeValue(n, 1, args[c.Value])
	}
	return n
}

// carried is what a context gives who asks for a key; zero if a call does not ask a context.
func (g *modeller) carried(c *ssa.CallCommon, row *models.Row) variable {
	if row.Carried != "" {
		return g.derive(con{op: facts.ConUnbox, src: g.node(c.Args[0], 0), off: 1, typ: carriedAs(row.Carried)})
	}
	if !c.IsInvoke() || c.Method.FullName() != models.CarriedBy {
		return 0
	}
	return g.derive(con{op: facts.ConUnbox, src: g.node(c.Value, 0), off: 1, typ: g.carrierType(c.Args[0])})
}

// carrierType is the type of boxes with the values that are found under a key: by the key's type, and which constant or
// package-level variable it is.
func (g *modeller) carrierType(key ssa.Value) facts.Symbol {
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
	return carriedAs(name)
}

// carriedAs is the type of boxes with the values that are found under a key that has a name.
func carriedAs(name string) facts.Symbol {
	return facts.Symbol{Kind: facts.SymType, Name: "context.value(" + name + ")"}
}
