// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package talk

// maxWaited bounds how deep in calls a wait may lie (more races). Halved 0, doubled 0.
const maxWaited = 6
