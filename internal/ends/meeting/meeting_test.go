// This file compares the walk along both ways at once with one that asks about each two variables by themselves.

package meeting

import (
	"slices"
	"testing"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A web is who found what where, made of bytes: the sources of some variables.
type web [][]link.Source

// The variables and slots of a web.
const (
	webVars  = 8
	webSlots = 6 // the first is none, the last holds no container
)

// newWeb reads a web: each two bytes are a variable with a source, and that source's base.
func newWeb(data []byte) web {
	w := make(web, webVars)
	for ; len(data) >= 2; data = data[2:] {
		at, slot, base := data[0]%webVars, data[0]/webVars%webSlots, data[1]%webVars
		w[at] = append(w[at], link.Source{Slot: pointsto.Node(slot), Base: link.ReachingDef{Node: facts.Node(base)}})
	}
	return w
}

// sources are those of a variable.
func (w web) sources(s link.ReachingDef) []link.Source { return w[s.Node] }

// holds gives each slot an object of its own.
func (w web) holds(slot pointsto.Node) link.ObjID {
	if slot == webSlots-1 {
		return 0
	}
	return link.ObjID(slot)
}

// alike is the dumb twin of Question.Alike: every two sources, one after the other.
func (w web) alike(a, b link.ReachingDef, concrete func(link.ObjID) bool, depth int) bool {
	return depth <= maxSteps && slices.ContainsFunc(w.sources(a), func(p link.Source) bool {
		return p.Slot != 0 && w.holds(p.Slot) != 0 && slices.ContainsFunc(w.sources(b), func(q link.Source) bool {
			return p.Slot == q.Slot && (concrete(w.holds(p.Slot)) || w.alike(p.Base, q.Base, concrete, depth+1))
		})
	})
}

// checkPlaces compares all questions about a small web: the twin takes the sixth power of its size.
func checkPlaces(t *testing.T, data []byte) (yes, no int) {
	t.Helper()
	if len(data) < 1 || len(data) > 20 {
		return 0, 0
	}
	w := newWeb(data[1:])
	ps := New(w.sources, w.holds)
	concrete := func(id link.ObjID) bool { return data[0]>>id&1 != 0 }
	for a := range webVars {
		for b := range webVars {
			x, y := link.ReachingDef{Node: facts.Node(a)}, link.ReachingDef{Node: facts.Node(b)}
			got, want := (&Question{Places: ps, Concrete: concrete}).Alike(x, y), w.alike(x, y, concrete, 1)
			if got != want {
				t.Fatalf("%v: variables %d and %d: %v, want %v", w, a, b, got, want)
			}
			if got {
				yes++
			} else {
				no++
			}
		}
	}
	return yes, no
}

// Webs made by a fixed rule have both answers, and the twin agrees.
func TestMeeting(t *testing.T) {
	yes, no, seed := 0, 0, uint32(1)
	for n := range 300 {
		data := make([]byte, 1+n%20)
		for k := range data {
			seed = seed*1664525 + 1013904223
			data[k] = byte(seed >> 24)
		}
		data[0] &= data[len(data)-1] // few objects are concrete
		y, m := checkPlaces(t, data)
		yes, no = yes+y, no+m
	}
	if yes < 100 || no < 100 {
		t.Errorf("%d times yes, %d times no: these webs show nothing", yes, no)
	}
}

func FuzzMeeting(f *testing.F) {
	f.Add([]byte{4, 8, 1, 16, 2, 9, 3, 17, 3})
	f.Add([]byte{0, 8, 0, 9, 1, 16, 0, 17, 1})
	f.Fuzz(func(t *testing.T, data []byte) { checkPlaces(t, data) })
}
