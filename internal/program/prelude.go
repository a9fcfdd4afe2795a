// This file is the prelude: the functions that models return or start (models.Made, models.Callback.After), and the methods of
// synchronisation types when they are called through an interface of the program's own, as summaries written by hand (L7).

package program

import "github.com/syncvet/syncvet/facts"

// maxPassed is how many slots of results a function that runs once hands out: as many as its object has for them.
const maxPassed = 8

// preludeOf gives the sections of a prelude function, nil for all others.
func preludeOf(sym facts.Symbol) *unit {
	u := &unit{info: &facts.Unit{Sym: sym, Flags: facts.Synthetic | facts.Syncs, Weight: 1}, flow: &facts.Flow{}, spawn: &facts.Spawn{}}
	switch sym.Name {
	case "sync.once":
		u.runOnce()
	case "context.cancel":
		u.captures(1)
		u.event(facts.Event{Op: facts.EventClose, Addr: 1})
	case "context.after":
		u.takes(2)
		u.event(facts.Event{Op: facts.EventRecv, Addr: 1})
		u.callback(2)
	case "iter.next":
		u.captures(2)
		u.callback(2)
	case "iter.stop":
		u.captures(1)
	default:
		if sym.Pkg != "sync" || !u.lockMethod(sym.Name) {
			return nil
		}
	}
	last := facts.PointID(len(u.spawn.Points) - 1)
	u.spawn.Exits = []facts.PointID{last}
	return u
}

// lockMethod makes the methods of Mutex and RWMutex.
func (u *unit) lockMethod(name string) bool {
	op, ok := map[string]facts.LockOp{
		"(*Mutex).Lock": facts.Lock, "(*Mutex).Unlock": facts.Unlock, "(*RWMutex).Lock": facts.Lock, "(*RWMutex).Unlock": facts.Unlock,
		"(*RWMutex).RLock": facts.RLock, "(*RWMutex).RUnlock": facts.RUnlock,
	}[name]
	if !ok {
		return false
	}
	u.takes(1)
	u.locks = &facts.Locks{Sites: []facts.LockSite{{Op: op, Addr: 1}}, Net: []facts.NetLock{{}}}
	u.event(facts.Event{Op: facts.EventLock})
	return true
}

// runOnce is what OnceFunc, OnceValue and OnceValues return: it runs the captured function if nobody has, and hands out its
// results, which the object holds.
func (u *unit) runOnce() {
	u.captures(2)
	u.event(facts.Event{Op: facts.EventOnceBegin, Addr: 1})
	u.callback(2)
	c := &u.flow.Calls[0]
	for k := uint32(1); k <= maxPassed; k++ {
		in, out := facts.Node(u.flow.Nodes+1), facts.Node(u.flow.Nodes+2)
		u.flow.Nodes += 2
		c.Results, u.flow.Results = append(c.Results, in), append(u.flow.Results, out)
		u.flow.Cons = append(u.flow.Cons, facts.Con{Op: facts.ConStore, Dst: 1, Src: in, Off: k}, facts.Con{Op: facts.ConLoad, Dst: out, Src: 1, Off: k})
	}
	u.event(facts.Event{Op: facts.EventOnceEnd, Addr: 1})
	u.spawn.Points = append(u.spawn.Points, facts.Point{Preds: []facts.PointID{0, facts.PointID(len(u.spawn.Points) - 1)}})
	u.event(facts.Event{Op: facts.EventOnceDone, Addr: 1})
}

// captures declares nodes 1 to n as captured slots.
func (u *unit) captures(n int) {
	u.takes(n)
	u.flow.FreeVars, u.flow.Params = u.flow.Params, nil
}

// takes declares nodes 1 to n as parameter slots.
func (u *unit) takes(n int) {
	for k := range n {
		u.flow.Params = append(u.flow.Params, facts.Node(k+1))
	}
	u.flow.Nodes = uint32(n)
	u.spawn.Points = []facts.Point{{}}
}

// event appends an event.
func (u *unit) event(e facts.Event) {
	u.spawn.Points = append(u.spawn.Points, facts.Point{Preds: []facts.PointID{facts.PointID(len(u.spawn.Points) - 1)}, Event: e})
}

// callback appends a call of the function that a node holds.
func (u *unit) callback(n facts.Node) {
	u.flow.Calls = append(u.flow.Calls, facts.Call{Flags: facts.CallDynamic, Recv: n})
	u.spawn.Calls = append(u.spawn.Calls, facts.PointID(len(u.spawn.Points)-1))
	u.event(facts.Event{Op: facts.EventCall, Index: uint32(len(u.flow.Calls) - 1)})
}
