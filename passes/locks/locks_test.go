package locks_test

import (
	"testing"

	"github.com/syncvet/syncvet/internal/passtest"
)

// The accesses are printed for their guards.
func TestGolden(t *testing.T) {
	passtest.Golden(t, "lock", "net", "read", "write", "mapwrite")
}
