// This file is the prelude: the functions that models return or start (models.Made, models.Callback.After), and the
// methods of synchronisation types when they are called through an interface of the program's own, as summaries written
// by hand (L7).

package link

import (
	"github.com/syncvet/syncvet/facts"
)

// maxPassed is how many slots of results a function that runs once hands out: as many as its object has for them.
const maxPassed = 8

// preludeOf gives the sections of a prelude function, nil for all others.
func preludeOf(sym facts.Symbol) *Unit {
	u := &Unit{
		Info:  &facts.Unit{Sym: sym, Flags: facts.Synthetic | facts.Syncs, Weight: 1},
		Flow:  &facts.Flow{},
		Spawn: &facts.Spawn{},
	}
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
	last := facts.PointID(len(u.Spawn.Points) - 1)
	u.Spawn.Exits = []facts.PointID{last}
	return u
}

// lockMethod makes the methods of Mutex and RWMutex.
func (u *Unit) lockMethod(name string) bool {
	op, ok := map[string]facts.LockOp{
		"(*Mutex).Lock": facts.Lock, "(*Mutex).Unlock": facts.Unlock, "(*RWMutex).Lock": facts.Lock,
		"(*RWMutex).Unlock": facts.Unlock,
		"(*RWMutex).RLock":  facts.RLock, "(*RWMutex).RUnlock": facts.RUnlock,
	}[name]
	if !ok {
		return false
	}
	u.takes(1)
	u.Locks = &facts.Locks{Sites: []facts.LockSite{{Op: op, Addr: 1}}, Net: []facts.NetLock{{}}}
	u.event(facts.Event{Op: facts.EventLock})
	return true
}

// runOnce is what OnceFunc, OnceValue and OnceValues return: it runs the captured function if nobody has, and hands out
// its results, which the object holds.
func (u *Unit) runOnce() {
	u.captures(2)
	u.event(facts.Event{Op: facts.EventOnceBegin, Addr: 1})
	u.callback(2)
	c := &u.Flow.Calls[0]
	for k := uint32(1); k <= maxPassed; k++ {
		in, out := facts.Node(u.Flow.Nodes+1), facts.Node(u.Flow.Nodes+2)
		u.Flow.Nodes += 2
		c.Results, u.Flow.Results = append(c.Results, in), append(u.Flow.Results, out)
		u.Flow.Cons = append(
			u.Flow.Cons,
			facts.Con{Op: facts.ConStore, Dst: 1, Src: in, Off: k},
			facts.Con{Op: facts.ConLoad, Dst: out, Src: 1, Off: k},
		)
	}
	u.event(facts.Event{Op: facts.EventOnceEnd, Addr: 1})
	u.Spawn.Points = append(u.Spawn.Points, facts.Point{Preds: []facts.PointID{0, facts.PointID(len(u.Spawn.Points) - 1)}})
	u.event(facts.Event{Op: facts.EventOnceDone, Addr: 1})
}

// captures declares nodes 1 to n as captured slots.
func (u *Unit) captures(n int) {
	u.takes(n)
	u.Flow.FreeVars, u.Flow.Params = u.Flow.Params, nil
}

// takes declares nodes 1 to n as parameter slots.
func (u *Unit) takes(n int) {
	for k := range n {
		u.Flow.Params = append(u.Flow.Params, facts.Node(k+1))
	}
	u.Flow.Nodes = uint32(n)
	u.Spawn.Points = []facts.Point{{}}
}

// event appends an event.
func (u *Unit) event(e facts.Event) {
	u.Spawn.Points = append(
		u.Spawn.Points,
		facts.Point{Preds: []facts.PointID{facts.PointID(len(u.Spawn.Points) - 1)}, Event: e},
	)
}

// callback appends a call of the function that a node holds.
func (u *Unit) callback(n facts.Node) {
	u.Flow.Calls = append(u.Flow.Calls, facts.Call{Flags: facts.CallDynamic, Recv: n})
	u.Spawn.Calls = append(u.Spawn.Calls, facts.PointID(len(u.Spawn.Points)-1))
	u.event(facts.Event{Op: facts.EventCall, Index: uint32(len(u.Flow.Calls) - 1)})
}
