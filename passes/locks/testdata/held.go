// What is held where, relative to which base.
package held

import "sync"

type T struct {
	mu    sync.Mutex
	rw    sync.RWMutex
	n     int
	inner *inner
	other *inner
}

type inner struct {
	mu sync.Mutex
	n  int
}

// deferred holds the lock to the end.
func (t *T) deferred() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}

// released does not hold it any more.
func (t *T) released() {
	t.mu.Lock()
	t.mu.Unlock()
	t.n = 1
}

// branches holds it at the join on both paths only.
func (t *T) branches(b bool) {
	if b {
		t.mu.Lock()
	} else {
		t.rw.RLock()
		t.mu.Lock()
	}
	t.n = 2
	t.mu.Unlock()
}

// another locks another object's mutex: no guard.
func (t *T) another(u *T) {
	u.mu.Lock()
	t.n = 3
	u.n = 3
	u.mu.Unlock()
}

// final goes through a field that is never reassigned: the two loads are one base.
func (t *T) final() {
	t.inner.mu.Lock()
	t.inner.n++
	t.inner.mu.Unlock()
}

// reassigned goes through one that is: no guard.
func (t *T) reassigned() {
	t.other.mu.Lock()
	t.other.n++
	t.other.mu.Unlock()
}

func (t *T) assign(x *inner) { t.other = x }

// New sets the final field.
func New() *T { return &T{inner: new(inner)} }

// captured reaches t through a captured variable with one store.
func (t *T) captured() func() {
	return func() {
		t.mu.Lock()
		t.n++
		t.mu.Unlock()
	}
}

// loop locks one object and touches the next: no guard after the back edge.
func loop(ts []*T) {
	for _, t := range ts {
		t.n = 4
		t.mu.Lock()
		t.n = 5
	}
}

// try holds the lock where it got it.
func (t *T) try() {
	if !t.mu.TryLock() {
		t.n = 6
		return
	}
	t.n = 7
	t.mu.Unlock()
}

// lock and unlock are wrappers: net effects. A call of unlock ends what is held.
func (t *T) lock()   { t.mu.Lock() }
func (t *T) unlock() { t.mu.Unlock() }

func (t *T) wrapped() {
	t.mu.Lock()
	t.n = 8
	t.unlock()
	t.n = 9
}

// sometimes has no net effect that is sure.
func (t *T) sometimes(b bool) {
	if b {
		t.mu.Lock()
	}
}

var (
	global sync.Mutex
	value  int
)

// embedded promotes Lock; reader is a read lock.
type embedded struct {
	sync.RWMutex
	n int
}

func (e *embedded) promoted() {
	e.Lock()
	e.n = 10
	e.Unlock()
	e.RLocker().Lock()
	value = e.n
	e.RLocker().Unlock()
	global.Lock()
	value = 11
	global.Unlock()
}

// behind locks through an interface.
func behind(l sync.Locker) {
	l.Lock()
	defer l.Unlock()
	value = 12
}

// local locks what nobody else has.
func local() {
	var mu sync.Mutex
	mu.Lock()
	value = 13
	mu.Unlock()
}
