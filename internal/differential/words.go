// This file is what places look like in source: their types, how they are made, and the statements that read and write
// them.

package differential

import "fmt"

// A look is how a kind of place is written. In its texts %s stands for the place, and @ for the prefix of the program's
// names.
type look struct {
	typ     string   // the type that it is declared with
	value   string   // what it is made as; "" for the zero value
	refers  bool     // a copy of it is the same place: functions take it by value
	writes  []string // statements that write it, one for each form
	reads   []string // statements that read it, one for each form
	element bool     // %[2]s stands for an index
}

// looks are the kinds of places.
var looks = [numPlaces]look{
	placeInt: {typ: "int",
		writes: []string{"%s = 1", "%s++", "@set(&%s, 2)", "func() { %s = 3 }()", "%s += 4"},
		reads:  []string{"lib.Use(%s)", "lib.Use(@get(&%s))", "if %s > 5 { lib.Yield() }", "func() { lib.Use(%s) }()"}},
	placeField: {typ: "*@object", value: "&@object{}", refers: true,
		writes: []string{
			"%s.n = 1",
			"%s.n++",
			"%s.set(2)",
			"@accessor(%s).set(3)",
			"(*@object).set(%s, 4)",
			"@set(&%s.n, 5)",
			"@apply(%s.set)",
		},
		reads: []string{"lib.Use(%s.n)", "lib.Use(%s.get())", "lib.Use(@accessor(%s).get())", "lib.Use(@get(&%s.n))"}},
	placeNested: {typ: "*@object", value: "&@object{}", refers: true,
		writes: []string{"%s.in.n = 1", "%s.in = @inner{n: 2}", "@set(&%s.in.n, 3)", "%s.in.n--", "%s.in.set(4)"},
		reads:  []string{"lib.Use(%s.in.n)", "lib.UseAny(%s.in)", "lib.Use(@get(&%s.in.n))"}},
	placeChain: {typ: "*@object", value: "&@object{next: &@object{}}", refers: true,
		writes: []string{
			"%s.next.n = 1",
			"%s.next.set(2)",
			"@accessor(%s.next).set(3)",
			"%s.tail().n = 4",
			"for o := %s.next; o != nil; o = o.next { o.n++ }",
		},
		reads: []string{"lib.Use(%s.next.n)", "lib.Use(%s.next.get())", "lib.Use(%s.tail().n)"}},
	placeMap: {typ: "map[string]int", value: `map[string]int{"a": 1}`, refers: true,
		writes: []string{`%s["a"] = 1`, `%s["b"]++`, `delete(%s, "a")`, `@put(%s, "c", 2)`},
		reads: []string{
			`lib.Use(%s["a"])`,
			"lib.Use(len(%s))",
			`lib.Use(@at(%s, "b"))`,
			"for _, x := range %s { lib.Use(x) }",
		}},
	placeElem: {typ: "[]int", value: "make([]int, 3)", refers: true,
		writes: []string{
			"%s[1] = 1",
			"%s[1]++",
			"@set(&%s[1], 2)",
			"for k := range %s { @set(&%[1]s[k], 3) }",
			"copy(%s, []int{4, 5})",
			"%s[1:][0] = 6",
		},
		reads: []string{
			"lib.Use(%s[1])",
			"for _, x := range %s { lib.Use(x) }",
			"lib.Use(@get(&%s[1]))",
			"lib.Use(@sum(%s))",
		}},
	placeArray: {typ: "[3]int",
		writes: []string{
			"%s[1] = 1",
			"%s[1]++",
			"@set(&%s[1], 2)",
			"for k := range %s { %[1]s[k] = 3 }",
			"%s = [3]int{4, 5, 6}",
		},
		reads: []string{"lib.Use(%s[1])", "lib.UseAny(%s)", "lib.Use(@sum(%s[:]))"}},
	placeAppend: {typ: "[]int", value: "make([]int, 0, 64)",
		writes: []string{"%s = append(%[1]s, 1)", "@add(&%s, 2)", "%s = %[1]s[:0]"},
		reads:  []string{"lib.Use(len(%s))", "for range %s { lib.Yield() }"}},
	placeIface: {typ: "any", value: "0",
		writes: []string{"%s = 1", `%s = "b"`, "@assign(&%s, 2)"},
		reads:  []string{"lib.UseAny(%s)", "if %s == nil { lib.Yield() }"}},
	placeString: {typ: "string", value: `"a"`,
		writes: []string{`%s = "b"`, "@name(&%s)"},
		reads:  []string{"lib.Use(len(%s))", `if len(%s) > 3 { lib.Yield() }`}},
	placeStruct: {typ: "@couple",
		writes: []string{"%s = @couple{1, 2}", "%s.a = 3", "@set(&%s.a, 4)", "%s.reset()"},
		reads:  []string{"lib.UseAny(%s)", "lib.Use(%s.a)", "lib.Use(%s.sum())"}},
	placeBox: {typ: "*far.Box", value: "far.NewBox()", refers: true,
		writes: []string{"%s.Set(1)", "%s.Add(2)", "%s.N = 3", "far.Setter(%s).Set(4)"},
		reads:  []string{"lib.Use(%s.Get())", "lib.Use(%s.N)", "lib.Use(far.Getter(%s).Get())"}},
	placeCell: {typ: "*far.Cell[int]", value: "&far.Cell[int]{}", refers: true,
		writes: []string{"%s.Set(1)", "far.Store(%s, 2)"},
		reads:  []string{"lib.Use(%s.Get())", "lib.Use(far.Load(%s))"}},
	placePointer: {typ: "*@object", value: "&@object{}",
		writes: []string{"%s = &@object{n: 1}", "%s = nil", "%s = @newObject()"},
		reads:  []string{"lib.UseAny(%s)", "if %s == nil { lib.Yield() }"}},
	placeSlots: {typ: "[]int", value: "make([]int, 4)", refers: true, element: true,
		writes: []string{"%s[%[2]s] = 1", "%s[%[2]s]++", "@set(&%s[%[2]s], 2)"},
		reads:  []string{"lib.Use(%s[%[2]s])", "lib.Use(@get(&%s[%[2]s]))"}},
	placeOwn: {typ: "*@object", refers: true,
		writes: []string{"%s.n = 1", "%s.n++", "%s.set(2)", "@accessor(%s).set(3)", "@set(&%s.n, 5)"},
		reads:  []string{"lib.Use(%s.n)", "lib.Use(%s.get())", "lib.Use(@get(&%s.n))"}},
}

// statement writes an access.
func (l *look) statement(write bool, form uint8, ref, index string) string {
	list := l.reads
	if write {
		list = l.writes
	}
	text := list[choice(form, 1, len(list))]
	if l.element {
		return fmt.Sprintf(text, ref, index)
	}
	return fmt.Sprintf(text, ref)
}

// helpers is what each program has of its own, in its own file, so that no two programs access memory in one function.
const helpers = `
type @inner struct{ n int }

func (i *@inner) set(n int) { i.n = n }

type @object struct {
	n    int
	in   @inner
	next *@object
	mu   sync.RWMutex
}

func @newObject() *@object { return &@object{n: 7} }

func (o *@object) set(n int) { o.n = n }
func (o *@object) get() int  { return o.n }

func (o *@object) tail() *@object {
	for o.next != nil {
		o = o.next
	}
	return o
}

type @accessor interface {
	set(int)
	get() int
}

func @apply(f func(int)) { f(8) }

type @couple struct{ a, b int }

func (c *@couple) reset()  { *c = @couple{} }
func (c @couple) sum() int { return c.a + c.b }

func @set(p *int, n int) { *p = n }
func @get(p *int) int    { return *p }

func @put(m map[string]int, k string, n int) { m[k] = n }
func @at(m map[string]int, k string) int     { return m[k] }

func @sum(list []int) int {
	n := 0
	for _, x := range list {
		n += x
	}
	return n
}

func @add(list *[]int, n int) { *list = append(*list, n) }
func @assign(p *any, v any)   { *p = v }
func @name(p *string)         { *p = "cc" }
`

// far is the package that a program has of its own if it needs one.
const far = `// Package far is memory with methods.
package far

// A Box is an object with methods.
type Box struct{ N int }

func NewBox() *Box       { return &Box{} }
func (b *Box) Set(n int) { b.N = n }
func (b *Box) Add(n int) { b.N += n }
func (b *Box) Get() int  { return b.N }

type Setter interface{ Set(int) }
type Getter interface{ Get() int }

// A Cell is generic.
type Cell[T any] struct{ v T }

func (c *Cell[T]) Set(v T) { c.v = v }
func (c *Cell[T]) Get() T  { return c.v }

func Store[T any](c *Cell[T], v T) { c.Set(v) }
func Load[T any](c *Cell[T]) T     { return c.Get() }
`

// library is the package that all programs import.
const library = `// Package lib is what generated programs use.
package lib

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"time"
)

// Yield changes the schedule.
func Yield() {
	switch rand.IntN(8) {
	case 0:
		time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
	case 1, 2, 3:
		runtime.Gosched()
	}
}

// Coin is sometimes true.
func Coin() bool { return rand.IntN(3) > 0 }

//go:noinline
func Use(int) {}

//go:noinline
func UseAny(any) {}

// With runs f under a lock.
func With(l sync.Locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

func Lock(m *sync.Mutex)   { m.Lock() }
func Unlock(m *sync.Mutex) { m.Unlock() }

// Go starts a goroutine that the group waits for.
func Go(g *sync.WaitGroup, f func()) {
	g.Add(1)
	go func() {
		defer g.Done()
		f()
	}()
}

func Send(c chan int)    { c <- 1 }
func Receive(c chan int) { <-c }

// An Event happens once.
type Event struct {
	mu       sync.Mutex
	cond     *sync.Cond
	happened bool
}

func NewEvent() *Event {
	e := &Event{}
	e.cond = sync.NewCond(&e.mu)
	return e
}

func (e *Event) Set() {
	e.mu.Lock()
	e.happened = true
	e.mu.Unlock()
	e.cond.Broadcast()
}

func (e *Event) Wait() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for !e.happened {
		e.cond.Wait()
	}
}

func (e *Event) Happened() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.happened
}
`
