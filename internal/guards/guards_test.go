package guards_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/syncvet/syncvet/internal/guards"
	"github.com/syncvet/syncvet/internal/passtest"
)

// TestDeterminism infers twice on packages that lock much, and compares.
func TestDeterminism(t *testing.T) {
	for _, r := range passtest.Analyze(t, "net/rpc", "encoding/gob", "database/sql") {
		start := time.Now()
		first := guards.Infer(r, "")
		t.Logf("%s: %d suspects, %v", r.Source.Pkg.Source.Path, len(first.Suspects), time.Since(start))
		if again := guards.Infer(r, ""); !reflect.DeepEqual(first, again) {
			t.Errorf("%s: two runs differ:\n%v\n%v", r.Source.Pkg.Source.Path, first, again)
		}
	}
}
