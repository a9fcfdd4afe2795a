// This file is the link: solved points-to sets, a call graph and origins.

package link

import (
	"fmt"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Link is a program joined from summaries. It is read only once it is solved, but for notes of what a question cost
// too much. Everything is indexed by dense ids; maps exist at the boundary only.
type Link struct {
	*Library
	Cfg  Config  // the bounds it was made with
	Sets *solver // the points-to sets, and what was stated to get them

	Meant bool // its roots are harnesses of types that only hold a lock or the like (C7)
	// what may be spent on pairs of accesses that were looked at together often (races L9), in steps; zero: as much as
	// on others
	MaxLater int

	Insts   []*Instance                    // by instID
	Origins []*Origin                      // by originID
	Objects []Object                       // by objID
	ObjAt   []ObjID                        // by slot 0
	Statics map[facts.Symbol]pointsto.Node // globals and plain functions
	InstIDs map[InstKey]InstID             // contexts made

	HeapContextIDs map[HeapContext]HeapContextID // numbers of iteration copies, zero for none
	HeapContexts   []HeapContext                 // by HeapContextID; [0] means no copy
	Twins          []TwinSite                    // spawn sites with a twin, for objects made later

	Over    map[string]bool  // budgets exceeded
	Linked  map[string]bool  // of these, the ones exceeded before anything was asked
	Width   int              // bound on the contexts of a function, if the link is recorded
	Weight  int              // bytes that its instances take, estimated (U11)
	Within  string           // of a fragment: the package whose functions are linked (W11); empty: all are
	Around  bool             // of a fragment: the module's other packages are linked, too
	Cut     map[SiteKey]bool // of a fragment: calls that are left out
	Exposed []bool           // of a link of one function: objects that code which is not seen gets hold of; else nil
	Unknown int              // calls whose callee nobody in view knows
}

// ObjectAt finds the object that a slot belongs to.
func (l *Link) ObjectAt(addr pointsto.Node) (*Object, ObjID, uint32) {
	base := l.Sets.Base(addr)
	if base == 0 || int(base) >= len(l.ObjAt) {
		return nil, 0, 0
	}
	id := l.ObjAt[base]
	return &l.Objects[id], id, uint32(addr - base)
}

// Work is what the link has cost, in steps of looking at pairs.
func (l *Link) Work() int { return l.Sets.Steps()/solverSteps + workPerInstance*len(l.Insts) }

// Exceeded records that a budget ran out: the result is incomplete.
func (l *Link) Exceeded(what string) {
	if !l.Over[what] {
		l.Over[what] = true
		if l.Sets.Rec == nil {
			l.Note("budget", BudgetNote(what).Text)
		}
	}
}

// BudgetNote says which budget ran out.
func BudgetNote(what string) facts.Note {
	return facts.Note{Kind: "budget", Text: "link: too many " + what}
}

// FirstNames joins the first few of some names, and says how many more there are.
func FirstNames(names []string) string {
	if n := len(names) - firstNames; n > 0 {
		return strings.Join(names[:firstNames], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ")
}
