// This file is the documentation of the rules about locks: what `syncvet explain` prints.

package ruledoc

// hidesLocks are the limits that all rules for locks share.
const hidesLocks = `Locks are followed through parameters, fields, captured variables and package-level variables, calls
of functions and function literals known at the call, and method values; not through interface methods, elements of maps
and slices, or reflection. A field that leads to a lock is taken not to change while a function runs that does not store
to it. A call that takes the lock only under conditions lowers the confidence by one level for each function on the way
that has such a condition. TryLock never blocks.`

var ruleCycle = Rule{
	ID: "DL2001", Title: "lock-order cycle",
	Why: `Two to four goroutines each hold a lock that the next one waits for. Each order alone is fine; together, whenever
the goroutines meet between the two acquisitions, none of them ever goes on.`,
	Bad: `package main

import "sync"

type account struct {
	mu  sync.Mutex
	sum int
}

var from, to account

func pay(n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.sum -= n
	to.sum += n
}

func refund(n int) {
	to.mu.Lock() // the other order
	defer to.mu.Unlock()
	from.mu.Lock()
	defer from.mu.Unlock()
	from.sum += n
	to.sum -= n
}

func main() {
	done := make(chan bool)
	go func() {
		pay(1)
		done <- true
	}()
	refund(1)
	<-done
}`,
	Good: `package main

import "sync"

type account struct {
	mu  sync.Mutex
	sum int
}

var from, to account

func pay(n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.sum -= n
	to.sum += n
}

func refund(n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.sum += n
	to.sum -= n
}

func main() {
	done := make(chan bool)
	go func() {
		pay(1)
		done <- true
	}()
	refund(1)
	<-done
}`,
	Hides: `All goroutines must be visible from the package; or the two orders stand in functions of one library package,
and the locks are fields of one object or package-level variables, which is reported at medium confidence. Pairs of
acquisitions that happen-before orders, or that a common third lock excludes, are no cycle; a third lock that may be the
same lowers the confidence. Read locks block each other only if a goroutine that may run at the same time wants to
write. Cycles of five and more goroutines are not looked for.`,
}

var ruleSelf = Rule{
	ID: "DL2002", Title: "self-deadlock, recursive read lock",
	Why: `A goroutine waits for a lock that it holds itself: sync.Mutex and sync.RWMutex are not recursive, not even for
reading, since a writer that waits in between keeps new readers out; and a Once waits for its own function. Usually a
method that locks calls another one that locks too, perhaps through a callback.`,
	Bad: `func (c *Cache) Get(k string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.m[k]
}

func (c *Cache) Swap(k, v string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.Get(k) // waits for c.mu for ever
	c.m[k] = v
	return old
}`,
	Good: `func (c *Cache) Swap(k, v string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.m[k]
	c.m[k] = v
	return old
}`,
	Hides: hidesLocks,
}

var ruleUnlock = Rule{
	ID: "DL2003", Title: "missing unlock",
	Why: `Some returns of a function release a lock that it took, others leave it held, and its results do not tell callers
which. Whoever wants the lock next waits for ever. The usual form is an early return added between Lock and Unlock.`,
	Bad: `package main

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type store struct {
	mu     sync.Mutex
	closed bool
	m      map[string]string
}

func (s *store) set(k, v string) error {
	s.mu.Lock()
	if s.closed {
		return errClosed // s.mu stays locked
	}
	s.m[k] = v
	s.mu.Unlock()
	return nil
}

func main() {
	s := &store{m: map[string]string{}}
	if err := s.set("a", "b"); err != nil {
		println(err.Error())
	}
}`,
	Good: `package main

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type store struct {
	mu     sync.Mutex
	closed bool
	m      map[string]string
}

func (s *store) set(k, v string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	s.m[k] = v
	return nil
}

func main() {
	s := &store{m: map[string]string{}}
	if err := s.set("a", "b"); err != nil {
		println(err.Error())
	}
}`,
	Hides: `Functions that return with the lock held on all ways, or just when a result says so (true, nil error, non-nil
pointer), are helpers that lock for their caller. So are functions that note in a boolean field or variable that the
lock is held. A lock that another function or goroutine is given to unlock, and locks of objects that the function
itself makes, are not followed. ` + hidesLocks,
}

var ruleUnheld = Rule{
	ID: "CM4002", Title: "unlock of an unlocked lock",
	Why: `Unlocking what is not locked, or was locked in the other mode (RLock and Unlock), ends the program: "fatal error:
sync: unlock of unlocked mutex", which recover cannot catch. The usual form is an explicit Unlock before a return beside
a deferred one.`,
	Bad: `package main

import "sync"

type store struct {
	mu     sync.Mutex
	closed bool
}

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		s.mu.Unlock() // the deferred call unlocks once more
		return
	}
	s.closed = true
}

func main() {
	s := &store{}
	s.close()
	s.close()
}`,
	Good: `package main

import "sync"

type store struct {
	mu     sync.Mutex
	closed bool
}

func (s *store) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
}

func main() {
	s := &store{}
	s.close()
	s.close()
}`,
	Hides: `Only unlocks after an unlock in the same function are seen, not those of locks that no caller holds. ` +
		hidesLocks,
}
