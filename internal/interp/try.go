// This file runs its roots again and again, in other orders, and gathers what is seen.

package interp

import (
	"go/token"
	"go/types"
	"maps"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/interp/machine"
	"github.com/syncvet/syncvet/internal/interp/natives"
	"github.com/syncvet/syncvet/internal/interp/needs"
)

// Try runs the roots of a package.
func Try(p *Package) *Result {
	out := newResult()
	w, err := load(p)
	if err != nil {
		out.Failed = append(out.Failed, err.Error())
		return out
	}
	out.pkg, _, _ = strings.Cut(p.Path, " ")
	out.module = p.Module
	roots := w.roots()
	for _, x := range roots {
		out.tests[x.name] = x.test
	}
	w.tryAll(roots, out)
	for _, fn := range w.world.Called() {
		out.called[symbolOf(fn)] = true
		w.leave(fn, out)
	}
	for pair := range out.Ordered {
		out.Tidy[pair[0]], out.Tidy[pair[1]] = true, true
	}
	raced := map[facts.Position]bool{}
	for pair := range out.Races {
		raced[pair[0]], raced[pair[1]] = true, true
		delete(out.Tidy, pair[0])
		delete(out.Tidy, pair[1])
	}
	maps.DeleteFunc(out.Ordered, func(p Pair, _ bool) bool { return raced[p[0]] || raced[p[1]] })
	return out
}

// newResult is what has not been tried yet.
func newResult() *Result {
	return &Result{
		tests: map[string]bool{},
		Races: map[Pair]*evidence.Evidence{}, Ordered: map[Pair]bool{},
		Tidy: map[facts.Position]bool{}, Stalls: map[facts.Position]*Stall{}, Missed: map[string]string{},
		Stuck: map[facts.Position]string{}, Panics: map[facts.Position]string{},
		Passed: map[facts.Position]int{}, Stayed: map[facts.Position]bool{},
		Ended: map[string]int{}, called: map[facts.Symbol]bool{},
		left: map[facts.Position]bool{}, seen: map[facts.Position]bool{},
	}
}

// leave notes the lines of a function that no run has come to: those of which all instructions lie in such blocks; and
// those with accesses that runs have seen, without those that the compiler may drop.
func (w *program) leave(fn *ssa.Function, out *Result) {
	done, left := w.world.Reached(fn)
	reached, dropped := map[facts.Position]bool{}, map[facts.Position]bool{}
	var seen []facts.Position
	for _, in := range done {
		if !in.Pos().IsValid() {
			continue
		}
		at := line(w.at(fn, in.Pos()))
		reached[at] = true
		if ok, unused := accesses(in); unused {
			dropped[at] = true
		} else if ok {
			seen = append(seen, at)
		}
	}
	for _, at := range seen {
		if !dropped[at] {
			out.seen[at] = true
		}
	}
	for _, in := range left {
		if at := line(w.at(fn, in.Pos())); in.Pos().IsValid() && !reached[at] {
			out.left[at] = true
		}
	}
}

// accesses reports whether an instruction accesses memory that others may have, in a way that the machine notes, and
// whether nobody uses what it reads.
func accesses(in ssa.Instruction) (ok, unused bool) {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.MUL, in.Op == token.MUL && len(*in.Referrers()) == 0
	case *ssa.Lookup:
		return true, len(*in.Referrers()) == 0
	case *ssa.Store, *ssa.MapUpdate, *ssa.Next, *ssa.Send:
		return true, false
	case ssa.CallInstruction:
		_, builtin := in.Common().Value.(*ssa.Builtin)
		fn := in.Common().StaticCallee()
		return builtin || fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "sync/atomic", false
	}
	return false, false
}

// roots are the main function and the tests of a package.
func (w *program) roots() []root {
	var list []root
	if f := w.main.Func("main"); f != nil && w.main.Pkg.Name() == "main" {
		list = append(list, root{"main", []*ssa.Function{f}, false, &past{}})
	}
	for _, name := range w.main.Pkg.Scope().Names() {
		f, ok := w.main.Pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !needs.IsTest(name) {
			continue
		}
		sig := f.Signature()
		if sig.Params().Len() == 1 && sig.Results().Len() == 0 && sig.Params().At(0).Type().String() == "*testing.T" {
			list = append(list, root{name, []*ssa.Function{w.world.Prog.FuncValue(f)}, true, &past{}})
		}
	}
	if tests := parallel(list); len(tests) > 1 {
		list = append(list, root{"the parallel tests", tests, true, &past{}})
	}
	return list
}

// parallel are the tests that call t.Parallel themselves: they run at the same time (V71).
func parallel(list []root) (tests []*ssa.Function) {
	for _, x := range list {
		fn := x.fns[0]
		if x.test && slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
			return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
				c, ok := i.(*ssa.Call)
				return ok && c.Call.StaticCallee() != nil && c.Call.StaticCallee().String() == "(*testing.T).Parallel"
			})
		}) {
			tests = append(tests, fn)
		}
	}
	return tests
}

// An order is a way in which a root is run (V40).
type order struct {
	eager   int  // in 100: how often threads give their turn away
	hasty   bool // time passes now and then although somebody could go on
	changes int  // at how many moments who has the turn falls behind; zero: there are no ranks
}

// orders are those of a root: the first one lets each goroutine run until it waits; of the others every second one goes
// by ranks.
var orders = []order{
	{eager: 0}, {eager: 30, hasty: true}, {eager: 60}, {eager: 30, changes: 1},
	{eager: 50, hasty: true}, {eager: 30, changes: 2}, {eager: 80, hasty: true}, {eager: 30, hasty: true, changes: 2},
	{eager: 15}, {eager: 30, changes: 3}, {eager: 60, hasty: true}, {eager: 30, hasty: true, changes: 1},
}

// tryAll runs the roots, all of them in one order before any in the next one, as far as the steps go.
func (w *program) tryAll(roots []root, out *Result) {
	known, fresh := 0, 0
	for seed := range maxOrders {
		kept := roots[:0]
		for k, x := range roots {
			left := maxSteps - out.Steps
			if left < minRunSteps {
				if seed == 0 {
					out.Roots = len(kept)
				}
				return
			}
			share := left / int64(1+min(len(roots)-k, rootShare))
			if x.past.long && seed < fullOrders {
				share /= longShare
			}
			limit, cut := max(share, minRunSteps), out.Cut
			r, why := w.tryOnce(x, out, seed, limit, max(limit, min(left, maxInit)))
			if r.main && r.run.Tests == machine.TestsAhead {
				w.direct = true // TestMain wants what there is not
				r, why = w.tryOnce(x, out, seed, limit, max(limit, min(left, maxInit)))
			}
			if why != "" {
				out.Failed = append(out.Failed, x.name+": "+why)
				if !r.begun && seed+k == 0 { // nor will others
					for _, y := range roots[1:] {
						out.Failed = append(out.Failed, y.name+": "+why)
					}
					return
				}
				continue
			}
			x.past.long = x.past.long || out.Cut > cut
			kept = append(kept, x)
		}
		roots = kept
		out.Roots, out.Orders = len(roots), seed+1
		if now := out.size(); now > known {
			known, fresh = now, seed
		}
		if out.Steps > enoughSteps && seed-fresh >= staleOrders {
			return
		}
	}
}

// tryOnce makes one run of a root, of at most some instructions, and as many as another bound says with those of the
// initialisation.
func (w *program) tryOnce(x root, out *Result, seed int, limit, first int64) (r *trial, why string) {
	r = &trial{program: w, root: x, out: out, limit: limit}
	o := orders[seed%len(orders)]
	r.run = machine.NewRun(w.world, r, uint64(seed), o.eager, o.hasty, first)
	x.past.rank(r.run, o)
	why = r.try()
	out.Steps += r.run.Steps
	x.past.add(r.run)
	return r, why
}

// A past is what earlier runs of a root have shown.
type past struct {
	moments [2]int64 // how many there were at most at which threads may fall behind
	long    bool     // a run was broken off
}

// rank makes a run follow ranks, if its order says so.
func (p *past) rank(r *machine.Run, o order) {
	if o.changes > 0 {
		r.Rank(o.changes, p.moments)
	}
}

// add learns from a run.
func (p *past) add(r *machine.Run) {
	for k, n := range r.Moments {
		p.moments[k] = max(p.moments[k], n)
	}
}

// try makes one run, and says why it came to no end; empty if it did.
func (r *trial) try() (why string) {
	defer r.run.StopAll()
	defer func() {
		switch e := recover().(type) {
		case nil, machine.Quit:
		case machine.Unsupported:
			why = string(e)
		case machine.Exhausted:
			if r.begun {
				r.stay()
				r.out.Cut++ // what it has shown until then counts
				return
			}
			why = "more " + string(e) + " than a run may take"
		case runtime.Error: // a value of another form than the code says: unsafe conversions
			why = "the interpreter: " + e.Error()
		default:
			panic(e)
		}
	}()
	begin := func([]machine.Value) machine.Value {
		r.start(r.run.Threads[0])
		return nil
	}
	first := r.run.Spawn(nil, machine.Event{}, &machine.Function{Native: begin}, nil)
	ended := r.run.Loop(first)
	if r.run.Failed && !r.begun {
		return "a panic when it is initialised: " + r.text(r.panic)
	}
	if r.run.Failed {
		return ""
	}
	if ended && !r.missed && !r.run.Left {
		r.out.Ended[r.root.name]++
	}
	whole := true // nobody can go on any more
	if ended {
		r.run.Limit = min(r.run.Limit, r.run.Steps+maxAfter)
		whole = r.after()
	}
	r.stay()
	r.look(first, whole)
	return ""
}

// start initialises the program and calls the root.
func (r *trial) start(t *machine.Thread) {
	x, w := r.root, r.program
	if w.image != nil {
		t.Restore(w.image)
	} else {
		w.embed(r.run)
		t.Apply(&machine.Function{Fn: w.main.Func("init")}, nil)
		w.image = t.TakeImage(natives.Keeper)
	}
	r.begun, r.run.Limit, r.early = true, r.run.Steps+r.limit, len(r.run.Threads)
	if !x.test {
		t.Apply(&machine.Function{Fn: x.fns[0]}, nil)
		return
	}
	tests := &machine.Cell{}
	for _, fn := range x.fns {
		tests.Parts = append(tests.Parts, machine.Cell{Parts: []machine.Cell{{V: fn.Name()}, {V: &machine.Function{Fn: fn}}}})
	}
	list := machine.Slice{Base: tests, Off: 0, Len: len(x.fns), Cap: len(x.fns)}
	if main := w.main.Func("TestMain"); main != nil && !w.direct {
		r.main = true
		t.Apply(&machine.Function{Fn: main}, []machine.Value{&machine.Cell{Parts: []machine.Cell{{V: list}}}})
		return
	}
	t.Apply(&machine.Function{Fn: w.world.Prog.ImportedPackage("testing").Func("RunTests")}, []machine.Value{list})
}

// after lets the rest of the program go on when its root has returned. It reports whether it has come to an end.
func (r *trial) after() (whole bool) {
	defer func() {
		switch e := recover().(type) {
		case nil, machine.Quit, machine.Exhausted:
		default:
			panic(e)
		}
	}()
	r.run.Fired = 0
	return r.run.Loop(nil)
}

// Met notes two accesses of one variable by two threads.
func (r *trial) Met(a, b *machine.Event, aWrites, bWrites, ordered bool) {
	x, ok := r.program.world.Caller(*a)
	if !ok {
		return
	}
	y, ok := r.program.world.Caller(*b)
	if !ok {
		return
	}
	pa, pb := r.program.at(x.Call.Fn, x.Pos), r.program.at(y.Call.Fn, y.Pos)
	pair, turned := pairOf(pa, pb)
	if ordered {
		r.out.Ordered[pair] = true
		return
	}
	if _, known := r.out.Races[pair]; known || closes(x.In) && closes(y.In) { // that a channel is closed twice is told so
		return
	}
	claim := &evidence.Evidence{Kind: evidence.Race, Engine: evidence.InView, Grade: evidence.High, Run: r.root.name}
	claim.Ends = []evidence.End{
		r.accessEnd(r.run.Threads[a.ID], x, pa, aWrites), r.accessEnd(r.run.Threads[b.ID], y, pb, bWrites),
	}
	if turned {
		claim.Swap()
	}
	claim.Name = claim.Ends[0].Last().Name
	claim.Places = []evidence.Places{{claim.Ends[0].Last().Pos, claim.Ends[1].Last().Pos}}
	r.out.Races[pair] = claim
}

// accessEnd is one side of a race.
func (r *trial) accessEnd(t *machine.Thread, e machine.Event, at facts.Position, write bool) evidence.End {
	name, a := accessOf(e, write)
	step := evidence.Step{Act: evidence.ActAccesses, Access: a, Name: name, Func: symbolOf(e.Call.Fn), Pos: at}
	return r.end(t, e, step)
}
