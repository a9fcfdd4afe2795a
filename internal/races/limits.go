// This file is the bounds of this package, all of them counts. Past one of them nothing is claimed of what it bounds,
// or what is left out is counted, as each says. What docs/precision.md measures of one is said there.

package races

// maxKept is how many pairs of a group are shown whatever they are.
const maxKept = 12

// maxTargets is how many allocation sites an access may mean before what it says about one of them is too weak to show.
const maxTargets = 2

// stepsPerSearch is what it costs to ask a rule that takes a search, in pairs that a cheap rule rules out.
const stepsPerSearch = 20

// trailSteps is how many steps of trails cost as much as a pair that a cheap rule rules out.
const trailSteps = 8
