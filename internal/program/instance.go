// This file is the instantiation of units: one copy of a unit's nodes per origin that reaches it, and per call site for
// small functions that return what they allocate or are given (L2).

package program

import (
	"cmp"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An instID numbers unit instances; zero is invalid.
type instID uint32

// An instance is a unit in a context: an origin, and a call string for cloneable units.
type instance struct {
	id     instID
	unit   *unit
	origin originID
	chain  *callString               // nil: shared by all calls of the origin
	maker  instID                    // a closure's, where each context that made it has an instance of its own; zero for all others
	flavor flavorID                  // allocation here belongs to that iteration copy; zero for none
	nodes  pointsto.Node             // node k of the unit is nodes+k-1
	at     []pointsto.Node           // or, once the unit has been edited, at[k]; nil before
	stated [][2]pointsto.ConID       // by constraint of the unit: what it became, twice where there are iteration copies; nil unless the link is recorded
	life   life                      // as long as it is called
	key    instKey                   // what it is known by
	gone   bool                      // an edit replaced its function
	cut    bool                      // it is known by nothing any more: an edit took the call or function that it belongs to
	often  often                     // what it takes for it to run more than once
	objs   []pointsto.Node           // slot 0 of each allocation site's object, zero until made
	copies []pointsto.Node           // the same for the second iteration copies (O3); nil while no site needs them
	forced []forcedCall              // per-spawn calls entered so far, to enter them again for the second copy
	ofCopy map[copyKey]pointsto.Node // nodes without the other iteration copy; nil while none was needed
	once   uint8                     // whether it runs at most once per run of its origin; see multiplicity
	in     []edge                    // calls that enter it
	out    []edge                    // calls that leave it, in order of discovery
}

// An edge is a call from one instance to another.
type edge struct {
	from, to instID
	call     uint32 // index into the caller's Flow.Calls
	spawn    bool   // a new origin starts at to
}

// A copyKey names a node as one iteration copy sees it.
type copyKey struct {
	node pointsto.Node
	copy uint8
}

// A forcedCall is a call whose results belong to a spawn site.
type forcedCall struct {
	*dispatch
	unit    *unit
	actuals []pointsto.Node
}

// A callString is a bounded list of call sites, innermost first: the context of cloneable units.
type callString struct {
	caller instID
	call   uint32
	up     *callString
	depth  int
	width  int // how many contexts there may be of its kind; see degree.go
}

// An instKey identifies an instance.
type instKey struct {
	unit   unitID
	origin originID
	caller instID // call string: the innermost caller's instance is a context of its own, so one level names the whole string
	call   uint32
	flavor flavorID
}

// maxChain bounds call strings: constructors that call constructors.
const maxChain = 3

// maxClones bounds the contexts of one unit in one origin. With 32, for tables of tests that call a constructor once for each, math/big has 1.9 times as many points-to facts, and
// exceeds the budget of its package.
const maxClones = 16

// noCall stands for the call in the context of a closure, which is its maker.
const noCall = ^uint32(0)

// maxHelper is the weight up to which a callee of a clone is a helper of it.
const maxHelper = 20

// maxForced is the weight above which a per-spawn call does not get a context of its own.
const maxForced = 2000

// calleeInstance is the instance that a call enters, made and instantiated if new; nil past the budget. Only calls that name their callee
// get contexts of their own: an interface call with many targets would multiply all of them. Functions of the prelude have one
// per object that they are called on.
func (l *linker) calleeInstance(caller *instance, call uint32, target *unit, callee pointsto.Node, flavor flavorID) *instance {
	shared, static := instKey{unit: target.id, origin: caller.origin}, callee == 0
	if target.prelude {
		return l.instantiate(instKey{unit: target.id, origin: caller.origin, call: uint32(callee), flavor: flavor}, target, nil)
	}
	named := target.flag(facts.Cloneable) && caller.unit.callsByName(call)
	if !named && flavor == 0 && l.closedOver(callee) != nil {
		return l.sharedInstance(shared, target, callee, flavor)
	}
	clone := named || flavor != 0 && target.info != nil && target.info.Weight < maxForced || caller.helps(target, static)
	depth := 0
	if caller.chain != nil {
		depth = caller.chain.depth
	}
	if !clone || depth >= maxChain || caller.recursive(l, target) {
		return l.sharedInstance(shared, target, callee, flavor)
	}
	own := shared
	own.caller, own.call, own.flavor = caller.id, call, flavor
	if flavor == 0 {
		own.flavor = caller.flavor
	}
	width := 0
	if l.g.rec != nil {
		if width = l.contexts(caller, target, flavor); width > l.width {
			return l.sharedInstance(shared, target, callee, flavor)
		}
	} else if _, made := l.instIDs[own]; !made {
		if flavor == 0 && l.clones[shared] >= maxClones {
			return l.sharedInstance(shared, target, callee, flavor)
		}
		l.clones[shared]++
	}
	return l.instantiate(own, target, &callString{caller: caller.id, call: call, up: caller.chain, depth: depth + 1, width: width})
}

// sharedInstance is the instance that calls without a context of their own enter: that of the closure, if there is one for it, else one for all.
func (l *linker) sharedInstance(shared instKey, target *unit, callee pointsto.Node, flavor flavorID) *instance {
	if maker := l.closedOver(callee); maker != nil && flavor == 0 && (l.g.rec != nil || l.clones[shared] < maxClones) {
		return l.closureInstance(shared, target, maker)
	}
	return l.instantiate(shared, target, nil)
}

// closedOver is the instance that made a closure, if that has a context of its own and is given functions: what it captured differs from
// context to context; nil otherwise.
func (l *Link) closedOver(callee pointsto.Node) *instance {
	if callee == 0 {
		return nil
	}
	o, _, _ := l.objectAt(callee)
	if o == nil || o.inst == 0 || o.decl.Kind != facts.ObjFunc || o.decl.Size < 2 {
		return nil
	}
	if maker := l.insts[o.inst]; maker.chain != nil {
		return maker
	}
	return nil
}

// closureInstance is the instance of a closure for the instance that made it.
func (l *linker) closureInstance(shared instKey, target *unit, maker *instance) *instance {
	own := shared
	own.caller, own.call = maker.id, noCall
	if _, made := l.instIDs[own]; !made {
		l.clones[shared]++
	}
	i := l.instantiate(own, target, maker.chain)
	if i != nil {
		i.maker = maker.id
	}
	return i
}

// helps tells whether a callee is a small helper of a cloned function, such as a constructor's setter or option: shared, it
// would merge what the constructor's contexts keep apart.
func (i *instance) helps(target *unit, static bool) bool {
	if i.chain == nil || target.info == nil {
		return false
	}
	return target.info.Weight <= maxHelper || static && target.info.Weight <= 2*maxHelper
}

// recursive tells whether target is already in the caller's call string.
func (i *instance) recursive(l *linker, target *unit) bool {
	if i.unit == target {
		return true
	}
	for c := i.chain; c != nil; c = c.up {
		if l.insts[c.caller].unit == target {
			return true
		}
	}
	return false
}

// instantiate gives the instance of a key, making it and queueing its constraints if it is new.
func (l *linker) instantiate(key instKey, u *unit, chain *callString) *instance {
	if id, ok := l.instIDs[key]; ok {
		return l.insts[id]
	}
	if len(l.insts) >= l.cfg.MaxInstances {
		l.exceeded("instances")
		return nil
	}
	if l.weight += u.bytes(); l.g.rec != nil && l.weight > l.cfg.MaxMemory {
		l.exceeded("bytes")
		return nil
	}
	i := &instance{id: instID(len(l.insts)), unit: u, origin: key.origin, chain: chain, flavor: key.flavor, key: key}
	l.g.born(&i.life)
	l.insts = append(l.insts, i)
	l.instIDs[key] = i.id
	l.generate(i)
	return i
}

// node is a unit's node in an instance; zero stays zero.
func (i *instance) node(n facts.Node) pointsto.Node {
	if n == 0 {
		return 0
	}
	if i.at != nil {
		return i.at[n]
	}
	return i.nodes + pointsto.Node(n) - 1
}

// generate adds an instance's constraints and looks at its calls.
func (l *linker) generate(i *instance) {
	f := i.unit.flow
	if f == nil {
		return
	}
	for k := range f.Nodes {
		n := l.g.NewNode()
		if k == 0 {
			i.nodes = n
		}
	}
	i.objs = make([]pointsto.Node, len(f.Objs))
	before := l.g.in(&i.life)
	defer l.g.in(before)
	if l.g.rec != nil {
		i.stated = make([][2]pointsto.ConID, len(f.Cons))
	}
	for k := range f.Cons {
		ids := l.constrain(i, &f.Cons[k])
		if i.stated != nil {
			i.stated[k] = ids
		}
	}
	for k := range f.Calls {
		l.call(i, uint32(k))
	}
}

// constrain translates one constraint.
func (l *linker) constrain(i *instance, c *facts.Con) (ids [2]pointsto.ConID) {
	dst, src := i.node(c.Dst), i.node(c.Src)
	k := pointsto.Constraint{Dst: dst, Src: src, Off: c.Off}
	switch c.Op {
	case facts.ConAddr:
		k.Op, k.Src = pointsto.Addr, l.object(i, c.Obj, 1)
	case facts.ConStore:
		if i.unit.hasCopies() {
			return l.storeCopies(i, dst, src, c.Off)
		}
		k.Op = pointsto.Store
	case facts.ConCopy:
		k.Op = pointsto.Copy
	case facts.ConLoad:
		k.Op = pointsto.Load
	case facts.ConOffset:
		k.Op = pointsto.Offset
	case facts.ConUnbox:
		k.Op, k.Class = pointsto.Unbox, l.class(classKey{exact: l.typeID(i.unit.names.flow.Symbol(c.Type))})
	case facts.ConFilter:
		k.Op, k.Class = pointsto.Filter, l.class(classKey{iface: l.typeID(i.unit.names.flow.Symbol(c.Type))})
	}
	ids[0] = l.g.state(k)
	return ids
}

// storeCopies stores within one iteration: what belongs to one iteration copy is stored into what belongs to the same copy
// or to none (O3).
func (l *linker) storeCopies(i *instance, dst, src pointsto.Node, off uint32) (ids [2]pointsto.ConID) {
	for copy := uint8(1); copy <= 2; copy++ {
		ids[copy-1] = l.g.state(pointsto.Constraint{Op: pointsto.Store, Dst: l.ofCopy(i, dst, copy), Src: l.ofCopy(i, src, copy), Off: off})
	}
	return ids
}

// ofCopy is a node without what belongs to the other iteration copy.
func (l *linker) ofCopy(i *instance, n pointsto.Node, copy uint8) pointsto.Node {
	key := copyKey{n, copy}
	if m, ok := i.ofCopy[key]; ok {
		return m
	}
	m := l.g.NewNode()
	before := l.g.in(&i.life)
	defer l.g.in(before)
	l.g.Add(pointsto.Constraint{Op: pointsto.Filter, Dst: m, Src: n, Class: l.class(classKey{owner: i.id, any: true, copy: copy})})
	if i.ofCopy == nil {
		i.ofCopy = map[copyKey]pointsto.Node{}
	}
	i.ofCopy[key] = m
	return m
}

// passSole lets what belongs to a go statement without a twin into both copies of what belongs to another one of the same
// function, which has one: it is shared by all goroutines (O3). It tells whether there is such a function.
func (l *linker) passSole() (any bool) {
	for _, t := range l.twins {
		i := l.insts[t.inst]
		if keys := i.copyKeys(); len(keys) > 0 && l.hasSole(i) {
			any = true
			l.byOrder(soleGoroutine)
			l.passSoleInto(i, keys)
		}
	}
	return any
}

// soleGoroutine is a go statement without a twin in a function with another one that has some.
const soleGoroutine = "goroutine without a twin beside one with twins"

// hasSole tells whether something that an instance makes belongs to a go statement without a twin.
func (l *linker) hasSole(i *instance) bool {
	for id, f := range l.flavors {
		if id > 0 && f.owner == i.id && !(extent{l.Link, nil}).doubled(flavorID(id)) {
			return true
		}
	}
	return false
}

// passSoleInto does so for some of an instance's nodes.
func (l *linker) passSoleInto(i *instance, keys []copyKey) {
	for _, k := range keys {
		c := l.class(classKey{owner: i.id, any: true, sole: true, copy: k.copy})
		l.g.Add(pointsto.Constraint{Op: pointsto.Filter, Dst: i.ofCopy[k], Src: k.node, Class: c})
	}
}

// copyKeys gives the nodes of which there are iteration copies, in order.
func (i *instance) copyKeys() []copyKey {
	return slices.SortedFunc(maps.Keys(i.ofCopy), func(a, b copyKey) int { return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.copy, b.copy)) })
}
