// This file is goroutines that never meet what comes after initialisation, because control does not come back from the
// call below which they are started (R24): a TestMain that runs the program under test in a child process is the usual
// case.

package ends

import (
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// Elsewhere reports whether one of two accesses is made by a goroutine that initialisation starts below a call that
// never returns, and the other one after initialisation: no run has both.
func (rs *runs) Elsewhere(x, y *End) bool {
	a, b := rs.L.Origins[x.Origin], rs.L.Origins[y.Origin]
	return a.Tree != b.Tree && (rs.stuckIn(a, x) || rs.stuckIn(b, y))
}

// stuckIn reports whether the way to an access, in the origin of the initialisers, passes a call that never returns.
func (rs *runs) stuckIn(o *link.Origin, c *End) bool {
	if root := rs.L.Origins[o.Tree]; root.Kind != link.RootInit || o == root {
		return false
	}
	for _, k := range c.Chain() {
		if k.Start && k.From != 0 {
			return false // another goroutine: it holds up nobody
		}
		if k.From != 0 && order.NeverReturns(rs.L, o.Tree, k.From, k.Call) {
			return true
		}
	}
	return false
}
