// This file is the release sites as they occur in origins.

package hb

// A Protection says how well a common lock is known.
type Protection uint8

const (
	NoLock   Protection = iota // no common lock
	MayAlias                   // locks of both may be the same
	Must                       // one lock is held at both
)

func (p Protection) String() string { return [...]string{"no lock", "may alias", "must"}[p] }

// An occurrence is a release site in an origin that reaches it, or the end of an origin.
type occurrence struct {
	origin OriginID // whose goroutine passes the site
	site   siteID   // zero: the end
	place  place    // just before the event, over all its contexts
}

// A place is a point of view for ordering: an origin and what it has done and knows there.
type place struct {
	origin   OriginID // the origin
	released setID    // may set: sites that this instance may have passed, and joins that may be pending
	acquired setID    // must set: tokens that it has acquired, and locks that it holds, for sure
}

// occurrences holds all of them.
type occurrences struct {
	*vocabulary
	t        *table                // the solution that says where origins come
	counts   *counts               // how often things run
	list     []occurrence          // index 0 unused
	at       map[occKey]int        // index into list
	bySite   [][]int               // by site: indices into list
	exits    []int                 // by origin: its end, index into list; zero if it never ends
	badWait  map[uint32][]int      // WaitGroups with a Done that no Add is known to count for: these, zero for an Add
	found    map[opObjs][]int      // answers of of
	guards   map[uint32]Protection // slots, batons and taken atomics: how well they exclude others (H17, H22)
	rounds   map[roundKey]round    // answers of roundOf
	done     map[occKey]place      // answers of completed
	rival    map[[2]OriginID]bool  // answers of rivals
	alone    []uint32              // what solitary has found; nil: not asked yet
	released [][]PointID           // answers of releases, by function
}

// An occKey names an occurrence.
type occKey struct {
	origin OriginID // whose goroutine passes the site
	site   siteID   // zero: the end of the origin
}

func (t *table) placeOf(o OriginID, s StateID) place {
	x := t.states[s]
	return place{o, x.released, x.acquired}
}

// of lists the occurrences of some operations that may act on one of the objects.
func (q *occurrences) of(objs setID, ops ...Op) []int {
	var all []int
	for _, op := range ops {
		all = append(all, q.ofOne(opObjs{objs, op})...)
	}
	return all
}

func (q *occurrences) ofOne(key opObjs) []int {
	list, ok := q.found[key]
	if !ok {
		for _, s := range q.byOp[key.op] {
			if q.meets(q.objsOf(s), key.objs) {
				list = append(list, q.bySite[s]...)
			}
		}
		q.found[key] = list
	}
	return list
}

// isStart reports whether a function runs only as what a go event started.
func (q *occurrences) isStart(o OriginID, f FuncID) bool {
	for _, x := range q.p.Origins[o].Entry {
		if x == f {
			return !q.counts.repeated[o][f]
		}
	}
	return false
}

// together reports whether two origins may belong to one run.
func (q *occurrences) together(a, b OriginID) bool {
	x, y := q.p.Origins[a].Tree, q.p.Origins[b].Tree
	return (x == y || x == 0 || y == 0) && !(only{q}).rivals(a, b)
}
