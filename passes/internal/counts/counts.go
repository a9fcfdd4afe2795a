// Package counts finds variables that count for several goroutines: how far they have come says what others have done.
// They are waited for with a Cond (passes/spawn E40), tested by who moves them (E41), counted down by a loop, or slices
// and maps that goroutines fill and empty (E28).
package counts

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

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

	guarded *flags.Flags              // nil until asked for
	raised  map[flags.Variable]bool   // that something is added to; nil until asked for
	lasts   map[flags.Variable]bool   // counts whose end is tested by who moves them; nil until asked for
	awaited map[flags.Variable]bool   // counts that are waited for with a Cond; nil until asked for
	changed map[flags.Variable]change // slices and maps, by what is done to them; nil until asked for
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
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !in[b] {
			continue
		}
		if x, ok := cond.Cond.(*ssa.BinOp); ok {
			for _, v := range []ssa.Value{x.X, x.Y} {
				if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
					list = append(list, load)
				}
			}
		}
	}
	return list
}
