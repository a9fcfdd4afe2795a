// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package races

// maxKept is how many pairs of a group are shown whatever they are (less is told). Halved 0, doubled 0.
const maxKept = 12

// maxTargets is how many allocation sites an access may mean before what it says about one of them is too weak to show
// (fewer races): named_counters_ok has a false report without it (R7a). Halved 18, doubled 7.
const maxTargets = 2

// stepsPerSearch is what it costs to ask a rule that takes a search, in pairs that a cheap rule rules out (time only).
// Halved 0, doubled 0.
const stepsPerSearch = 20

// trailSteps is how many steps of trails cost as much as a pair that a cheap rule rules out (time only).
// Halved 0, doubled 0.
const trailSteps = 8

// maxUnsettled is how many variables of a package may have races of low confidence alone before the package counts as
// one whose synchronisation the analysis does not understand (R47, fewer races), if they outnumber the races shown. No
// program of bench/everyday has more than three; docs/precision.md has the figures of modules. Halved 1, doubled 1.
const maxUnsettled = 8
