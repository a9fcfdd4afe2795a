// This file is the bounds of this package, and what each counts.

package place

// MaxSteps bounds how far from its root a variable is followed: what lies further has no path.
const MaxSteps = 10
