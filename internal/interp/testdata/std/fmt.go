package main

import (
	"errors"
	"fmt"
	"reflect"
	"time"
)

type level int

func (l level) String() string { return "level" + fmt.Sprint(int(l)) }

type plain int

type point struct {
	X, Y int
	name string
}

type both struct {
	P    *point
	L    level
	l    level
	E    error
	M    map[string]level
	S    []point
	A    any
	f    func()
	B    []byte
	T    time.Duration
	In   struct{ Z float64 }
	Nil  *int
	Anys []any
}

type custom struct{ n int }

func (c custom) Format(s fmt.State, verb rune) {
	w, ok := s.Width()
	fmt.Fprintf(s, "<%c %d %v %v %v>", verb, w, ok, s.Flag('+'), fmt.FormatString(s, verb))
}

type goer struct{}

func (goer) GoString() string { return "goer!" }

type bad struct{}

func (b *bad) String() string { return fmt.Sprint(*b, b.missing()) }
func (b *bad) missing() int   { var p *point; return p.X }

type nilOK struct{ n int }

func (n *nilOK) Error() string { return fmt.Sprint("n", n.n) }

func run() {
	b := both{L: 1, l: 2, E: errors.New("oops"), M: map[string]level{"b": 2, "a": 1}, S: []point{{1, 2, "n"}},
		A: point{3, 4, "q"}, B: []byte("hi"), T: time.Second, Anys: []any{1, "s", nil, level(5), 2.5}}
	say(fmt.Sprintf("%v", b))
	say(fmt.Sprintf("%+v", b))
	say(fmt.Sprintf("%+v|%v|%s", &point{1, 2, "x"}, &[]int{1}, &map[int]string{2: "b", 10: "a", 1: "c"}))
	say(fmt.Sprintf("%#v %#v %#v %#v", point{1, 2, "x"}, []string{"a"}, map[string]int{"k": 1}, level(3)))
	say(fmt.Sprintf("%#v %#v %#v %#v %#v", []int(nil), map[int]bool(nil), (*int)(nil), "s", []any{1, "x", nil}))
	say(fmt.Sprintf("%#v %#v %#v %#v", uint8(7), 1.0, 'x', struct {
		A any
		B *int
	}{}))
	for _, verb := range []string{"%d", "%5d", "%-5d|", "%05d", "%+d", "%x", "%X", "%#x", "%o", "%b", "%c", "%q", "%U", "%v", "%s", "%t", "%T"} {
		say(verb, fmt.Sprintf(verb, 65), fmt.Sprintf(verb, level(66)), fmt.Sprintf(verb, plain(67)), fmt.Sprintf(verb, []int{68, 69}))
		say(verb, fmt.Sprintf(verb, "str"), fmt.Sprintf(verb, []byte("by")), fmt.Sprintf(verb, [2]byte{1, 2}), fmt.Sprintf(verb, true))
		say(verb, fmt.Sprintf(verb, nil), fmt.Sprintf(verb, errors.New("e")), fmt.Sprintf(verb, int8(-3)), fmt.Sprintf(verb, uint16(9)))
	}
	for _, verb := range []string{"%f", "%.2f", "%8.3f", "%-8.1f|", "%e", "%g", "%6.2g", "%v", "%+.1f", "%08.2f", "%x"} {
		say(verb, fmt.Sprintf(verb, 3.14159), fmt.Sprintf(verb, float32(2.5)), fmt.Sprintf(verb, 1+2i), fmt.Sprintf(verb, []float64{1, 2}))
	}
	for _, verb := range []string{"%s", "%10s", "%-10s|", "%.2s", "%q", "%x", "% x", "%#q", "%+q", "%10.1s"} {
		say(verb, fmt.Sprintf(verb, "héllo"), fmt.Sprintf(verb, []string{"a", "bc"}), fmt.Sprintf(verb, level(1)), fmt.Sprintf(verb, errors.New("err")))
	}
	say(fmt.Sprintf("%[2]d %[1]d %d", 1, 2), fmt.Sprintf("%*d|%-*d|%.*f", 5, 1, 4, 2, 1, 2.55), fmt.Sprintf("%[3]*.[2]*[1]f", 12.0, 2, 6))
	say(fmt.Sprintf("%d %d", 1), fmt.Sprintf("%d", 1, "x", nil), fmt.Sprintf("%!"), fmt.Sprintf("%"), fmt.Sprintf("%z", 3), fmt.Sprintf("100%%"))
	say(fmt.Sprintf("%[5]d", 1), fmt.Sprintf("%[x]d", 1), fmt.Sprintf("%*d", "a", 1), fmt.Sprintf("%-010d|", 5))
	say(fmt.Sprintf("%v %+v %d %8.3x", custom{1}, custom{2}, custom{3}, custom{4}), fmt.Sprintf("%#v %v", goer{}, goer{}))
	var n *nilOK
	say(fmt.Sprintf("%v %s", n, error(n)), fmt.Sprintf("%v", &bad{}))
	say(fmt.Sprint("a", 1, 2, "b", "c", 3.0, nil, nil), fmt.Sprint(1, 2), fmt.Sprint("x", "y"), fmt.Sprint())
	say(fmt.Sprintln("a", 1, true), fmt.Errorf("wrap %w: %d", errors.New("in"), 3))
	say(fmt.Sprintf("%v %d %v", reflect.ValueOf(5), reflect.ValueOf(6), reflect.ValueOf(point{1, 2, "r"})))
	say(fmt.Sprintf("%T %T %T %T %10T|", b, &b, run, b.M, 1), fmt.Sprintf("%v %v", time.Second, []time.Duration{1, 2}))
	say(fmt.Sprintf("%v %v", map[point]int{{2, 1, ""}: 1, {1, 9, ""}: 2}, map[any]int{"b": 1, "a": 2}))
	say(fmt.Sprintf("%t %v %08b %3c|%-3c|", false, true, 5, 'x', 'y'), fmt.Sprintf("%6.2f%%", 12.345), fmt.Sprintf("%x", "hi"))
	say(fmt.Sprintf("%s %v", []error{errors.New("x"), nil}, [2]bool{true}), fmt.Sprintf("%s", []any{"a", 1, nil}))
	say(fmt.Sprintf("%d %s", point{1, 2, "n"}, point{1, 2, "n"}), fmt.Sprintf("%5v|%-5v|%05v", 1, 2, 3), fmt.Sprintf("%q", []string{"a b"}))
	var e error
	var p *point
	say(fmt.Sprintf("%v %v %v %+v", e, p, []any{nil}, struct{ E error }{}), fmt.Sprintf("%v %s", struct{}{}, [0]int{}))
	say(fmt.Sprintf("%6d|%v", []int{1, 22}, [][]int{{1}, {2, 3}}), fmt.Sprintf("%p", nil), fmt.Sprintf("%v", (func())(nil)))
}
