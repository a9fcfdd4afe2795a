// This file counts what is left of the pairs after each stage.

package races

// Stages counts what remains after each stage (Chord, section 4): the numbers never grow from one stage to the next.
type Stages struct {
	Accesses  int // accesses in reachable instances
	Original  int // pairs on one location with a write, not both atomic
	Reachable int // by two origins that may exist in one run
	Aliasing  int // the same memory: element indices may be equal
	Shared    int // of a kind that conflicts
	Unordered int // nothing orders them
	Unlocked  int // no common lock, not even by may-alias
	Capped    int // locations with too many pairs to look at
	Reported  int // after the rules about where and how often
}

// A stage is where a rule stands in the funnel; zero: it is a doubt about what comes out of it.
type stage uint8

// The stages, in their order.
const (
	doubting    stage = iota
	conflicting       // is there a conflict?
	aliasing          // of the same memory?
	kinds             // by kinds of accesses that do not go together?
	ordering          // that nothing orders?
	locking           // without a common lock?
	owning            // on an object that both know?
	searching         // the same by rules that take a search
)

// Add adds what remains in another link.
func (s *Stages) Add(x *Stages) {
	s.Accesses += x.Accesses
	s.Original += x.Original
	s.Reachable += x.Reachable
	s.Aliasing += x.Aliasing
	s.Shared += x.Shared
	s.Unordered += x.Unordered
	s.Unlocked += x.Unlocked
	s.Capped += x.Capped
}
