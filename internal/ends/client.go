// This file is what clients of libraries prove: who of the goroutines that their calls start may meet whom (C).

package ends

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A clients room knows how the client of a type comes to an access (C).
type clients struct {
	*explain.Paths
	handed map[link.OriginID][]link.ObjID // memo of HandedOut, by root; nil until asked
}

// Visit is how a client comes to an access.
func (cs *clients) Visit(c *End) Visit {
	if !c.callKnown {
		c.called, c.callKnown = cs.findVisit(c), true
	}
	return c.called
}

// findVisit finds it out.
func (cs *clients) findVisit(c *End) Visit {
	o := cs.L.Origins[c.Origin]
	if cs.L.Origins[o.Tree].Kind != link.RootClient {
		return Visit{}
	}
	first := c.Chain()[1]
	v := Visit{Unit: cs.L.Insts[first.Inst].Unit, Plain: o.Parent == 0}
	v.Gives = isMethod(v.Unit.Sym) && cs.givesChannel(cs.L.Insts[first.From], first.Call)
	for ; o.Parent != 0; o = cs.L.Origins[o.Parent] {
		if cs.L.Visits(o) {
			v.Again, v.Plain = o, o.ID == c.Origin
		}
		v.Serve = v.Serve || order.Serves(cs.L, o) || cs.routed(o) && cs.serving(o.Tree)
	}
	return v
}

// routed reports whether an origin is a handler that runs no sooner than a server serves.
func (cs *clients) routed(o *link.Origin) bool {
	return cs.L.Insts[o.Site].Unit.Flow.Calls[o.Call].Flags&facts.CallRouted != 0
}

// serving reports whether a client calls a method that serves.
func (cs *clients) serving(tree link.OriginID) bool {
	return slices.ContainsFunc(cs.L.Origins[1:], func(o *link.Origin) bool {
		return o.Tree == tree && order.Serves(cs.L, o)
	})
}

// givesChannel reports whether a call returns a channel.
func (cs *clients) givesChannel(i *link.Instance, call uint32) bool {
	return len(cs.channels(i, i.Unit.Flow.Calls[call].Results)) > 0
}

// channels are those to which some nodes of a function may point.
func (cs *clients) channels(i *link.Instance, nodes []facts.Node) (list []link.ObjID) {
	for _, n := range nodes {
		if n == 0 {
			continue
		}
		for _, addr := range cs.L.Sets.PointsTo(nil, i.Node(n)) {
			if o, id, _ := cs.L.ObjectAt(addr); o != nil && o.Decl.Kind == facts.ObjChan {
				list = append(list, id)
			}
		}
	}
	return list
}

// HandedOut reports whether a client gets a channel as a result of one of its calls.
func (cs *clients) HandedOut(c *End, ch link.ObjID) bool {
	tree := cs.L.Origins[c.Origin].Tree
	list, known := cs.handed[tree]
	if !known {
		list = cs.handedOut(cs.L.Origins[tree])
		if cs.handed == nil {
			cs.handed = map[link.OriginID][]link.ObjID{}
		}
		cs.handed[tree] = list
	}
	return slices.Contains(list, ch)
}

// handedOut are the channels that a client gets.
func (cs *clients) handedOut(root *link.Origin) (list []link.ObjID) {
	if root.Kind != link.RootClient {
		return nil
	}
	for _, id := range root.Entries {
		for _, e := range cs.L.Insts[id].Out {
			if to := cs.L.Insts[e.To]; to.Unit.Flow != nil {
				list = append(list, cs.channels(to, to.Unit.Flow.Results)...)
			}
		}
	}
	return list
}

// Awaited reports whether a function on the way from a client's call to the first go statement waits for something
// behind that. Who waits in a goroutine that the call has started does not hold it up.
func (cs *clients) Awaited(c *End) bool {
	chain := c.Chain()
	first := 2
	for first < len(chain)-1 && !chain[first].Start {
		first++
	}
	if first >= len(chain) {
		return false // the client itself starts it: a method that serves
	}
	return slices.ContainsFunc(chain[2:first+1], func(k explain.ChainLink) bool {
		s := cs.L.Insts[k.From].Unit.Spawn
		if s == nil || int(k.Call) >= len(s.Calls) {
			return false
		}
		for p := range s.Points {
			if waits(s.Points[p].Event.Op) && order.Reaches(s, s.Calls[k.Call], facts.PointID(p)) {
				return true
			}
		}
		return false
	})
}

// waits reports whether an event may wait for a goroutine to come to its end.
func waits(op facts.EventOp) bool { return op == facts.EventRecv || op == facts.EventWait }

// Configures reports whether a call sets up what a goroutine only reads, if another method starts that; or belongs to
// the beginning, as the name of a function on the way says (C5). What is set atomically may be set later, too.
func (cs *clients) Configures(x, y *End, call, starter Visit) bool {
	if slices.ContainsFunc(
		x.Chain()[1:],
		func(k explain.ChainLink) bool { return begun(cs.L.Insts[k.Inst].Unit.Sym, starters) },
	) {
		return true
	}
	return x.Kind.Writes() && !x.Kind.Atomic() && !y.Kind.Writes() && starter.Unit != nil && starter.Unit != call.Unit &&
		isMethod(starter.Unit.Sym) && begun(call.Unit.Sym, setters) && !cs.changesLater(x, call)
}

// changesLater reports whether another method of the type that sets something up by its name locks its object: such
// calls are expected while goroutines run, or a lock would be of no use there.
func (cs *clients) changesLater(x *End, call Visit) bool {
	recv := func(f facts.Symbol) string { return f.Name[:strings.LastIndexByte(f.Name, '.')+1] }
	for _, id := range cs.L.Origins[cs.L.Origins[x.Origin].Tree].Entries {
		for _, e := range cs.L.Insts[id].Out {
			u := cs.L.Insts[e.To].Unit
			if u != call.Unit && u.Sym.Pkg == call.Unit.Sym.Pkg && recv(u.Sym) == recv(call.Unit.Sym) &&
				begun(u.Sym, setters) && locksOwn(u) {
				return true
			}
		}
	}
	return false
}

// locksOwn reports whether a method locks, for itself alone, a mutex that a field of its receiver's type holds.
func locksOwn(u *link.Unit) bool {
	recv := strings.NewReplacer("(*", "", ")", "").Replace(u.Sym.Name[:strings.LastIndexByte(u.Sym.Name, '.')+1])
	return u.Locks != nil && slices.ContainsFunc(u.Locks.Sites, func(s facts.LockSite) bool {
		name := u.Names.Locks.Symbol(s.Name)
		return s.Op == facts.Lock && name.Pkg == u.Sym.Pkg && strings.HasPrefix(name.Name, recv)
	})
}

// isMethod reports whether a function has a receiver.
func isMethod(f facts.Symbol) bool { return strings.Contains(f.Name, ".") }

// setters are how names of methods begin that are called before a goroutine is started.
var setters = []string{"Set", "With", "Register", "Use", "Handle", "On", "Add", "Enable", "Disable", "Configure"}

// starters are how names of methods begin that start a life.
var starters = []string{"Start", "Run", "Serve", "Listen", "Open", "Init", "Connect", "Dial", "Reset", "Setup"}

// Ends reports whether a call ends the life of a value, by its name.
func (v Visit) Ends() bool { return v.Unit != nil && begun(v.Unit.Sym, enders) }

// enders are how names of methods begin that end a life.
var enders = []string{"Close", "Stop", "Shutdown", "Wait", "Done", "Cancel", "Quit", "Exit", "Drain"}

// begun reports whether a function's name begins with one of some words.
func begun(f facts.Symbol, list []string) bool {
	name := f.Name[strings.LastIndexByte(f.Name, '.')+1:]
	for _, s := range list {
		if strings.HasPrefix(name, s) {
			return true
		}
	}
	return false
}
