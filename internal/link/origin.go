// This file is what a link holds of origins: static goroutines, each a spawn site with its target in the context of its
// parent (SWORD chapter 2, O2).

package link

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A RootKind says why an origin is a root.
type RootKind uint8

// The kinds of roots.
const (
	RootNone     RootKind = iota // not a root: started by a go statement or a registration
	RootInit                     // package initialisation, before everything else
	RootMain                     // main.main
	RootTest                     // one test function
	RootExported                 // an exported function that starts goroutines, called once
	RootClient                   // the client of a type: makes a value, then calls each method from a goroutine of its own
)

// An Origin is a static goroutine.
type Origin struct {
	ID             OriginID // index into Link.Origins
	Kind           RootKind // what sort of root; zero for those that are started
	Parent         OriginID // who starts it; zero for roots
	Site           InstID   // the instance with the go statement; zero for roots
	Call           uint32   // the go statement, index into its unit's Flow.Calls
	Entries        []InstID // what it runs: one instance, several for the initialisers
	Tree           OriginID // its root; roots of different trees never run at the same time, except after init
	Twin           OriginID // another instance of the same goroutine, zero while one suffices
	IterationClone bool     // it is the other instance, or was started by one
	Rejoined       bool     // stands for goroutines of a recursive spawner at every depth
	Merged         bool     // stands for what its statement starts elsewhere in a recursion (O7)
	Parallel       bool     // a test that may call t.Parallel
	Multi          bool     // several instances may exist at once, or one after the other
	Target         *Unit    // what it runs; nil for roots
	// the function object or box that the target was found by; zero if the statement names it
	Callee  pointsto.Node
	Depth   int             // starts between it and its root, which has 0
	actuals []pointsto.Node // argument slots at the site
	again   []*Rejoining    // recursive spawns that stand for it, found while its own function was linked
	Copy    uint8           // 2 if it is the other instance; else 1
	Life    Liveness        // as long as something starts it
	Cut     bool            // an edit took the go statement
	Root    facts.Symbol    // the function of a root; zero for others and for the initialisers
}

// A Rejoining is a recursive spawn.
type Rejoining struct {
	Liveness
	Inst    InstID          // the spawner, itself within what it starts
	Call    uint32          // index into its unit's Flow.Calls
	callee  pointsto.Node   // as Origin.Callee: what it captured reaches the origin that stands for it
	actuals []pointsto.Node // as Origin.actuals: they reach that origin, too
	Stands  OriginID        // for this one
}

// A TwinSite is a spawn site that runs more than once.
type TwinSite struct {
	Inst InstID    // the spawner
	Call uint32    // the go statement, index into its unit's Flow.Calls
	Life *Liveness // as long as it does
}

// An OriginSet is a small set of origins.
type OriginSet struct {
	List []OriginID // sorted
}

// Add adds an origin to the set.
func (s *OriginSet) Add(o OriginID) {
	for i, x := range s.List {
		if x == o {
			return
		}
		if x > o {
			s.List = append(s.List, 0)
			copy(s.List[i+1:], s.List[i:])
			s.List[i] = o
			return
		}
	}
	s.List = append(s.List, o)
}

// CalledByTimer reports whether a goroutine is what a timer calls, or was started by one that is.
func (l *Link) CalledByTimer(id OriginID) bool {
	for o := l.Origins[id]; o.Site != 0; o = l.Origins[o.Parent] {
		u := l.Insts[o.Site].Unit
		if api := u.Names.Flow.Symbol(u.Flow.Calls[o.Call].API); api.Pkg == "time" && api.Name == "AfterFunc" {
			return true
		}
	}
	return false
}
