package guard_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/syncvet/syncvet/internal/passtest"
	"github.com/syncvet/syncvet/passes/guard"
)

// TestDeterminism infers twice on packages that lock much, and compares.
func TestDeterminism(t *testing.T) {
	for _, r := range passtest.Analyze(t, "net/rpc", "encoding/gob", "database/sql") {
		start := time.Now()
		first, _ := guard.Infer(r)
		t.Logf("%s: %d suspects, %v", r.Source.Pkg.Source.Path, len(first), time.Since(start))
		if again, _ := guard.Infer(r); !reflect.DeepEqual(first, again) {
			t.Errorf("%s: two runs differ:\n%v\n%v", r.Source.Pkg.Source.Path, first, again)
		}
	}
}
