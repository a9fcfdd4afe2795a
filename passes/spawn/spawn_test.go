package spawn_test

import (
	"testing"

	"github.com/syncvet/syncvet/internal/passtest"
)

func TestGolden(t *testing.T) {
	passtest.Golden(t, "call", "p", "exits", "calls", "site", "owned", "o", "starts", "received")
}
