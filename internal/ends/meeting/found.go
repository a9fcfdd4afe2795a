// This file reports where an end found a container.

package meeting

import (
	"slices"

	"github.com/syncvet/syncvet/internal/link"
)

// In reports whether a variable was loaded from a slot that is as wanted, or from what was found in one, up to maxSteps
// steps away.
func In(sources func(link.ReachingDef) []link.Source, at link.ReachingDef, wanted func(link.Source) bool) bool {
	return in(sources, at, wanted, maxSteps)
}

func in(sources func(link.ReachingDef) []link.Source, at link.ReachingDef, wanted func(link.Source) bool, n int) bool {
	return n > 0 && slices.ContainsFunc(sources(at), func(s link.Source) bool {
		return s.Slot != 0 && (wanted(s) || in(sources, s.Base, wanted, n-1))
	})
}
