// This file is the control flow graph without infeasible edges (B3).

package branch

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// An edge is successor i of a block.
type edge struct {
	from *ssa.BasicBlock // the block
	i    int             // index into its Succs
}

// A Graph is a function's feasible control flow.
type Graph struct {
	fn *ssa.Function // the function
	// edges that lead elsewhere than the function says; nil: infeasible
	moved   map[edge]*ssa.BasicBlock
	reached []bool                                       // by block
	cyclic  []bool                                       // by block
	entries []int                                        // by block: how many feasible edges lead there
	skipped map[*ssa.BasicBlock]bool                     // memo of Skips
	rounds  map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool // memo of round
}

// New finds the feasible control flow of a function; drop reports which edges count as infeasible for other reasons,
// nil: none do (B7).
func New(fn *ssa.Function, places *place.Package, drop func(from *ssa.BasicBlock, successor int) bool) *Graph {
	g := &Graph{fn: fn, moved: map[edge]*ssa.BasicBlock{}, skipped: map[*ssa.BasicBlock]bool{}}
	g.rounds = map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		for k := range b.Succs {
			if drop != nil && drop(b, k) {
				g.moved[edge{b, k}] = nil
			}
		}
	}
	g.exhaust()
	g.reach()
	for g.decide(newEvaluator(g, places)) {
		g.reach()
	}
	if g.unroll(places) {
		g.reach()
	}
	if g.carry() {
		g.reach()
		for g.decide(newEvaluator(g, places)) {
			g.reach()
		}
	}
	g.cyclic = cycles(g)
	g.count()
	return g
}

// Next is where successor i of a block leads, nil if control never goes there.
func (g *Graph) Next(b *ssa.BasicBlock, i int) *ssa.BasicBlock {
	if to, ok := g.moved[edge{b, i}]; ok {
		return to
	}
	return b.Succs[i]
}

// Whole reports whether all edges are as the function says.
func (g *Graph) Whole() bool { return len(g.moved) == 0 }

// Reached reports whether control may reach a block.
func (g *Graph) Reached(b *ssa.BasicBlock) bool { return g.reached[b.Index] }

// Cyclic reports whether a block may run several times in one activation.
func (g *Graph) Cyclic(b *ssa.BasicBlock) bool { return g.cyclic[b.Index] }

// Enters reports whether control may go from one block directly to another.
func (g *Graph) Enters(from, to *ssa.BasicBlock) bool {
	for i := range from.Succs {
		if g.reached[from.Index] && g.Next(from, i) == to {
			return true
		}
	}
	return false
}

// Entries is how many feasible edges lead to a block.
func (g *Graph) Entries(b *ssa.BasicBlock) int { return g.entries[b.Index] }

// count counts the feasible edges to each block.
func (g *Graph) count() {
	g.entries = make([]int, len(g.fn.Blocks))
	for _, b := range g.fn.Blocks {
		for i := range b.Succs {
			if to := g.Next(b, i); to != nil && g.reached[b.Index] {
				g.entries[to.Index]++
			}
		}
	}
}

// exhaust removes the way past all cases of a select without default: one of them has happened (B5).
func (g *Graph) exhaust() {
	for _, b := range g.fn.Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Select); ok && s.Blocking && len(s.States) > 0 {
				if last := lastTest(s); last != nil {
					g.moved[edge{last, 1}] = nil
				}
			}
		}
	}
}

// reach marks the blocks that feasible edges lead to.
func (g *Graph) reach() {
	g.reached = make([]bool, len(g.fn.Blocks))
	var work []*ssa.BasicBlock
	add := func(b *ssa.BasicBlock) {
		if b != nil && !g.reached[b.Index] {
			g.reached[b.Index] = true
			work = append(work, b)
		}
	}
	add(g.fn.Blocks[0])
	add(g.fn.Recover)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for i := range b.Succs {
			add(g.Next(b, i))
		}
	}
}

// decide removes the edges that a constant condition rules out, and reports whether there were any.
func (g *Graph) decide(e *evaluator) bool {
	changed := false
	for _, b := range g.fn.Blocks {
		cond := condition(b)
		if cond == nil || !g.reached[b.Index] || b.Succs[0] == b.Succs[1] {
			continue
		}
		c := e.value(cond.Cond)
		if c == nil {
			c = again(cond, b)
		}
		if c != nil {
			out := edge{b, taken(c) ^ 1}
			if _, done := g.moved[out]; !done {
				g.moved[out] = nil
				changed = true
			}
		}
	}
	return changed
}

// again is the value of a condition at the end of a block that a test on every way there tells; nil if none does (B9).
func again(cond *ssa.If, at *ssa.BasicBlock) constant.Value {
	v, set := tested(cond.Cond, true)
	if refs := v.Referrers(); refs == nil || len(*refs) < 2 {
		return nil
	}
	told, known := told(v, at, maxTests)
	if !known || told == set && !asksOnly(cond.Cond, v) {
		return nil
	}
	return constant.MakeBool(told == set)
}

// asksOnly reports whether a condition asks for nothing but whether a value is set, or true: an error that is set may
// be another one than the one that it is compared with.
func asksOnly(cond, v ssa.Value) bool {
	c, _ := Positive(cond)
	w, _, ok := Asked(c, true)
	return c == v || ok && w == v
}

// condition is the branch at the end of a block, nil if there is none.
func condition(b *ssa.BasicBlock) *ssa.If {
	if len(b.Instrs) == 0 {
		return nil
	}
	c, _ := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	return c
}

// taken is the successor that a condition's value selects.
func taken(c constant.Value) int {
	if constant.BoolVal(c) {
		return 0
	}
	return 1
}
