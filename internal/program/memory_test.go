// This file is programs under edit that may not take the memory that they need (U11).

package program_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/program"
)

// roots is a package of a number of exported functions that each start goroutines, with what they share. In the last
// one the goroutine and its maker race for one of two boxes.
func roots(n int, box string) string {
	var b strings.Builder
	b.WriteString(`package m

type box struct{ n int; next *box }

var first, second = &box{}, &box{}

func link(x *box) *box { y := &box{next: x}; x.next = y; return y }
`)
	for k := range n {
		fmt.Fprintf(&b, `
func Start%d() {
	p := link(link(link(&box{})))
	go func() { p.n, p.next.n = %d, 1 }()
	go func() { link(p.next).next.n++ }()
	p.n++
}
`, k, k)
	}
	fmt.Fprintf(&b, `
func Last() {
	p := %s
	go func() { p.n = 1 }()
	first.n++
}
`, box)
	return b.String()
}

// edited is a program of many roots that has been edited once and back, within some memory: at least one byte.
func edited(t *testing.T, whole, bytes int) *workbench {
	cfg := config(true)
	cfg.MaxWhole, cfg.MaxMemory = whole, max(bytes, 1)
	w := &workbench{t: t, s: theShop(t), cfg: cfg, p: program.New(cfg)}
	w.edit("at first", roots(20, "second"))
	w.edit("the other box", roots(20, "first"))
	return w
}

// TestMemory: as memory runs short, first the points-to sets of edited links go, which are linked anew then; then a
// link is cut short, and the roots behind it are left out. What is said is what a new program within the same bound
// says, always, and what a free one says as long as nothing is noted. No more is held than what is allowed.
func TestMemory(t *testing.T) { // (U11)
	for _, whole := range []int{0, 1} { // one link, many
		free := edited(t, whole, 1<<30)
		races := free.p.Races(view)
		links, sets := free.p.Held()
		if sets == 0 || len(races) == 0 || len(free.p.Notes()) > 0 {
			t.Fatalf("nothing to measure: %d bytes of sets, %v, %v", sets, verdicts(races), free.p.Notes())
		}
		if n := free.p.Links(); (n > 1) != (whole == 1) {
			t.Fatalf("%d links", n)
		}
		var order []string
		for percent := 400; percent >= 0; percent -= 20 {
			allowed := (links + sets) * percent / 100
			w := edited(t, whole, allowed)
			l, s := w.p.Held()
			step := "as usual"
			switch {
			case len(w.p.Notes()) > 0:
				step = "incomplete"
				if percent <= 50 && whole == 1 && w.p.Links() >= free.p.Links() {
					t.Errorf("with %d %% of the memory there are still %d links", percent, w.p.Links())
				}
			case !reflect.DeepEqual(w.p.Races(view), races):
				t.Errorf(
					"with %d %% of the memory it says %v, not %v, and notes nothing",
					percent,
					verdicts(w.p.Races(view)),
					verdicts(races),
				)
			case w.p.Cause() != "":
				step = "linked anew"
			}
			if len(order) == 0 || order[len(order)-1] != step {
				order = append(order, step)
			}
			if percent > 0 && l+s > allowed+links/20 {
				t.Errorf("with %d %% of the memory, %s: %d and %d bytes held of %d", percent, step, l, s, allowed)
			}
		}
		if want := []string{"as usual", "linked anew", "incomplete"}; !reflect.DeepEqual(order, want) {
			t.Errorf("in %d links: as memory runs short: %v, want %v", free.p.Links(), order, want)
		}
	}
}
