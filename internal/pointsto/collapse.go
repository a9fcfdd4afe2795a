// This file is the cheap part of taking away, and often most of it: a node that nothing comes into any more loses all
// of its facts at once, without a look for other reasons; so whole functions go when they are not called any more.
// (P15)

package pointsto

// An emptying takes all facts of nodes that nothing comes into any more (P15).
type emptying struct{ *Live }

// collapse empties the nodes that nothing comes into any more, because of facts gone and edges closed from some index
// on, and closes what rested on these, and so on. Depth first, since what belongs to one function stands together in
// memory. Edges that have brought facts to nodes that something else enters are in doubt afterwards.
func (l emptying) collapse(gone []Fact, closed int) {
	for end := len(l.closed); closed < end; closed++ {
		l.drain(l.closed[closed])
		l.follow()
	}
	for len(gone) > 0 {
		if n := gone[0].Node; l.sets[n].size == 0 {
			l.dry(n)
			l.follow()
		}
		gone = gone[together(gone):]
	}
	for k := 0; k < len(l.doubts); k++ { // what else entered their nodes may have come to an end since
		if e := l.doubts[k]; l.edges.reasons[e] > 0 && l.bare(l.edges.all[e].dst) {
			l.strip(l.edges.all[e].dst)
			l.follow()
		}
	}
}

// follow draws the conclusions of nodes having been emptied.
func (l emptying) follow() {
	for len(l.hollow) > 0 {
		n := l.hollow[len(l.hollow)-1]
		l.hollow = l.hollow[:len(l.hollow)-1]
		closed := len(l.closed)
		retraction(l).strandNode(n)
		for _, e := range l.closed[closed:] {
			l.drain(e)
		}
		l.dry(n)
	}
}

// dry drains the edges that leave an empty node.
func (l emptying) dry(n Node) {
	for _, o := range l.edges.out[n] {
		l.drain(o.edge)
	}
}

// drain takes note that an edge brings nothing any more: its node is emptied if nothing else comes there, else the edge
// is in doubt.
func (l emptying) drain(e edgeID) {
	if l.edges.reasons[e] == 0 {
		return
	}
	if n := l.edges.all[e].dst; l.bare(n) {
		l.strip(n)
	} else {
		l.doubts = append(l.doubts, e)
	}
}

// bare reports whether nothing comes into a node any more. Nothing comes back in this phase, so no edge is asked again
// that brought nothing once.
func (l emptying) bare(n Node) bool {
	w := &l.watches[n]
	if now := uint32(l.stats.Updates); w.update != now {
		*w = watch{update: now}
	}
	in := l.edges.in[n]
	for ; int(w.at) < len(in); w.at++ {
		c := in[w.at]
		if (c.node == 0 || l.sets[c.node].size > 0) && !l.edges.all[c.edge].closed {
			return false
		}
	}
	return true
}

// strip takes all facts from a node that is bare; conclusions are for follow to draw.
func (l emptying) strip(n Node) {
	s := &l.sets[n]
	for _, y := range s.all() {
		if y.addr != 0 {
			l.gone = append(l.gone, Fact{n, y.addr})
		}
	}
	s.empty()
	for _, c := range l.edges.in[n] {
		l.edges.reasons[c.edge] = 0
	}
	l.hollow = append(l.hollow, n)
}
