// This file is a second look at the facts that a deletion takes the reason from directly: one that has another reason,
// of whatever rank, that does not rest on it keeps its place, and all that rests on it stays. (P22)

package pointsto

// rescue looks for reasons for what edges that have just been closed were the reason of.
func (l retraction) rescue() {
	for _, e := range l.closed {
		if k := l.edges.reasons[e]; k == 0 || k > manyDoubts {
			continue
		}
		dst := l.edges.all[e].dst
		for _, a := range l.sets[dst].appendOf(nil, e) {
			l.save(Fact{dst, a}, l.sets[dst].find(a))
		}
	}
}

// save gives a fact another reason that does not rest on it, if there is one and none of lower rank.
func (l retraction) save(f Fact, y *entry) {
	if l.older(f.Node, y) != 0 {
		return // the rounds will find it
	}
	in := l.edges.in[f.Node]
	for _, c := range in[:min(len(in), tries)] {
		e, x := c.edge, &l.edges.all[c.edge]
		if x.closed {
			continue
		}
		if rank, ok, _ := l.comes(x, f.Addr, true); ok && l.stands(f, y.rank, e) {
			l.edges.reasons[y.why]--
			l.edges.reasons[e]++
			y.why = e
			l.raise(f, max(rank, x.rank)+1)
			return
		}
	}
}

// stands reports whether a fact of some rank can come by an edge without resting on itself. What it would rest on has
// to be traced only as far as ranks are higher than its own.
func (l retraction) stands(f Fact, rank uint32, e edgeID) bool {
	seen := map[Fact]bool{}
	work := l.premises(nil, f, e)
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if p == f {
			return false
		}
		y := l.sets[p.Node].find(p.Addr)
		if y == nil || y.rank <= rank || seen[p] {
			if y == nil {
				return false
			}
			continue
		}
		if seen[p] = true; len(seen) > manyProofs || l.edges.all[y.why].closed {
			return false
		}
		work = l.premises(work, p, y.why)
	}
	return true
}

// premises appends the facts that a fact rests on if it comes by an edge.
func (l retraction) premises(list []Fact, f Fact, e edgeID) []Fact {
	x := &l.edges.all[e]
	c := &l.cons[x.con]
	if c.guard != (Guard{}) {
		list = append(list, Fact(c.guard))
	}
	if c.goesThrough() {
		list = append(list, Fact{c.trigger(), x.via})
	}
	switch x.kind {
	case plain, filtered:
		list = append(list, Fact{x.src, f.Addr})
	case shifted:
		list = append(list, Fact{x.src, f.Addr - x.via})
	}
	return list
}

// raise gives a fact a higher rank, and what rests on it where that is not above it any more.
func (l retraction) raise(f Fact, rank uint32) {
	work := []Fact{f}
	lift := func(n, a Node, e edgeID, above uint32) {
		if y := l.sets[n].find(a); y != nil && y.why == e && y.rank <= above {
			l.setRank(n, y, above+1)
			work = append(work, Fact{n, a})
		}
	}
	lean := func(e edgeID, rank uint32) { // an edge rests on the fact
		x := &l.edges.all[e]
		if x.rank >= rank {
			return
		}
		if x.rank = rank; l.edges.reasons[e] > 0 {
			for _, a := range l.sets[x.dst].appendOf(nil, e) {
				lift(x.dst, a, e, rank)
			}
		}
	}
	if y := l.sets[f.Node].find(f.Addr); y.rank < rank {
		l.setRank(f.Node, y, rank)
	}
	for k := 0; k < len(work); k++ {
		f := work[k]
		rank := l.rankOf(f.Node, f.Addr)
		for _, o := range l.edges.out[f.Node] {
			if e := o.edge; l.edges.reasons[e] > 0 {
				x := &l.edges.all[e]
				if b, ok, _ := l.over(x, f.Addr, true); ok {
					lift(x.dst, b, e, max(rank, x.rank))
				}
			}
		}
		for t := l.triggers.heads[f.Node]; t != 0; t = l.triggers.cells[t].next {
			for e := l.cons[l.triggers.cells[t].id].edges; e != 0; e = l.edges.all[e].next {
				if l.edges.all[e].via == f.Addr {
					lean(e, rank)
				}
			}
		}
		for t := l.guards.heads[f.Node]; t != 0; t = l.guards.cells[t].next {
			if c := &l.cons[l.guards.cells[t].id]; c.active && c.guard.Addr == f.Addr {
				for e := c.edges; e != 0; e = l.edges.all[e].next {
					lean(e, rank)
				}
			}
		}
	}
}

// setRank changes the rank of a fact of a node.
func (l retraction) setRank(n Node, y *entry, rank uint32) {
	y.rank = rank
	top := &l.crew.top[shard(n)]
	*top = max(*top, rank)
}
