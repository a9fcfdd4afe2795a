// This file lets the tests of this package follow addresses back with and without memory of earlier trails.

package program

import (
	"reflect"
	"slices"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// Trails follows back every address that an access of a program may use, twice by a tracer that remembers and once by
// one that has just forgotten all, and returns how many there were and for how many the sources differ, or one is
// listed twice.
func Trails(pkgs []link.Package) (trails, differ int) {
	p := New(link.Config{Own: "m"})
	p.Update(pkgs)
	p.lib = link.NewLibrary(pkgs)
	p.each(explain.View{Weakest: evidence.Low}, func(l *order.Order) {
		t := l.Traced()
		for _, i := range l.Insts[1:] {
			for k := 0; i.Unit.Accesses != nil && k < len(i.Unit.Accesses.List); k++ {
				a := &i.Unit.Accesses.List[k]
				for _, addr := range l.Sets.PointsTo(nil, i.Node(a.Addr)) {
					s := link.ReachingDef{Inst: i.ID, Node: a.Addr, Target: addr}
					t.Apart = !t.Apart
					first, again := t.Trace(s), t.Trace(s)
					l.Forget()
					trails++
					if fresh := t.Trace(s); !reflect.DeepEqual(first, again) || !reflect.DeepEqual(first, fresh) || twice(first) {
						differ++
					}
				}
			}
		}
	})
	return trails, differ
}

// twice reports whether a source is listed twice.
func twice(list []link.Source) bool {
	for k, s := range list {
		if slices.Contains(list[:k], s) {
			return true
		}
	}
	return false
}
