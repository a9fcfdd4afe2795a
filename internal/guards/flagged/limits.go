// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package flagged

// maxClimbs bounds how many calls are followed up for all ways to one instruction: past it no flag is known to keep it
// apart (more races).
const maxClimbs = 1000 // halved 0, doubled 0
