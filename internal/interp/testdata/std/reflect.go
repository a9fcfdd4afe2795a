package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"sort"
	"strings"
)

type inner struct {
	X int
	y string
}

type Shape interface{ Area() float64 }

type Square struct {
	inner
	Side float64 `json:"side" unit:"m"`
	Tags []string
	Next *Square
	any  any
}

func (s Square) Area() float64                     { return s.Side * s.Side }
func (s *Square) Grow(by float64, more ...int) int { s.Side += by; return len(more) }
func (s Square) private()                          {}

type pair[K comparable, V any] struct {
	Key K
	Val V
}

type named int

func (n named) String() string { return "named" }

func panics(f func()) {
	defer func() { say(recover()) }()
	f()
}

func kinds() {
	for _, x := range []any{
		true, 1, int8(2), uint16(3), 1.5, float32(2.5), "s", 'c', []byte("b"), [2]int{1, 2}, map[string]int{"a": 1}, &Square{},
		Square{}, make(chan int), make(<-chan bool), func(int, ...string) (error, bool) { return nil, true }, errors.New("e"),
		named(4), pair[string, int]{"k", 1}, struct {
			A int `t:"x"`
			B any
		}{}, []any{1}, map[named]*inner{}, complex(1, 2), uintptr(1), new(any), [][]error{},
	} {
		t := reflect.TypeOf(x)
		say(t, t.Name(), t.Kind(), t.PkgPath(), t.Comparable(), t.NumMethod(), reflect.ValueOf(x).IsZero())
	}
	say(reflect.TypeOf(nil) == nil, reflect.TypeFor[Shape](), reflect.TypeOf((*error)(nil)).Elem())
	say(reflect.TypeOf(1) == reflect.TypeOf(2), reflect.TypeOf([]int{}) == reflect.SliceOf(reflect.TypeOf(1)))
	say(reflect.MapOf(reflect.TypeOf(""), reflect.TypeOf(1)), reflect.PointerTo(reflect.TypeOf(Square{})))
	say(reflect.TypeOf(Square{}).Implements(reflect.TypeFor[Shape]()), reflect.TypeOf(1).ConvertibleTo(reflect.TypeOf(1.5)))
	say(reflect.TypeOf(int32(0)).Size(), reflect.TypeOf(fmt.Sprintf).IsVariadic(), reflect.TypeOf(fmt.Sprintf).In(1))
	var m = map[reflect.Type]string{reflect.TypeOf(1): "int", reflect.TypeOf(""): "string"}
	say(m[reflect.TypeOf(5)], m[reflect.TypeOf("x")], len(m))
}

func structs() {
	s := &Square{inner: inner{1, "y"}, Side: 2, Tags: []string{"a"}}
	t := reflect.TypeOf(*s)
	for i := range t.NumField() {
		f := t.Field(i)
		say(f.Name, f.Type, f.Tag.Get("unit"), f.Anonymous, f.IsExported(), f.Index)
	}
	f, ok := t.FieldByName("X")
	say(f.Name, f.Index, ok)
	_, ok = t.FieldByName("Nope")
	say(ok, len(reflect.VisibleFields(t)))
	v := reflect.ValueOf(s).Elem()
	v.FieldByName("Side").SetFloat(3)
	v.Field(2).Set(reflect.Append(v.Field(2), reflect.ValueOf("b")))
	v.FieldByName("X").SetInt(9)
	say(s.Side, s.Tags, s.X, v.CanSet(), v.Field(0).CanSet(), v.Field(1).CanSet(), v.NumField())
	say(v.Field(3).IsNil(), v.Field(0).Field(1).String(), v.Field(0).Field(1).CanInterface(), v.Field(1).Interface())
	v.Field(3).Set(reflect.New(t))
	say(s.Next != nil, s.Next.Side)
	panics(func() { v.Field(1).SetInt(1) })
	panics(func() { reflect.ValueOf(*s).Field(1).SetFloat(1) })
	panics(func() { _ = v.Field(0).Field(1).Interface() })
	panics(func() { reflect.ValueOf(1).Len() })
	panics(func() { reflect.Value{}.Type() })
	panics(func() { v.Field(1).Set(reflect.ValueOf("x")) })
	area := reflect.ValueOf(s).MethodByName("Area")
	say(area.Call(nil)[0].Float(), area.Type(), reflect.ValueOf(*s).NumMethod(), reflect.ValueOf(s).NumMethod())
	grow := reflect.ValueOf(s).MethodByName("Grow")
	out := grow.Call([]reflect.Value{reflect.ValueOf(1.5), reflect.ValueOf(1), reflect.ValueOf(2)})
	say(out[0].Int(), s.Side, grow.Type())
	m, ok := reflect.TypeOf(s).MethodByName("Area")
	say(m.Name, m.Type, ok, m.Func.Call([]reflect.Value{reflect.ValueOf(s)})[0])
	say(reflect.ValueOf(s).MethodByName("Nope").IsValid())
}

func values() {
	m := map[string]int{"b": 2, "a": 1}
	v := reflect.ValueOf(m)
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	for _, k := range keys {
		say(k, v.MapIndex(k).Int())
	}
	v.SetMapIndex(reflect.ValueOf("c"), reflect.ValueOf(3))
	v.SetMapIndex(reflect.ValueOf("a"), reflect.Value{})
	n := 0
	for it := v.MapRange(); it.Next(); {
		n += int(it.Value().Int())
	}
	say(len(m), n, v.Len(), v.MapIndex(reflect.ValueOf("zz")).IsValid())
	s := []int{1, 2, 3}
	w := reflect.ValueOf(s)
	w.Index(0).SetInt(7)
	reflect.Swapper(s)(1, 2)
	say(s, w.Slice(1, 3).Len(), w.Slice(1, 3).Interface(), w.Cap() >= 3, w.Index(1).CanSet())
	var e any = s
	x := reflect.ValueOf(&e).Elem()
	say(x.Kind(), x.Elem().Kind(), x.Elem().Len())
	x.Set(reflect.ValueOf("changed"))
	say(e, reflect.Indirect(reflect.ValueOf(&n)).Int(), reflect.Zero(reflect.TypeOf(s)).IsNil())
	var err error
	say(reflect.ValueOf(err).IsValid(), reflect.ValueOf(&err).Elem().IsNil(), reflect.ValueOf(&err).Elem().Type())
	add := reflect.ValueOf(func(a, b int) (int, error) { return a + b, io.EOF })
	out := add.Call([]reflect.Value{reflect.ValueOf(1), reflect.ValueOf(2)})
	say(out[0].Int(), out[1].Interface().(error), out[1].Type())
	panics(func() { add.Call(nil) })
	swap := reflect.MakeFunc(reflect.TypeOf(func(int, string) (string, int) { return "", 0 }),
		func(in []reflect.Value) []reflect.Value { return []reflect.Value{in[1], in[0]} })
	a, b := swap.Interface().(func(int, string) (string, int))(1, "x")
	say(a, b, reflect.ValueOf(65).Convert(reflect.TypeOf(1.5)).Float(), reflect.ValueOf(named(1)).Convert(reflect.TypeOf(1)))
	say(reflect.DeepEqual(knot(40), knot(40)), reflect.DeepEqual(knot(40), knot(41)))
	say(reflect.DeepEqual(map[string][]int{"a": {1}}, map[string][]int{"a": {1}}), reflect.DeepEqual(1, int64(1)))
	list := reflect.MakeSlice(reflect.TypeOf([]string{}), 2, 5)
	list.Index(1).SetString("z")
	mp := reflect.MakeMap(reflect.TypeOf(map[int]bool{}))
	mp.SetMapIndex(reflect.ValueOf(1), reflect.ValueOf(true))
	say(list.Interface(), mp.Interface(), reflect.Copy(list, reflect.ValueOf([]string{"q"})), list)
	say(reflect.TypeOf(os.ErrNotExist).String() != "", strings.Contains(reflect.TypeOf(values).String(), "func"))
}

func channels() {
	a, b := make(chan int, 1), make(chan string)
	go func() { b <- "sent" }()
	cases := []reflect.SelectCase{
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(a)}, {Dir: reflect.SelectRecv, Chan: reflect.ValueOf(b)},
	}
	i, v, ok := reflect.Select(cases)
	say(i, v, ok)
	i, v, ok = reflect.Select(append(cases, reflect.SelectCase{Dir: reflect.SelectDefault}))
	say(i, v.IsValid(), ok)
	i, _, _ = reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectSend, Chan: reflect.ValueOf(a), Send: reflect.ValueOf(5)}})
	say(i, <-a)
	c := reflect.MakeChan(reflect.TypeOf(a), 1)
	c.Send(reflect.ValueOf(8))
	say(c.TrySend(reflect.ValueOf(9)), c.Len())
	v, ok = c.Recv()
	say(v, ok)
	c.Close()
	v, ok = c.Recv()
	say(v, ok)
}

func run() {
	kinds()
	structs()
	values()
	channels()
}

// A knotted has ways to all others: there are more ways than anybody can go.
type knotted struct {
	name int
	to   []*knotted
}

// knot makes n that know each other.
func knot(n int) *knotted {
	all := make([]*knotted, n)
	for i := range all {
		all[i] = &knotted{name: i}
	}
	for _, k := range all {
		k.to = all
	}
	return all[0]
}
