// This file finds where a function has received as many messages as the goroutines it started send: results collected
// (E14).

package spawn

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

// A tally counts executions: a number, and loops by what bounds them.
type tally struct {
	known int            // executions outside loops, and of loops with constant bounds, less what other loops skip
	loops map[string]int // loops by their bound, as if they counted from zero
	wrong bool           // something cannot be counted
}

// add counts one more statement.
func (t *tally) add(known int, bound string) {
	t.known += known
	if bound != "" {
		if t.loops == nil {
			t.loops = map[string]int{}
		}
		t.loops[bound]++
	}
}

// covers reports whether so many receives take all messages of so many goroutines.
func (t *tally) covers(u *tally) bool {
	for b, n := range u.loops {
		if t.loops[b] < n {
			return false
		}
	}
	return !t.wrong && !u.wrong && t.known >= u.known
}

// A collection is a place where all messages on a channel have been received.
type collection struct {
	ch    ssa.Value         // the channel, as the last receive has it
	at    ssa.Instruction   // the receive after which it holds; nil for a loop
	exits []*ssa.BasicBlock // loops: the blocks on whose second way out it holds
	pos   ssa.Instruction   // the last receive
	full  bool              // instead: the channel has been filled
	count int               // the number of what has been counted (E25); zero: all messages have been received
}

// findCollections looks at every channel that the function makes, gives to goroutines and receives from.
func (k *skeleton) findCollections() []collection {
	receives := map[ssa.Value][]*ssa.UnOp{}
	var order []ssa.Value
	var starts []*ssa.Go
	for _, b := range k.fn.DomPreorder() {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Go:
				starts = append(starts, x)
			case *ssa.UnOp:
				if x.Op != token.ARROW || !k.localChannel(x.X) {
					continue
				}
				if c := k.variable(x.X); c != nil {
					if receives[c] == nil {
						order = append(order, c)
					}
					receives[c] = append(receives[c], x)
				}
			}
		}
	}
	var found []collection
	for _, c := range order {
		for _, byCounter := range []bool{false, true} {
			if all := k.recipients(c, starts, byCounter); all.known > 0 || len(all.loops) > 0 {
				if at, ok := k.collected(c, receives[c], all); ok {
					found = append(found, at)
					break
				}
			}
		}
	}
	found = append(found, k.findFills()...)
	if len(starts) > 0 {
		found = append(found, k.findCounts()...)
	}
	return found
}

// findFills finds the loops that send as often on a channel of the function as it has room for.
func (k *skeleton) findFills() []collection {
	var found []collection
	for _, b := range k.fn.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Send)
			if !ok || !k.localChannel(s.Chan) || !k.graph.Cyclic(b) {
				continue
			}
			m, l := k.maker(k.variable(s.Chan)), k.loopOf(b)
			if m != nil && l != nil && k.fills(l.bound, m) {
				found = append(found, collection{ch: s.Chan, exits: []*ssa.BasicBlock{l.test}, pos: s, full: true})
			}
		}
	}
	return found
}

// fills reports whether a number is the capacity of a channel.
func (k *skeleton) fills(n ssa.Value, m *ssa.MakeChan) bool {
	if call, ok := n.(*ssa.Call); ok {
		b, ok := call.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "cap" && k.maker(k.variable(call.Call.Args[0])) == m
	}
	return k.sameBound(n, m.Size)
}

// maker is where the function makes the channel that a variable holds; nil if it holds another, too.
func (k *skeleton) maker(c ssa.Value) *ssa.MakeChan {
	if a, ok := c.(*ssa.Alloc); ok {
		c = k.r.Locks.Places.Stored(a)
	}
	m, _ := c.(*ssa.MakeChan)
	return m
}

// timesOf tells how often a block runs for each channel that its loop makes anew, or in all if that makes none.
func (k *skeleton) timesOf(c ssa.Value, b *ssa.BasicBlock) (known int, bound string, ok bool) {
	if m := k.maker(c); m != nil && k.graph.Cyclic(m.Block()) {
		return 1, "", m.Block().Dominates(b) && k.perSpawn(m.Block(), b)
	}
	return k.times(b)
}

// variable is what stands for a channel: the variable that holds it, or the make itself; nil if the function did not
// make it.
func (k *skeleton) variable(ch ssa.Value) ssa.Value {
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
func (k *skeleton) recipients(c ssa.Value, starts []*ssa.Go, byCounter bool) *tally {
	all := &tally{}
	for _, g := range starts {
		for _, v := range handed(g) {
			if k.variable(v) == c || v == c {
				known, bound, ok := k.timesOf(c, g.Block())
				if n := k.startedBy(g.Block()); byCounter && n != 0 {
					known, bound, ok = 0, startedName(n), true
				}
				all.wrong = all.wrong || !ok
				all.add(known, bound)
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
func (k *skeleton) collected(c ssa.Value, receives []*ssa.UnOp, all *tally) (collection, bool) {
	sum := &tally{}
	m := k.maker(c)
	anew := m != nil && k.graph.Cyclic(m.Block())
	var last *ssa.BasicBlock
	for _, r := range receives {
		b := r.Block()
		if last != nil && !last.Dominates(b) {
			return collection{}, false
		}
		last = b
		known, bound, ok := k.timesOf(c, b)
		if !ok {
			return collection{}, false
		}
		sum.add(known, bound)
		if !sum.covers(all) {
			continue
		}
		if anew {
			return collection{ch: r.X, at: r, pos: r}, k.perSpawn(b, m.Block())
		}
		if l := k.loopOf(b); l != nil {
			return collection{ch: r.X, exits: l.exits(k), pos: r}, true
		}
		return collection{ch: r.X, at: r, pos: r}, true
	}
	return collection{}, false
}

// times tells how often a block runs: once; or as often as the one loop that contains it, with its bound. A block that
// runs on some iterations only, or in nested loops, cannot be counted.
func (k *skeleton) times(b *ssa.BasicBlock) (known int, bound string, ok bool) {
	if !k.graph.Cyclic(b) {
		return 1, "", true
	}
	l := k.loopOf(b)
	if l == nil {
		return 0, "", false
	}
	start := l.start
	if n, isConst := k.number(l.bound); isConst && n > start && n < 1<<20 {
		return int(n - start), "", true
	}
	bound = k.boundName(l.bound)
	return int(-start), bound, bound != ""
}

// A counted is a loop that counts up while it is less than its bound, or down from there to zero.
type counted struct {
	test  *ssa.BasicBlock // its last instruction decides whether the loop goes on: to its first successor
	bound ssa.Value       // how far it counts
	start int64           // the number from which it counts up
}

// loopOf is the counted loop around a block, nil if there is none or the block is not run once per iteration.
func (k *skeleton) loopOf(b *ssa.BasicBlock) *counted {
	h := branch.Header(b)
	if h == nil {
		return nil
	}
	for _, test := range append([]*ssa.BasicBlock{h}, h.Preds...) { // tested at the head, or at the foot
		if (test == h || h.Dominates(test) && test.Succs[0] == h) && branch.LessThan(test) != nil {
			return &counted{test, branch.LessThan(test), branch.StartOf(test)}
		}
	}
	if from := branch.Countdown(h); from != nil {
		return &counted{test: h, bound: from}
	}
	return nil
}

// boundOf is what a loop counts up to or down from that a block decides; nil if it does not.
func boundOf(test *ssa.BasicBlock) ssa.Value {
	if bound := branch.LessThan(test); bound != nil {
		return bound
	}
	return branch.Countdown(test)
}

// exits are the blocks that leave the loop, or go round it if it would not run at all, by their second successor.
func (l *counted) exits(k *skeleton) []*ssa.BasicBlock {
	list := []*ssa.BasicBlock{l.test}
	out := l.test.Succs[1]
	for _, p := range out.Preds {
		bound := branch.LessThan(p)
		if p != l.test && bound != nil && p.Succs[1] == out && k.sameBound(bound, l.bound) {
			list = append(list, p)
		}
	}
	return list
}

// sameBound reports whether two bounds are equal for sure.
func (k *skeleton) sameBound(a, b ssa.Value) bool {
	m, isM := k.number(a)
	n, isN := k.number(b)
	if isM || isN {
		return isM && isN && m == n
	}
	name := k.boundName(a)
	return name != "" && name == k.boundName(b)
}

// startedName names how many goroutines were started, as a loop's bound.
func startedName(n uint32) string { return fmt.Sprint("started ", n) }

// boundName names what a loop counts up to, such that equal names are equal numbers: a value, or the length of one.
func (k *skeleton) boundName(v ssa.Value) string {
	v = k.asMany(v)
	if n := k.startCounts()[v]; n != 0 {
		return startedName(n)
	}
	switch x := v.(type) {
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			if inner := k.boundName(x.Call.Args[0]); inner != "" {
				return "len " + inner
			}
			return ""
		}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			if _, ok := x.X.(*ssa.Alloc); ok {
				return "*" + x.X.Name()
			}
			if g, ok := x.X.(*ssa.Global); ok {
				return "*" + g.String()
			}
			if f, ok := x.X.(*ssa.FieldAddr); ok && k.r.Locks.Places.FinalField(f) {
				if base := k.boundName(f.X); base != "" {
					return fmt.Sprint(base, ".", f.Field)
				}
			}
			return ""
		}
	}
	if _, ok := v.Type().Underlying().(*types.Tuple); ok {
		return ""
	}
	return v.Name()
}

// collectedAfter gives the events of collections that a receive completes.
func (k *skeleton) collectedAfter(instr ssa.Instruction) []event {
	var list []event
	for _, c := range k.collections {
		if c.at != nil && c.at == instr {
			list = append(list, k.collectEvent(facts.EventCollect, &c))
		}
	}
	return list
}

// collectEvent is the event of a collection.
func (k *skeleton) collectEvent(op facts.EventOp, c *collection) event {
	e := k.channel(op, c.ch, c.pos)
	e.N = int64(c.count)
	return e
}

// collectedOn gives the events of collections that leaving a loop completes: the edge to successor i leads out of it.
func (k *skeleton) collectedOn(b *ssa.BasicBlock, i int) []event {
	var list []event
	for _, c := range k.collections {
		if i == 1 && slices.Contains(c.exits, b) {
			op := facts.EventCollect
			if c.full {
				op = facts.EventFill
			}
			list = append(list, k.collectEvent(op, &c))
		}
	}
	return list
}
