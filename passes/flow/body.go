// This file is the state of one function's extraction and its primitive operations: variables, objects, constraints.

package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/passes/source"
)

// A variable is a node before simplification; zero is none.
type variable uint32

// A slot is one slot of an SSA value.
type slot struct {
	v ssa.Value // constant, parameter or instruction
	i int       // counted in its flattened type
}

// A con is a constraint before simplification; fields as in facts.Con.
type con struct {
	op       facts.ConOp  // kind
	dst, src variable     // src is zero for ConAddr
	off      uint32       // slots
	obj      int          // ConAddr: into body.objs
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
	pos           token.Pos       // of the call
}

// A cell is one slot of a contained variable.
type cell struct {
	a   *ssa.Alloc // the variable
	off uint32     // slots
}

// A body is one function under extraction; afterwards it answers for the function's values.
type body struct {
	r      *Result        // of the package
	src    *source.Result // of the package
	layout *source.Layout // slots of types
	fn     *ssa.Function  // extracted; for root units the function that the client calls
	graph  *branch.Graph  // feasible control flow; nil for root units

	last  variable // variables are 1..last
	cons  []con    // in order of discovery
	objs  []object // in order of discovery
	calls []call   // in order of instructions

	shifted []variable // slices of others' arrays of which parts are taken

	params, freeVars, results []variable        // interface; zero where not asked for
	input                     map[variable]bool // written from outside: parameters, captured values, results of calls

	values  map[slot]variable                // slots asked for
	cells   map[cell]variable                // slots of contained variables asked for
	made    map[con]variable                 // single-source nodes by their constraint (L10)
	address map[variable]con                 // variables that hold one address, with its Addr constraint
	stores  map[*ssa.Alloc][]*ssa.Store      // into contained variables, filled when asked for
	shared  map[ssa.Value]variable           // functions as operands, and objects that modelled calls return
	objOf   map[ssa.Value]int                // allocations, into objs
	callsOf map[ssa.CallInstruction][]int    // into calls
	direct  map[ssa.CallInstruction]int      // the call that yields the instruction's results, into calls
	groups  map[ssa.CallInstruction]variable // see Result.Group
	funcs   map[madeKey]variable             // functions of the prelude that calls return
	reached map[slot]variable                // what loads find in slots of contained variables
	shown   map[ssa.CallInstruction][]part   // what calls read of operands that they print or encode

	frozen  bool         // extraction is over: what was not asked for is zero
	parent  []variable   // substitution, by variable
	numbers []facts.Node // by variable after substitution
	objNum  []int        // position in the encoded table by index into objs, -1 dropped
}

func newBody(r *Result, fn *ssa.Function) *body {
	g := &body{
		r: r, src: r.Source, layout: r.Layout, fn: fn,
		input:   map[variable]bool{},
		values:  map[slot]variable{},
		cells:   map[cell]variable{},
		made:    map[con]variable{},
		address: map[variable]con{},
		stores:  map[*ssa.Alloc][]*ssa.Store{},
		shared:  map[ssa.Value]variable{},
		objOf:   map[ssa.Value]int{},
		callsOf: map[ssa.CallInstruction][]int{},
		direct:  map[ssa.CallInstruction]int{},
		groups:  map[ssa.CallInstruction]variable{},
		funcs:   map[madeKey]variable{},
		reached: map[slot]variable{},
		shown:   map[ssa.CallInstruction][]part{},
	}
	return g
}

// fresh makes a variable.
func (g *body) fresh() variable {
	g.last++
	return g.last
}

// inputVar makes a variable that is written from outside.
func (g *body) inputVar() variable {
	v := g.fresh()
	g.input[v] = true
	return v
}

// derive is the variable with one incoming constraint of the given kind; equal ones are one variable.
func (g *body) derive(c con) variable {
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
func (g *body) addrOf(obj int, off uint32) variable {
	c := con{op: facts.ConAddr, obj: obj, off: off}
	v := g.derive(c)
	g.address[v] = c
	return v
}

// load is what slot off past base holds.
func (g *body) load(base variable, off uint32) variable {
	return g.derive(con{op: facts.ConLoad, src: base, off: off})
}

// offset is base moved by off slots.
func (g *body) offset(base variable, off uint32) variable {
	if off == 0 || base == 0 {
		return base
	}
	if c, ok := g.address[base]; ok {
		return g.addrOf(c.obj, c.off+off)
	}
	return g.derive(con{op: facts.ConOffset, src: base, off: off})
}

// copy makes dst include src.
func (g *body) copy(dst, src variable) {
	if dst != 0 && src != 0 && dst != src {
		g.cons = append(g.cons, con{op: facts.ConCopy, dst: dst, src: src})
	}
}

// store makes slot off past base include src.
func (g *body) store(base variable, off uint32, src variable) {
	if base != 0 && src != 0 {
		g.cons = append(g.cons, con{op: facts.ConStore, dst: base, src: src, off: off})
	}
}

// merge is a variable that includes all the given ones; one alone is itself.
func (g *body) merge(vs []variable) variable {
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

// object makes an allocation site for v (nil for what no value stands for) and gives its number.
func (g *body) object(v ssa.Value, o object) int {
	o.Size = max(o.Size, 1)
	if instr, ok := v.(ssa.Instruction); ok && g.graph != nil && g.graph.Cyclic(instr.Block()) {
		o.Flags |= facts.ObjInLoop
	}
	g.objs = append(g.objs, o)
	if v != nil {
		g.objOf[v] = len(g.objs) - 1
	}
	return len(g.objs) - 1
}

// size is the number of slots of a type.
func (g *body) size(t types.Type) uint32 { return uint32(g.layout.Size(t)) }

// typeOf is the name of a type whose methods are called through type parameters, else none.
func (g *body) typeOf(t types.Type) facts.Symbol {
	if g.src.Dispatched(t) {
		return g.src.TypeSymbol(t)
	}
	return facts.Symbol{}
}
