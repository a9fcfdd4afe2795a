// This file finds a goroutine that runs a function, where that is no goroutine's entry.

package explain

import (
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
)

// Around is a goroutine that runs a function, and a shortest way of calls from its entry there: the last frame is the
// function. It is an example: what is found in a function may hold for whoever calls it.
func (d *Paths) Around(root *link.Instance) (evidence.Goroutine, []evidence.Frame) {
	next := map[link.InstID]link.Edge{root.ID: {}} // by instance: the call on the way to the function
	for queue := []link.InstID{root.ID}; len(queue) > 0; queue = queue[1:] {
		i := d.L.Insts[queue[0]]
		if d.L.IsEntry(i) {
			return d.Goroutine(i.Origin, nil), d.callsFrom(i.ID, next)
		}
		for _, e := range i.In {
			if _, seen := next[e.From]; !seen && !e.Spawn && d.L.Insts[e.From].Origin == root.Origin {
				next[e.From] = e
				queue = append(queue, e.From)
			}
		}
	}
	return evidence.Goroutine{}, nil
}

// callsFrom gives the frames from an entry to the function.
func (d *Paths) callsFrom(entry link.InstID, next map[link.InstID]link.Edge) []evidence.Frame {
	list := []evidence.Frame{d.Frame(ChainLink{Inst: entry}, true)}
	for e := next[entry]; e.To != 0; e = next[e.To] {
		list = append(list, d.Frame(ChainLink{Inst: e.To, From: e.From, Call: e.Call}, false))
	}
	return list
}
