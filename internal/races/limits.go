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

// maxUnsettled is how many variables of a package may have races of low confidence alone before the package counts as
// one whose synchronisation the analysis does not understand (R47), if they outnumber the races shown. No program of
// bench/everyday has more than three; docs/precision.md has the figures of modules.
const maxUnsettled = 8
