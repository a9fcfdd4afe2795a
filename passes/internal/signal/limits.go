// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package signal

// maxMeaning bounds how many variables a value is followed through (fewer signals: more races). Halved 0, doubled 0.
const maxMeaning = 8
