// Package collect finds where a function has received as many messages as the goroutines it started send: results
// collected (passes/spawn E14, E19), and how many it has received of what others send (E25).
package collect

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/local"
	"github.com/syncvet/syncvet/passes/internal/rounds"
	"github.com/syncvet/syncvet/passes/locks"
)

// A Collection is a place where all messages on a channel have been received.
type Collection struct {
	Ch    ssa.Value         // the channel, as the last receive has it
	At    ssa.Instruction   // the receive after which it holds; nil for a loop
	Exits []*ssa.BasicBlock // loops: the blocks on whose second way out it holds
	Pos   ssa.Instruction   // the last receive
	Full  bool              // instead: the channel has been filled
	Count int               // the number of what has been counted (E25); zero: all messages have been received
}

// A finder looks through one function.
type finder struct {
	fn       *ssa.Function    // the function
	graph    *branch.Graph    // its control flow
	places   *place.Package   // what variables hold
	rounds   *rounds.Function // how often its blocks run
	local    *local.Package   // which channels it has made
	received []facts.Tally    // what has been received where collections say so (E25)
}

// Find looks at every channel that a function makes, gives to goroutines and receives from, and at those that it has
// got from elsewhere: of these it gives what was received, too.
func Find(l *locks.Result, own *local.Package, fn *ssa.Function, r *rounds.Function) ([]Collection, []facts.Tally) {
	f := &finder{fn: fn, graph: l.Flow.Graph(fn), places: l.Places, rounds: r, local: own}
	return f.find(), f.received
}

// find looks at every channel that the function makes, gives to goroutines and receives from.
func (f *finder) find() []Collection {
	receives := map[ssa.Value][]*ssa.UnOp{}
	var order []ssa.Value
	var starts []*ssa.Go
	for _, b := range f.fn.DomPreorder() {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Go:
				starts = append(starts, x)
			case *ssa.UnOp:
				if x.Op != token.ARROW || !f.local.Channel(f.fn, x.X) {
					continue
				}
				if c := f.variable(x.X); c != nil {
					if receives[c] == nil {
						order = append(order, c)
					}
					receives[c] = append(receives[c], x)
				}
			}
		}
	}
	var found []Collection
	for _, c := range order {
		for _, byCounter := range []bool{false, true} {
			if all := f.recipients(c, starts, byCounter); all.Known > 0 || len(all.Loops) > 0 {
				if at, ok := f.collected(c, receives[c], all); ok {
					found = append(found, at)
					break
				}
			}
		}
	}
	found = append(found, f.findFills()...)
	if len(starts) > 0 {
		found = append(found, f.findCounts()...)
	}
	return found
}

// findFills finds the loops that send as often on a channel of the function, or on one in a field that never changes,
// as it has room for.
func (f *finder) findFills() []Collection {
	var found []Collection
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Send)
			if !ok || !f.graph.Cyclic(b) {
				continue
			}
			l := f.rounds.LoopOf(b)
			if l != nil && (f.local.Channel(f.fn, s.Chan) && f.fills(l.Bound, f.maker(f.variable(s.Chan))) ||
				f.fillsField(l.Bound, s.Chan)) {
				found = append(found, Collection{Ch: s.Chan, Exits: f.rounds.Exits(l), Pos: s, Full: true})
			}
		}
	}
	return found
}

// fillsField reports whether a number is the capacity of a channel in a field that never changes.
func (f *finder) fillsField(n, ch ssa.Value) bool {
	load, ok := ch.(*ssa.UnOp)
	if !ok {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	call, also := n.(*ssa.Call)
	return ok && also && f.places.FinalField(field) && place.IsBuiltin(&call.Call, "cap") &&
		place.SameLoad(call.Call.Args[0], ch)
}

// fills reports whether a number is the capacity of a channel, which is made somewhere.
func (f *finder) fills(n ssa.Value, m *ssa.MakeChan) bool {
	if m == nil {
		return false
	}
	if call, ok := n.(*ssa.Call); ok {
		return place.IsBuiltin(&call.Call, "cap") && f.maker(f.variable(call.Call.Args[0])) == m
	}
	return f.rounds.SameBound(n, m.Size)
}

// maker is where the function makes the channel that a variable holds; nil if it holds another, too.
func (f *finder) maker(c ssa.Value) *ssa.MakeChan {
	if a, ok := c.(*ssa.Alloc); ok {
		c = f.places.Stored(a)
	}
	m, _ := c.(*ssa.MakeChan)
	return m
}

// timesOf tells how often a block runs for each channel that its loop makes anew, or in all if that makes none.
func (f *finder) timesOf(c ssa.Value, b *ssa.BasicBlock) (known int, bound string, ok bool) {
	if m := f.maker(c); m != nil && f.graph.Cyclic(m.Block()) {
		return 1, "", m.Block().Dominates(b) && f.graph.EachTime(m.Block(), b)
	}
	return f.rounds.Times(b)
}

// variable is what stands for a channel: the variable that holds it, or the make itself; nil if the function did not
// make it.
func (f *finder) variable(ch ssa.Value) ssa.Value {
	if load, ok := ch.(*ssa.UnOp); ok && load.Op == token.MUL {
		ch = load.X
	}
	switch ch := ch.(type) {
	case *ssa.Alloc, *ssa.MakeChan:
		return ch
	}
	return nil
}

// recipients counts the goroutines that are given a channel: each may send one message on it. They are counted by the
// loop that starts them or, if asked for so, by the variable with which the function counts them.
func (f *finder) recipients(c ssa.Value, starts []*ssa.Go, byCounter bool) *rounds.Tally {
	all := &rounds.Tally{}
	for _, g := range starts {
		for _, v := range handed(g) {
			if f.variable(v) == c || v == c {
				known, bound, ok := f.timesOf(c, g.Block())
				if n := f.rounds.StartedBy(g.Block()); byCounter && n != 0 {
					known, bound, ok = 0, rounds.StartedName(n), true
				}
				all.Wrong = all.Wrong || !ok
				all.Add(known, bound)
				break
			}
		}
	}
	return all
}

// handed are the values that a go statement gives its goroutine.
func handed(g *ssa.Go) []ssa.Value {
	list := g.Call.Args
	if m, ok := g.Call.Value.(*ssa.MakeClosure); ok {
		list = append(list[:len(list):len(list)], m.Bindings...)
	}
	return list
}

// collected finds the receive that completes the count. Receives count in the order in which one dominates the next.
func (f *finder) collected(c ssa.Value, receives []*ssa.UnOp, all *rounds.Tally) (Collection, bool) {
	sum := &rounds.Tally{}
	m := f.maker(c)
	anew := m != nil && f.graph.Cyclic(m.Block())
	var last *ssa.BasicBlock
	for _, r := range receives {
		b := r.Block()
		if last != nil && !last.Dominates(b) {
			return Collection{}, false
		}
		last = b
		known, bound, ok := f.timesOf(c, b)
		if !ok {
			return Collection{}, false
		}
		sum.Add(known, bound)
		if !sum.Covers(all) {
			continue
		}
		if anew {
			return Collection{Ch: r.X, At: r, Pos: r}, f.graph.EachTime(b, m.Block())
		}
		if l := f.rounds.LoopOf(b); l != nil {
			return Collection{Ch: r.X, Exits: f.rounds.Exits(l), Pos: r}, true
		}
		return Collection{Ch: r.X, At: r, Pos: r}, true
	}
	return Collection{}, false
}
