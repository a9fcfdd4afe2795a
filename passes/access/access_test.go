package access_test

import (
	"testing"

	"github.com/syncvet/syncvet/internal/passtest"
)

func TestGolden(t *testing.T) {
	passtest.Golden(t, "condition", "read", "write", "atomicread", "atomicwrite",
		"mapread", "mapwrite", "append", "appendover",
		"test", "call", "returns", "initially", "opened")
}
