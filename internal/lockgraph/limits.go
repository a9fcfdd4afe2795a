// This file is the bounds of this package, and what each counts.

package lockgraph

// MaxLength is the greatest number of edges of a cycle.
const MaxLength = 4
