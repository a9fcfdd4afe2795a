// Control flow: joins, loops, exits, deferred calls, recovery.
package flow

import (
	"os"
	"sync"
)

var (
	mu   sync.Mutex
	wg   sync.WaitGroup
	cond bool
	n    int
)

// nothing has one point, whatever its control flow.
func nothing(k int) {
	for i := range k {
		if i > 3 {
			n++
		}
	}
}

// nested loops without events between two locks share their point.
func nested(k int) {
	mu.Lock()
	for range k {
		for range k {
			n++
		}
	}
	mu.Unlock()
}

// branch joins after one-sided locking.
func branch() {
	if cond {
		mu.Lock()
	}
	n++
}

// forever has no exit.
func forever() {
	for {
		n++
	}
}

// exits leaves by os.Exit on one path.
func exits() {
	if cond {
		os.Exit(1)
	}
	n++
}

// twice defers two calls: the last one runs first.
func twice() {
	defer wg.Done()
	defer mu.Unlock()
	mu.Lock()
}

// maybe defers on one path; the early return comes before.
func maybe() {
	if n == 0 {
		return
	}
	if cond {
		defer mu.Unlock()
	}
	n++
}

// inLoop defers in a loop.
func inLoop() {
	for range 3 {
		defer wg.Done()
	}
}

// recovers may come to its end from everywhere.
func recovers() {
	defer func() { recover() }()
	mu.Lock()
	n++
	mu.Unlock()
}

// deferredClosure runs a closure that synchronises, then one that does not.
func deferredClosure() {
	defer func() { n++ }()
	defer func() { mu.Unlock() }()
	mu.Lock()
}

// helper is called for its lock; quiet is no event.
func helper() { mu.Lock() }
func quiet()  { n++ }

func callers(f func(), i interface{ M() }) {
	helper()
	quiet()
	f()
	i.M()
}

// SetCond makes cond anything.
func SetCond(c bool) { cond = c }
