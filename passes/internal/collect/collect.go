// Package collect finds where a function has received as many messages as the goroutines it started send: results
// collected (passes/spawn E14, E19), and how many it has received of what others send (E25).
package collect

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/local"
	"github.com/syncvet/syncvet/passes/internal/rounds"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A Collection is a place where all messages on a channel have been received.
type Collection struct {
	Ch    ssa.Value         // the channel, as the last receive has it
	At    ssa.Instruction   // the receive after which it holds; nil for a loop
	Exits []*ssa.BasicBlock // loops: the blocks on whose second way out it holds
	Pos   ssa.Instruction   // the last receive
	Full  bool              // instead: the channel has been filled
	Asked ssa.Value         // instead: as many messages have been received as were sent on this channel; nil: not that
	Count int               // the number of what has been counted (E25); zero: all messages have been received
}

// Found is what was found in one function.
type Found struct {
	Collections []Collection  // where all messages have been received, or some
	Received    []facts.Tally // how many, where collections say so (E25)
	Loops       []blocks      // those in rounds of which that is counted, by Tally.Round less one
}

// A finder looks through one function.
type finder struct {
	fn       *ssa.Function    // the function
	graph    *branch.Graph    // its control flow
	places   *place.Package   // what variables hold
	rounds   *rounds.Function // how often its blocks run
	local    *local.Package   // which channels it has made
	src      *source.Result   // the functions of the package
	received []facts.Tally    // what has been received where collections say so (E25)
	loops    []blocks         // those in rounds of which that is counted, by number less one
}

// Find looks at every channel that a function makes, gives to goroutines and receives from, and at those that it has
// got from elsewhere: of these it gives what was received, too, and the loops in rounds of which that is counted.
func Find(l *locks.Result, own *local.Package, fn *ssa.Function, r *rounds.Function) Found {
	f := &finder{fn: fn, graph: l.Flow.Graph(fn), places: l.Places, rounds: r, local: own, src: l.Flow.Source}
	return Found{f.find(), f.received, f.loops}
}

// find looks at every channel that the function makes, gives to goroutines and receives from.
func (f *finder) find() []Collection {
	receives := map[ssa.Value][]*ssa.UnOp{}
	var order []ssa.Value
	var starts []*ssa.Go
	asked := &questions{sends: map[ssa.Value][]*ssa.Send{}}
	for _, b := range f.fn.DomPreorder() {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Go:
				starts = append(starts, x)
			case *ssa.Send:
				if c := f.variable(x.Chan); c != nil && f.local.Channel(f.fn, x.Chan) {
					asked.add(c, x)
				}
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
	own := map[ssa.Value]bool{}
	for _, c := range order {
		if at, ok := f.all(c, starts, receives[c]); ok {
			found, own[c] = append(found, at), true
			for _, w := range joined(f.src, f.given(c, starts)) {
				found = append(found, Collection{Ch: at.Ch, At: w, Pos: w}) // (E70)
			}
		}
	}
	found = append(found, f.findAnswers(asked, order, receives)...)
	found = append(found, f.findFills()...)
	if len(starts) > 0 {
		found = append(found, f.findCounts(starts, own)...)
	}
	return found
}

// all finds the receive by which all messages on a channel of the function have been received: of each round of a loop
// around all goroutines that are given the channel and all receives, or of an activation.
func (f *finder) all(c ssa.Value, starts []*ssa.Go, receives []*ssa.UnOp) (Collection, bool) {
	given := f.given(c, starts)
	if len(given) == 0 {
		return Collection{}, false
	}
	for head, in := range f.graph.Loops(receives[0].Block()) {
		if slices.ContainsFunc(receives, func(r *ssa.UnOp) bool { return !in[r.Block()] }) ||
			slices.ContainsFunc(given, func(g *ssa.Go) bool { return !in[g.Block()] }) {
			continue
		}
		at, ok := f.collected(c, receives, f.recipients(c, starts, false, in), in)
		if ok && !slices.ContainsFunc(given, func(g *ssa.Go) bool { return f.escapes(g, &at, isBlock(head)) }) {
			return at, true
		}
	}
	for _, byCounter := range []bool{false, true} {
		if at, ok := f.collected(c, receives, f.recipients(c, starts, byCounter, nil), nil); ok {
			return at, true
		}
	}
	return Collection{}, false
}

// isBlock is a test for one block.
func isBlock(h *ssa.BasicBlock) func(*ssa.BasicBlock) bool {
	return func(b *ssa.BasicBlock) bool { return b == h }
}

// returns reports whether a block leaves the function, by a panic that this recovers from, too.
func (f *finder) returns(b *ssa.BasicBlock) bool {
	switch b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Return:
		return true
	case *ssa.Panic:
		return branch.Recovers(f.fn)
	}
	return false
}

// escapes reports whether control may come from behind a go statement to a block of some kind and not pass the place
// where a collection holds.
func (f *finder) escapes(g *ssa.Go, c *Collection, kind func(*ssa.BasicBlock) bool) bool {
	passed := func(b *ssa.BasicBlock) bool { return c.At != nil && c.At.Block() == b }
	if b := g.Block(); passed(b) && branch.Precedes(g, c.At) {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	for work := []*ssa.BasicBlock{g.Block()}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b.Succs == nil && kind(b) {
			return true
		}
		for i := range b.Succs {
			s := f.graph.Next(b, i)
			if s == nil || i == 1 && slices.Contains(c.Exits, b) || passed(s) {
				continue
			}
			if kind(s) {
				return true
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
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
			l := f.rounds.LoopOf(b, nil)
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

// blocks are those of a loop; nil stands for the function.
type blocks = map[*ssa.BasicBlock]bool

// timesOf tells how often a block runs in a round of a loop, or for each channel that its loop makes anew, or in all if
// that makes none.
func (f *finder) timesOf(c ssa.Value, b *ssa.BasicBlock, in blocks) (known int, bound string, ok bool) {
	if m := f.maker(c); m != nil && f.graph.Cyclic(m.Block()) && in == nil {
		return 1, "", m.Block().Dominates(b) && f.graph.EachTime(m.Block(), b)
	}
	return f.rounds.Times(b, in)
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
func (f *finder) recipients(c ssa.Value, starts []*ssa.Go, byCounter bool, in blocks) *rounds.Tally {
	counter := func(*ssa.BasicBlock) string { return "" }
	if byCounter {
		counter = f.rounds.StartedName
	}
	all := &rounds.Tally{}
	for _, g := range f.given(c, starts) {
		f.count(all, c, g.Block(), counter, in)
	}
	return all
}

// count adds how often a block runs, in which something happens with a channel: by its loops or, if there is one, by
// the variable with which the function counts that.
func (f *finder) count(
	all *rounds.Tally, c ssa.Value, b *ssa.BasicBlock, counter func(*ssa.BasicBlock) string, in blocks,
) {
	known, bound, ok := f.timesOf(c, b, in)
	if name := counter(b); name != "" {
		known, bound, ok = 0, name, true
	}
	all.Wrong = all.Wrong || !ok
	all.Add(known, bound)
}

// given are the go statements that give a channel to their goroutines.
func (f *finder) given(c ssa.Value, starts []*ssa.Go) (list []*ssa.Go) {
	for _, g := range starts {
		if slices.ContainsFunc(handed(g), func(v ssa.Value) bool { return f.variable(v) == c || v == c }) {
			list = append(list, g)
		}
	}
	return list
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
func (f *finder) collected(c ssa.Value, receives []*ssa.UnOp, all *rounds.Tally, in blocks) (Collection, bool) {
	if all.Known <= 0 && len(all.Loops) == 0 {
		return Collection{}, false
	}
	sum := &rounds.Tally{}
	m := f.maker(c)
	anew := m != nil && f.graph.Cyclic(m.Block()) && in == nil
	var last *ssa.BasicBlock
	for _, r := range receives {
		b := r.Block()
		if last != nil && !last.Dominates(b) {
			return Collection{}, false
		}
		last = b
		known, bound, ok := f.timesOf(c, b, in)
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
		if l := f.rounds.LoopOf(b, in); l != nil {
			return Collection{Ch: r.X, Exits: f.rounds.Exits(l), Pos: r}, true
		}
		return Collection{Ch: r.X, At: r, Pos: r}, true
	}
	return Collection{}, false
}
