// This file sets the pace of the garbage collector for the analysis of one package.

package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The ballast is an allocation that is never touched, and so takes no memory, but counts as live: the collector first
// runs when 40 % of it is in use, and most packages are done before that. From there on the heap grows by 40 % of live
// memory and ballast, instead of to twice the live memory. Against the default, cold, on crypto/tls, go/types, net/http
// and encoding/json with all they import, medians of three alternating runs on a busy machine: -6% CPU, -4% peak
// memory.
//
// Past the limit the collector runs as often as it takes to stay there, as far as that costs no more than half of the
// processor time. It holds the few largest links at 285 MB, which would come to 370 MB else, and is not reached by
// others. Where more than that is live, the limit leaves room for a third of what is: what is allocated while the
// collector runs is kept, so collecting all the time held no package below its limit, and took half of the CPU time.
// Franz-go's kgo: 27 s and 413 MB instead of 37 s and 454 MB; room for half would be 18 s and 502 MB.
const (
	ballastBytes = 160 << 20
	gcPercent    = 60
	limitBytes   = 270<<20 + ballastBytes
	otherBytes   = 20 << 20 // of the limit, what is no heap: stacks, the collector's own
)

// Pace sets the pace, unless the user did, and returns the ballast: it must be kept alive as long as the pace is to
// last.
func Pace() []byte {
	if os.Getenv("GOGC") != "" {
		return nil
	}
	debug.SetGCPercent(gcPercent)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limitBytes)
		afterEach(func() { debug.SetMemoryLimit(limitFor(live())) })
	}
	return make([]byte, ballastBytes)
}

// limitFor is the limit where so much is live, the ballast included.
func limitFor(live int64) int64 {
	return max(limitBytes, live+(live-ballastBytes)/3+otherBytes)
}

// live is how much the last collection found live.
func live() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// afterEach has a function called after each collection.
func afterEach(f func()) {
	type sentinel struct {
		//lint:ignore U1000 the field only makes it
		self *sentinel // always nil: with a pointer it is no part of another object
	}
	var again func(*sentinel)
	again = func(s *sentinel) {
		f()
		runtime.SetFinalizer(s, again)
	}
	runtime.SetFinalizer(&sentinel{}, again)
}
