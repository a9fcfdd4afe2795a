// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package lockgraph

// MaxLength is the greatest number of edges of a cycle; longer ones are not looked for (fewer deadlocks).
const MaxLength = 4
