// This file finds a goroutine that runs the function of a scope, where that is no goroutine's entry.

package waits

import (
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
)

// around is a goroutine that runs the scope's function, and a shortest way of calls from its entry there: the last
// frame is the function. It is an example: what is found in a scope holds for whoever calls its function.
func (s *scope) around() (explain.Goroutine, []explain.Frame) {
	next := map[link.InstID]link.Edge{s.root.ID: {}} // by instance: the call on the way to the function
	for queue := []link.InstID{s.root.ID}; len(queue) > 0; queue = queue[1:] {
		i := s.w.l.Insts[queue[0]]
		if s.w.l.IsEntry(i) {
			return s.w.d.Goroutine(i.Origin, nil), s.callsFrom(i.ID, next)
		}
		for _, e := range i.In {
			if _, seen := next[e.From]; !seen && !e.Spawn && s.w.l.Insts[e.From].Origin == s.root.Origin {
				next[e.From] = e
				queue = append(queue, e.From)
			}
		}
	}
	return explain.Goroutine{}, nil
}

// callsFrom gives the frames from an entry to the scope's function.
func (s *scope) callsFrom(entry link.InstID, next map[link.InstID]link.Edge) []explain.Frame {
	list := []explain.Frame{s.w.d.Frame(explain.ChainLink{Inst: entry}, true)}
	for e := next[entry]; e.To != 0; e = next[e.To] {
		list = append(list, s.w.d.Frame(explain.ChainLink{Inst: e.To, From: e.From, Call: e.Call}, false))
	}
	return list
}
