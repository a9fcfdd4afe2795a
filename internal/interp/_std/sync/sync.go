// Package sync keeps all of sync; pools may forget what was put into them, as the real ones may.
package sync

// A Locker can be locked and unlocked.
type Locker interface {
	Lock()
	Unlock()
}

type Mutex struct{ state int32 }

func (m *Mutex) Lock()
func (m *Mutex) TryLock() bool
func (m *Mutex) Unlock()

type RWMutex struct{ state int32 }

func (m *RWMutex) Lock()
func (m *RWMutex) TryLock() bool
func (m *RWMutex) Unlock()
func (m *RWMutex) RLock()
func (m *RWMutex) TryRLock() bool
func (m *RWMutex) RUnlock()
func (m *RWMutex) RLocker() Locker { return (*rlocker)(m) }

type rlocker RWMutex

func (r *rlocker) Lock()   { (*RWMutex)(r).RLock() }
func (r *rlocker) Unlock() { (*RWMutex)(r).RUnlock() }

type WaitGroup struct{ n int32 }

func (wg *WaitGroup) Add(delta int)
func (wg *WaitGroup) Wait()
func (wg *WaitGroup) Done() { wg.Add(-1) }
func (wg *WaitGroup) Go(f func()) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		f()
	}()
}

type Once struct {
	m    Mutex
	done bool
}

func (o *Once) Do(f func()) {
	o.m.Lock()
	defer o.m.Unlock()
	if !o.done {
		defer func() { o.done = true }()
		f()
	}
}

func OnceFunc(f func()) func() {
	var once Once
	var bad any
	var ok bool
	return func() {
		once.Do(func() {
			defer func() {
				if bad = recover(); !ok {
					panic(bad)
				}
			}()
			f()
			ok = true
		})
		if !ok {
			panic(bad)
		}
	}
}

func OnceValue[T any](f func() T) func() T {
	var out T
	do := OnceFunc(func() { out = f() })
	return func() T {
		do()
		return out
	}
}

func OnceValues[A, B any](f func() (A, B)) func() (A, B) {
	var a A
	var b B
	do := OnceFunc(func() { a, b = f() })
	return func() (A, B) {
		do()
		return a, b
	}
}

type Pool struct {
	New func() any
	n   int32
}

func poolGet(n *int32) (any, bool)
func poolPut(n *int32, x any)

func (p *Pool) Get() any {
	if x, ok := poolGet(&p.n); ok {
		return x
	}
	if p.New != nil {
		return p.New()
	}
	return nil
}

func (p *Pool) Put(x any) {
	if x != nil {
		poolPut(&p.n, x)
	}
}

type Map struct{ n int32 }

func mapLoad(n *int32, key any) (any, bool)
func mapSwap(n *int32, key, value any) (any, bool)
func mapLoadOrStore(n *int32, key, value any) (any, bool)
func mapDelete(n *int32, key any) (any, bool)
func mapCompareAndSwap(n *int32, key, old, new any) bool
func mapCompareAndDelete(n *int32, key, old any) bool
func mapKeys(n *int32) []any

func (m *Map) Load(key any) (any, bool)          { return mapLoad(&m.n, key) }
func (m *Map) Store(key, value any)              { mapSwap(&m.n, key, value) }
func (m *Map) Swap(key, value any) (any, bool)   { return mapSwap(&m.n, key, value) }
func (m *Map) LoadAndDelete(key any) (any, bool) { return mapDelete(&m.n, key) }
func (m *Map) Delete(key any)                    { mapDelete(&m.n, key) }
func (m *Map) LoadOrStore(key, value any) (any, bool) {
	return mapLoadOrStore(&m.n, key, value)
}
func (m *Map) CompareAndSwap(key, old, new any) bool { return mapCompareAndSwap(&m.n, key, old, new) }
func (m *Map) CompareAndDelete(key, old any) bool    { return mapCompareAndDelete(&m.n, key, old) }
func (m *Map) Range(f func(key, value any) bool) {
	for _, k := range mapKeys(&m.n) {
		if v, ok := mapLoad(&m.n, k); ok && !f(k, v) {
			return
		}
	}
}
func (m *Map) Clear() {
	for _, k := range mapKeys(&m.n) {
		mapDelete(&m.n, k)
	}
}

type Cond struct {
	L Locker
	n int32
}

func condEnter(n *int32) int
func condWait(n *int32, ticket int)
func condWake(n *int32, all bool)

func NewCond(l Locker) *Cond { return &Cond{L: l} }
func (c *Cond) Wait() {
	ticket := condEnter(&c.n)
	c.L.Unlock()
	condWait(&c.n, ticket)
	c.L.Lock()
}
func (c *Cond) Signal()    { condWake(&c.n, false) }
func (c *Cond) Broadcast() { condWake(&c.n, true) }
