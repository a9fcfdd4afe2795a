// This file remembers trails: the same address is followed back for each pair of accesses that it is behind.

package link

// A trailKey is a question to a tracer.
type trailKey struct {
	at    ReachingDef // where it begins
	apart bool        // Tracer.Apart at that time: it changes the answer
	whole ObjID       // Tracer.Whole at that time, likewise
}

// Forget lets go of the trails that were followed so far.
func (t *Tracer) Forget() { t.trails = nil }

// Trace lists the sources of a reaching definition; none, if along its context it cannot hold the address. The list
// must not be changed.
func (t *Tracer) Trace(s ReachingDef) []Source {
	key := trailKey{s, t.Apart, t.Whole}
	list, ok := t.trails[key]
	if !ok {
		list = t.follow(s)
		if t.trails == nil {
			t.trails = map[trailKey][]Source{}
		}
		t.trails[key] = list
	}
	return list
}
