// Package numbers has comparisons of numbers that decide what happens (A25).
package numbers

import (
	"encoding/json"
	"reflect"
)

type T struct {
	n    int
	list []byte
	on   bool
	next *T
}

func fresh(list []byte, n int32) *T { return &T{list: list, n: int(n), on: true} }

func (t *T) step() int {
	if t.n >= len(t.list) || !t.on {
		return 0
	}
	t.n++
	return 1
}

func option(t *T, every int, name string, f func()) {
	switch {
	case name == "":
	case every > 0 && f != nil:
		t.next = fresh(t.list, 3)
	}
}

func options(t *T) {
	option(t, 0, "x", nil)
	if t.step() == 1 {
		option(t, t.n, "", func() {})
	}
}

func copied(t T) *T {
	t.on = false
	return &t
}

func elements(t *T, list []int) {
	if list[0] > 0 {
		t.n = 1 // unknown
	}
}

func decoded(b []byte, v any) {
	json.Unmarshal(b, v)
	reflect.ValueOf(v)
}
