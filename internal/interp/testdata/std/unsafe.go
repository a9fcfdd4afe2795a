package main

import (
	"reflect"
	"strings"
	"sync/atomic"
	"unsafe"
)

type point struct{ X, Y int32 }

type named struct {
	Name string
	At   point
	List [4]uint16
}

type pair[T any] struct {
	A T
	B byte
}

func sizeOf[T any]() uintptr { var x T; return unsafe.Sizeof(x) }

func run() {
	b := []byte("abcdef")
	say(*(*string)(unsafe.Pointer(&b)))
	s := strings.Repeat("xy", 3)
	say(*(*[]byte)(unsafe.Pointer(&s)))
	say(*(*[]byte)(unsafe.Pointer(&struct {
		string
		Cap int
	}{s, len(s)})))
	say(unsafe.String(unsafe.SliceData(b), 3), unsafe.String(&b[2], 2))
	say(string(unsafe.Slice(unsafe.StringData(s), len(s))))
	h := (*reflect.SliceHeader)(unsafe.Pointer(&b))
	say(h.Len, h.Cap > 0)
	say(*(*string)(unsafe.Pointer(&reflect.StringHeader{Data: h.Data, Len: 2})))
	say(sizeOf[int16](), sizeOf[pair[int32]](), sizeOf[string]())

	n := &named{Name: "n", At: point{1, 2}, List: [4]uint16{5, 6, 7, 8}}
	say((*point)(unsafe.Add(unsafe.Pointer(n), unsafe.Offsetof(n.At))).Y)
	say(*(*int32)(unsafe.Pointer(uintptr(unsafe.Pointer(n)) + unsafe.Offsetof(n.At) + 4)))
	say(*(*uint16)(unsafe.Pointer(uintptr(unsafe.Pointer(n)) + unsafe.Offsetof(n.List) + 2)))
	*(*string)(unsafe.Pointer(n)) = "m"
	say(n.Name, *(*[2]uint16)(unsafe.Pointer(&n.List)))
	type other struct{ A, B int32 }
	o := (*other)(unsafe.Pointer(&n.At))
	o.B = 9
	say(n.At)

	f := 1.5
	say(*(*uint64)(unsafe.Pointer(&f)))
	list := []int32{1, 2, 3}
	say((*[1 << 20]int32)(unsafe.Pointer(&list[0]))[:3:3])
	say(*(*int32)(unsafe.Add(unsafe.Pointer(&list[0]), 8)))
	say(*(*[]point)(unsafe.Pointer(&[]point{{1, 2}})))
	var p unsafe.Pointer
	atomic.StorePointer(&p, unsafe.Pointer(n))
	say((*named)(atomic.LoadPointer(&p)).Name)
	var q *named
	atomic.StorePointer((*unsafe.Pointer)(unsafe.Pointer(&q)), unsafe.Pointer(n))
	say(q == n, uintptr(unsafe.Pointer(q)) == uintptr(unsafe.Pointer(n)), uintptr(unsafe.Pointer(nil)))
	say(unsafe.Slice(&n.Name, 1), unsafe.String(nil, 0) == "")
	var e1, e2, e3 any = n, q, &f
	type words struct{ Type, Data unsafe.Pointer }
	w := func(x *any) words { return *(*words)(unsafe.Pointer(x)) }
	say(w(&e1).Type == w(&e2).Type, w(&e1).Type == w(&e3).Type, (*named)(w(&e1).Data).Name)

	*(*words)(unsafe.Pointer(&e3)) = words{w(&e1).Type, w(&e1).Data}
	say(e3 == e1)
	var e4 any = "text"
	e5 := e4
	*(*words)(unsafe.Pointer(&e5)) = w(&e4)
	say(e5)
	var b2 []byte
	h2 := (*reflect.SliceHeader)(unsafe.Pointer(&b2))
	h3 := (*reflect.StringHeader)(unsafe.Pointer(&s))
	h2.Data, h2.Len, h2.Cap = h3.Data, h3.Len, h3.Len
	say(string(b2))
	ptrs := []*named{n}
	type wrap struct{ p unsafe.Pointer }
	ws := *(*[]wrap)(unsafe.Pointer(&ptrs))
	say(len(ws), (*named)(ws[0].p) == n)
	*(*[]wrap)(unsafe.Pointer(&ptrs)) = append(ws, wrap{unsafe.Pointer(n)})
	say(len(ptrs), ptrs[1] == n)
	first := (*string)(unsafe.Pointer(n))
	say((*named)(unsafe.Pointer(first)) == n)
	say((*point)(unsafe.Pointer(uintptr(unsafe.Pointer(first)) + unsafe.Offsetof(n.At))).Y)
	say((*named)(unsafe.Pointer(reflect.ValueOf(n).Pointer())).Name)
	for f := range reflect.TypeFor[named]().Fields() {
		say(f.Name, f.Offset)
	}
	m := map[string]int{"a": 1}
	mp := *(*unsafe.Pointer)(unsafe.Pointer(&m))
	say((*(*map[string]int)(unsafe.Pointer(&mp)))["a"])
	pm := unsafe.Pointer(reflect.ValueOf(m).Pointer())
	say(pm == unsafe.Pointer(reflect.ValueOf(m).Pointer()), pm != nil, pm == mp)
	say(unsafe.Pointer(reflect.ValueOf(list).Pointer()) == unsafe.Pointer(&list[0]))
}
