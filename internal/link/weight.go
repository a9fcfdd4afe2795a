// This file is what a link weighs (U11).

package link

// Bytes that parts of a link take in a link that is recorded but not edited yet: the nodes and constraints of an
// instance with its tables, and what follows from them in points-to sets, calls and objects. Fitted to the heap at rest
// of programs of 13,000 to 54,000 instances: two are a tenth below it, one takes half as much (docs/results.md).
const (
	bytesPerInstance   = 1000
	bytesPerConstraint = 220
)

// Bytes estimates what an instance of the unit takes. It depends on nothing but the unit, so what is over a bound does
// not depend on former versions.
func (u *Unit) Bytes() int {
	if u.Flow == nil {
		return bytesPerInstance
	}
	return bytesPerInstance + bytesPerConstraint*(int(u.Flow.Nodes)+len(u.Flow.Cons)+len(u.Flow.Calls))
}
