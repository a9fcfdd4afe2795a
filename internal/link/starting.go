// This file finds origins: what go statements and registrations start (O1).

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A starting finds origins: roots, and what go statements start (O1 to O5).
type starting struct{ *Linker }

// spawn makes the origin that a go statement (or registration) starts with one target; with its twin where the
// statement is plainly reached again: in a loop, or by a model that says so. A function object that is itself the
// second iteration copy was started when its site got its twin.
func (l starting) spawn(d *Dispatch, u *Unit, actuals []pointsto.Node) {
	i, k := l.Insts[d.Inst], d.Call
	if u.Flow == nil && u.Info == nil || l.ownCopy(i, k, d.Addr) == 2 {
		return
	}
	o := l.startOrigin(i, k, u, d.Addr, actuals, 1, &d.Liveness, pointsto.Guard{})
	if o == nil {
		return
	}
	if i.Unit.Flow.Calls[k].Flags&(facts.CallInLoop|facts.CallMulti) != 0 {
		l.twin(o, &o.Life)
	} else if l.Twinned(i.ID, k) {
		l.twin(o, nil)
	}
}

// ownCopy tells which iteration copy of a spawn site the function object it starts is; zero when the object is none.
func (l starting) ownCopy(i *Instance, k uint32, callee pointsto.Node) uint8 {
	s := i.Unit.PerSpawn[k]
	if callee == 0 || s == nil {
		return 0
	}
	o, _, _ := l.ObjectAt(callee)
	f := l.HeapContexts[o.HeapContext]
	if o.HeapContext == 0 || f.Owner != i.ID || f.Call || !slices.Contains(s.Objs, f.Index) {
		return 0
	}
	return f.Copy
}

// startOrigin gives the origin of a spawn site and target; copy 2 is the twin. It exists as long as another part of the
// link does and a fact holds.
func (l starting) startOrigin(
	i *Instance,
	k uint32,
	u *Unit,
	callee pointsto.Node,
	actuals []pointsto.Node,
	copy uint8,
	by *Liveness,
	why pointsto.Guard,
) *Origin {
	key := OriginKey{Site: i.ID, Call: k, Unit: u.ID, Copy: copy, Callee: callee}
	if r := l.Rejoins[key]; r != nil {
		l.Sets.keepOnce(&r.Liveness, by, why)
		return nil
	}
	if id, ok := l.Starts[key]; ok {
		o := l.Origins[id]
		l.Sets.keepOnce(&o.Life, by, why)
		return o
	}
	a := l.ancestor(i, k, u)
	if a == 0 && copy == 1 {
		a = l.deeper(i, k, u)
	}
	if a != 0 {
		l.stand(a, key, actuals, by, why)
		return nil
	}
	if len(l.Origins) >= l.Cfg.MaxOrigins {
		l.Exceeded("origins")
		return nil
	}
	o := l.NewOrigin(
		Origin{
			Parent:         i.Origin,
			Site:           i.ID,
			Call:           k,
			Target:         u,
			Callee:         callee,
			actuals:        actuals,
			IterationClone: copy == 2,
			Copy:           copy,
		},
	)
	l.Sets.keepOnce(&o.Life, by, why)
	l.Starts[key] = o.ID
	if s := (SiblingKey{i.ID, k, u.ID}); l.Siblings[s] == 0 {
		l.Siblings[s] = o.ID
	}
	if d, ok := l.within(i, k, u); ok && copy == 1 {
		l.deep[d] = append(l.deep[d], o.ID)
	}
	if !l.begin(o, i) {
		return nil
	}
	return o
}

// stand has an origin stand for what a recursive spawner starts, as long as another part of the link exists and a fact
// holds.
func (l starting) stand(a OriginID, key OriginKey, actuals []pointsto.Node, by *Liveness, why pointsto.Guard) {
	l.Starts[key] = a
	r := &Rejoining{Inst: key.Site, Call: key.Call, callee: key.Callee, actuals: actuals, Stands: a}
	if l.Sets.Rec != nil {
		l.Rejoins[key] = r
		l.Sets.keepOnce(&r.Liveness, by, why)
	}
	l.rejoin(r)
}

// begin has a new origin run its target, started by an instance, and gives it what recursive spawns that it stands for
// pass meanwhile. It fails if there is no room for the target's instance.
func (l starting) begin(o *Origin, i *Instance) bool {
	entry := instancing(l).instantiate(InstKey{Unit: o.Target.ID, Origin: o.ID}, o.Target, nil)
	if entry == nil {
		return false
	}
	o.Entries = []InstID{entry.ID}
	before := l.Sets.In(&o.Life)
	l.link(&o.Life, i, o.Call, entry, true)
	calling(l).pass(entry, o.actuals, o.Callee, l.spawnFilter(i, o.Call, o.Copy))
	l.Sets.In(before)
	for _, r := range o.again {
		l.rejoin(r)
	}
	o.again = nil
	return true
}

// NewOrigin records an origin.
func (l *Linker) NewOrigin(o Origin) *Origin {
	o.ID = OriginID(len(l.Origins))
	n := &o
	l.Origins = append(l.Origins, n)
	if o.Parent == 0 {
		n.Tree = n.ID
	} else {
		p := l.Origins[o.Parent]
		n.Tree, n.Depth, n.IterationClone = p.Tree, p.Depth+1, o.IterationClone || p.IterationClone
	}
	return n
}

// ancestor finds the origin that a goroutine of a recursive spawner stands for: one up the chain that the same function
// started with the same target, or the one that the same statement starts where that function is entered first. Its
// twin stands for all depths.
func (l starting) ancestor(i *Instance, k uint32, u *Unit) OriginID {
	for o := l.Origins[i.Origin]; o.Parent != 0; o = l.Origins[o.Parent] {
		s := l.Insts[o.Site]
		if s.Unit == i.Unit && l.sameCall(s, i) {
			static := s.Unit.Flow.Calls[k].Flags&(facts.CallDynamic|facts.CallInvoke) == 0
			if static {
				if c := l.sibling(s, k, u); c != 0 {
					return c
				}
			}
			if o.Target == u {
				return o.ID
			}
			if !static {
				if c := l.sibling(s, k, u); c != 0 {
					return c
				}
			}
		}
		if o.Depth >= maxDepth && o.Parent == i.Origin {
			return 0
		}
	}
	return 0
}

// sameCall reports whether two instances of one function have contexts of one call site, or none: what a wrapper that
// starts what it is given starts for one call site is no recursion of what it starts for another one.
func (l starting) sameCall(a, b *Instance) bool {
	if a.Chain == nil || b.Chain == nil {
		return true
	}
	return a.Chain.Call == b.Chain.Call && l.Insts[a.Chain.Caller].Unit == l.Insts[b.Chain.Caller].Unit
}

// sibling gives the origin that a go statement starts in an instance with a target, if there is one.
func (l starting) sibling(s *Instance, k uint32, u *Unit) OriginID {
	if s.Gone {
		return 0
	}
	key := SiblingKey{s.ID, k, u.ID}
	if id := l.Siblings[key]; id != 0 {
		if l.Origins[id].Callee != 0 {
			l.byOrder(recursiveValue)
		}
		return id
	}
	if s.Unit.Flow.Calls[k].Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
		l.Call(s, k) // it has not got there
	} else {
		l.byOrder(recursiveValue)
	}
	return l.Siblings[key]
}

// rejoin lets a recursive spawn feed the twin of the ancestor it stands for.
func (l starting) rejoin(r *Rejoining) {
	a := l.Origins[r.Stands]
	a.Rejoined = true
	if len(a.Entries) == 0 {
		a.again = append(a.again, r)
		return
	}
	l.twin(a, &r.Liveness)
	t := l.Origins[a.Twin]
	if t == nil {
		return
	}
	if len(t.Entries) == 0 {
		t.again = append(t.again, r)
		return
	}
	entry := l.Insts[t.Entries[0]]
	before := l.Sets.In(&r.Liveness)
	defer l.Sets.In(before)
	l.link(&r.Liveness, l.Insts[r.Inst], r.Call, entry, true)
	calling(l).pass(entry, r.actuals, r.callee, 0)
}

// recursiveValue is a recursive go statement of a function value, whose origins at another depth may not be known yet.
const recursiveValue = "recursive go statement of a function value"

// spawnFilter is the class of objects that may pass into one copy of a spawned goroutine; zero when the site gets
// nothing anew.
func (l starting) spawnFilter(i *Instance, k uint32, copy uint8) pointsto.Class {
	s := i.Unit.PerSpawn[k]
	if s == nil || len(s.Objs)+len(s.Calls) == 0 {
		return 0
	}
	return making(l).class(ClassKey{Owner: i.ID, Call: k, copy: copy})
}
