// This file is the documentation of the rules for data races. Their examples are whole programs: a test compiles them,
// and checks that the bad one is reported under the rule and the good one is not.

package ruledoc

// hidesAll are the limits that all rules for races share.
const hidesAll = `Accesses through reflection, unsafe.Pointer, cgo and assembly are not seen. Two goroutines must both
be visible from the package or from below it: a race between callers that nobody has written yet is not reported. A
goroutine that one test leaves running is not compared with the next test.`

// trustsAll is what all rules for races take for granted.
const trustsAll = `A lock that may be the same at both accesses counts as protection, with low confidence: if it is
another lock in some run, that race is hidden by default. So is one whose access happens only after a test of a variable
that the other goroutine sets, although the test may have the wrong outcome. What a loop allocates for each of its
goroutines is taken to stay with that goroutine unless the program stores it elsewhere. A lock is taken to be unlocked
by the goroutine that locked it, and WaitGroup.Add(n) before a loop to count all goroutines that the loop starts. Panics
are not followed, so that a skipped Done or Unlock is not noticed.`

var ruleMemory = Rule{
	ID: "RC1001", Title: "data race on a field or package-level variable",
	Why: `Two goroutines use one field or variable at the same time, at least one of them writes, and neither a lock nor
another synchronisation orders them. Reads may then see half of a write, or an old value forever; compilers rely on this
not happening. The usual forms are a counter without a lock, a lock released one line too early, and a lock taken by the
writer but not by the reader.`,
	Bad: `package main

import "sync"

type stats struct {
	mu sync.Mutex
	n  int
}

func (s *stats) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *stats) get() int { return s.n } // no lock

func main() {
	s := &stats{}
	go s.add()
	println(s.get())
}`,
	Good: `package main

import "sync"

type stats struct {
	mu sync.Mutex
	n  int
}

func (s *stats) add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *stats) get() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

func main() {
	s := &stats{}
	go s.add()
	println(s.get())
}`,
	Hides: hidesAll, Trusts: trustsAll,
}

var ruleCaptured = Rule{
	ID: "RC1002", Title: "data race on a captured local variable",
	Why: `A function literal that runs as a goroutine shares the local variables it mentions with the function around it.
Typical are an err assigned with = instead of :=, a result read before the goroutine is joined, and, in files whose
language version is below 1.22, a loop variable.`,
	Bad: `package main

import "os"

func main() {
	_, err := os.Stat("a")
	go func() {
		_, err = os.Stat("b") // the err of the function around
	}()
	if err != nil {
		println(err.Error())
	}
}`,
	Good: `package main

import (
	"errors"
	"os"
)

func main() {
	_, err := os.Stat("a")
	done := make(chan error, 1)
	go func() {
		_, err := os.Stat("b") // its own err
		done <- err
	}()
	if err = errors.Join(err, <-done); err != nil {
		println(err.Error())
	}
}`,
	Hides: hidesAll, Trusts: trustsAll,
}

var ruleMap = Rule{
	ID: "RC1003", Title: "concurrent use of a map",
	Why: `A map is one object: two goroutines may read it at the same time, but not read and write it, whatever the keys.
The runtime notices some of these and ends the program ("fatal error: concurrent map writes"), which recover cannot
prevent.`,
	Bad: `package main

import "net/http"

var hits = map[string]int{}

func handle(w http.ResponseWriter, r *http.Request) {
	hits[r.URL.Path]++ // each request has a goroutine of its own
}

func main() {
	http.HandleFunc("/", handle)
	http.ListenAndServe("localhost:8080", nil)
}`,
	Good: `package main

import (
	"net/http"
	"sync"
)

var (
	mu   sync.Mutex
	hits = map[string]int{} // guarded by mu
)

func handle(w http.ResponseWriter, r *http.Request) {
	mu.Lock()
	defer mu.Unlock()
	hits[r.URL.Path]++
}

func main() {
	http.HandleFunc("/", handle)
	http.ListenAndServe("localhost:8080", nil)
}`,
	Hides: hidesAll, Trusts: trustsAll,
}

var ruleElement = Rule{
	ID: "RC1004", Title: "data race on elements of a slice or array, or on its backing array by append",
	Why: `Two goroutines use the same element, or append to slices that share a backing array: both then write the element
behind the last, and one value is lost. Goroutines that each write an element of their own are fine. A buffer that is
put back into a sync.Pool while its bytes are returned or sent, or still used, is a race of this kind with whoever gets
the buffer next.`,
	Bad: `package main

import "sync"

func main() {
	totals := make([]int, 4)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() { totals[0] += i })
	}
	wg.Wait()
	println(totals[0])
}`,
	Good: `package main

import "sync"

func main() {
	totals := make([]int, 8)
	var wg sync.WaitGroup
	for i := range totals {
		wg.Go(func() { totals[i] += i })
	}
	wg.Wait()
	println(totals[0])
}`,
	Hides: `Elements are told apart only where the index is a constant or unique to the goroutine; others count as one
element, so disjoint parts computed at run time may be reported wrongly. Where parts of an array are handed out as
slices or pointers, which elements they are is not known, and races on them have low confidence. ` + hidesAll,
	Trusts: `An index that differs from iteration to iteration is taken to stay within the slice's own part of the array:
two slices that overlap are not noticed. A slice that is appended to is taken to be read only up to its old length. ` +
		trustsAll,
}

var ruleAtomic = Rule{
	ID: "RC1005", Title: "atomic and plain access to one variable",
	Why: `An atomic operation synchronises with other atomic operations only. A plain read beside an atomic write is a data
race as any other.`,
	Bad: `package main

import "sync/atomic"

type stats struct{ hits int64 }

func (s *stats) hit()         { atomic.AddInt64(&s.hits, 1) }
func (s *stats) total() int64 { return s.hits } // plain

func main() {
	s := &stats{}
	go s.hit()
	println(s.total())
}`,
	Good: `package main

import "sync/atomic"

type stats struct{ hits atomic.Int64 } // has no plain access

func (s *stats) hit()         { s.hits.Add(1) }
func (s *stats) total() int64 { return s.hits.Load() }

func main() {
	s := &stats{}
	go s.hit()
	println(s.total())
}`,
	Hides: hidesAll, Trusts: trustsAll,
}
