// This file finds how one end of a pair comes to know an object: from the access back through copies, calls and captured variables, along
// the end's own call path, to where the object was made or to the memory that its address was loaded from (K1).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A context is how a function was entered; nil when that is not known: any of its callers then.
type context struct {
	inst  instID
	from  instID // caller, or the function with the go statement; zero for the entry of a root
	call  uint32
	start bool // an origin starts here
	up    *context
}

// A sighting is a variable of a function, entered in some context, that holds an address.
type sighting struct {
	inst   instID
	node   facts.Node
	target pointsto.Node
	ctx    *context
}

// A source is where a sighting's address comes from.
type source struct {
	slot   pointsto.Node // the memory it was loaded from; zero: the object was made, or has static storage, or the trail is lost
	base   sighting      // what points to the object with that slot; where it was made; zero if the trail is lost
	target pointsto.Node // the address that was loaded; zero if none was
}

// maxTrail bounds the sightings of one trail; a longer one counts as lost.
const maxTrail = 600

// maxWays bounds how many callers, or callees, of one function are looked at where the context does not say which.
const maxWays = 64

// A tracer remembers what defines each node of a unit, and who sets each variable.
type tracer struct {
	l      *Link
	units  map[unitID]*definitions
	stores map[pointsto.Node][]storing // by slot of an ObjVar
	apart  bool                        // trails end at variables that hold an element of their iteration's own
}

// A storing is a store constraint in an instance.
type storing struct {
	inst instID
	con  int // index into its unit's Flow.Cons
}

// newTracer gathers the stores to variables.
func newTracer(l *Link) *tracer {
	t := &tracer{l: l, units: map[unitID]*definitions{}, stores: map[pointsto.Node][]storing{}}
	var buf []pointsto.Node
	for _, i := range l.insts[1:] {
		if i.unit.flow == nil {
			continue
		}
		for k := range i.unit.flow.Cons {
			c := &i.unit.flow.Cons[k]
			if c.Op != facts.ConStore {
				continue
			}
			buf = l.g.PointsTo(buf[:0], i.node(c.Dst))
			for _, a := range buf {
				if o, _, off := l.objectAt(a); o != nil && o.decl.Kind == facts.ObjVar && off+c.Off < o.decl.Size {
					slot := a + pointsto.Node(c.Off)
					t.stores[slot] = append(t.stores[slot], storing{i.id, k})
				}
			}
		}
	}
	return t
}

// definitions are the ways by which the nodes of one unit get what they hold.
type definitions struct {
	cons    map[facts.Node][]int // indices into Flow.Cons
	results map[facts.Node][]output
	params  map[facts.Node]int // index into Flow.Params
	free    map[facts.Node]int // index into Flow.FreeVars
}

// An output is one result of one call.
type output struct {
	call   uint32
	result int
}

// definitions gives, and remembers, what defines a unit's nodes.
func (t *tracer) definitions(u *unit) *definitions {
	if d := t.units[u.id]; d != nil {
		return d
	}
	d := &definitions{map[facts.Node][]int{}, map[facts.Node][]output{}, map[facts.Node]int{}, map[facts.Node]int{}}
	for k := range u.flow.Cons {
		if c := &u.flow.Cons[k]; c.Op != facts.ConStore {
			d.cons[c.Dst] = append(d.cons[c.Dst], k)
		}
	}
	for k := range u.flow.Calls {
		for r, n := range u.flow.Calls[k].Results {
			d.results[n] = append(d.results[n], output{uint32(k), r})
		}
	}
	for k, n := range u.flow.Params {
		d.params[n] = k
	}
	for k, n := range u.flow.FreeVars {
		d.free[n] = k
	}
	t.units[u.id] = d
	return d
}

// A trail is one search.
type trail struct {
	*tracer
	seen    map[sighting]bool
	work    []sighting
	sources []source
	lost    bool // there may be more sources
}

// trace lists the sources of a sighting; none, if along its context it cannot hold the address.
func (t *tracer) trace(s sighting) []source {
	r := &trail{tracer: t, seen: map[sighting]bool{}}
	r.visit(s)
	for len(r.work) > 0 && !r.lost {
		s := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		r.step(s)
		r.lost = r.lost || len(r.seen) > maxTrail
	}
	if r.lost {
		r.sources = append(r.sources, source{})
	}
	return r.sources
}

// visit continues a trail at a variable if that may hold the address.
func (r *trail) visit(s sighting) {
	n := r.l.insts[s.inst].node(s.node)
	if n == 0 || r.seen[s] || !r.l.g.Has(n, s.target) {
		return
	}
	r.seen[s] = true
	r.work = append(r.work, s)
}

// step follows everything that defines a variable.
func (r *trail) step(s sighting) {
	i := r.l.insts[s.inst]
	d := r.definitions(i.unit)
	for _, k := range d.cons[s.node] {
		r.constraint(s, i, &i.unit.flow.Cons[k])
	}
	for _, o := range d.results[s.node] {
		r.result(s, i, o)
	}
	if p, ok := d.params[s.node]; ok {
		r.param(s, p)
	}
	if v, ok := d.free[s.node]; ok {
		r.captured(s, v)
	}
}

// constraint follows one constraint backwards.
func (r *trail) constraint(s sighting, i *instance, c *facts.Con) {
	from := s
	from.node = c.Src
	switch c.Op {
	case facts.ConCopy, facts.ConFilter:
		r.visit(from)
	case facts.ConOffset:
		if base, off, _, ok := r.l.g.Object(s.target); ok && off >= c.Off {
			from.target = base + pointsto.Node(off-c.Off)
			r.visit(from)
		}
	case facts.ConAddr:
		if r.makes(i, c, s.target) {
			r.found(source{base: s})
		}
	case facts.ConLoad, facts.ConUnbox:
		r.loaded(from, i.node(c.Src), c.Off)
	}
}

// makes tells whether an address constraint of an instance gives an address.
func (r *trail) makes(i *instance, c *facts.Con, target pointsto.Node) bool {
	o, _, _ := r.l.objectAt(target)
	if o.inst != 0 {
		return o.inst == i.id && o.site == c.Obj
	}
	return o.decl.Kind == i.unit.flow.Objs[c.Obj].Kind && o.sym == i.unit.names.flow.Symbol(i.unit.flow.Objs[c.Obj].Sym)
}

// loaded records the slots that a load may have got the address from. What boxes and function objects hold is what they were made with.
func (r *trail) loaded(base sighting, n pointsto.Node, off uint32) {
	for _, a := range r.l.g.PointsTo(nil, n) {
		o, _, at := r.l.objectAt(a)
		if o == nil || at+off >= o.decl.Size {
			continue
		}
		slot := a + pointsto.Node(off)
		if !r.l.g.Has(slot, base.target) {
			continue
		}
		switch {
		case o.decl.Kind == facts.ObjBox && o.inst != 0:
			holder := base
			holder.target = a
			r.made(base, o, holder, at+off)
			continue
		case o.decl.Kind == facts.ObjVar && base.ctx.within(o.inst) != nil && !r.selected(o, taker{base.inst, base.node, off}):
			r.variable(base, slot)
			continue
		}
		b := base
		b.target = a
		r.found(source{slot: slot, base: b, target: base.target})
	}
}

// selected tells whether a load is of an element that its goroutine has for itself; or of a variable that holds such an element in each iteration of a loop that starts
// goroutines, in a function that runs once: another activation might have the same elements.
func (r *trail) selected(o *object, load taker) bool {
	return r.l.selects(load) && (!extent{r.l, nil}.doubled(o.flavor) || r.apart && r.l.once(r.l.insts[o.inst]))
}

// variable continues wherever a local variable is set that was captured, or whose address was taken.
func (r *trail) variable(s sighting, slot pointsto.Node) {
	list := r.stores[slot]
	if len(list) == 0 || len(list) > maxWays {
		r.lost = true
		return
	}
	for _, x := range list {
		c := &r.l.insts[x.inst].unit.flow.Cons[x.con]
		r.visit(sighting{x.inst, c.Src, s.target, s.ctx.within(x.inst)})
	}
}

// within is the context of the innermost activation of an instance in a context; nil if there is none.
func (c *context) within(i instID) *context {
	for c != nil && c.inst != i {
		c = c.up
	}
	return c
}

// made continues where a box or a function object was made, at what was put into one of its slots, if that activation is on the path; else
// at how the box or function object came to be known: it holds that for good.
func (r *trail) made(s sighting, o *object, holder sighting, off uint32) {
	i := r.l.insts[o.inst]
	ctx := s.ctx.within(o.inst)
	if ctx == nil {
		r.visit(holder)
		return
	}
	some := false
	for k := range i.unit.flow.Cons {
		if c := &i.unit.flow.Cons[k]; c.Op == facts.ConStore && c.Off == off && r.l.g.Has(i.node(c.Dst), holder.target) {
			some = true
			r.visit(sighting{o.inst, c.Src, s.target, ctx})
		}
	}
	r.lost = r.lost || !some
}

// found records a source.
func (r *trail) found(s source) {
	if !slices.Contains(r.sources, s) {
		r.sources = append(r.sources, s)
	}
}

// result enters the functions that a call may have called, at what they return.
func (r *trail) result(s sighting, i *instance, o output) {
	some := false
	for _, e := range i.out {
		if e.call != o.call || e.spawn {
			continue
		}
		some = true
		if f := r.l.insts[e.to].unit.flow; f != nil && o.result < len(f.Results) {
			ctx := &context{inst: e.to, from: i.id, call: o.call, up: s.ctx}
			r.visit(sighting{e.to, f.Results[o.result], s.target, ctx})
		}
	}
	r.lost = r.lost || !some
}

// callers calls f for each call that may have entered a sighting's function: the one that the context names, or all. False at the entry
// of a root.
func (r *trail) callers(s sighting, f func(from instID, call uint32, ctx *context)) bool {
	if c := s.ctx; c != nil {
		if c.from != 0 {
			f(c.from, c.call, c.up)
		}
		return c.from != 0
	}
	in := r.l.insts[s.inst].in
	if len(in) > maxWays {
		r.lost = true
		return true
	}
	for _, e := range in {
		f(e.from, e.call, nil)
	}
	return true
}

// param goes to the callers.
func (r *trail) param(s sighting, p int) {
	if !r.callers(s, func(from instID, call uint32, ctx *context) { r.argument(s, p, from, call, ctx) }) {
		r.found(source{}) // a root's parameter: made for it
	}
}

// argument continues at what a call gives for a parameter. The receiver of a method called through an interface is in the box.
func (r *trail) argument(s sighting, p int, from instID, call uint32, ctx *context) {
	i := r.l.insts[from]
	c := &i.unit.flow.Calls[call]
	own := inBox(c, r.l.insts[s.inst].unit)
	switch {
	case p < own:
		r.received(sighting{from, c.Recv, s.target, ctx}, p)
	case p-own < len(c.Args):
		r.visit(sighting{from, c.Args[p-own], s.target, ctx})
	}
}

// inBox is how many of a callee's parameters, those of its receiver, are not among the call's arguments but in the box that an interface method is called on.
func inBox(c *facts.Call, callee *unit) int {
	if c.Flags&facts.CallInvoke == 0 {
		return 0
	}
	return max(1, len(callee.flow.Params)-len(c.Args))
}

// received continues at what the box holds through which a method was called.
func (r *trail) received(s sighting, p int) {
	i := r.l.insts[s.inst]
	for _, a := range r.l.g.PointsTo(nil, i.node(s.node)) {
		o, _, off := r.l.objectAt(a)
		switch {
		case o == nil:
		case o.decl.Kind != facts.ObjBox || o.inst == 0 || off != 0 || o.typ == (facts.Symbol{}):
			r.lost = true
		case uint32(p)+1 < o.decl.Size && r.l.g.Has(a+1+pointsto.Node(p), s.target):
			r.made(s, o, sighting{s.inst, s.node, a, s.ctx}, uint32(p)+1)
		default:
			r.lost = r.lost || r.promoted(o)
		}
	}
}

// promoted tells whether a box's type has fields through which a promoted method's receiver might be reached.
func (r *trail) promoted(o *object) bool {
	t := r.l.types[o.typ]
	return t != nil && slices.ContainsFunc(t.Methods, func(m facts.Method) bool { return len(m.Steps) > 0 })
}

// captured continues where the function object was made that was called.
func (r *trail) captured(s sighting, v int) {
	if !r.callers(s, func(from instID, call uint32, ctx *context) { r.closure(s, v, from, call, ctx) }) {
		r.lost = true
	}
}

// closure continues at the function objects that a call may have called.
func (r *trail) closure(s sighting, v int, from instID, call uint32, ctx *context) {
	i := r.l.insts[from]
	sym := r.l.insts[s.inst].unit.sym
	recv := i.unit.flow.Calls[call].Recv
	for _, a := range r.l.g.PointsTo(nil, i.node(recv)) {
		o, _, off := r.l.objectAt(a)
		if o == nil || off != 0 || o.decl.Kind != facts.ObjFunc || o.sym != sym || o.inst == 0 || uint32(v)+1 >= o.decl.Size {
			continue
		}
		if r.l.g.Has(a+1+pointsto.Node(v), s.target) {
			r.made(s, o, sighting{from, recv, a, ctx}, uint32(v)+1)
		}
	}
}

// contextOf is the call path of a candidate, over all goroutines from the root on.
func (d *detector) contextOf(c *candidate) *context {
	var ctx *context
	for _, k := range d.chain(c) {
		ctx = &context{inst: k.inst, from: k.from, call: k.call, start: k.start, up: ctx}
	}
	return ctx
}

// knows tells whether both ends may know an object at one time (K1).
func (d *detector) knows(loc location, x, y *candidate) bool {
	o := &d.l.objects[loc.obj]
	if o.inst == 0 || o.decl.Kind == facts.ObjParam || o.decl.Kind == facts.ObjUnknown {
		return true
	}
	return d.meetOn(x, y, d.sightings(loc, x), d.sightings(loc, y), 0)
}

// meetOn tells whether some sightings of one end and some of the other may be of one object. That iterations have elements of their own counts if each
// end's call path is the only one to its access: a path stands for others that lead there in the same state.
func (d *detector) meetOn(x, y *candidate, xs, ys []sighting, depth int) bool {
	t := d.l.traced()
	t.apart = d.onlyPath(x) && d.onlyPath(y)
	defer func() { t.apart = false }()
	return d.meet(xs, ys, depth)
}

// onlyPath tells whether each function on a candidate's path in its goroutine has one caller there.
func (d *detector) onlyPath(c *candidate) bool {
	chain := d.chain(c)
	for k := len(chain) - 1; k >= 0 && !chain[k].start; k-- {
		if i := d.l.insts[chain[k].inst]; chain[k].from != 0 && (len(i.in) != 1 || i.in[0].spawn) {
			return false
		}
	}
	return true
}

// sightings are the addresses by which an access touches a location.
func (d *detector) sightings(loc location, c *candidate) []sighting {
	return d.sightingsIn(loc, c, d.contextOf(c))
}

func (d *detector) sightingsIn(loc location, c *candidate, ctx *context) []sighting {
	a := d.access(c)
	var list []sighting
	for k := range max(a.Len, 1) {
		if k+a.Off <= loc.off {
			t := d.l.objects[loc.obj].base + pointsto.Node(loc.off-a.Off-k)
			if n := d.l.insts[c.inst].node(a.Addr); d.l.g.Has(n, t) {
				list = append(list, sighting{c.inst, a.Addr, t, ctx})
			}
		}
	}
	return list
}

// maxHolders bounds how many objects stand between the ends and what they share.
const maxHolders = 5

// meet tells whether one of some sightings and one of others may be of one object.
func (d *detector) meet(xs, ys []sighting, depth int) bool {
	b := d.sourcesOf(ys)
	for _, p := range d.sourcesOf(xs) {
		for _, q := range b {
			if d.agree(p, q, depth) {
				return true
			}
		}
	}
	return false
}

// sourcesOf are those of all sightings.
func (d *detector) sourcesOf(list []sighting) []source {
	var all []source
	for _, s := range list {
		all = append(all, d.l.traced().trace(s)...)
	}
	return all
}

// putInto lists what the goroutine that made an object stored into the slot that a source was loaded from.
func (d *detector) putInto(p source) []sighting {
	o, _, off := d.l.objectAt(p.slot)
	var list []sighting
	for _, i := range d.l.insts[1:] {
		if i.origin != d.l.insts[o.inst].origin || i.unit.flow == nil {
			continue
		}
		for k := range i.unit.flow.Cons {
			c := &i.unit.flow.Cons[k]
			if c.Op == facts.ConStore && c.Off <= off && d.l.g.Has(i.node(c.Dst), p.slot-pointsto.Node(c.Off)) && d.l.g.Has(i.node(c.Src), p.target) {
				list = append(list, sighting{i.id, c.Src, p.target, nil})
			}
		}
	}
	return list
}

// agree tells whether two sources may have given one address: loaded from one slot, or from the same slot of objects that two goroutines
// made, each for itself, where both put one address.
func (d *detector) agree(p, q source, depth int) bool {
	if p.slot == 0 || q.slot == 0 {
		return true
	}
	o, _, off := d.l.objectAt(p.slot)
	if p.slot != q.slot {
		other, _, at := d.l.objectAt(q.slot)
		if off != at || o.inst == 0 || other.inst == 0 || d.l.allocPos(o) != d.l.allocPos(other) {
			return true
		}
		return depth < maxHolders && d.l.insts[o.inst].origin != d.l.insts[other.inst].origin && d.meet(d.putInto(p), d.putInto(q), depth+1)
	}
	switch {
	case o.inst == 0 || depth >= maxHolders:
		return true
	case o.decl.Kind == facts.ObjChan && off > 0:
		return false // a message is received once
	}
	return d.meet([]sighting{p.base}, []sighting{q.base}, depth+1)
}
