// This file tests that goroutines that start each other are few, whatever the order in which they may follow (O7).

package program_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/program"
)

// TestGoroutinesThatStartEachOther: n functions of which each starts all others and changes a variable of its own.
// Each order of them is a chain: of five there would be more than 200, of seven more than ten thousand.
func TestGoroutinesThatStartEachOther(t *testing.T) {
	for _, n := range []int{5, 7} {
		var src strings.Builder
		src.WriteString("package main\n\nfunc main() { go f0() }\n")
		for k := range n {
			fmt.Fprintf(&src, "\nvar x%d int\n\nfunc f%d() {\n\tx%d++\n", k, k, k)
			for other := range n {
				if other != k {
					fmt.Fprintf(&src, "\tgo f%d()\n", other)
				}
			}
			src.WriteString("}\n")
		}
		p := program.New(config(false))
		p.Update(theShop(t).buildFiles(t, [2]string{"m.go", src.String()}))
		found := map[string]bool{}
		for _, r := range p.Races(explain.View{}) {
			found[r.Ends[0].Last().Name.Name] = true
		}
		for k := range n {
			if name := fmt.Sprintf("x%d", k); !found[name] {
				t.Errorf("%d functions: no race on %s", n, name)
			}
		}
		// each of n*(n-1) statements has at most two origins below the first, with a twin each
		if got, most := p.Stats().Origins, 4*n*(n-1)+4; got > most {
			t.Errorf("%d functions: %d goroutines, more than %d", n, got, most)
		}
	}
}
