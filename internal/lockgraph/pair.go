// This file is the rules about two acquisitions: whether two goroutines can be at both, and whether one blocks the
// other.

package lockgraph

// together reports whether two goroutines can be at the two acquisitions at once (L2, L3, L4).
func (g *Graph) together(e, f *Edge) bool {
	if e.Origin == f.Origin && !g.opts.Multiple(e.Origin) {
		return false
	}
	return g.opts.Parallel(e.Place, f.Place) && g.opts.Parallel(f.Place, e.Place) && g.gate(e, f, true) == 0
}

// gate returns the least lock, exact or not as asked, that is held at both acquisitions and not read at both; zero if
// there is none (L4). The locks of the cycle itself count where one acquisition has them as a gate. Held is never
// compared with Held: in an order cycle they differ (L1), in an instance loop they are different instances (L8).
func (g *Graph) gate(e, f *Edge, exact bool) LockID {
	least := LockID(0)
	try := func(a, b Gate) {
		if a.Lock == b.Lock && (a.Mode == Write || b.Mode == Write) && g.opts.Exact(a.Lock) == exact &&
			(least == 0 || a.Lock < least) {
			least = a.Lock
		}
	}
	for _, a := range e.Gates {
		try(a, Gate{f.Held, f.HeldMode})
		for _, b := range f.Gates {
			try(a, b)
		}
	}
	for _, b := range f.Gates {
		try(Gate{e.Held, e.HeldMode}, b)
	}
	return least
}

// readers reports whether e wants to read what f reads, so that only a waiting writer makes it block (L5).
func readers(e, f *Edge) bool { return e.WantMode == Read && f.HeldMode == Read }

// selfBlocks reports whether a loop may be one instance, and whether it surely is (L7).
func (g *Graph) selfBlocks(e *Edge) (may, must bool) {
	must = g.opts.Exact(e.Held) || e.Relation == Same
	return must || e.Relation == Unknown && e.Order == 0, must
}

// twoInstances reports whether a loop may be two instances (L8).
func (g *Graph) twoInstances(e *Edge) bool {
	return !g.opts.Exact(e.Held) && e.Relation != Same
}
