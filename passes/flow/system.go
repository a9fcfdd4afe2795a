// This file is the constraints of one function: variables, objects, calls, and the primitive operations.

package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// A variable is a node before simplification; zero is none.
type variable uint32

// A con is a constraint before simplification; fields as in facts.Con.
type con struct {
	op       facts.ConOp  // kind
	dst, src variable     // src is zero for ConAddr
	off      uint32       // slots
	obj      int          // ConAddr: into system.objs
	typ      facts.Symbol // ConUnbox, ConFilter
}

// An object is an allocation site before references are numbered.
type object struct {
	facts.Obj              // without Type, Sym and Pos
	typ, sym  facts.Symbol // Type and Sym
	pos       token.Pos    // where it is made
}

// A call is a call site before references are numbered.
type call struct {
	flags         facts.CallFlags // as in facts.Call
	callee, api   facts.Symbol    // static function or method; what the source calls, for models
	loop          facts.Symbol    // the loop that runs a model's callback; zero none
	loopOn        variable        // what that loop belongs to; zero: there is one
	recv          variable        // interface or function value
	once          variable        // CallOnce: what points to the struct with the tested field; zero for a variable
	onceOff       uint32          // CallOnce: slots from there to the field
	args, results []variable      // zero where not asked for
	from          []uint32        // what its first arguments are, as in facts.Call
	pos           token.Pos       // of the call
}

// A system is the constraints of one function: integers, but for the names of types and functions.
type system struct {
	src    *source.Result // of the package
	layout *source.Layout // slots of types
	fn     *ssa.Function  // extracted; for root units the function that the client calls

	last  variable // variables are 1..last
	cons  []con    // in order of discovery
	objs  []object // in order of discovery
	calls []call   // in order of instructions

	shifted []variable // slices of others' arrays of which parts are taken

	params, freeVars, results []variable        // interface; zero where not asked for
	input                     map[variable]bool // written from outside: parameters, captured values, results of calls

	made    map[con]variable // single-source nodes by their constraint (L10)
	address map[variable]con // variables that hold one address, with its Addr constraint

	parent  []variable   // substitution, by variable
	numbers []facts.Node // by variable after substitution
	objNum  []int        // position in the encoded table by index into objs, -1 dropped
}

func newSystem(src *source.Result, fn *ssa.Function) *system {
	return &system{
		src: src, layout: src.Layout, fn: fn,
		input: map[variable]bool{}, made: map[con]variable{}, address: map[variable]con{},
	}
}

// newObject makes an allocation site and gives its number.
func (g *system) newObject(o object) int {
	o.Size = max(o.Size, 1)
	g.objs = append(g.objs, o)
	return len(g.objs) - 1
}

// fresh makes a variable.
func (g *system) fresh() variable {
	g.last++
	return g.last
}

// inputVar makes a variable that is written from outside.
func (g *system) inputVar() variable {
	v := g.fresh()
	g.input[v] = true
	return v
}

// derive is the variable with one incoming constraint of the given kind; equal ones are one variable.
func (g *system) derive(c con) variable {
	if c.op != facts.ConAddr && c.src == 0 {
		return 0
	}
	v, ok := g.made[c]
	if !ok {
		v = g.fresh()
		g.made[c] = v
		k := c
		k.dst = v
		g.cons = append(g.cons, k)
	}
	return v
}

// addrOf is the variable that holds the address of a slot of an object.
func (g *system) addrOf(obj int, off uint32) variable {
	c := con{op: facts.ConAddr, obj: obj, off: off}
	v := g.derive(c)
	g.address[v] = c
	return v
}

// load is what slot off past base holds.
func (g *system) load(base variable, off uint32) variable {
	return g.derive(con{op: facts.ConLoad, src: base, off: off})
}

// offset is base moved by off slots.
func (g *system) offset(base variable, off uint32) variable {
	if off == 0 || base == 0 {
		return base
	}
	if c, ok := g.address[base]; ok {
		return g.addrOf(c.obj, c.off+off)
	}
	return g.derive(con{op: facts.ConOffset, src: base, off: off})
}

// copy makes dst include src.
func (g *system) copy(dst, src variable) {
	if dst != 0 && src != 0 && dst != src {
		g.cons = append(g.cons, con{op: facts.ConCopy, dst: dst, src: src})
	}
}

// store makes slot off past base include src.
func (g *system) store(base variable, off uint32, src variable) {
	if base != 0 && src != 0 {
		g.cons = append(g.cons, con{op: facts.ConStore, dst: base, src: src, off: off})
	}
}

// merge is a variable that includes all the given ones; one alone is itself.
func (g *system) merge(vs []variable) variable {
	var one variable
	many := false
	for _, v := range vs {
		if v != 0 && one != 0 && v != one {
			many = true
		}
		if v != 0 {
			one = v
		}
	}
	if !many {
		return one
	}
	m := g.fresh()
	for _, v := range vs {
		g.copy(m, v)
	}
	return m
}

// size is the number of slots of a type.
func (g *system) size(t types.Type) uint32 { return uint32(g.layout.Size(t)) }

// typeOf is the name of a type whose methods are called through type parameters, else none.
func (g *system) typeOf(t types.Type) facts.Symbol {
	if g.src.Dispatched(t) {
		return g.src.TypeSymbol(t)
	}
	return facts.Symbol{}
}
