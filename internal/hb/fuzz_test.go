// This file is random programs: functions nested as closures, with objects of their own, and their translation into the
// engine's input, with twins and one function per origin, as a client makes it.

package hb

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A ref names an object: the k-th of a template's own, or of the program's if the template is -1.
type ref struct{ tmpl, k int }

// The objects of every scope, by index.
const (
	objChan0 = iota // unbuffered
	objChan1        // capacity 1 or 2
	objWait
	objGroup
	objMutex
	objOnce
	objAtomic
	objRound0 // a channel that each round of one loop makes anew, without buffer
	objRound1 // the same with one
	numObjs
)

// numPlain is the number of kinds that an activation has one object of.
const numPlain = objRound0

// A node is a point of a template.
type node struct {
	preds  []PointID
	op     Op
	ref    ref
	target int // OpCall, OpGo: template
	n      int
	group  bool // OpGo: ref is a group
	blur   *ref // another object that a points-to analysis might see here, too
	far    bool // the object is known through memory only: it may be that of any activation
	hidden bool // it is executed by code that the client does not see; its object is open to such code
	plain  bool // OpNone: a plain write to the atomic
	many   bool // OpGo: it starts two goroutines
	renews bool // OpNone: from here on the activation has another such object
	gives  *ref // OpGo: the lock that the goroutine has from then on, if it was held; nil for none
}

// A template is a function of the source program.
type template struct {
	parent int // lexically enclosing template, -1 for none
	nodes  []node
	exits  []PointID
	loop   []int
	own    bool // only one go node runs it
}

// A source is a random program. Template 0 is main; template 1, if initial, is the initialiser that runs before it.
type source struct {
	tmpls   []*template
	initial bool
	twins   bool         // its translation has twins
	open    map[ref]bool // objects that unseen code operates on
	plain   map[ref]bool // atomics that plain code writes to
	cap1    int
}

// A generator makes a source.
type generator struct {
	*rand.Rand
	*source
	budget int           // nodes that may still be made
	scope  int           // where objects come from: 0 anywhere, 1 preferably the function's own, 2 the program's
	kinds  [numObjs]bool // objects that this program uses; few, so that they meet
	again  int           // per cent of calls that call an old function
	// how the buffered channel is used in critical sections: 0 not, 1 full is locked, 2 empty is locked
	sema int
}

func generate(seed uint64) *source {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7)), source: &source{open: map[ref]bool{}, plain: map[ref]bool{}}}
	g.budget, g.scope, g.again = 12+g.IntN(24), g.IntN(3), 30+g.IntN(50)
	g.cap1 = 1 + g.IntN(2)
	g.sema = g.IntN(3)
	g.twins = g.IntN(4) > 0
	few := g.IntN(4) > 0
	for k := range g.kinds {
		g.kinds[k] = !few || g.IntN(3) == 0
	}
	g.tmpls = append(g.tmpls, &template{parent: -1})
	if g.IntN(6) == 0 {
		g.initial = true
		g.tmpls = append(g.tmpls, &template{parent: -1})
		g.budget -= 12
		g.body(1, nil)
		g.budget += 12
	}
	g.body(0, nil)
	for _, t := range g.tmpls {
		t.loop = loops(g.fn(t))
	}
	return g.source
}

// fn is the control flow of a template.
func (s *source) fn(t *template) *Func {
	f := &Func{Points: make([]Point, len(t.nodes))}
	for k, n := range t.nodes {
		f.Points[k].Preds = n.preds
	}
	return f
}

// add appends a node after cur.
func (g *generator) add(t int, cur PointID, n node) PointID {
	g.budget--
	if n.op != OpNone && n.op != OpGo && n.op != OpCall && g.IntN(20) == 0 {
		r := g.pick(t, n.ref.k)
		n.blur = &r
	}
	if n.op != OpNone && n.op != OpGo && n.op != OpCall && n.op != OpParallel {
		g.obscure(&n)
	}
	n.preds = []PointID{cur}
	tm := g.tmpls[t]
	tm.nodes = append(tm.nodes, n)
	return PointID(len(tm.nodes) - 1)
}

// obscure makes an event one that the client sees badly, sometimes.
func (g *generator) obscure(n *node) {
	switch g.IntN(60) {
	case 0:
		n.far = n.ref.tmpl >= 0
	case 1:
		n.hidden = true
		g.open[n.ref] = true
	case 2:
		if n.op == OpAtomicStore {
			n.op, n.plain, n.n = OpNone, true, 1+g.IntN(2)
			g.plain[n.ref] = true
		}
	}
}

// body fills a template; last is what it does at the end, perhaps.
func (g *generator) body(t int, last *node) {
	tm := g.tmpls[t]
	tm.nodes = make([]node, 2)
	cur := PointID(1)
	if t == 0 && g.sema == 2 {
		cur = g.add(t, cur, node{op: OpSend, ref: ref{-1, objChan1}})
	}
	cur = g.block(t, cur, 3+g.IntN(4))
	if last != nil {
		cur = g.add(t, cur, *last)
		if g.IntN(5) == 0 {
			cur = g.block(t, cur, 1)
		}
	}
	tm.exits = append(tm.exits, cur)
}

// block makes up to n statements.
func (g *generator) block(t int, cur PointID, n int) PointID {
	for range n {
		if g.budget <= 0 {
			break
		}
		cur = g.statement(t, cur)
	}
	return cur
}

// join makes a join of two points.
func (g *generator) join(t int, a, b PointID) PointID {
	if a == b {
		return a
	}
	k := g.add(t, a, node{})
	g.tmpls[t].nodes[k].preds = append(g.tmpls[t].nodes[k].preds, b)
	return k
}

// pick chooses an object of a kind from a scope that the template sees, preferably its own.
func (g *generator) pick(t, k int) ref {
	if g.scope == 2 {
		return ref{-1, k}
	}
	if g.scope == 1 && g.IntN(2) == 0 {
		return ref{t, k}
	}
	scopes := []int{-1}
	for x := t; x >= 0; x = g.tmpls[x].parent {
		scopes = append(scopes, x)
	}
	return ref{scopes[g.IntN(len(scopes))], k}
}

func (g *generator) statement(t int, cur PointID) PointID {
	switch r := g.IntN(100); {
	case r < 22:
		return g.spawn(t, cur)
	case r < 34:
		return g.call(t, cur)
	case r < 42:
		return g.join(t, g.block(t, cur, 1+g.IntN(2)), cur)
	case r < 47:
		head := g.add(t, cur, node{})
		end := g.block(t, head, 1+g.IntN(3))
		if end != head {
			g.tmpls[t].nodes[head].preds = append(g.tmpls[t].nodes[head].preds, end)
		}
		return head
	case r < 50:
		g.tmpls[t].exits = append(g.tmpls[t].exits, cur)
		return cur
	case r < 56:
		return g.locked(t, cur)
	case r < 58:
		return g.handsOver(t, cur)
	case r < 60:
		return g.onceDo(t, cur)
	case r < 61:
		return g.choose(t, cur)
	case r < 65:
		return g.handshakes(t, cur)
	case r < 70:
		return g.semaphore(t, cur)
	case r < 72:
		return g.subtest(t, cur)
	case r < 76:
		return g.rounds(t, cur)
	}
	return g.simple(t, cur)
}

// simple makes one event on an object of a kind that the program uses.
func (g *generator) simple(t int, cur PointID) PointID {
	k := g.IntN(numPlain)
	if !g.kinds[k] {
		return cur
	}
	r := g.pick(t, k)
	ops := [numPlain][]Op{
		objChan0:  {OpSend, OpSend, OpRecv, OpRecv, OpClose},
		objChan1:  {OpSend, OpSend, OpRecv, OpRecv, OpClose},
		objWait:   {OpAdd, OpDone, OpWait, OpWait, OpWait},
		objGroup:  {OpJoin},
		objMutex:  {OpLock, OpRLock, OpUnlock, OpRUnlock},
		objOnce:   {OpOnceDone},
		objAtomic: {OpAtomicStore, OpAtomicLoad},
	}[k]
	n := node{op: ops[g.IntN(len(ops))], ref: r}
	switch n.op {
	case OpAdd:
		n.n = 1
	case OpAtomicStore:
		n.n = g.IntN(3)
	case OpAtomicLoad:
		n.n = g.IntN(3)
		if g.IntN(4) == 0 {
			n.n = -1 - g.IntN(2) // another value than that
		}
	}
	cur = g.add(t, cur, n)
	if n.op == OpRecv && g.IntN(6) == 0 {
		return g.add(t, cur, node{op: OpRecvClosed, ref: r})
	}
	return cur
}

// choose makes a select: receives and sends of which one happens, and perhaps a default.
func (g *generator) choose(t int, cur PointID) PointID {
	end := cur
	if g.IntN(2) == 0 {
		end = g.add(t, cur, node{})
	}
	for range 2 {
		n := node{op: []Op{OpRecv, OpRecv, OpSend}[g.IntN(3)], ref: g.pick(t, []int{objChan0, objChan1}[g.IntN(2)])}
		k := g.block(t, g.add(t, cur, n), g.IntN(2))
		if end == cur {
			end = k
		} else {
			end = g.join(t, k, end)
		}
	}
	return end
}

// locked makes a critical section.
func (g *generator) locked(t int, cur PointID) PointID {
	if !g.kinds[objMutex] {
		return cur
	}
	m := g.pick(t, objMutex)
	lock, unlock := OpLock, OpUnlock
	if g.IntN(3) == 0 {
		lock, unlock = OpRLock, OpRUnlock
	}
	cur = g.add(t, cur, node{op: lock, ref: m})
	if g.kinds[objAtomic] && g.IntN(3) == 0 {
		x := g.pick(t, objAtomic)
		cur = g.block(t, g.add(t, cur, node{op: OpAtomicLoad, ref: x}), 1)
		cur = g.add(t, cur, node{op: OpAtomicStore, ref: x, n: 1 + g.IntN(8)%2})
	}
	cur = g.block(t, cur, 1+g.IntN(2))
	return g.add(t, cur, node{op: unlock, ref: m})
}

// handsOver takes a lock and starts a goroutine that unlocks it: it is handed the lock; or it tries in vain, and who
// has started it unlocks.
func (g *generator) handsOver(t int, cur PointID) PointID {
	if !g.kinds[objMutex] || len(g.tmpls) > 6 {
		return cur
	}
	m := g.pick(t, objMutex)
	unlock := node{op: OpUnlock, ref: m}
	cur = g.block(t, g.add(t, cur, node{op: OpLock, ref: m}), g.IntN(2))
	k := g.child(t, &unlock)
	g.tmpls[k].own = true
	n := node{op: OpGo, target: k}
	if g.IntN(3) > 0 {
		n.gives = &m
		return g.block(t, g.add(t, cur, n), g.IntN(2))
	}
	return g.add(t, g.block(t, g.add(t, cur, n), g.IntN(2)), unlock)
}

// handshakes starts goroutines one after the other that report on one channel, and mostly waits for each.
func (g *generator) handshakes(t int, cur PointID) PointID {
	c := g.pick(t, []int{objChan0, objChan1}[g.IntN(2)])
	op, back := OpSend, OpRecv
	if c.k == objChan0 && g.IntN(3) == 0 {
		op, back = back, op
	}
	for range 2 + g.IntN(2) {
		k, old := 0, false
		if g.IntN(5) == 0 {
			k, old = g.callee(t, t+1)
		}
		if !old {
			if len(g.tmpls) > 6 {
				return cur
			}
			k = g.child(t, &node{op: op, ref: c})
		}
		cur = g.add(t, cur, node{op: OpGo, target: k})
		if g.IntN(8) > 0 {
			cur = g.add(t, cur, node{op: back, ref: c})
		}
		if g.IntN(3) == 0 {
			cur = g.add(t, cur, node{})
		}
	}
	return cur
}

// rounds makes a loop of which each round makes a channel and starts a goroutine that reports on it, by one message or
// several, and mostly waits for it.
func (g *generator) rounds(t int, cur PointID) PointID {
	r := ref{t, []int{objRound0, objRound1}[g.IntN(2)]}
	made := func(n node) bool { return n.renews && n.ref == r }
	if len(g.tmpls) > 6 || slices.ContainsFunc(g.tmpls[t].nodes, made) {
		return cur
	}
	head := g.add(t, cur, node{})
	cur = g.add(t, head, node{renews: true, ref: r})
	cur = g.block(t, cur, g.IntN(2))
	k := g.child(t, &node{op: []Op{OpSend, OpClose, OpClose}[g.IntN(3)], ref: r})
	g.tmpls[k].own = true
	if end := &g.tmpls[k].exits[len(g.tmpls[k].exits)-1]; g.IntN(4) == 0 {
		*end = g.add(k, *end, node{op: OpClose, ref: r})
	}
	start := g.add(t, cur, node{op: OpGo, target: k})
	if g.IntN(8) == 0 {
		start = g.join(t, start, cur)
	}
	end := g.waits(t, start, node{op: OpRecv, ref: r})
	if g.IntN(3) == 0 {
		end = g.add(t, end, node{op: OpRecvClosed, ref: r})
	}
	g.tmpls[t].nodes[head].preds = append(g.tmpls[t].nodes[head].preds, end)
	return head
}

// subtest starts a goroutine that parks.
func (g *generator) subtest(t int, cur PointID) PointID {
	if len(g.tmpls) > 6 {
		return cur
	}
	k := g.child(t, &node{op: OpParallel, ref: ref{-1, objGroup}})
	tm := g.tmpls[k]
	end := &tm.exits[len(tm.exits)-1]
	*end = g.block(k, *end, 2)
	return g.add(t, cur, node{op: OpGo, target: k, group: true, ref: ref{-1, objGroup}})
}

// semaphore makes a critical section guarded by the buffered channel, or sends more than its buffer holds.
func (g *generator) semaphore(t int, cur PointID) PointID {
	c := node{op: OpSend, ref: ref{-1, objChan1}}
	if g.IntN(4) == 0 {
		c.ref = g.pick(t, objChan1)
	}
	switch g.sema {
	case 0:
		for range g.cap1 + g.IntN(2) {
			cur = g.add(t, cur, c)
		}
		return cur
	case 2:
		c.op = OpRecv
	}
	cur = g.block(t, g.add(t, cur, c), 1)
	if c.op = OpSend + OpRecv - c.op; g.IntN(10) == 0 {
		return cur
	}
	return g.add(t, cur, c)
}

// onceDo makes a Once.Do with a body.
func (g *generator) onceDo(t int, cur PointID) PointID {
	if !g.kinds[objOnce] {
		return cur
	}
	o := g.pick(t, objOnce)
	in := g.block(t, g.add(t, cur, node{op: OpOnceBegin, ref: o}), 1+g.IntN(2))
	in = g.add(t, in, node{op: OpOnceEnd, ref: o})
	return g.add(t, g.join(t, in, cur), node{op: OpOnceDone, ref: o})
}

// child makes a new template inside t.
func (g *generator) child(t int, last *node) int {
	k := len(g.tmpls)
	g.tmpls = append(g.tmpls, &template{parent: t})
	g.body(k, last)
	return k
}

// callee gives a template that t may call or start: a new one, or one it sees that does not come before it.
func (g *generator) callee(t, low int) (int, bool) {
	var list []int
	for k := low; k < len(g.tmpls); k++ {
		if g.tmpls[k].own {
			continue
		}
		p := g.tmpls[k].parent
		for x := t; x >= 0; x = g.tmpls[x].parent {
			if x == p {
				list = append(list, k)
			}
		}
	}
	if len(list) == 0 {
		return 0, false
	}
	return list[g.IntN(len(list))], true
}

// call makes a call of a new or an old function.
func (g *generator) call(t int, cur PointID) PointID {
	if g.IntN(100) < g.again {
		low := t + 1
		if g.IntN(8) == 0 && t > 1 {
			low = t
		}
		if k, ok := g.callee(t, low); ok {
			return g.add(t, cur, node{op: OpCall, target: k})
		}
	}
	if len(g.tmpls) > 6 {
		return cur
	}
	return g.add(t, cur, node{op: OpCall, target: g.child(t, nil)})
}

// spawn starts a goroutine, mostly as programs do: counted by a WaitGroup, in a group, or reporting on a channel.
func (g *generator) spawn(t int, cur PointID) PointID {
	if len(g.tmpls) > 6 || g.IntN(8) == 0 {
		if k, ok := g.callee(t, t+1); ok {
			return g.add(t, cur, node{op: OpGo, target: k})
		}
		return cur
	}
	way := []int{objChan0, objChan1, objWait, objWait, objGroup, -1}[g.IntN(6)]
	if way >= 0 && !g.kinds[way] {
		way = -1
	}
	switch way {
	case objWait:
		w := g.pick(t, objWait)
		if g.IntN(10) > 0 {
			cur = g.add(t, cur, node{op: OpAdd, ref: w, n: 1})
		}
		undone := cur
		if g.IntN(6) == 0 {
			undone = g.add(t, cur, node{op: OpDone, ref: w})
		}
		k := g.child(t, &node{op: OpDone, ref: w})
		start := g.add(t, cur, node{op: OpGo, target: k})
		if undone != cur {
			start = g.join(t, start, undone)
		}
		return g.waits(t, start, node{op: OpWait, ref: w})
	case objGroup:
		r := g.pick(t, objGroup)
		return g.waits(
			t,
			g.add(t, cur, node{op: OpGo, target: g.child(t, nil), ref: r, group: true}),
			node{op: OpJoin, ref: r},
		)
	case objChan0, objChan1:
		c := g.pick(t, way)
		op := []Op{OpSend, OpClose}[g.IntN(2)]
		return g.waits(t, g.add(t, cur, node{op: OpGo, target: g.child(t, &node{op: op, ref: c})}), node{op: OpRecv, ref: c})
	}
	return g.add(t, cur, node{op: OpGo, target: g.child(t, nil), many: g.IntN(8) == 0})
}

// waits adds the matching wait, perhaps after something else.
func (g *generator) waits(t int, cur PointID, w node) PointID {
	switch g.IntN(4) {
	case 0:
		return cur
	case 1:
		cur = g.block(t, cur, 1)
	}
	return g.add(t, cur, w)
}

// A view gives the abstract objects by which an origin sees a template's k-th object.
type view map[ref][]ObjID

// A translation is a source as the engine's input.
type translation struct {
	src     *source
	prog    *Program
	origins map[string]OriginID // by path: root, then each go node with its copy
	funcs   map[funcKey]FuncID
	far     map[ref][]ObjID // all objects of a template's k-th kind
	later   []func()        // events on far objects, to be completed when all are known
	facts   *facts          // how often things run; nil in the first pass
	paths   []string
	plain   []string            // by origin: path without copies
	started map[OriginID][2]int // by origin: the template that it runs, and the one that started it
}

type funcKey struct {
	o OriginID
	t int
}

// facts are what the first pass finds out, by path without copies.
type facts struct {
	local, many map[string]bool
	repeated    map[string]bool // by path and template
}

// translate makes the engine's input: once without twins to count, once with them.
func translate(src *source) *translation {
	first := newTranslation(src, nil)
	c := count(first.prog)
	f := &facts{local: map[string]bool{}, many: map[string]bool{}, repeated: map[string]bool{}}
	for path, o := range first.origins {
		key := first.plain[o]
		_ = path
		f.local[key], f.many[key] = c.local[o], c.many[o]
		for k := range src.tmpls {
			if fn, ok := first.funcs[funcKey{o, k}]; ok {
				f.repeated[fmt.Sprint(key, "!", k)] = c.repeated[o][fn]
			}
		}
	}
	return newTranslation(src, f)
}

func newTranslation(src *source, f *facts) *translation {
	x := &translation{
		src:     src,
		facts:   f,
		far:     map[ref][]ObjID{},
		origins: map[string]OriginID{},
		funcs:   map[funcKey]FuncID{},
		paths:   make([]string, 1),
		plain:   make([]string, 1),
		prog:    &Program{Funcs: make([]Func, 1), Origins: make([]Origin, 1), Objs: make([]Object, 1)},
	}
	globals := view{}
	for k := range numObjs {
		globals[ref{-1, k}] = []ObjID{x.object(ref{-1, k}, Object{Single: true})}
	}
	var after []OriginID
	if src.initial {
		after = append(after, x.origin("init", "init", 1, -1, globals, true))
	}
	m := x.origin("main", "main", 0, -1, globals, true)
	x.prog.Origins[m].After = after
	for _, f := range x.later {
		f()
	}
	return x
}

func (x *translation) object(r ref, o Object) ObjID {
	o.External, o.Plain = x.src.open[r], x.src.plain[r]
	x.far[r] = append(x.far[r], ObjID(len(x.prog.Objs)))
	if r.k == objChan1 || r.k == objRound1 {
		o.Cap = x.src.cap1
	}
	x.prog.Objs = append(x.prog.Objs, o)
	return ObjID(len(x.prog.Objs) - 1)
}

// origin translates an origin that runs template t, started by template by.
func (x *translation) origin(path, plain string, t, by int, env view, root bool) OriginID {
	o := OriginID(len(x.prog.Origins))
	x.prog.Origins = append(x.prog.Origins, Origin{Root: root})
	x.origins[path] = o
	x.paths, x.plain = append(x.paths, path), append(x.plain, plain)
	if x.started == nil {
		x.started = map[OriginID][2]int{}
	}
	x.started[o] = [2]int{t, by}
	f := x.function(o, t, by, env)
	x.prog.Origins[o].Entry = []FuncID{f}
	return o
}

// function translates a template in an origin; by is the template that started it, -1 if it is called.
func (x *translation) function(o OriginID, t, by int, env view) FuncID {
	key := funcKey{o, t}
	if f, ok := x.funcs[key]; ok {
		return f
	}
	f := FuncID(len(x.prog.Funcs))
	x.funcs[key] = f
	x.prog.Funcs = append(x.prog.Funcs, Func{})
	tm := x.src.tmpls[t]
	mine, copies := x.views(o, t, env)
	fn := Func{Points: make([]Point, len(tm.nodes)), Exits: tm.exits}
	for k := 1; k < len(tm.nodes); k++ {
		n := &tm.nodes[k]
		e := Event{Op: n.op, N: n.n}
		if n.op == OpAtomicStore && n.n == 0 {
			e.Reset = true
		}
		if n.op == OpAtomicLoad && n.n < 0 {
			e.N, e.Other = -n.n, true
		}
		if n.hidden {
			e.Op = OpNone
		}
		switch e.Op {
		case OpNone:
		case OpCall:
			e.Callees = []FuncID{x.function(o, n.target, -1, mine)}
		case OpGo:
			e.Origins = x.spawn(o, t, k, mine, copies)
			e.Fresh = x.fresh(t, PointID(k), mine)
			if n.group {
				e.Objs, e.Local = mine[n.ref], n.ref.tmpl == t
			}
		default:
			e.Objs = x.blur(mine, n)
			if n.far {
				x.later = append(x.later, func() { x.prog.Funcs[f].Points[k].Event.Objs = slices.Clone(x.far[n.ref]) })
			}
			e.Local = n.ref.tmpl >= 0 && !n.far && (n.ref.tmpl == t || n.ref.tmpl == by && x.inside(t, by))
			s := x.started[o]
			e.Starter = n.ref.tmpl >= 0 && !n.far && n.ref.tmpl == s[1] && x.inside(t, s[0]) && x.inside(s[0], s[1])
		}
		fn.Points[k] = Point{Preds: n.preds, Event: e}
	}
	x.prog.Funcs[f] = fn
	return f
}

// fresh are the objects that every way from a go node back to itself makes anew.
func (x *translation) fresh(t int, start PointID, mine view) []ObjID {
	var list []ObjID
	nodes := x.src.tmpls[t].nodes
	for _, k := range []int{objRound0, objRound1} {
		r := ref{t, k}
		seen, back := map[PointID]bool{}, false
		for work := []PointID{start}; len(work) > 0; {
			at := work[len(work)-1]
			work = work[:len(work)-1]
			for _, p := range nodes[at].preds {
				back = back || p == start
				if !seen[p] && !(nodes[p].renews && nodes[p].ref == r) {
					seen[p] = true
					work = append(work, p)
				}
			}
		}
		if !back {
			list = append(list, mine[r]...)
		}
	}
	return list
}

// blur is what an event may act on: sometimes more than it does, as points-to sets are.
func (x *translation) blur(mine view, n *node) []ObjID {
	objs := mine[n.ref]
	if n.blur == nil {
		return objs
	}
	objs = slices.Concat(objs, mine[*n.blur])
	slices.Sort(objs)
	return slices.Compact(objs)
}

// inside reports whether a template lies lexically inside another.
func (x *translation) inside(t, outer int) bool {
	for t = x.src.tmpls[t].parent; t >= 0; t = x.src.tmpls[t].parent {
		if t == outer {
			return true
		}
	}
	return false
}

// views makes a function's own objects: what it sees itself, and what each copy of the goroutines that it starts sees.
func (x *translation) views(o OriginID, t int, env view) (view, [2]view) {
	mine := view{}
	var copies [2]view
	for r, objs := range env {
		mine[r] = objs
	}
	if x.facts == nil {
		for k := range numObjs {
			mine[ref{t, k}] = []ObjID{x.object(ref{t, k}, Object{})}
		}
		return mine, [2]view{mine, mine}
	}
	repeated := x.facts.repeated[fmt.Sprint(x.plain[o], "!", t)]
	one := Object{Single: !repeated && !x.facts.many[x.plain[o]], PerInstance: !repeated && x.src.twins}
	for c := range copies {
		copies[c] = view{}
	}
	for k := range numObjs {
		r := ref{t, k}
		if k >= numPlain {
			mine[r] = []ObjID{x.object(r, Object{})}
			copies[0][r], copies[1][r] = mine[r], mine[r]
			continue
		}
		first := x.object(r, one)
		mine[r] = []ObjID{first}
		copies[0][r], copies[1][r] = mine[r], mine[r]
		if repeated && x.src.twins {
			second := x.object(r, Object{PerInstance: true})
			x.prog.Objs[first].PerInstance = true
			mine[r] = []ObjID{first, second}
			copies[0][r], copies[1][r] = []ObjID{first}, []ObjID{second}
		}
	}
	return mine, copies
}

// spawn translates a go node: one origin, or two if it may run more than once.
func (x *translation) spawn(o OriginID, t, k int, mine view, copies [2]view) []OriginID {
	n := &x.src.tmpls[t].nodes[k]
	step := fmt.Sprintf("/%d.%d", t, k)
	plain := x.plain[o] + step
	sees := func(c int) view {
		v := view{}
		for r, objs := range mine {
			v[r] = objs
		}
		if x.src.tmpls[t].loop[k] == 0 && !n.many { // the goroutines that one execution starts share what its activation made
			for r, objs := range copies[c] {
				v[r] = objs
			}
		}
		return v
	}
	first := x.origin(x.paths[o]+step+"#1", plain, n.target, t, sees(0), false)
	x.prog.Origins[first].Multi = n.many
	if x.facts == nil || !x.facts.local[plain] || !x.src.twins {
		return []OriginID{first}
	}
	second := x.origin(x.paths[o]+step+"#2", plain, n.target, t, sees(1), false)
	x.prog.Origins[second].Multi = n.many
	x.prog.Origins[first].Twin, x.prog.Origins[second].Twin = second, first
	return []OriginID{first, second}
}
