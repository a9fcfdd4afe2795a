// This file is the bounds of this package: what each counts, and which way what lies past it errs. Halved and doubled:
// of how many programs the findings differ then (docs/results.md, Bounds).

package program

import (
	"github.com/syncvet/syncvet/internal/link"
)

// largeWidth bounds the contexts of functions where there is a link for each group of roots, under edit (more races).
// Halved 0, doubled 0.
const largeWidth = 4

// wholeSize is up to which size, in instances as it is estimated, all roots of a package are taken in the order of the
// source (time only). Halved 0, doubled 0.
const wholeSize = link.DefaultInstances / 2

// rootShare is the part of the work left that a link may spend on pairs like many others (races L9) if roots are left
// (fewer races, said to be incomplete). Halved 0, doubled 0.
const rootShare = 64

// knownShare is the part of the package's work that must be left where roots that bring nothing new (link L9) are
// linked (fewer races, counted). Halved 0, doubled 0.
const knownShare = 2
