// This file is the synthetic bodies: the functions that models return or start (models.Made, models.Callback.After), as
// summaries written by hand, and what models say of methods that are called through an interface of the program's own
// (L7).

package link

import (
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
)

// syntheticOf gives the sections of a function with a synthetic body, nil for all others.
func syntheticOf(sym facts.Symbol) *Unit {
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
		if !u.modelled(sym) {
			return nil
		}
	}
	if len(u.Spawn.Points) > 0 && u.Spawn.Points[len(u.Spawn.Points)-1].Event.Op == facts.EventExit {
		return u
	}
	last := facts.PointID(len(u.Spawn.Points) - 1)
	u.Spawn.Exits = []facts.PointID{last}
	return u
}

// lockOps are the operations on locks, by what a model says.
var lockOps = map[models.SyncOp]facts.LockOp{
	models.SyncLock: facts.Lock, models.SyncUnlock: facts.Unlock, models.SyncRLock: facts.RLock,
	models.SyncRUnlock: facts.RUnlock,
}

// eventsOf are the events of the other operations on a receiver.
var eventsOf = map[models.SyncOp][]facts.EventOp{
	models.SyncDone: {facts.EventDone}, models.SyncWait: {facts.EventWait, facts.EventGroupWait},
	models.SyncCondWait: {facts.EventCondWait}, models.SyncCondSignal: {facts.EventCondSignal},
	models.SyncExit: {facts.EventExit},
}

// modelled makes a method of which a model says what it does to its receiver. A number that it is given is what its
// caller says.
func (u *Unit) modelled(sym facts.Symbol) bool {
	recv, method, ok := strings.Cut(strings.TrimPrefix(sym.Name, "(*"), ").")
	if !ok {
		return false
	}
	row := models.Lookup("(*" + sym.Pkg + "." + recv + ")." + method)
	if row == nil || row.Object != 0 || len(row.Callbacks) > 0 {
		return false
	}
	op, locks := lockOps[row.Sync]
	events := eventsOf[row.Sync]
	switch {
	case locks:
		u.takes(1)
		u.Locks = &facts.Locks{Sites: []facts.LockSite{{Op: op, Addr: 1}}, Net: []facts.NetLock{{}}}
		u.event(facts.Event{Op: facts.EventLock})
	case row.Sync == models.SyncAdd:
		u.takes(2)
		u.event(facts.Event{Op: facts.EventAdd, Addr: 1, N: 1})
		u.Accesses = &facts.Accesses{
			Counted: []facts.Counted{{Number: 1, Value: facts.Term{Kind: facts.TermParam, N: 1}}},
		}
	case events != nil:
		u.takes(1)
		for _, e := range events {
			u.event(facts.Event{Op: e, Addr: 1})
		}
	default:
		return false
	}
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
