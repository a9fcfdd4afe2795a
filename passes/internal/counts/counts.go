// Package counts finds variables that count for several goroutines: how far they have come says what others have done.
// They are waited for with a Cond (passes/spawn E40), tested by who moves them (E41), counted down by a loop, or slices
// and maps that goroutines fill and empty (E28).
package counts

import (
	"go/constant"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/internal/flags"
	"github.com/syncvet/syncvet/passes/internal/talk"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A Package answers for the functions of one package.
type Package struct {
	// what the passes before know, and which instructions wait
	locks *locks.Result
	flow  *flow.Result
	src   *source.Result
	talk  *talk.Package

	guarded *flags.Flags            // nil until asked for
	raised  map[flags.Variable]bool // that something is added to; nil until asked for
	lasts   map[flags.Variable]bool // counts whose end is tested by who moves them; nil until asked for
	awaited map[flags.Variable]bool // counts that are waited for with a Cond; nil until asked for
	until   map[flags.Variable]bool // flags that a Cond is waited for with, and the value; nil until asked for

	set     map[flags.Variable][]*ssa.Store // the stores to each boolean; nil until asked for
	loads   map[*ssa.BasicBlock]*ssa.UnOp   // by the block that tests such a flag: its load; valid once until is
	changed map[flags.Variable]change       // slices and maps, by what is done to them; nil until asked for
}

// New answers for a package.
func New(l *locks.Result, t *talk.Package) *Package {
	return &Package{locks: l, flow: l.Flow, src: l.Flow.Source, talk: t}
}

// Flags are the package's guarded variables.
func (c *Package) Flags() *flags.Flags {
	if c.guarded == nil {
		c.guarded = flags.Find(c.locks)
	}
	return c.guarded
}

// Awaited are the variables of the package that decide a loop in which a Cond is waited for, and that are counted up or
// down.
func (c *Package) Awaited() map[flags.Variable]bool {
	if c.awaited != nil {
		return c.awaited
	}
	c.awaited = map[flags.Variable]bool{}
	moved, loads := map[flags.Variable]bool{}, []*ssa.UnOp{}
	for i, fn := range c.src.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if s, ok := instr.(*ssa.Store); ok {
					moved[c.Flags().Moves(s)] = true
				}
			}
		}
		if c.flow.Flow(i) != nil && c.src.Client(i) == nil {
			for _, in := range c.CondLoops(fn) {
				loads = append(loads, Tests(fn, in)...)
			}
		}
	}
	for _, load := range loads {
		if v := c.Flags().Variable(load.X); v != nil && moved[v] {
			c.awaited[v] = true
		}
	}
	return c.awaited
}

// LastWait is the load of a flag by which alone a block decides whether a loop is left in which a Cond is waited for,
// if nobody raises the flag any more then; nil for other blocks.
func (c *Package) LastWait(b *ssa.BasicBlock) *ssa.UnOp {
	until := c.flagged()
	load := c.loads[b]
	if load == nil {
		return nil
	}
	if _, ok := until[c.Flags().Variable(load.X)]; !ok {
		return nil
	}
	return load
}

// flagged are the flags that such blocks load, and the value that ends the loop. Those that are waited for with either
// value are left out.
func (c *Package) flagged() map[flags.Variable]bool {
	if c.until != nil {
		return c.until
	}
	c.until, c.loads = map[flags.Variable]bool{}, map[*ssa.BasicBlock]*ssa.UnOp{}
	both := map[flags.Variable]bool{nil: true}
	for i, fn := range c.src.Funcs {
		if c.flow.Flow(i) == nil || c.src.Client(i) != nil {
			continue
		}
		for _, in := range c.CondLoops(fn) {
			for b := range in {
				load, ends := flagTest(b, in)
				if load == nil || !c.staysLow(b, load, ends) {
					continue
				}
				c.loads[b] = load
				v := c.Flags().Variable(load.X)
				both[v] = both[v] || len(c.stores(v, ends)) == 0
				if was, ok := c.until[v]; ok && was != ends {
					both[v] = true
				}
				c.until[v] = ends
			}
		}
	}
	maps.DeleteFunc(c.until, func(v flags.Variable, _ bool) bool { return both[v] })
	return c.until
}

// staysLow reports whether nobody raises a flag again once a block of a loop has found it to be lowered: the function
// has set something else before the loop, once, and who raises the flag has asked for that before, under the same lock,
// by a test of which one side leads there. Approximation: that what it finds keeps it from raising the flag is not
// looked at (fewer races).
func (c *Package) staysLow(b *ssa.BasicBlock, load *ssa.UnOp, ends bool) bool {
	set := map[flags.Variable]bool{}
	for d := b.Idom(); d != nil; d = d.Idom() {
		for _, instr := range d.Instrs {
			if s, ok := instr.(*ssa.Store); ok {
				set[c.Flags().Known(s.Addr)] = true
			}
		}
	}
	for _, d := range b.Parent().Blocks {
		for _, instr := range d.Instrs {
			if s, ok := instr.(*ssa.Store); ok && !d.Dominates(b) {
				delete(set, c.Flags().Known(s.Addr)) // it is set again later
			}
		}
	}
	delete(set, nil)
	asks := func(s *ssa.Store) bool {
		for at, d := s.Block(), s.Block().Idom(); d != nil; at, d = d, d.Idom() {
			if unlocks(at, s) {
				return false // who has asked gives the lock back before
			}
			one := at == s.Block() || at.Dominates(s.Block())
			if one && len(at.Preds) == 1 &&
				slices.ContainsFunc(asked(d), func(l *ssa.UnOp) bool { return set[c.Flags().Known(l.X)] }) {
				return true
			}
		}
		return false
	}
	rises := c.stores(c.Flags().Variable(load.X), !ends)
	return len(set) > 0 && len(rises) > 0 &&
		!slices.ContainsFunc(rises, func(s *ssa.Store) bool { return !asks(s) })
}

// unlocks reports whether a block gives a lock back, before a store if that is there.
func unlocks(b *ssa.BasicBlock, before *ssa.Store) bool {
	for _, instr := range b.Instrs {
		if instr == ssa.Instruction(before) {
			return false
		}
		if call, ok := instr.(*ssa.Call); ok {
			if f := call.Call.StaticCallee(); f != nil && (f.Name() == "Unlock" || f.Name() == "RUnlock") {
				return true
			}
		}
	}
	return false
}

// stores are those that set a flag to a constant.
func (c *Package) stores(v flags.Variable, value bool) []*ssa.Store {
	if c.set == nil {
		c.set = map[flags.Variable][]*ssa.Store{}
		for _, fn := range c.src.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					s, ok := instr.(*ssa.Store)
					if !ok || !place.IsBool(s.Val.Type()) {
						continue
					}
					if v := c.Flags().Variable(s.Addr); v != nil {
						c.set[v] = append(c.set[v], s)
					}
				}
			}
		}
	}
	var list []*ssa.Store
	for _, s := range c.set[v] {
		if k, ok := s.Val.(*ssa.Const); !ok || constant.BoolVal(k.Value) == value {
			list = append(list, s)
		}
	}
	return list
}

// asked are the loads of variables that the condition at the end of a block tests, by itself or in a comparison.
func asked(b *ssa.BasicBlock) (list []*ssa.UnOp) {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	v, _ := branch.Positive(cond.Cond)
	of := []ssa.Value{v}
	if x, ok := v.(*ssa.BinOp); ok {
		of = []ssa.Value{x.X, x.Y}
	}
	for _, v := range of {
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			list = append(list, load)
		}
	}
	return list
}

// Moves reports whether a store brings what others wait for with a Cond, or test by their own move, further: it counts,
// or sets a flag to the value that is waited for.
func (c *Package) Moves(s *ssa.Store) bool {
	if v := c.Flags().Moves(s); v != nil {
		return c.Awaited()[v] || c.Ended()[v]
	}
	v := c.Flags().Variable(s.Addr)
	value, ok := s.Val.(*ssa.Const)
	if v == nil || !ok || value.Value == nil || value.Value.Kind() != constant.Bool {
		return false
	}
	ends, ok := c.flagged()[v]
	return ok && ends == constant.BoolVal(value.Value)
}

// flagTest is the load of a flag by which a block of a loop decides whether it is left, and the value that leaves it.
func flagTest(b *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) (load *ssa.UnOp, ends bool) {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || in[b.Succs[0]] == in[b.Succs[1]] {
		return nil, false
	}
	v, sense := branch.Positive(cond.Cond)
	load, ok = v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || !place.IsBool(load.Type()) {
		return nil, false
	}
	return load, sense == in[b.Succs[1]]
}

// CondLoops are the loops in which the function itself waits for a Cond.
func (c *Package) CondLoops(fn *ssa.Function) (list []map[*ssa.BasicBlock]bool) {
	waits := func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, c.talk.WaitsForCond) }
	if !slices.ContainsFunc(fn.Blocks, waits) {
		return nil
	}
	for _, h := range fn.DomPreorder() {
		if in := c.flow.Graph(fn).Natural(h); c.talk.WaitsIn(in) {
			list = append(list, in)
		}
	}
	return list
}

// Tests are the loads of variables that the conditions of a loop of a function compare.
func Tests(fn *ssa.Function, in map[*ssa.BasicBlock]bool) (list []*ssa.UnOp) {
	for _, b := range fn.Blocks {
		if in[b] {
			list = append(list, asked(b)...)
		}
	}
	return list
}

// A CountTest compares what a count has come to by an own move with something else.
type CountTest struct {
	Addr  ssa.Value   // of the count
	delta int64       // what was added; 0: not known
	op    token.Token // how it is compared
	with  ssa.Value   // with what
}

// TestOf is the test of a count that a condition is.
func (c *Package) TestOf(cond ssa.Value) (t CountTest, sense, ok bool) {
	cond, sense = branch.Positive(cond)
	test, ok := cond.(*ssa.BinOp)
	if !ok {
		return t, false, false
	}
	if addr, delta, ok := c.movedTo(test.X); ok {
		return CountTest{addr, delta, test.Op, test.Y}, sense, true
	}
	addr, delta, ok := c.movedTo(test.Y)
	return CountTest{addr, delta, branch.Mirrored(test.Op), test.X}, sense, ok
}

// movedTo is the count that a value was read from when, or after, this function has moved it: the sum that an atomic
// addition returns; the sum that is stored to a guarded variable, or what is loaded from it under the same lock.
func (c *Package) movedTo(v ssa.Value) (addr ssa.Value, delta int64, ok bool) {
	switch v := v.(type) {
	case *ssa.Call:
		return c.AtomicallyAdded(v)
	case *ssa.BinOp:
		if v.Op == token.ADD || v.Op == token.SUB {
			for _, r := range *v.Referrers() {
				if s, ok := r.(*ssa.Store); ok && c.Flags().MovesGuarded(s) {
					return s.Addr, step(v), true
				}
			}
		}
	case *ssa.UnOp:
		f := c.Flags()
		if !f.ReadsGuarded(v) {
			return nil, 0, false
		}
		for b := v.Block(); b != nil; b = b.Idom() {
			for _, instr := range slices.Backward(b.Instrs) {
				s, ok := instr.(*ssa.Store)
				if ok && f.MovesGuarded(s) && f.Same(v, s) && branch.Precedes(s, v) {
					return v.X, step(s.Val.(*ssa.BinOp)), true
				}
			}
		}
	}
	return nil, 0, false
}

// AtomicallyAdded is the count that an atomic addition moves.
func (c *Package) AtomicallyAdded(call *ssa.Call) (addr ssa.Value, delta int64, ok bool) {
	row, fn := c.flow.Model(call), call.Call.StaticCallee()
	args := call.Call.Args
	if row == nil || row.Sync != models.SyncAtomicRMW || fn == nil || !strings.HasPrefix(fn.Name(), "Add") ||
		len(args) != 2 || row.Object != 0 {
		return nil, 0, false
	}
	delta, _ = place.Int(args[1])
	return args[0], delta, true
}

// step is what a sum adds to a variable, if that is a constant.
func step(x *ssa.BinOp) int64 {
	n, _ := place.Int(x.Y)
	if x.Op == token.SUB {
		return -n
	}
	return n
}

// EndsOn reports whether a test that came out so says that the count has come to its end, and not that nobody else has
// counted before.
func (t CountTest) EndsOn(value bool) bool {
	n, known := place.Int(t.with)
	if known && n == t.delta {
		return false
	}
	switch t.op {
	case token.EQL, token.LEQ:
		return value
	case token.NEQ, token.GTR:
		return !value
	case token.LSS, token.GEQ:
		down := known && n == 1
		return value == (down == (t.op == token.LSS))
	}
	return false
}

// Ended are the variables of the package whose end some function tests after it has moved them.
func (c *Package) Ended() map[flags.Variable]bool {
	if c.lasts == nil {
		c.lasts = map[flags.Variable]bool{}
		for i, fn := range c.src.Funcs {
			if c.flow.Flow(i) == nil || c.src.Client(i) != nil {
				continue
			}
			for _, b := range fn.Blocks {
				if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
					if t, _, ok := c.TestOf(cond.Cond); ok && (t.EndsOn(true) || t.EndsOn(false)) {
						c.lasts[c.Flags().Known(t.Addr)] = true
					}
				}
			}
		}
		delete(c.lasts, nil)
	}
	return c.lasts
}
