// This file is what rules may ask besides the pair itself: what is known of a link, in rooms. A room knows one thing,
// remembers what it found out, and asks only rooms that stand above it here.

package races

import (
	"github.com/syncvet/syncvet/internal/activation"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// The rooms of a link.
type rooms struct {
	*explain.Paths
	events      *events      // what goroutines do to synchronise
	runs        *runs        // what no run has together
	copies      *copies      // what comes before the goroutine that a copy is for
	signals     *signals     // channels and WaitGroups in the object itself
	activations *activations // what is ordered within one call of a function
	objects     *objects     // which abstract objects are concrete ones
	trails      *trails      // where pointers come from
	tests       *tests       // under which conditions accesses happen
	provenances *provenances // how goroutines came by objects
	onces       *onces       // what happens in functions of Onces
	joins       *joins       // which goroutines were waited for
	clients     *clients     // how clients of types come to accesses
	loops       *loops       // which functions one loop runs
}

// newRooms makes the rooms of a link, empty.
func newRooms(p *explain.Paths) *rooms {
	r := &rooms{
		Paths:   p,
		events:  &events{Paths: p},
		runs:    &runs{p},
		clients: &clients{p},
		trails:  &trails{Paths: p},
	}
	r.copies = &copies{p, r.events}
	r.signals = &signals{Paths: p, events: r.events}
	r.activations = &activations{p, map[link.InstID]*activation.Activation{}}
	r.objects = &objects{p, r.activations}
	r.tests = &tests{p, r.trails, r.objects}
	r.provenances = &provenances{
		Paths:   p,
		events:  r.events,
		clients: r.clients,
		objects: r.objects,
		trails:  r.trails,
		tests:   r.tests,
		way:     newWay(),
		takings: order.TakingsOf(p.L),
	}
	r.onces = &onces{Paths: p, events: r.events, objects: r.objects, trails: r.trails}
	r.joins = &joins{Paths: p, events: r.events, activations: r.activations}
	r.loops = &loops{p, r.events}
	return r
}
