// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package cli

// maxWhy is how many bytes the pairs of one run may have: they travel in one argument, which Linux ends at 128 kB. More
// are an error.
const maxWhy = 100_000

// treesKept is how many checked-out revisions stay in the cache; others are checked out again (time only).
const treesKept = 4
