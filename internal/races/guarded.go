// This file tells accesses of a field without the lock under which it is written elsewhere.

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// unguarded reports whether one of two ends writes a field under a lock of the struct that the field belongs to, and
// the other end holds no lock of that name: how the package guards the field is understood, whatever is in doubt
// elsewhere.
func unguarded(list []evidence.End) bool {
	return len(list) == 2 && (guardedWrite(&list[0], &list[1]) || guardedWrite(&list[1], &list[0]))
}

// guardedWrite is one direction of that.
func guardedWrite(writer, other *evidence.End) bool {
	last := writer.Last()
	return last.Access.Kind.Writes() && slices.ContainsFunc(writer.Held, func(h evidence.HeldLock) bool {
		return facts.SameStruct(last.Name, h.Name) && !h.Read && !h.Once && !h.Other &&
			!slices.ContainsFunc(other.Held, func(o evidence.HeldLock) bool { return o.Name == h.Name })
	})
}
