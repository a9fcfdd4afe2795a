// This file is what a link says about its goroutines, objects and loads one by one.

package link

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
)

// Reads are the accesses that a load may be: a function's loads of one slot are not told apart.
func (l *Link) Reads(load Taker) []*facts.Access {
	u := l.Insts[load.Inst].Unit
	if u.Accesses == nil {
		return nil
	}
	var list []*facts.Access
	for k := range u.Accesses.List {
		if a := &u.Accesses.List[k]; a.Addr == load.Node && a.Off <= load.Off && load.Off < a.Off+a.Len {
			list = append(list, a)
		}
	}
	return list
}

// selects reports whether a load is of an element, by an index that its goroutine may have for itself.
func (l *Link) selects(load Taker) bool {
	return slices.ContainsFunc(
		l.Reads(load),
		func(a *facts.Access) bool { return a.Flags&facts.AccessGiven != 0 || a.Index == facts.IndexUnique },
	)
}

// Detaches reports whether all loads of a variable by which a function may load something replace what they find
// (passes/access A23).
func (l *Link) Detaches(load Taker) bool {
	found := false
	for _, a := range l.Reads(load) {
		if a.Kind == facts.Read && a.Flags&facts.AccessTaken == 0 {
			return false
		}
		found = found || a.Kind == facts.Read
	}
	return found
}

// Lookups are the accesses of a map that a load from it may be.
func (l *Link) Lookups(load Taker) []*facts.Access {
	u := l.Insts[load.Inst].Unit
	if u.Accesses == nil {
		return nil
	}
	var list []*facts.Access
	for k := range u.Accesses.List {
		if a := &u.Accesses.List[k]; a.Addr == load.Node && a.Kind == facts.MapRead {
			list = append(list, a)
		}
	}
	return list
}

// Loads are the points of a function at which it may have loaded an address from where that was found.
func (l *Link) Loads(s Source) []facts.PointID {
	in, _, off := l.ObjectAt(s.Slot)
	_, _, first := l.ObjectAt(s.Base.Target)
	load := Taker{Inst: s.Base.Inst, Node: s.Base.Node, Off: off - first}
	reads := l.Reads(load)
	if in != nil && in.Decl.Kind == facts.ObjMap {
		reads = l.Lookups(load)
	}
	var points []facts.PointID
	for _, a := range reads {
		points = append(points, a.Point)
	}
	if len(points) > 0 {
		return points
	}
	return l.Insts[s.Base.Inst].Unit.gets(s.Base.Node)
}

// Deletes reports whether all lookups of a map by which a function may load something take out what they find
// (passes/access A23).
func (l *Link) Deletes(load Taker) bool {
	list := l.Lookups(load)
	left := func(a *facts.Access) bool { return a.Flags&facts.AccessTaken == 0 }
	return len(list) > 0 && !slices.ContainsFunc(list, left)
}

// Static reports whether an object is there once for all from initialisation on, as package-level variables are.
func (l *Link) Static(o *Object) bool {
	return o.Inst == 0 || l.Origins[l.Insts[o.Inst].Origin].Kind == RootInit && l.Single(o)
}

// MadeOnce reports whether an object is made by the function of a sync.OnceValue, and so once, whichever goroutine runs
// it.
func (l *Link) MadeOnce(o *Object) bool {
	i := l.Insts[o.Inst]
	return len(i.In) > 0 && o.Decl.Flags&facts.ObjInLoop == 0 && !slices.ContainsFunc(i.In, func(e Edge) bool {
		return e.Spawn || !l.Insts[e.From].Unit.Synthetic
	})
}

// Stems reports whether origin o is the ancestor a or was started, directly or not, by it.
func (l *Link) Stems(o, a OriginID) bool {
	for ; o != 0; o = l.Origins[o].Parent {
		if o == a {
			return true
		}
	}
	return false
}

// InModule reports whether an import path belongs to the module of the package analysed.
func (l *Link) InModule(pkg string) bool { return l.Cfg.InModule(pkg) }

// OfModule reports whether an instance is of a function of the module of the package analysed.
func (l *Link) OfModule(i InstID) bool { return l.InModule(l.Insts[i].Unit.Sym.Pkg) }

// InModule reports whether an import path belongs to the module of the package analysed.
func (c *Config) InModule(pkg string) bool {
	m := c.Module
	if pkg == c.Own || m == "" {
		return pkg == c.Own
	}
	if m == "std" {
		first, _, _ := strings.Cut(pkg, "/")
		return !strings.Contains(first, ".")
	}
	return pkg == m || strings.HasPrefix(pkg, m+"/")
}

// Gives reports whether a call enters a function by a value, or a method by an interface, that a function of the
// package analysed has made or takes, or a literal that was made outside some instances: who calls need not know what
// he enters.
func (l *Link) Gives(e Edge, inside func(InstID) bool) bool {
	from := l.Insts[e.From]
	c := &from.Unit.Flow.Calls[e.Call]
	if c.Flags&(facts.CallDynamic|facts.CallInvoke) == 0 {
		return false
	}
	to := l.Insts[e.To].Unit.Sym
	for _, at := range l.Sets.PointsTo(nil, from.Node(c.Recv)) {
		o, _, _ := l.ObjectAt(at)
		switch {
		case o == nil:
		case o.Decl.Kind == facts.ObjBox:
			m := l.method(o.Typ, from.Unit.Names.Flow.Symbol(c.Callee))
			if o.Inst != 0 && own(l, o.Inst) && m != nil && (m.Func == to || m.Func.Kind == facts.SymMethod) {
				return true
			}
		case o.Decl.Kind != facts.ObjFunc || o.Sym != to:
		case o.Inst == 0 && takes(l, to), o.Inst != 0 && (own(l, o.Inst) || !inside(o.Inst)):
			return true
		}
	}
	return false
}

// GivesWay reports whether some instances of a tree of calls, whose root is another package's of the module, are
// reached by way of a function that this package gives to the tree: that package does not know it. tree gives what is
// below an instance, itself too.
func (l *Link) GivesWay(root InstID, tree func(InstID) map[InstID]bool, users []InstID) bool {
	if !l.OfModule(root) {
		return false
	}
	in := tree(root)
	inside := func(i InstID) bool { return in[i] }
	for id := range in {
		for _, e := range l.Insts[id].Out {
			if e.Spawn || !l.Gives(e, inside) {
				continue
			}
			below := tree(e.To)
			if slices.ContainsFunc(users, func(u InstID) bool { return below[u] }) {
				return true
			}
		}
	}
	return false
}

// own reports whether an instance is of a function of the package analysed.
func own(l *Link, i InstID) bool { return l.Insts[i].Unit.Sym.Pkg == l.Cfg.Own }

// takes reports whether a function of the package analysed takes another one for a value.
func takes(l *Link, fn facts.Symbol) bool {
	return slices.ContainsFunc(l.Insts[1:], func(i *Instance) bool {
		return i != nil && i.Unit.Flow != nil && i.Unit.Sym.Pkg == l.Cfg.Own &&
			slices.ContainsFunc(i.Unit.Flow.Objs, func(o facts.Obj) bool {
				return o.Kind == facts.ObjFunc && i.Unit.Names.Flow.Symbol(o.Sym) == fn
			})
	})
}

// Chosen reports whether two goroutines, or ones that they stem from, are what one statement starts by one function
// value, or method, which is the same each time that its function, called once, comes there, and run different ones.
func Chosen(l *Link, a, b OriginID) bool {
	for x := l.Origins[a]; x.Site != 0; x = l.Origins[x.Parent] {
		for y := l.Origins[b]; y.Site != 0; y = l.Origins[y.Parent] {
			if x.Site == y.Site && x.Call == y.Call && x.Parent == y.Parent {
				return x.Target != y.Target && calledOnce(l, x.Site) &&
					l.Insts[x.Site].Unit.Flow.Calls[x.Call].Flags&facts.CallSteady != 0
			}
		}
	}
	return false
}

// calledOnce reports whether a goroutine comes to an instance by one call, outside loops, and so to its caller.
func calledOnce(l *Link, id InstID) bool {
	for range MaxTrail {
		in := l.Insts[id].In
		if len(in) == 0 || in[0].Spawn {
			return true
		}
		if len(in) > 1 || l.Insts[in[0].From].Unit.Flow.Calls[in[0].Call].Flags&facts.CallInLoop != 0 {
			return false
		}
		id = in[0].From
	}
	return false
}
