// This file is the instantiation of units: one copy of a unit's nodes per origin that reaches it, and per call site for
// small functions that return what they allocate or are given (L2).

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An instancing makes instances of functions, with what their code says (L2).
type instancing struct{ *Linker }

// calleeInstance is the instance that a call enters, made and instantiated if new; nil past the budget. Only calls that
// name their callee, or may be of few methods, get contexts of their own: an interface call with many targets would
// multiply all of them.
// Functions with synthetic bodies have one per object that they are called on.
func (l instancing) calleeInstance(
	caller *Instance,
	call uint32,
	target *Unit,
	callee pointsto.Node,
	heapContext HeapContextID,
) *Instance {
	shared, static := InstKey{Unit: target.ID, Origin: caller.Origin}, callee == 0
	if target.Synthetic {
		return l.instantiate(
			InstKey{Unit: target.ID, Origin: caller.Origin, Call: uint32(callee), HeapContext: heapContext},
			target,
			nil,
		)
	}
	named := target.Flag(facts.Cloneable) && (caller.Unit.callsByName(call) || l.oneOfFew(caller, call, target))
	if !named && heapContext == 0 && l.closedOver(callee) != nil {
		return l.sharedInstance(shared, target, callee, heapContext)
	}
	clone := named || heapContext != 0 && target.Info != nil && target.Info.Weight < MaxForced ||
		caller.helps(target, static)
	depth := 0
	if caller.Chain != nil {
		depth = caller.Chain.depth
	}
	if !clone || depth >= maxChain || caller.recursive(l.Linker, target) {
		return l.sharedInstance(shared, target, callee, heapContext)
	}
	own := shared
	call = caller.Unit.Flow.FirstCall(call)
	own.Caller, own.Call, own.HeapContext = caller.ID, call, heapContext
	if heapContext == 0 {
		own.HeapContext = caller.HeapContext
	}
	width := 0
	if l.Sets.Rec != nil {
		if width = l.contexts(caller, target, heapContext); width > l.Width {
			return l.sharedInstance(shared, target, callee, heapContext)
		}
	} else if _, made := l.InstIDs[own]; !made {
		if heapContext == 0 && (l.clones[shared] >= maxClones || l.crowded(target)) {
			return l.sharedInstance(shared, target, callee, heapContext)
		}
		l.clones[shared]++
	}
	return l.instantiate(
		own,
		target,
		&CallString{Caller: caller.ID, Call: call, Up: caller.Chain, depth: depth + 1, width: width},
	)
}

// oneOfFew reports whether an interface call has been resolved to few methods so far, this one included, in a link that
// is not edited: there the order of resolution must not decide (U6).
func (l instancing) oneOfFew(caller *Instance, call uint32, target *Unit) bool {
	if l.Sets.Rec != nil || caller.Unit.Flow.Calls[call].Flags&facts.CallInvoke == 0 {
		return false
	}
	at := InstKey{Caller: caller.ID, Call: call}
	list := l.invoked[at]
	if !slices.Contains(list, target.ID) {
		if len(list) >= maxTargets {
			return false
		}
		l.invoked[at] = append(list, target.ID)
	}
	return true
}

// sharedInstance is the instance that calls without a context of their own enter: that of the closure, if there is one
// for it, else one for all.
func (l instancing) sharedInstance(shared InstKey, target *Unit, callee pointsto.Node,
	heapContext HeapContextID) *Instance {
	if maker := l.closedOver(callee); maker != nil && heapContext == 0 && (l.Sets.Rec != nil ||
		l.clones[shared] < maxClones) {
		return l.closureInstance(shared, target, maker)
	}
	return l.instantiate(shared, target, nil)
}

// closedOver is the instance that made a closure, if that has a context of its own and is given functions: what it
// captured differs from context to context; nil otherwise.
func (l *Link) closedOver(callee pointsto.Node) *Instance {
	if callee == 0 {
		return nil
	}
	o, _, _ := l.ObjectAt(callee)
	if o == nil || o.Inst == 0 || o.Decl.Kind != facts.ObjFunc || o.Decl.Size < 2 {
		return nil
	}
	if maker := l.Insts[o.Inst]; maker.Chain != nil {
		return maker
	}
	return nil
}

// closureInstance is the instance of a closure for the instance that made it.
func (l instancing) closureInstance(shared InstKey, target *Unit, maker *Instance) *Instance {
	own := shared
	own.Caller, own.Call = maker.ID, NoCall
	if _, made := l.InstIDs[own]; !made {
		l.clones[shared]++
	}
	i := l.instantiate(own, target, maker.Chain)
	if i != nil {
		i.Maker = maker.ID
	}
	return i
}

// recursive reports whether target is already in the caller's call string.
func (i *Instance) recursive(l *Linker, target *Unit) bool {
	if i.Unit == target {
		return true
	}
	for c := i.Chain; c != nil; c = c.Up {
		if l.Insts[c.Caller].Unit == target {
			return true
		}
	}
	return false
}

// instantiate gives the instance of a key, making it and queueing its constraints if it is new.
func (l instancing) instantiate(key InstKey, u *Unit, chain *CallString) *Instance {
	if id, ok := l.InstIDs[key]; ok {
		return l.Insts[id]
	}
	if len(l.Insts) >= l.Cfg.MaxInstances {
		l.Exceeded("instances")
		return nil
	}
	if l.Weight += u.Bytes(); l.Sets.Rec != nil && l.Weight > l.Cfg.MaxMemory {
		l.Exceeded("bytes")
		return nil
	}
	i := &Instance{ID: InstID(len(l.Insts)), Unit: u, Origin: key.Origin, Chain: chain,
		HeapContext: key.HeapContext, Key: key}
	l.Sets.born(&i.Life)
	l.Insts = append(l.Insts, i)
	l.InstIDs[key] = i.ID
	l.generate(i)
	return i
}

// generate adds an instance's constraints and looks at its calls.
func (l instancing) generate(i *Instance) {
	f := i.Unit.Flow
	if f == nil {
		return
	}
	for k := range f.Nodes {
		n := l.Sets.NewNode()
		if k == 0 {
			i.nodes = n
		}
	}
	i.Objs = make([]pointsto.Node, len(f.Objs))
	before := l.Sets.In(&i.Life)
	defer l.Sets.In(before)
	if l.Sets.Rec != nil {
		i.Stated = make([][2]pointsto.ConID, len(f.Cons))
	}
	for k := range f.Cons {
		ids := l.Constrain(i, &f.Cons[k])
		if i.Stated != nil {
			i.Stated[k] = ids
		}
	}
	for k := range f.Calls {
		l.Call(i, uint32(k))
	}
}

// Constrain translates one constraint.
func (l *Linker) Constrain(i *Instance, c *facts.Con) (ids [2]pointsto.ConID) {
	dst, src := i.Node(c.Dst), i.Node(c.Src)
	k := pointsto.Constraint{Dst: dst, Src: src, Off: c.Off}
	switch c.Op {
	case facts.ConAddr:
		k.Op, k.Src = pointsto.Addr, making{l}.object(i, c.Obj, 1)
	case facts.ConStore:
		if i.Unit.HasCopies() {
			return instancing{l}.storeCopies(i, dst, src, c.Off)
		}
		k.Op = pointsto.Store
	case facts.ConCopy:
		k.Op = pointsto.Copy
	case facts.ConLoad:
		k.Op = pointsto.Load
	case facts.ConOffset:
		k.Op = pointsto.Offset
	case facts.ConUnbox:
		k.Op, k.Class = pointsto.Unbox, making{l}.class(ClassKey{exact: l.typeID(i.Unit.Names.Flow.Symbol(c.Type))})
	case facts.ConFilter:
		k.Op, k.Class = pointsto.Filter, making{l}.class(ClassKey{iface: l.typeID(i.Unit.Names.Flow.Symbol(c.Type))})
	}
	ids[0] = l.Sets.state(k)
	return ids
}

// storeCopies stores within one iteration: what belongs to one iteration copy is stored into what belongs to the same
// copy or to none (O3).
func (l instancing) storeCopies(i *Instance, dst, src pointsto.Node, off uint32) (ids [2]pointsto.ConID) {
	for copy := uint8(1); copy <= 2; copy++ {
		ids[copy-1] = l.Sets.state(
			pointsto.Constraint{Op: pointsto.Store, Dst: l.ofCopy(i, dst, copy), Src: l.ofCopy(i, src, copy), Off: off},
		)
	}
	return ids
}

// ofCopy is a node without what belongs to the other iteration copy.
func (l instancing) ofCopy(i *Instance, n pointsto.Node, copy uint8) pointsto.Node {
	key := copyKey{n, copy}
	if m, ok := i.OfCopy[key]; ok {
		return m
	}
	m := l.Sets.NewNode()
	before := l.Sets.In(&i.Life)
	defer l.Sets.In(before)
	l.Sets.Add(
		pointsto.Constraint{
			Op:    pointsto.Filter,
			Dst:   m,
			Src:   n,
			Class: making(l).class(ClassKey{Owner: i.ID, Any: true, copy: copy}),
		},
	)
	if i.OfCopy == nil {
		i.OfCopy = map[copyKey]pointsto.Node{}
	}
	i.OfCopy[key] = m
	return m
}

// passSole lets what belongs to a go statement without a twin into both copies of what belongs to another one of the
// same function, which has one: it is shared by all goroutines (O3). It reports whether there is such a function.
func (l instancing) passSole() (any bool) {
	for _, t := range l.Twins {
		i := l.Insts[t.Inst]
		if keys := i.copyKeys(); len(keys) > 0 && l.HasSole(i) {
			any = true
			l.byOrder(SoleGoroutine)
			l.passSoleInto(i, keys)
		}
	}
	return any
}

// SoleGoroutine is a go statement without a twin in a function with another one that has some.
const SoleGoroutine = "goroutine without a twin beside one with twins"

// HasSole reports whether something that an instance makes belongs to a go statement without a twin.
func (l *Linker) HasSole(i *Instance) bool {
	for id, f := range l.HeapContexts {
		if id > 0 && f.Owner == i.ID && !(Extent{l.Link, nil}).Doubled(HeapContextID(id)) {
			return true
		}
	}
	return false
}

// passSoleInto does so for some of an instance's nodes.
func (l instancing) passSoleInto(i *Instance, keys []copyKey) {
	for _, k := range keys {
		c := making(l).class(ClassKey{Owner: i.ID, Any: true, sole: true, copy: k.copy})
		l.Sets.Add(pointsto.Constraint{Op: pointsto.Filter, Dst: i.OfCopy[k], Src: k.node, Class: c})
	}
}
