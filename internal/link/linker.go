// This file is what it takes to make a link, and to change it later.

package link

import (
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Linker makes a link: what it needs to know for that, and for changing it later.
type Linker struct {
	*Link

	clones    map[InstKey]int         // contexts per call site that a unit has in an origin
	contexted map[UnitID]int          // the same in all origins together
	invoked   map[InstKey][]UnitID    // methods that have contexts for an interface call (Caller, Call)
	Starts    map[OriginKey]OriginID  // origins made
	Siblings  map[SiblingKey]OriginID // first origins of sites and targets
	deep      map[deepKey][]OriginID  // origins within recursions

	labelIDs map[labelKey]pointsto.Label // numbers of labels
	labels   []labelKey                  // by Label; [0] has no type and no iteration copy
	ClassIDs map[ClassKey]pointsto.Class // numbers of classes
	Classes  []ClassKey                  // by Class; [0] stands for no filter

	Watches  []*Watch               // dynamic calls waiting for callees, by watch number
	Handled  map[Handling]*Dispatch // dynamic calls on objects; static ones, too, if the link is recorded
	Ordering string                 // what made the order of discovery decide; empty if nothing did

	// Only if the link is recorded.
	Reasons   map[EdgeKey]*Reasons       // what call edges exist by
	Sites     map[SiteKey]*Liveness      // of go statements: that they run more than once
	Rejoins   map[OriginKey]*Rejoining   // recursive spawns
	WatchesAt map[pointsto.Node][]*Watch // dynamic calls by what is watched
	Unheard   []*Watch                   // those that have not been told what was there before them
	Roots     []*Origin                  // in order
	Asked     []*Instance                // of which it is to be known whether they run more than once
}

// watch asks to be told of the objects that reach a node.
func (l *Linker) watch(n pointsto.Node, w Watch) {
	if n == 0 {
		return
	}
	w.Node = n
	if l.Sets.Rec != nil {
		l.WatchesAt[n] = append(l.WatchesAt[n], &w)
	}
	if l.Sets.Live != nil {
		l.Unheard = append(l.Unheard, &w)
		return
	}
	l.Watches = append(l.Watches, &w)
	l.Sets.Watch(n, uint32(len(l.Watches)-1))
}

// byOrder records that the order of discovery decided about something.
func (l *Linker) byOrder(cause string) {
	if l.Ordering == "" {
		l.Ordering = cause
	}
}
