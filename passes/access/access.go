// This file is the pass: it collects each function's accesses, drops and merges.

package access

import (
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ownership"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/passes/spawn"
)

// Analyzer finds reads and writes.
var Analyzer = &analysis.Analyzer{
	Name:       "syncvetaccess",
	Doc:        "find reads and writes of shared memory for the syncvet passes",
	Requires:   []*analysis.Analyzer{spawn.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is the access section of a package.
type Fact struct {
	Blob []byte // archive of facts.Accesses
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

func (*Fact) String() string { return "access" }

// A Result hands on the package with all its sections.
type Result struct {
	Spawn  *spawn.Result
	Source *source.Result // its Pkg has all sections attached
	Merged []Merged       // accesses of the package that others stand for, in the order of the source

	flow  *flow.Result
	locks *locks.Result
	uses  map[*ssa.Function][]ssa.Instruction // of unexported functions of the package, nil until asked for
	// variables of the package that are set to a part of a slice, nil until asked for
	cut map[cutVariable]bool

	signalled map[*ssa.Function][]signal // memo of signals
	fillers   map[*ssa.Function]bool     // memo of isFiller
	paired    map[[2]member]bool         // memo of signalledBehind
}

// A Merged is an access that another one stands for (A6).
type Merged struct {
	At   token.Pos // of the access
	Into token.Pos // of the one that is in the facts
}

func run(pass *analysis.Pass) (any, error) {
	s := pass.ResultOf[spawn.Analyzer].(*spawn.Result)
	r := &Result{
		Spawn:   s,
		locks:   s.Locks,
		flow:    s.Locks.Flow,
		Source:  s.Locks.Flow.Source,
		fillers: map[*ssa.Function]bool{},
		paired:  map[[2]member]bool{},
	}
	r.Source.AttachImports(facts.SectionAccess, func(p *types.Package) []byte {
		var f Fact
		pass.ImportPackageFact(p, &f)
		return f.Blob
	})
	all := make([]*collector, len(r.Source.Funcs))
	for i := range all {
		r.Source.Contain("access", i, func() { all[i] = r.extract(i) })
	}
	r.dropUnasked(all)
	b := r.Source.NewBuilder(facts.SectionAccess)
	for i, c := range all {
		if c != nil {
			c.write(b.Unit(i))
			r.Merged = append(r.Merged, c.merged...)
		}
	}
	source.Export(pass, &Fact{Blob: r.Source.Publish(facts.SectionAccess, b)})
	return r, nil
}

// extract finds one unit's accesses; nil if it has nothing to say.
func (r *Result) extract(i int) *collector {
	flags := r.Source.Pkg.Source.Units[i].Flags
	if r.flow.Flow(i) == nil || flags&facts.Root != 0 {
		return nil
	}
	c := &collector{
		r:       r,
		fn:      r.Source.Funcs[i],
		index:   map[key]int{},
		gates:   map[*ssa.BasicBlock]ssa.Value{},
		conds:   map[*ssa.BasicBlock][]condition{},
		calls:   r.flow.Flow(i).Calls,
		testAt:  map[*ssa.BasicBlock]uint32{},
		results: map[uint32][]returned{},
		callees: map[uint32]*ssa.Function{},
	}
	if flags&facts.Init != 0 {
		c.flags = facts.AccessInit
	}
	c.findTimers()
	c.findSpins()
	c.findStarts()
	c.findOvers()
	c.findFillers()
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			c.visit(instr)
		}
	}
	c.addConditions(&c.out)
	c.addValues(&c.out)
	return c
}

// write makes the unit's facts, if there are any.
func (c *collector) write(out *facts.UnitBuilder) {
	a := &c.out
	numbers := len(a.Tests) + len(a.Given) + len(a.Returned) + len(a.Initials) + len(a.Sized) + len(a.Counted) +
		len(a.Decides)
	if len(c.list)+len(a.Conds)+len(a.Opened)+len(a.Selected)+numbers == 0 {
		return
	}
	for k := range c.list {
		x := &c.list[k]
		file, line, col := c.r.Source.Position(x.pos)
		x.Name, x.Pos = out.Ref(x.name), out.Pos(file, line, col)
		a.List = append(a.List, x.Access)
	}
	out.Done(a.Encode())
}

// A collector gathers one function's accesses.
type collector struct {
	r       *Result
	fn      *ssa.Function
	flags   facts.AccessFlags // of all accesses
	list    []found
	index   map[key]int                     // into list
	merged  []Merged                        // what does not stand in list for itself
	gates   map[*ssa.BasicBlock]ssa.Value   // memo of gate
	spins   []spin                          // loops that wait
	stops   []*ssa.Call                     // that stop a timer which the function resets
	resets  []*ssa.Call                     // that reset them
	once    []onceStart                     // that start a goroutine once
	overs   []over                          // where literals have ended
	fillers []*ssa.Call                     // of functions that fill in a variable
	conds   map[*ssa.BasicBlock][]condition // memo of proven

	out      facts.Accesses           // but for the accesses themselves
	calls    []facts.Call             // of the function
	callees  map[uint32]*ssa.Function // by call, of those that are given something
	tests    []facts.Relation
	testAt   map[*ssa.BasicBlock]uint32 // memo of test
	initials []facts.Initial
	results  map[uint32][]returned // by slot
}

// found is an access before its references are numbered.
type found struct {
	facts.Access
	name  facts.Symbol
	pos   token.Pos
	conds []facts.Cond // without their Index
}

// A key is what merged accesses have in common (A6).
type key struct {
	kind   facts.AccessKind
	index  facts.IndexKind
	flags  facts.AccessFlags
	addr   facts.Node
	off    uint32
	len    uint32
	lo, hi int64
	ownIf  uint64
	point  facts.PointID
}

// touch is an access as an instruction makes it: of all slots of typ at an address.
type touch struct {
	kind  facts.AccessKind
	instr ssa.Instruction
	addr  ssa.Value  // address, or slice whose elements are meant, or map
	typ   types.Type // what lies there; nil: one slot
	pos   token.Pos
	flags facts.AccessFlags
	with  ssa.Value  // slice with which elements are exchanged one by one, nil: none
	part  *flow.Part // what a call reads of addr, which it prints or encodes; nil: what lies at addr
}

// touch records an access unless nobody else can see it (A5).
func (c *collector) touch(t touch) {
	points := c.r.Spawn.Points(t.instr)
	if len(points) == 0 || t.kind == facts.Read && c.immutable(t.addr) {
		return
	}
	addr, off, ok := c.at(&t)
	if !ok {
		return
	}
	flags := through(t.addr)
	if t.kind.Writes() && flags&facts.AccessUnsafe != 0 {
		c.open(addr) // which slots it writes to, no type says
	}
	var own ownership.Condition
	if t.part == nil || t.part.Own {
		own = c.r.Spawn.Owned(t.instr, t.addr)
	}
	if own.Owned && own.If == 0 {
		if t.kind.Writes() {
			c.initial(&t, addr, off)
		}
		return
	}
	x := found{pos: t.pos}
	x.Kind, x.Addr, x.Off, x.Len, x.OwnIf = t.kind, addr, off, 1, own.If
	switch {
	case t.part != nil:
		x.Len = t.part.Len
	case t.typ != nil:
		x.Len = uint32(c.r.flow.Layout.Size(t.typ))
	}
	x.Flags = c.flags | t.flags | flags | c.paused(t.instr) | ownIndex(&t) | presence(&t) | c.taking(t.instr)
	if c.r.Spawn.Released(t.instr, t.addr) {
		x.Flags |= facts.AccessReleased
	}
	if c.r.locks.Sometimes(t.instr) {
		x.Flags |= facts.AccessSometimes
	}
	x.name, x.Var = c.name(&t)
	if t.part == nil || t.part.Own {
		x.Index, x.Lo, x.Hi = c.classify(&t)
	}
	g := c.gate(t.instr.Block())
	if g == nil {
		g = c.waitedFor(t.instr.Block())
	}
	if g != nil {
		x.Gate, x.GateOff, _ = c.r.flow.Addr(c.fn, g)
	}
	x.Test = c.test(t.instr.Block())
	x.conds = slices.Concat(c.conditions(t.instr), c.stillClear(t.instr), c.absent(&t, addr, off))
	x.conds = append(x.conds, c.signalled(&t, addr, x.conds)...)
	for _, p := range points {
		x.Point = p
		c.add(x, &t)
	}
}

// signalled are the conditions that signals in the object itself, or in what holds it, give an access (A21).
func (c *collector) signalled(t *touch, addr facts.Node, known []facts.Cond) []facts.Cond {
	if len(c.r.signals(c.fn)) == 0 {
		return nil
	}
	list := c.r.relative(c.fn, t.instr, c.r.locks.Number(c.fn, t.addr), addr)
	list = append(list, c.r.merged(c.fn, t, addr, slices.Concat(known, list))...)
	if f := holder(t.addr); f != nil {
		if n, _, ok := c.r.flow.Addr(c.fn, f); ok && n != addr {
			list = append(list, c.r.relative(c.fn, t.instr, c.r.locks.Number(c.fn, f), n)...)
		}
	}
	return list
}

// at is where an access lies; false: nobody else sees it.
func (c *collector) at(t *touch) (n facts.Node, off uint32, ok bool) {
	if t.part != nil {
		return t.part.Node, t.part.Off, true
	}
	return c.r.flow.Addr(c.fn, t.addr)
}

// add merges (A6).
func (c *collector) add(x found, t *touch) {
	k := key{x.Kind, x.Index, x.Flags, x.Addr, x.Off, x.Len, x.Lo, x.Hi, x.OwnIf, x.Point}
	guards, base := c.guards(t)
	if i, ok := c.index[k]; ok {
		old := &c.list[i]
		old.Guards = slices.DeleteFunc(old.Guards, func(g uint32) bool { return !slices.Contains(guards, g) })
		if old.Base != base {
			old.Base, old.Guards = 0, nil
		}
		old.conds = slices.DeleteFunc(
			slices.Clone(old.conds),
			func(k facts.Cond) bool { return !slices.Contains(x.conds, k) },
		)
		if old.Gate != x.Gate || old.GateOff != x.GateOff {
			old.Gate, old.GateOff = 0, 0
		}
		old.Test = c.within(old.Test, x.Test)
		c.merged = append(c.merged, Merged{x.pos, old.pos})
		return
	}
	x.Guards, x.Base = guards, base
	c.index[k] = len(c.list)
	c.list = append(c.list, x)
}

// guards are the locks held relative to the access's base, and the base (A7).
func (c *collector) guards(t *touch) ([]uint32, uint32) {
	held := c.r.locks.Held(t.instr)
	if _, deferred := t.instr.(*ssa.Defer); deferred || len(held) == 0 {
		return nil, 0
	}
	base := c.r.locks.Number(c.fn, t.addr)
	var list []uint32
	for _, s := range held {
		if c.r.locks.Base(c.fn, s) == base {
			list = append(list, s)
		}
	}
	return list, base
}

// immutable reports whether an address lies in a package-level variable that only initialisation sets.
func (c *collector) immutable(addr ssa.Value) bool {
	g, ok := source.Root(addr).(*ssa.Global)
	return ok && c.r.locks.Places.FinalGlobal(g)
}

// name names what is accessed, and says what kind of variable it is.
func (c *collector) name(t *touch) (facts.Symbol, facts.VarKind) {
	if t.part != nil && (!t.part.Own || t.part.Name != (facts.Symbol{})) {
		return t.part.Name, t.part.Kind
	}
	switch t.addr.Type().Underlying().(type) {
	case *types.Map:
		return place.Holder(t.addr), facts.VarMap
	case *types.Slice:
		return place.Holder(t.addr), facts.VarSlice
	case *types.Chan:
		return place.Holder(t.addr), facts.VarChan
	}
	return place.Name(t.addr)
}
