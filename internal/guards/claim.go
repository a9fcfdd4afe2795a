// This file is one question: whether two accesses of a variable race, and what is known of both.

package guards

import (
	"go/types"
	"slices"
)

// A claim is that an access without a lock races with another one.
type claim struct {
	a    *analysis // what is known of the package
	x, y *instance // the access that is accused, and the other one; y is nil at the stage alone
	t    *tally    // of the lock; nil before grading
	// the variable is set by one function, after a test of another variable; false before grading
	testsOther bool
}

// rootOf is who runs the function of an access.
func (c *claim) rootOf(x *instance) *root { return &c.a.roots[x.key.root] }

// either asks about both orders of the two accesses.
func (c *claim) either(holds func(*claim) bool) bool {
	if holds(c) {
		return true
	}
	swapped := *c
	swapped.x, swapped.y = c.y, c.x
	return holds(&swapped)
}

// beside reports whether the object of an access was taken out of a container that lies in one object with a lock.
func (a *analysis) beside(x *instance, class int) bool {
	return slices.ContainsFunc(x.via, func(o types.Object) bool { return slices.Contains(a.names[class].chain, o) })
}
