// This file is random programs without a source: summaries whose functions, calls, goroutines, locks and accesses are
// drawn at random, and edited at random. They reach what no compiler writes.

package program_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/relink"
)

// A graph is a program: function 0 is main.
type graph []function

// A function is what it is declared as, and statements.
type function struct {
	gone     bool
	root     bool // it is the root of a goroutine beside main
	flags    facts.UnitFlags
	weight   uint32
	params   uint32 // nodes 1 to params; node nodes is the result
	captures uint32 // nodes behind them
	code     []step
}

// A step is a statement. Its operands are taken modulo what there is.
type step struct {
	op     stepOp
	a, b   uint32 // nodes
	k      uint32 // function, type, variable, slot
	inLoop bool
	own    bool // a go statement gets anew what the steps before it made
}

// String writes a step.
func (s step) String() string {
	return fmt.Sprint(stepNames[s.op], " ", s.a, " ", s.b, " ", s.k, " ", s.inLoop, " ", s.own)
}

var stepNames = [...]string{
	"new",
	"box",
	"func",
	"chan",
	"global",
	"copy",
	"load",
	"store",
	"offset",
	"filter",
	"call",
	"invoke",
	"calldyn",
	"go",
	"godyn",
	"lock",
	"unlock",
	"read",
	"write",
	"event",
}

// A stepOp is the kind of a step.
type stepOp int

const (
	makeNew stepOp = iota
	makeBox
	makeFunc
	makeChan
	global
	copyNode
	load
	store
	offset
	filter
	callStatic
	callInvoke
	callDynamic
	goStatic
	goDynamic
	lock
	unlock
	read
	write
	event
	stepOps
)

// nodes is how many nodes each function has.
const nodes = 8

func randomStep(rnd *rand.Rand) step {
	return step{
		op:     stepOp(rnd.IntN(int(stepOps))),
		a:      1 + rnd.Uint32N(nodes),
		b:      1 + rnd.Uint32N(nodes),
		k:      rnd.Uint32N(1 << 10),
		inLoop: rnd.IntN(4) == 0,
		own:    rnd.IntN(6) == 0,
	}
}

func randomFunction(rnd *rand.Rand) function {
	f := function{params: rnd.Uint32N(3), captures: rnd.Uint32N(2), weight: []uint32{5, 30, 300}[rnd.IntN(3)]}
	if rnd.IntN(3) == 0 {
		f.flags |= facts.Cloneable
	}
	f.root = rnd.IntN(3) == 0
	for range 2 + rnd.IntN(8) {
		f.code = append(f.code, randomStep(rnd))
	}
	return f
}

func randomGraph(rnd *rand.Rand) graph {
	var g graph
	for range 3 + rnd.IntN(5) {
		g = append(g, randomFunction(rnd))
	}
	for k := range g {
		g[0].code = append(
			g[0].code,
			step{
				op:     []stepOp{callStatic, goStatic}[rnd.IntN(2)],
				b:      1 + rnd.Uint32N(nodes),
				k:      uint32(k),
				inLoop: rnd.IntN(4) == 0,
				own:    rnd.IntN(4) == 0,
			},
		)
	}
	return g
}

// edit gives a program with one change.
func (g graph) edit(rnd *rand.Rand) graph {
	g = slices.Clone(g)
	f := &g[rnd.IntN(len(g))]
	f.code = slices.Clone(f.code)
	at := rnd.IntN(len(f.code) + 1)
	switch rnd.IntN(13) {
	case 12:
		f.root = !f.root
	case 0:
		f.gone = !f.gone
	case 1:
		f.flags ^= facts.Cloneable
	case 2:
		f.params = rnd.Uint32N(3)
	case 3:
		f.weight = []uint32{5, 30, 300}[rnd.IntN(3)]
	case 4:
		g = append(g, randomFunction(rnd))
	case 5, 6, 7:
		f.code = slices.Insert(f.code, at, randomStep(rnd))
	default:
		if at < len(f.code) {
			f.code = slices.Delete(f.code, at, at+1)
		}
	}
	g[0].gone = false
	return g
}

func funcSym(k uint32) facts.Symbol {
	return facts.Symbol{Kind: facts.SymFunc, Pkg: "m", Name: fmt.Sprint("f", k)}
}

func typeSym(k uint32) facts.Symbol {
	return facts.Symbol{Kind: facts.SymType, Name: fmt.Sprint("m.T", k)}
}

var methodSym = facts.Symbol{Kind: facts.SymMethod, Name: "M"}

// types are three that implement one interface, by functions 1 to 3.
func graphTypes() []facts.Type {
	list := []facts.Type{{Sym: typeSym(0), Interface: true, Methods: []facts.Method{{Name: methodSym}}}}
	for k := uint32(1); k <= 3; k++ {
		list = append(list, facts.Type{Sym: typeSym(k), Methods: []facts.Method{{Name: methodSym, Func: funcSym(k)}}})
	}
	return list
}

// String writes a program.
func (g graph) String() string {
	var b strings.Builder
	for k, f := range g {
		fmt.Fprintf(&b, "f%d %+v\n", k, f)
	}
	return b.String()
}

// build writes the summaries.
func (g graph) build(t *testing.T) []link.Package {
	t.Helper()
	src := &facts.Source{Path: "m", Module: "m", Types: graphTypes()}
	for k, f := range g {
		if f.gone {
			continue
		}
		u := facts.Unit{
			Sym:    funcSym(uint32(k)),
			Flags:  f.flags | facts.Spawns | facts.Syncs,
			Weight: f.weight,
			File:   facts.Symbol{Kind: facts.SymFile, Pkg: "m", Name: "m.go"},
		}
		if k == 0 {
			u.Flags |= facts.Main
		} else if f.root {
			u.Flags |= facts.Root
		}
		for _, s := range f.code {
			if s.op == callStatic || s.op == goStatic || s.op == makeFunc {
				u.Uses = append(u.Uses, funcSym(g.target(uint32(k), s.k)))
			}
		}
		src.Units = append(src.Units, u)
	}
	src.Own = len(src.Units)
	p := &facts.Package{Source: src}
	sections := []facts.Section{facts.SectionFlow, facts.SectionLocks, facts.SectionSpawn, facts.SectionAccess}
	builders := make([]*facts.Builder, len(sections))
	for k, s := range sections {
		builders[k] = facts.NewBuilder(s, src.Own)
	}
	n := 0
	for k := range g {
		if !g[k].gone {
			w := &writer{
				g:      g,
				f:      &g[k],
				number: uint32(k),
				flow:   builders[0].Unit(n),
				locks:  builders[1].Unit(n),
				spawn:  builders[2].Unit(n),
				access: builders[3].Unit(n),
				line:   100 * (k + 1),
			}
			w.write()
			n++
		}
	}
	for k, s := range sections {
		if err := p.Attach(s, builders[k].Encode(nil, nil)); err != nil {
			t.Fatal(err)
		}
	}
	return []link.Package{{Facts: p, Roots: true}}
}

// target is the function that a number means: seldom main or one that may call back.
func (g graph) target(from, k uint32) uint32 {
	if n := uint32(len(g)); k < 900 && from+1 < n {
		return from + 1 + k%(n-from-1)
	} else {
		return k % n
	}
}

// A writer writes the summaries of one function.
type writer struct {
	g                          graph
	f                          *function
	number                     uint32
	flow, locks, spawn, access *facts.UnitBuilder
	line                       int
	fl                         facts.Flow
	lo                         facts.Locks
	sp                         facts.Spawn
	ac                         facts.Accesses
	made                       []uint32 // allocation sites since the last go statement
}

func (w *writer) write() {
	w.fl.Nodes = nodes
	for k := uint32(1); k <= w.f.params; k++ {
		w.fl.Params = append(w.fl.Params, facts.Node(k))
	}
	for k := uint32(1); k <= w.f.captures; k++ {
		w.fl.FreeVars = append(w.fl.FreeVars, facts.Node(w.f.params+k))
	}
	w.fl.Results = []facts.Node{nodes}
	w.sp.Points = []facts.Point{{}}
	for _, s := range w.f.code {
		w.line++
		w.step(s)
	}
	w.sp.Exits = []facts.PointID{facts.PointID(len(w.sp.Points) - 1)}
	w.flow.Done(w.fl.Encode())
	w.locks.Done(w.lo.Encode())
	w.spawn.Done(w.sp.Encode())
	w.access.Done(w.ac.Encode())
}

// pos is where a step stands.
func (w *writer) pos(u *facts.UnitBuilder) facts.PosRef {
	return u.Pos(facts.Symbol{Kind: facts.SymFile, Pkg: "m", Name: "m.go"}, w.line, 1)
}

func (w *writer) step(s step) {
	a, b := facts.Node(s.a), facts.Node(s.b)
	con := func(c facts.Con) { w.fl.Cons = append(w.fl.Cons, c) }
	switch s.op {
	case makeNew:
		w.object(a, facts.Obj{Kind: facts.ObjNew, Size: 3}, s)
	case makeBox:
		w.object(a, facts.Obj{Kind: facts.ObjBox, Size: 2, Type: w.flow.Ref(typeSym(1 + s.k%3))}, s)
		con(facts.Con{Op: facts.ConStore, Dst: a, Src: b, Off: 1})
	case makeFunc:
		w.object(
			a,
			facts.Obj{Kind: facts.ObjFunc, Size: 1 + s.k/64%2, Sym: w.flow.Ref(funcSym(w.g.target(w.number, s.k)))},
			s,
		)
		con(facts.Con{Op: facts.ConStore, Dst: a, Src: b, Off: 1})
	case makeChan:
		w.object(a, facts.Obj{Kind: facts.ObjChan, Size: 2, Cap: int32(s.k % 3)}, s)
	case global:
		w.object(
			a,
			facts.Obj{
				Kind: facts.ObjGlobal,
				Size: 3,
				Sym:  w.flow.Ref(facts.Symbol{Kind: facts.SymGlobal, Pkg: "m", Name: fmt.Sprint("g", s.k%3)}),
			},
			s,
		)
	case copyNode:
		con(facts.Con{Op: facts.ConCopy, Dst: a, Src: b})
	case load:
		con(facts.Con{Op: facts.ConLoad, Dst: a, Src: b, Off: s.k % 3})
	case store:
		con(facts.Con{Op: facts.ConStore, Dst: a, Src: b, Off: s.k % 3})
	case offset:
		con(facts.Con{Op: facts.ConOffset, Dst: a, Src: b, Off: 1})
	case filter:
		con(facts.Con{Op: facts.ConFilter, Dst: a, Src: b, Type: w.flow.Ref(typeSym(0))})
	case callStatic, callInvoke, callDynamic, goStatic, goDynamic:
		w.call(s, a, b)
	case lock, unlock:
		op := facts.Lock
		if s.op == unlock {
			op = facts.Unlock
		}
		w.lo.Sites = append(w.lo.Sites, facts.LockSite{Op: op, Addr: a, Off: s.k % 3, Pos: w.pos(w.locks)})
		w.point(facts.Event{Op: facts.EventLock, Index: uint32(len(w.lo.Sites) - 1)})
	case read, write:
		kind := facts.Read
		if s.op == write {
			kind = facts.Write
		}
		w.ac.List = append(
			w.ac.List,
			facts.Access{
				Kind:  kind,
				Var:   facts.VarField,
				Addr:  a,
				Off:   s.k % 3,
				Len:   1,
				Test:  w.test(s),
				Point: facts.PointID(len(w.sp.Points) - 1),
				Name: w.access.Ref(
					facts.Symbol{Kind: facts.SymField, Pkg: "m", Name: fmt.Sprint("T.x", s.k%3)},
				),
				Pos: w.pos(w.access),
			},
		)
	case event:
		ops := []facts.EventOp{
			facts.EventSend,
			facts.EventRecv,
			facts.EventClose,
			facts.EventAdd,
			facts.EventDone,
			facts.EventWait,
		}
		w.point(facts.Event{Op: ops[int(s.k)%len(ops)], Addr: a, N: 1, Pos: w.pos(w.spawn)})
	}
}

// test makes some steps depend on numbers.
func (w *writer) test(s step) uint32 {
	if s.k/4%4 == 0 {
		w.ac.Tests = append(
			w.ac.Tests,
			facts.Relation{
				Op:    facts.Comparison(s.k / 16 % 4),
				X:     w.term(s, s.k/64),
				Y:     facts.Term{Kind: facts.TermConst, N: int64(s.b % 2)},
				Outer: uint32(len(w.ac.Tests)) * (s.a % 2),
			},
		)
		return uint32(len(w.ac.Tests))
	}
	return 0
}

// term is a number of a known kind.
func (w *writer) term(s step, n uint32) facts.Term {
	switch n % 4 {
	case 1:
		return facts.Term{Kind: facts.TermParam, N: int64(s.b % 3)}
	case 2:
		return facts.Term{Kind: facts.TermLoad, Addr: facts.Node(s.b), Off: s.a % 3}
	case 3:
		if n := len(w.fl.Calls); n > 0 {
			return facts.Term{Kind: facts.TermResult, N: int64(n - 1)}
		}
	}
	return facts.Term{Kind: facts.TermConst, N: int64(s.a % 2)}
}

// object makes an object, or names one.
func (w *writer) object(dst facts.Node, o facts.Obj, s step) {
	if s.inLoop {
		o.Flags |= facts.ObjInLoop
	}
	o.Pos = w.pos(w.flow)
	w.fl.Objs = append(w.fl.Objs, o)
	site := uint32(len(w.fl.Objs) - 1)
	w.fl.Cons = append(w.fl.Cons, facts.Con{Op: facts.ConAddr, Dst: dst, Obj: site})
	if o.Kind != facts.ObjGlobal && (o.Kind != facts.ObjFunc || o.Size > 1) {
		w.made = append(w.made, site)
	}
	if o.Kind == facts.ObjNew {
		w.ac.Initials = append(
			w.ac.Initials,
			facts.Initial{Addr: dst, Off: s.k % 3, Len: 1, First: s.k%2 == 0, Value: w.term(s, s.k/3)},
		)
	}
}

// point appends an event to the skeleton.
func (w *writer) point(e facts.Event) {
	w.sp.Points = append(w.sp.Points, facts.Point{Preds: []facts.PointID{facts.PointID(len(w.sp.Points) - 1)}, Event: e})
}

// call writes a call or go statement; with what belongs to each goroutine, the last call before it, perhaps.
func (w *writer) call(s step, a, b facts.Node) {
	c := facts.Call{Recv: a, Args: []facts.Node{b}, Results: []facts.Node{facts.Node(1 + s.k%nodes)}, Pos: w.pos(w.flow)}
	ev := facts.EventCall
	switch s.op {
	case callStatic, goStatic:
		c.Callee, c.Recv = w.flow.Ref(funcSym(w.g.target(w.number, s.k))), 0
	case callInvoke:
		c.Flags, c.Callee = facts.CallInvoke, w.flow.Ref(methodSym)
	default:
		c.Flags = facts.CallDynamic
	}
	n := uint32(len(w.fl.Calls))
	if s.op == goStatic || s.op == goDynamic {
		ev, c.Flags, c.Results = facts.EventGo, c.Flags|facts.CallGo, nil
		if s.own {
			site := facts.SpawnSite{Call: n, Objs: w.made}
			if n > 0 && w.fl.Calls[n-1].Flags&facts.CallGo == 0 {
				site.Calls = []uint32{n - 1}
			}
			w.sp.Sites, w.made = append(w.sp.Sites, site), nil
		}
	}
	if s.inLoop {
		c.Flags |= facts.CallInLoop
	}
	if t := w.test(s); t != 0 {
		w.ac.Behind = append(w.ac.Behind, facts.Behind{Call: n, Test: t})
	}
	w.ac.Given = append(w.ac.Given, facts.Given{Call: n, Value: w.term(s, s.k/5)})
	if s.own {
		w.ac.Returned = append(w.ac.Returned, facts.Returned{Value: w.term(s, s.k/7)})
	}
	w.fl.Calls = append(w.fl.Calls, c)
	w.sp.Calls = append(w.sp.Calls, facts.PointID(len(w.sp.Points)-1))
	w.point(facts.Event{Op: ev, Index: n, Pos: w.pos(w.spawn)})
}

// graphPer is how often each random program is edited.
const graphPer = 12

// graphPrograms is how many random programs TestGraphEdits edits; the nightly run says 420, which makes 5000 edits.
var graphPrograms = flag.Int("graphs", 100, "random programs whose summaries are edited")

// small bounds random programs, some of which start goroutines without end.
var small = link.Config{
	Own:           "m",
	Module:        "m",
	Editable:      true,
	MaxInstances:  500,
	MaxOrigins:    60,
	MaxSteps:      1_000_000,
	MaxOrderSteps: 100_000,
}

// many bounds those that are linked root by root, and so that not all roots find room.
var many = func() link.Config {
	c := small
	c.MaxWhole, c.MaxTotal, c.MaxMemory = 8, 100, 1<<20
	return c
}()

// TestGraphEdits edits random summaries: state and reports equal those of a new program, and those of before once an
// edit is undone.
func TestGraphEdits(t *testing.T) {
	steps, causes, links := map[relink.Step]int{}, map[string]int{}, 0
	programs := *graphPrograms
	if testing.Short() {
		programs /= 10
	}
	for n := range programs {
		rnd := rand.New(rand.NewPCG(uint64(n), 5))
		g, cfg := randomGraph(rnd), small
		if n%2 == 1 {
			cfg = many
		}
		p := program.New(cfg)
		p.Update(g.build(t))
		p.Races(view)
		state := p.State()
		update := func(name string, g graph) {
			pkgs := g.build(t)
			step := p.Update(pkgs)
			steps[step]++
			if c := p.Cause(); c != "" {
				causes[c]++
			}
			links = max(links, p.Links())
			fresh := program.New(cfg)
			fresh.Update(pkgs)
			if state = p.State(); state != fresh.State() {
				t.Fatalf(
					"%s (%v): another state than a new program's\n%s\nof\n%v",
					name,
					step,
					firstDifference(state, fresh.State()),
					g,
				)
			}
			if got, want := p.Races(view), fresh.Races(view); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s (%v): races %v, of a new program %v", name, step, verdicts(got), verdicts(want))
			}
			if got, want := p.Problems(view), fresh.Problems(view); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s (%v): problems %v, of a new program %v", name, step, got, want)
			}
		}
		for k := range graphPer {
			before, next := state, g.edit(rnd)
			update(fmt.Sprintf("program %d, edit %d", n, k), next)
			if k%3 == 2 {
				if update(fmt.Sprintf("program %d, edit %d undone", n, k), g); state != before {
					t.Fatalf("program %d, edit %d undone: another state than before\n%s", n, k, firstDifference(state, before))
				}
			} else {
				g = next
			}
		}
	}
	t.Logf("%d programs: %v; linked anew because of %v", programs, steps, causes)
	if links < 2 {
		t.Error("no program has several links")
	}
}
