// This file is the bounds of this package, and what each counts.

package program

import (
	"github.com/syncvet/syncvet/internal/link"
)

// largeWidth bounds the contexts of functions where there is a link for each group of roots.
const largeWidth = 4

// wholeSize is up to which size, as it is estimated, all roots of a package are taken in the order of the source.
const wholeSize = link.DefaultInstances / 2

// rootShare is the part of the work left that a link may spend on pairs like many others (races L9) if roots are left.
const rootShare = 64
