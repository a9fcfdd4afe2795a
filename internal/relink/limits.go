// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package relink

// maxAlign bounds the product of the numbers of nodes that are compared one by one; past it nodes in between are new
// (time only: what is new is solved anew). Halved 0, doubled 0.
const maxAlign = 4 << 20
