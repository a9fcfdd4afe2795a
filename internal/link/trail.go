// This file follows an address back to where it was made or loaded from, along copies, calls and captured variables
// (K1).

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Taker is a load: the function, what it loads through and at which slot.
type Taker struct {
	Inst InstID     // the function, in its context
	Node facts.Node // what it loads through
	Off  uint32     // the slot, counted from where Node points to
}

// A Context is how a function was entered; nil when that is not known: any of its callers then.
type Context struct {
	Inst  InstID   // the function that was entered
	From  InstID   // caller, or the function with the go statement; zero for the entry of a root
	Call  uint32   // index into From's Flow.Calls
	Start bool     // an origin starts here
	Up    *Context // how From was entered; nil: not known
}

// A ReachingDef is a variable of a function, entered in some context, that holds an address.
type ReachingDef struct {
	Inst   InstID        // the function, in its context
	Node   facts.Node    // the variable
	Target pointsto.Node // the address
	Ctx    *Context      // how the function was entered; nil: not known
}

// A Source is where a reaching definition's address comes from.
type Source struct {
	// the memory it was loaded from; zero: the object was made, or has static storage, or the trail is lost
	Slot   pointsto.Node
	Base   ReachingDef   // what points to the object with that slot; where it was made; zero if the trail is lost
	Target pointsto.Node // the address that was loaded; zero if none was
	// the goroutine that runs the function object in question, or was given the address, which its go statement's
	// iteration selected for it; zero if that is not known
	By OriginID
}

// A trail is one search.
type trail struct {
	*Tracer
	seen    map[ReachingDef]bool     // that it has come to, so that it ends in loops
	work    []ReachingDef            // of these, whose definitions have not been looked at
	sources []Source                 // found so far, each once; the zero Source if it is lost
	loads   map[loadKey]bool         // loads whose sources have been found; nil: none
	mixed   bool                     // sources may have been found otherwise that a load finds, too
	by      map[ReachingDef]OriginID // whose own a variable is, by the iteration that started it; see Source.By
	lost    bool                     // there may be more sources
	buf     []pointsto.Node          // of loaded
	called  []pointsto.Node          // of received and closure
	held    []pointsto.Node          // of sole
}

// A loadKey is a load that a trail has come to: through what, at which slot, and whose own it is.
type loadKey struct {
	base ReachingDef // what it loads through
	off  uint32      // the slot, counted from where that points to
	own  OriginID    // the iteration that selected what it loads; zero for nobody's
}

// follow finds the sources of a reaching definition.
func (t *Tracer) follow(s ReachingDef) []Source {
	r := &trail{Tracer: t, seen: map[ReachingDef]bool{}}
	r.visit(s)
	for len(r.work) > 0 && !r.lost {
		s := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		r.step(s)
		r.lost = r.lost || len(r.seen) > MaxTrail
	}
	if r.lost {
		r.sources = append(r.sources, Source{})
	}
	t.Steps += len(r.seen) + len(r.sources)
	return r.sources
}

// visit continues a trail at a variable if that may hold the address.
func (r *trail) visit(s ReachingDef) {
	n := r.L.Insts[s.Inst].Node(s.Node)
	if n == 0 || r.seen[s] || !r.L.Sets.Has(n, s.Target) {
		return
	}
	r.seen[s] = true
	r.work = append(r.work, s)
}

// step follows everything that defines a variable.
func (r *trail) step(s ReachingDef) {
	i := r.L.Insts[s.Inst]
	d := r.Definitions(i.Unit)
	for _, k := range d.Cons[s.Node] {
		r.constraint(s, i, &i.Unit.Flow.Cons[k])
	}
	for _, o := range d.Results[s.Node] {
		r.result(s, i, o)
	}
	if p, ok := d.Params[s.Node]; ok {
		r.param(s, p)
	}
	if v, ok := d.Free[s.Node]; ok {
		r.captured(s, v)
	}
}

// constraint follows one constraint backwards.
func (r *trail) constraint(s ReachingDef, i *Instance, c *facts.Con) {
	from := s
	from.Node = c.Src
	switch c.Op {
	case facts.ConCopy, facts.ConFilter:
		r.keep(from, r.by[s])
		r.visit(from)
	case facts.ConOffset:
		if base, off, _, ok := r.L.Sets.Object(s.Target); ok && off >= c.Off {
			from.Target = base + pointsto.Node(off-c.Off)
			r.visit(from)
		}
	case facts.ConAddr:
		if r.makes(i, c, s.Target) {
			r.found(Source{Base: s})
		}
	case facts.ConLoad, facts.ConUnbox:
		r.loaded(from, i.Node(c.Src), c.Off, r.by[s])
	}
}

// keep notes whose own a variable is.
func (r *trail) keep(s ReachingDef, by OriginID) {
	if by == 0 {
		return
	}
	if r.by == nil {
		r.by = map[ReachingDef]OriginID{}
	}
	r.by[s] = by
}

// makes reports whether an address constraint of an instance gives an address.
func (r *trail) makes(i *Instance, c *facts.Con, target pointsto.Node) bool {
	o, _, _ := r.L.ObjectAt(target)
	if o.Inst != 0 {
		return o.Inst == i.ID && o.Site == c.Obj
	}
	return o.Decl.Kind == i.Unit.Flow.Objs[c.Obj].Kind && o.Sym == i.Unit.Names.Flow.Symbol(i.Unit.Flow.Objs[c.Obj].Sym)
}

// loaded records the slots that a load may have got the address from, and whose own it is, zero: nobody's. What boxes
// and function objects hold is what they were made with.
func (r *trail) loaded(base ReachingDef, n pointsto.Node, off uint32, by OriginID) {
	load := Taker{base.Inst, base.Node, off}
	own := by
	if r.Apart && r.L.selects(load) {
		own = r.L.Insts[base.Inst].Origin
	}
	again := r.again(loadKey{base, off, own})
	r.buf = r.L.Sets.PointsTo(r.buf[:0], n)
	for _, a := range r.buf {
		o, _, at := r.L.ObjectAt(a)
		if o == nil || at+off >= o.Decl.Size {
			continue
		}
		slot := a + pointsto.Node(off)
		if !r.L.Sets.Has(slot, base.Target) {
			continue
		}
		switch {
		case o.Decl.Kind == facts.ObjBox && o.Inst != 0:
			holder := base
			holder.Target = a
			r.made(base, o, holder, at+off)
			continue
		case o.Decl.Kind == facts.ObjVar && base.Ctx.Within(o.Inst) != nil && !r.selected(o, load):
			r.variable(base, slot, by)
			continue
		}
		b := base
		b.Target = a
		switch s := (Source{Slot: slot, Base: b, Target: base.Target, By: own}); {
		case r.mixed:
			r.found(s)
		case !again:
			r.sources = append(r.sources, s)
		}
	}
}

// again reports whether a trail has been at a load before, and remembers it. No two loads find the same source, so what
// one finds need not be compared with what others found.
func (r *trail) again(k loadKey) bool {
	if r.loads[k] {
		return true
	}
	if r.loads == nil {
		r.loads = map[loadKey]bool{}
	}
	r.loads[k] = true
	return false
}

// selected reports whether a load is of an element that its goroutine has for itself; or of a variable that holds such
// an element in each iteration of a loop that starts goroutines, in a function that runs once: another activation might
// have the same elements.
func (r *trail) selected(o *Object, load Taker) bool {
	return r.L.selects(load) && (!Extent{r.L, nil}.Doubled(o.HeapContext) || r.Apart && r.L.once(r.L.Insts[o.Inst]))
}

// variable continues wherever a local variable is set that was captured, or whose address was taken.
func (r *trail) variable(s ReachingDef, slot pointsto.Node, by OriginID) {
	list := r.Stores[slot]
	if len(list) == 0 || len(list) > MaxWays {
		r.lost = true
		return
	}
	for _, x := range list {
		c := &r.L.Insts[x.Inst].Unit.Flow.Cons[x.Con]
		from := ReachingDef{x.Inst, c.Src, s.Target, s.Ctx.Within(x.Inst)}
		r.keep(from, by)
		r.visit(from)
	}
}

// Within is the context of the innermost activation of an instance in a context; nil if there is none.
func (c *Context) Within(i InstID) *Context {
	for c != nil && c.Inst != i {
		c = c.Up
	}
	return c
}

// made continues where a box or a function object was made, at what was put into one of its slots, if that activation
// is on the path; else at how the box or function object came to be known: it holds that for good.
func (r *trail) made(s ReachingDef, o *Object, holder ReachingDef, off uint32) {
	if _, id, _ := r.L.ObjectAt(holder.Target); r.Whole != 0 && id == r.Whole {
		r.visit(holder)
		return
	}
	if r.Apart && (o.Decl.Kind == facts.ObjFunc || r.sole(s, holder, off)) {
		by := r.selectedFor(s, holder)
		if by != 0 || r.ownFunction(holder) {
			r.mixed = true
			r.found(Source{Slot: holder.Target + pointsto.Node(off), Base: holder, Target: s.Target, By: by})
			return
		}
	}
	i := r.L.Insts[o.Inst]
	ctx := s.Ctx.Within(o.Inst)
	if ctx == nil {
		r.visit(holder)
		return
	}
	some := false
	for k := range i.Unit.Flow.Cons {
		if c := &i.Unit.Flow.Cons[k]; c.Op == facts.ConStore && c.Off == off && r.L.Sets.Has(i.Node(c.Dst), holder.Target) {
			some = true
			r.visit(ReachingDef{o.Inst, c.Src, s.Target, ctx})
		}
	}
	r.lost = r.lost || !some
}

// sole reports whether of the boxes that a variable may hold only one has an address in a slot: who has another one has
// another object.
func (r *trail) sole(s, holder ReachingDef, off uint32) bool {
	some := 0
	r.held = r.L.Sets.PointsTo(r.held[:0], r.L.Insts[holder.Inst].Node(holder.Node))
	for _, a := range r.held {
		o, _, at := r.L.ObjectAt(a)
		if o == nil || o.Decl.Kind != facts.ObjBox {
			return false
		}
		if slot := a - pointsto.Node(at) + pointsto.Node(off); off < o.Decl.Size && r.L.Sets.Has(slot, s.Target) {
			some++
		}
	}
	return some == 1
}

// ownFunction reports whether a function value is loaded from an element that its goroutine may have for itself, or out
// of what such an element leads to: then it matters which function object that is, not only what it was made with.
func (r *trail) ownFunction(holder ReachingDef) bool { return r.own(holder.Inst, holder.Node, maxOwn) }

func (r *trail) own(id InstID, n facts.Node, depth int) bool {
	u := r.L.Insts[id].Unit
	if p, ok := r.Definitions(u).Params[n]; ok && depth < maxOwn {
		in := r.L.Insts[id].In
		return len(in) > 0 && !slices.ContainsFunc(in, func(e Edge) bool {
			args := r.L.Insts[e.From].Unit.Flow.Calls[e.Call].Args
			return !e.Spawn || p >= len(args) || !r.picks(e.From, args[p])
		})
	}
	return depth > 0 && slices.ContainsFunc(r.Definitions(u).Cons[n], func(k int) bool {
		c := &u.Flow.Cons[k]
		return c.Op == facts.ConLoad && (r.L.selects(Taker{id, c.Src, c.Off}) || r.own(id, c.Src, depth-1))
	})
}

// selectedFor is the goroutine that runs a function object, or was given it, as the one that the iteration of its go
// statement selects; zero if there is none.
func (r *trail) selectedFor(s, holder ReachingDef) OriginID {
	if c := s.Ctx; s.Inst != holder.Inst && c != nil && c.Start && c.From == holder.Inst &&
		r.picks(c.From, holder.Node) {
		return r.L.Insts[s.Inst].Origin
	}
	c := holder.Ctx
	p, ok := r.Definitions(r.L.Insts[holder.Inst].Unit).Params[holder.Node]
	if !ok || c == nil || !c.Start || c.From == 0 || c.Inst != holder.Inst {
		return 0
	}
	args := r.L.Insts[c.From].Unit.Flow.Calls[c.Call].Args
	if p < len(args) && r.picks(c.From, args[p]) {
		return r.L.Insts[holder.Inst].Origin
	}
	return 0
}

// picks reports whether a variable of an instance is what each iteration of a go statement there selects for itself.
func (r *trail) picks(from InstID, n facts.Node) bool {
	u := r.L.Insts[from].Unit
	return n != 0 && u.Accesses != nil && slices.Contains(u.Accesses.Selected, n)
}

// found records a source.
func (r *trail) found(s Source) {
	if !slices.Contains(r.sources, s) {
		r.sources = append(r.sources, s)
	}
}

// result enters the functions that a call may have called, at what they return.
func (r *trail) result(s ReachingDef, i *Instance, o Output) {
	some := false
	for _, e := range i.Out {
		if e.Call != o.Call || e.Spawn {
			continue
		}
		some = true
		if f := r.L.Insts[e.To].Unit.Flow; f != nil && o.Result < len(f.Results) {
			ctx := &Context{Inst: e.To, From: i.ID, Call: o.Call, Up: s.Ctx}
			r.visit(ReachingDef{e.To, f.Results[o.Result], s.Target, ctx})
		}
	}
	r.lost = r.lost || !some
}

// callers calls f for each call that may have entered a reaching definition's function: the one that the context names,
// or all. False at the entry of a root.
func (r *trail) callers(s ReachingDef, f func(from InstID, call uint32, ctx *Context)) bool {
	if c := s.Ctx; c != nil {
		if c.From != 0 {
			f(c.From, c.Call, c.Up)
		}
		return c.From != 0
	}
	in := r.L.Insts[s.Inst].In
	if len(in) > MaxWays {
		r.lost = true
		return true
	}
	for _, e := range in {
		f(e.From, e.Call, nil)
	}
	return true
}

// param goes to the callers.
func (r *trail) param(s ReachingDef, p int) {
	if !r.callers(s, func(from InstID, call uint32, ctx *Context) { r.argument(s, p, from, call, ctx) }) {
		r.found(Source{}) // a root's parameter: made for it
	}
}

// argument continues at what a call gives for a parameter. The receiver of a method called through an interface is in
// the box.
func (r *trail) argument(s ReachingDef, p int, from InstID, call uint32, ctx *Context) {
	i := r.L.Insts[from]
	c := &i.Unit.Flow.Calls[call]
	own := InBox(c, r.L.Insts[s.Inst].Unit)
	switch {
	case p < own:
		r.received(ReachingDef{from, c.Recv, s.Target, ctx}, p)
	case p-own < len(c.Args):
		given := ReachingDef{from, c.Args[p-own], s.Target, ctx}
		r.keep(given, r.givenTo(s, from, given.Node))
		r.visit(given)
	}
}

// givenTo is the goroutine to which a go statement gives what its iteration selects, in a function that runs once; zero
// if it does not.
func (r *trail) givenTo(s ReachingDef, from InstID, arg facts.Node) OriginID {
	if !r.Apart || s.Ctx == nil || !s.Ctx.Start || !r.picks(from, arg) || !r.L.once(r.L.Insts[from]) {
		return 0
	}
	return r.L.Insts[s.Inst].Origin
}

// received continues at what the box holds through which a method was called.
func (r *trail) received(s ReachingDef, p int) {
	i := r.L.Insts[s.Inst]
	r.called = r.L.Sets.PointsTo(r.called[:0], i.Node(s.Node))
	for _, a := range r.called {
		o, id, off := r.L.ObjectAt(a)
		switch {
		case o == nil:
		case o.Decl.Kind != facts.ObjBox || o.Inst == 0 || off != 0 || o.Typ == (facts.Symbol{}):
			r.lost = true
		case uint32(p)+1 < o.Decl.Size && r.L.Sets.Has(a+1+pointsto.Node(p), s.Target):
			r.made(s, o, ReachingDef{s.Inst, s.Node, a, s.Ctx}, uint32(p)+1)
		default:
			r.lost = r.lost || r.promotes(id)
		}
	}
}

// promotes reports whether a box's type has fields through which a promoted method's receiver might be reached.
func (t *Tracer) promotes(box ObjID) bool {
	if int(box) >= len(t.promoted) {
		t.promoted = make([]tristate, len(t.L.Objects))
	}
	if t.promoted[box] == unasked {
		t.promoted[box] = no
		if typ := t.L.Types[t.L.Objects[box].Typ]; typ != nil &&
			slices.ContainsFunc(typ.Methods, func(m facts.Method) bool { return len(m.Steps) > 0 }) {
			t.promoted[box] = yes
		}
	}
	return t.promoted[box] == yes
}

// captured continues where the function object was made that was called.
func (r *trail) captured(s ReachingDef, v int) {
	if !r.callers(s, func(from InstID, call uint32, ctx *Context) { r.closure(s, v, from, call, ctx) }) {
		r.lost = true
	}
}

// closure continues at the function objects that a call may have called.
func (r *trail) closure(s ReachingDef, v int, from InstID, call uint32, ctx *Context) {
	i := r.L.Insts[from]
	sym := r.L.Insts[s.Inst].Unit.Sym
	recv := i.Unit.Flow.Calls[call].Recv
	r.called = r.L.Sets.PointsTo(r.called[:0], i.Node(recv))
	for _, a := range r.called {
		o, _, off := r.L.ObjectAt(a)
		if o == nil || off != 0 || o.Decl.Kind != facts.ObjFunc || o.Sym != sym || o.Inst == 0 || uint32(v)+1 >= o.Decl.Size {
			continue
		}
		if r.L.Sets.Has(a+1+pointsto.Node(v), s.Target) {
			r.made(s, o, ReachingDef{from, recv, a, ctx}, uint32(v)+1)
		}
	}
}
