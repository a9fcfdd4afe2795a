// One access of each kind, and what is none.
package kinds

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
	"sync/atomic"
)

type point struct{ x, y int }

type T struct {
	at    point
	names []string
	m     map[string]int
	buf   []byte
	count int64
	state atomic.Int64
	next  *T
	arr   [4]int
	sub   struct{ a, b int }
}

var (
	global   int
	fixed    = []int{1, 2}
	assigned = 3
)

func fields(t *T) int {
	t.at.x = 1
	t.at = point{}
	p := t.at
	t.sub.b = p.y
	return t.next.at.y
}

func addresses(t *T) *int {
	q := &t.at
	_ = t.names[:1]
	return &q.y
}

func maps(t *T) int {
	t.m["a"] = 1
	delete(t.m, "b")
	for k := range t.m {
		fmt.Sprint(k)
	}
	n, ok := t.m["c"]
	if ok {
		clear(t.m)
	}
	return n + len(t.m)
}

func slices(t *T, i int) string {
	t.names = append(t.names, "x")
	t.names[0] = "y"
	t.names[i] = "z"
	t.buf = append(t.buf, t.names[1]...)
	copy(t.buf, t.buf[2:])
	clear(t.names)
	sort.Strings(t.names)
	return string(t.buf)
}

func arrays(t *T, i int) int {
	t.arr[1] = 1
	t.arr[i] = 2
	u := t.arr
	return u[i]
}

func globals() int {
	global++
	return fixed[0] + assigned
}

func assign() { assigned = 4 }

func atomics(t *T) int64 {
	atomic.AddInt64(&t.count, 1)
	t.state.Store(atomic.LoadInt64(&t.count))
	return t.state.Load() + t.count
}

func models(t *T, x any) {
	fmt.Println(t.m, t.next, t.names)
	json.Unmarshal(t.buf, t.next)
	json.Marshal(x)
}

func pointers(p *int, pp **int) {
	*p = 1
	**pp = 2
}

func elements(ts []*T, m map[string]*T, c chan *T) {
	ts[0].count = 1
	m["a"].count = 2
	(<-c).count = 3
}

// merged reads twice in one region: one access. Writing is another.
func merged(t *T) int64 {
	return t.count + t.count
}

// deferred happens at the end.
func deferred(t *T, c chan int) {
	defer delete(t.m, "a")
	defer atomic.AddInt64(&t.count, 1)
	c <- 1
}

// value copies the receiver where the method value is made.
func (t T) value() {}

func values(t *T) func() { return t.value }

// locals: captured variables are memory, others are not.
func locals() func() int {
	n, k := 0, 0
	k++
	f := func() int { n++; return n }
	go f()
	return func() int { return k + n }
}

// owned memory is nobody else's: only what happens after publication counts.
func owned() *T {
	t := &T{m: map[string]int{}}
	t.m["a"] = 1
	t.count = 1
	kept = t
	t.count = 2
	var b bytes.Buffer
	b.WriteString("x")
	return t
}

var kept *T

// unlinked is owned if given is.
func unlinked(given *T) {
	n := &T{}
	n.count = 1
	given.next = n
	n.count = 2
}
