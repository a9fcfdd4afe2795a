// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package racecheck

// nearLines is how many lines below a go statement a write may stand to be moved above it (other advice).
// Halved 0, doubled 0.
const nearLines = 15

// elsewhereMax is how many further accesses are named (less is told). Halved 0, doubled 0.
const elsewhereMax = 6

// nearMax is how many near orders are told (less is told). Text only: no finding depends on it.
const nearMax = 2
