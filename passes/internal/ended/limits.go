// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package ended

// maxAwaited bounds how far, in calls, a literal is handed on to who waits for it (more races). Halved 0, doubled 0.
const maxAwaited = 3
