// This file tests that each run begins with the memory that the initialisation leaves (V56).

package interp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// initialised are tests that change what the initialisation has made, in all kinds of variables.
const initialised = `package p

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
)

type node struct {
	next *node
	n    [4]int
	any  any
}

type key struct{ p *int }

var (
	ring   = &node{n: [4]int{1, 2, 3, 4}}
	third  = &ring.n[2]
	half   = ring.n[1:3]
	byPtr  = map[key]int{{third}: 7}
	nested = map[string]map[string][]int{"a": {"b": {1}}}
	queue  = make(chan *node, 2)
	count  func() int
	once   sync.Once
	mu     sync.Mutex
	known  sync.Map
	pool   = sync.Pool{New: func() any { return new(int) }}
	total  atomic.Int64
	kind   = reflect.TypeOf(ring)
	value  = reflect.ValueOf(ring).Elem().FieldByName("n")
	errs   = []error{nil}
)

func init() {
	ring.next, ring.any = ring, ring
	queue <- ring
	x := 0
	count = func() int { x++; return x }
	count()
	once.Do(func() { x++ })
	mu.Lock()
	mu.Unlock()
	var wg sync.WaitGroup
	wg.Go(func() { ring.n[3]++ })
	wg.Wait()
	known.Store(ring, third)
	total.Add(2)
}

func check(t *testing.T, ok bool, what string) {
	if !ok {
		panic(what)
	}
}

func look(t *testing.T) {
	check(t, ring.next == ring && ring.any == ring && third == &ring.n[2] && &half[1] == third, "pointers")
	check(t, *third == 3 && ring.n[3] == 5 && half[0] == 2 && len(half) == 2 && cap(half) == 3, "numbers")
	check(t, byPtr[key{third}] == 7 && len(byPtr) == 1, "pointers as keys")
	check(t, len(nested["a"]["b"]) == 1 && nested["a"]["b"][0] == 1, "maps")
	check(t, len(queue) == 1, "channel")
	check(t, count() == 3, "closure")
	ran := false
	once.Do(func() { ran = true })
	v, ok := known.Load(ring)
	check(t, !ran && ok && v == third && total.Load() == 2, "sync")
	check(t, kind == reflect.TypeOf(&node{}) && value.Index(2).Int() == 3, "reflect")
	check(t, errs[0] == nil, "errors")
}

func change() {
	*third = 9
	half = append(half, 8)
	byPtr[key{}] = 1
	nested["a"]["b"][0] = 2
	nested["c"] = nil
	n := <-queue
	n.next = nil
	known.Delete(ring)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			total.Add(1)
			mu.Unlock()
		})
	}
	wg.Wait()
	pool.Put(new(int))
	once = sync.Once{}
}

func TestA(t *testing.T) { look(t); change() }
func TestB(t *testing.T) { look(t); change() }
`

// TestImages runs tests that each find what no other one has changed.
func TestImages(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p_test.go", initialised, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	p := &Package{Path: "example.com/std", Fset: fset, Files: []*ast.File{f}, Module: "example.com/std"}
	out := Try(p)
	if len(out.Crashed)+len(out.Failed)+len(out.Races)+len(out.Stuck) > 0 || out.Roots != 2 {
		t.Errorf("crashed: %q, failed: %q, races %v, stuck %v, %d roots", out.Crashed, out.Failed, out.Races, out.Stuck,
			out.Roots)
	}
	w, err := load(p)
	if err != nil {
		t.Fatal(err)
	}
	w.tryAll(w.roots(), newResult())
	if w.image == nil {
		t.Error("no image")
	}
}
