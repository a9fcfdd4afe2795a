// This file is what rules may ask besides the pair itself: what is known of a link, in rooms. A room knows one thing,
// remembers what it found out, and asks only rooms that stand above it here.

package ends

import (
	"github.com/syncvet/syncvet/internal/activation"
	"github.com/syncvet/syncvet/internal/ends/skeleton"
	"github.com/syncvet/syncvet/internal/ends/unseen"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// The Rooms of a link.
type Rooms struct {
	*explain.Paths
	Events      *events      // what goroutines do to synchronise
	Runs        *runs        // what no run has together
	Copies      *copies      // what comes before the goroutine that a copy is for
	Signals     *signals     // channels and WaitGroups in the object itself
	Activations *activations // what is ordered within one call of a function
	Objects     *objects     // which abstract objects are concrete ones
	Trails      *trails      // where pointers come from
	Tests       *tests       // under which conditions accesses happen
	Provenances *provenances // how goroutines came by objects
	Onces       *onces       // what happens in functions of Onces
	Joins       *joins       // which goroutines were waited for
	Clients     *clients     // how clients of types come to accesses
	Loops       *loops       // which functions one loop runs
	Literals    *literals    // which comparisons exclude each other
	Insides     *insides     // what is the inside of a dependency
	Exchanges   *exchanges   // names that are exchanged
	Unseen      *unseen.Room // what a link of one function does not show
}

// NewRooms makes the rooms of a link, empty.
func NewRooms(p *explain.Paths) *Rooms {
	r := &Rooms{
		Paths:     p,
		Events:    &events{skeleton.New(p)},
		Runs:      &runs{p},
		Clients:   &clients{Paths: p},
		Trails:    &trails{Paths: p},
		Exchanges: &exchanges{Paths: p},
	}
	r.Copies = &copies{p, r.Events}
	r.Signals = &signals{Paths: p, events: r.Events}
	r.Activations = &activations{p, map[link.InstID]*activation.Activation{}}
	r.Objects = &objects{p, r.Activations}
	r.Tests = &tests{p, r.Trails, r.Objects}
	r.Provenances = &provenances{
		Paths:   p,
		events:  r.Events,
		clients: r.Clients,
		objects: r.Objects,
		trails:  r.Trails,
		tests:   r.Tests,
		way:     newProvenanceMemo(),
		takings: order.TakingsOf(p.L),
	}
	r.Onces = &onces{Paths: p, events: r.Events, objects: r.Objects, trails: r.Trails}
	tokens := &skeleton.Tokens{Events: r.Events.Events}
	r.Joins = &joins{Paths: p, tokens: tokens, events: r.Events, activations: r.Activations}
	r.Loops = &loops{p, r.Events}
	r.Insides = &insides{Paths: p, given: map[crossing]mayLead{}}
	r.Unseen = unseen.New(p)
	r.Literals = &literals{Paths: p, objects: r.Objects}
	return r
}
