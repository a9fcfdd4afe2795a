// Package assert keeps the common assertions, Helper calls and the goroutines of Eventually; it drops diffs and files.
package assert

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"time"
)

type TestingT interface {
	Errorf(format string, args ...any)
}

type tHelper interface{ Helper() }

type failNower interface{ FailNow() }

type Comparison func() (success bool)

type PanicTestFunc func()

type (
	ComparisonAssertionFunc func(TestingT, any, any, ...any) bool
	ValueAssertionFunc      func(TestingT, any, ...any) bool
	BoolAssertionFunc       func(TestingT, bool, ...any) bool
	ErrorAssertionFunc      func(TestingT, error, ...any) bool
	PanicAssertionFunc      func(TestingT, PanicTestFunc, ...any) bool
)

var AnError = errors.New("assert.AnError general error for testing")

func helper(t TestingT) {
	if h, ok := t.(tHelper); ok {
		h.Helper()
	}
}

func message(msgAndArgs []any) string {
	switch {
	case len(msgAndArgs) == 0:
		return ""
	case len(msgAndArgs) == 1:
		if msg, ok := msgAndArgs[0].(string); ok {
			return msg
		}
		return fmt.Sprintf("%+v", msgAndArgs[0])
	}
	return fmt.Sprintf(msgAndArgs[0].(string), msgAndArgs[1:]...)
}

func ObjectsAreEqual(expected, actual any) bool {
	exp, ok := expected.([]byte)
	if !ok {
		return equal(expected, actual)
	}
	act, ok := actual.([]byte)
	if !ok {
		return false
	}
	if exp == nil || act == nil {
		return exp == nil && act == nil
	}
	return bytes.Equal(exp, act)
}

func ObjectsAreEqualValues(expected, actual any) bool {
	return ObjectsAreEqual(expected, actual) || equalValues(expected, actual)
}

func Fail(t TestingT, failureMessage string, msgAndArgs ...any) bool {
	helper(t)
	if msg := message(msgAndArgs); msg != "" {
		failureMessage += "\nMessages: " + msg
	}
	t.Errorf("\n%s", "Error: "+failureMessage)
	return false
}

func FailNow(t TestingT, failureMessage string, msgAndArgs ...any) bool {
	helper(t)
	Fail(t, failureMessage, msgAndArgs...)
	if t, ok := t.(failNower); ok {
		t.FailNow()
	} else {
		panic("test failed and t is missing `FailNow()`")
	}
	return false
}

// check fails with the formatted text unless ok.
func check(t TestingT, ok bool, msgAndArgs []any, format string, args ...any) bool {
	if ok {
		return true
	}
	helper(t)
	return Fail(t, fmt.Sprintf(format, args...), msgAndArgs...)
}

func Equal(t TestingT, expected, actual any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, ObjectsAreEqual(expected, actual), msgAndArgs,
		"Not equal: \nexpected: %#v\nactual  : %#v", expected, actual)
}

func NotEqual(t TestingT, expected, actual any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, !ObjectsAreEqual(expected, actual), msgAndArgs, "Should not be: %#v\n", actual)
}

func EqualValues(t TestingT, expected, actual any, msgAndArgs ...any) bool {
	helper(t)
	ok := ObjectsAreEqualValues(expected, actual)
	return check(t, ok, msgAndArgs, "Not equal: \nexpected: %#v\nactual  : %#v", expected, actual)
}

func NotEqualValues(t TestingT, expected, actual any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, !ObjectsAreEqualValues(expected, actual), msgAndArgs, "Should not be: %#v\n", actual)
}

func Exactly(t TestingT, expected, actual any, msgAndArgs ...any) bool {
	helper(t)
	if a, b := fmt.Sprintf("%T", expected), fmt.Sprintf("%T", actual); a != b {
		return check(t, false, msgAndArgs, "Types expected to match exactly\n\t%v != %v", a, b)
	}
	return Equal(t, expected, actual, msgAndArgs...)
}

func Same(t TestingT, expected, actual any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, expected == actual, msgAndArgs, "Not same: \nexpected: %p\nactual  : %p", expected, actual)
}

func NotSame(t TestingT, expected, actual any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, expected != actual, msgAndArgs,
		"Expected and actual point to the same object: %p", expected)
}

func IsType(t TestingT, expectedType, object any, msgAndArgs ...any) bool {
	helper(t)
	a, b := fmt.Sprintf("%T", expectedType), fmt.Sprintf("%T", object)
	return check(t, a == b, msgAndArgs, "Object expected to be of type %v, but was %v", a, b)
}

func Nil(t TestingT, object any, msgAndArgs ...any) bool {
	if object == nil || isNil(object) {
		return true
	}
	helper(t)
	return check(t, false, msgAndArgs, "Expected nil, but got: %#v", object)
}

func NotNil(t TestingT, object any, msgAndArgs ...any) bool {
	if object != nil && !isNil(object) {
		return true
	}
	helper(t)
	return check(t, false, msgAndArgs, "Expected value not to be nil.")
}

func isEmpty(object any) bool {
	if object == nil || isZero(object) {
		return true
	}
	n, ok := length(object)
	return ok && n == 0
}

func length(object any) (int, bool) {
	switch x := object.(type) {
	case string:
		return len(x), true
	case []byte:
		return len(x), true
	}
	list, ok := elems(object)
	return len(list), ok
}

func Empty(t TestingT, object any, msgAndArgs ...any) bool {
	ok := isEmpty(object)
	if !ok {
		helper(t)
	}
	return check(t, ok, msgAndArgs, "Should be empty, but was %v", object)
}

func NotEmpty(t TestingT, object any, msgAndArgs ...any) bool {
	ok := !isEmpty(object)
	if !ok {
		helper(t)
	}
	return check(t, ok, msgAndArgs, "Should NOT be empty, but was %v", object)
}

func Zero(t TestingT, i any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, i == nil || isZero(i), msgAndArgs, "Should be zero, but was %v", i)
}

func NotZero(t TestingT, i any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, i != nil && !isZero(i), msgAndArgs, "Should not be zero, but was %v", i)
}

func Len(t TestingT, object any, count int, msgAndArgs ...any) bool {
	helper(t)
	n, ok := length(object)
	if !ok {
		return check(t, false, msgAndArgs, "\"%v\" could not be applied builtin len()", object)
	}
	return check(t, n == count, msgAndArgs, "\"%v\" should have %d item(s), but has %d", object, count, n)
}

func True(t TestingT, value bool, msgAndArgs ...any) bool {
	if !value {
		helper(t)
	}
	return check(t, value, msgAndArgs, "Should be true")
}

func False(t TestingT, value bool, msgAndArgs ...any) bool {
	if value {
		helper(t)
	}
	return check(t, !value, msgAndArgs, "Should be false")
}

func contains(list, element any) (ok, found bool) {
	if s, is := list.(string); is {
		e, is := element.(string)
		return is, is && strings.Contains(s, e)
	}
	items, ok := elems(list)
	for _, item := range items {
		if ObjectsAreEqual(item, element) {
			return true, true
		}
	}
	return ok, false
}

func Contains(t TestingT, s, element any, msgAndArgs ...any) bool {
	helper(t)
	ok, found := contains(s, element)
	if !ok {
		return check(t, false, msgAndArgs, "%#v could not be applied builtin len()", s)
	}
	return check(t, found, msgAndArgs, "%#v does not contain %#v", s, element)
}

func NotContains(t TestingT, s, element any, msgAndArgs ...any) bool {
	helper(t)
	ok, found := contains(s, element)
	if !ok {
		return check(t, false, msgAndArgs, "%#v could not be applied builtin len()", s)
	}
	return check(t, !found, msgAndArgs, "%#v should not contain %#v", s, element)
}

func Subset(t TestingT, list, subset any, msgAndArgs ...any) bool {
	helper(t)
	items, ok := elems(subset)
	if !ok && subset != nil {
		return check(t, false, msgAndArgs, "%q has an unsupported type %T", subset, subset)
	}
	for _, item := range items {
		if _, found := contains(list, item); !found {
			return check(t, false, msgAndArgs, "%#v does not contain %#v", list, item)
		}
	}
	return true
}

func NotSubset(t TestingT, list, subset any, msgAndArgs ...any) bool {
	helper(t)
	items, _ := elems(subset)
	for _, item := range items {
		if _, found := contains(list, item); !found {
			return true
		}
	}
	return check(t, false, msgAndArgs, "%q is a subset of %q", subset, list)
}

func ElementsMatch(t TestingT, listA, listB any, msgAndArgs ...any) bool {
	helper(t)
	if isEmpty(listA) && isEmpty(listB) {
		return true
	}
	a, ok1 := elems(listA)
	b, ok2 := elems(listB)
	ok := ok1 && ok2 && len(a) == len(b)
	used := make([]bool, len(b))
	for i := 0; ok && i < len(a); i++ {
		found := false
		for j := range b {
			if !used[j] && ObjectsAreEqual(a[i], b[j]) {
				used[j], found = true, true
				break
			}
		}
		ok = found
	}
	return check(t, ok, msgAndArgs, "elements differ\nlistA: %v\nlistB: %v", listA, listB)
}

func Condition(t TestingT, comp Comparison, msgAndArgs ...any) bool {
	result := comp()
	if !result {
		helper(t)
	}
	return check(t, result, msgAndArgs, "Condition failed!")
}

func didPanic(f PanicTestFunc) (panicked bool, value any) {
	panicked = true
	defer func() {
		value = recover()
	}()
	f()
	panicked = false
	return panicked, value
}

func Panics(t TestingT, f PanicTestFunc, msgAndArgs ...any) bool {
	helper(t)
	panicked, value := didPanic(f)
	return check(t, panicked, msgAndArgs, "func should panic\n\tPanic value:\t%#v", value)
}

func PanicsWithValue(t TestingT, expected any, f PanicTestFunc, msgAndArgs ...any) bool {
	helper(t)
	panicked, value := didPanic(f)
	ok := panicked && value == expected
	return check(t, ok, msgAndArgs, "func should panic with value:\t%#v\n\tPanic value:\t%#v", expected, value)
}

func PanicsWithError(t TestingT, errString string, f PanicTestFunc, msgAndArgs ...any) bool {
	helper(t)
	panicked, value := didPanic(f)
	err, ok := value.(error)
	ok = panicked && ok && err.Error() == errString
	return check(t, ok, msgAndArgs,
		"func should panic with error message:\t%#v\n\tPanic value:\t%#v", errString, value)
}

func NotPanics(t TestingT, f PanicTestFunc, msgAndArgs ...any) bool {
	helper(t)
	panicked, value := didPanic(f)
	return check(t, !panicked, msgAndArgs, "func should not panic\n\tPanic value:\t%v", value)
}

func NoError(t TestingT, err error, msgAndArgs ...any) bool {
	if err == nil {
		return true
	}
	helper(t)
	return check(t, false, msgAndArgs, "Received unexpected error:\n%+v", err)
}

func Error(t TestingT, err error, msgAndArgs ...any) bool {
	if err == nil {
		helper(t)
	}
	return check(t, err != nil, msgAndArgs, "An error is expected but got nil.")
}

func EqualError(t TestingT, theError error, errString string, msgAndArgs ...any) bool {
	helper(t)
	if !Error(t, theError, msgAndArgs...) {
		return false
	}
	actual := theError.Error()
	return check(t, actual == errString, msgAndArgs,
		"Error message not equal:\nexpected: %q\nactual  : %q", errString, actual)
}

func ErrorContains(t TestingT, theError error, contains string, msgAndArgs ...any) bool {
	helper(t)
	if !Error(t, theError, msgAndArgs...) {
		return false
	}
	actual := theError.Error()
	return check(t, strings.Contains(actual, contains), msgAndArgs,
		"Error %#v does not contain %#v", actual, contains)
}

func ErrorIs(t TestingT, err, target error, msgAndArgs ...any) bool {
	helper(t)
	return check(t, errors.Is(err, target), msgAndArgs,
		"Target error should be in err chain:\n%v\nin chain: %v", target, err)
}

func NotErrorIs(t TestingT, err, target error, msgAndArgs ...any) bool {
	helper(t)
	return check(t, !errors.Is(err, target), msgAndArgs,
		"Target error should not be in err chain:\n%v in %v", target, err)
}

func ErrorAs(t TestingT, err error, target any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, errors.As(err, target), msgAndArgs,
		"Should be in error chain:\nexpected: %T\nin chain: %v", target, err)
}

func toFloat(x any) (float64, bool) {
	switch x := x.(type) {
	case uint:
		return float64(x), true
	case uint8:
		return float64(x), true
	case uint16:
		return float64(x), true
	case uint32:
		return float64(x), true
	case uint64:
		return float64(x), true
	case int:
		return float64(x), true
	case int8:
		return float64(x), true
	case int16:
		return float64(x), true
	case int32:
		return float64(x), true
	case int64:
		return float64(x), true
	case float32:
		return float64(x), true
	case float64:
		return x, true
	case time.Duration:
		return float64(x), true
	}
	return 0, false
}

func InDelta(t TestingT, expected, actual any, delta float64, msgAndArgs ...any) bool {
	helper(t)
	a, ok1 := toFloat(expected)
	b, ok2 := toFloat(actual)
	if !ok1 || !ok2 {
		return check(t, false, msgAndArgs, "Parameters must be numerical")
	}
	d := a - b
	ok := math.IsNaN(a) && math.IsNaN(b) || d >= -delta && d <= delta
	return check(t, ok, msgAndArgs,
		"Max difference between %v and %v allowed is %v, but difference was %v", a, b, delta, d)
}

func InEpsilon(t TestingT, expected, actual any, epsilon float64, msgAndArgs ...any) bool {
	helper(t)
	a, ok1 := toFloat(expected)
	b, ok2 := toFloat(actual)
	ok := ok1 && ok2 && a != 0 && math.Abs(a-b)/math.Abs(a) <= epsilon
	return check(t, ok, msgAndArgs, "Relative error is too high: %v (expected), %v (actual)", expected, actual)
}

func WithinDuration(t TestingT, expected, actual time.Time, delta time.Duration, msgAndArgs ...any) bool {
	helper(t)
	d := expected.Sub(actual)
	ok := d >= -delta && d <= delta
	return check(t, ok, msgAndArgs,
		"Max difference between %v and %v allowed is %v, but was %v", expected, actual, delta, d)
}

func order(a, b any) (int, bool) {
	cmp := func(less, more bool) (int, bool) {
		switch {
		case less:
			return -1, true
		case more:
			return 1, true
		}
		return 0, true
	}
	switch x := a.(type) {
	case int:
		y, ok := b.(int)
		n, _ := cmp(x < y, x > y)
		return n, ok
	case int64:
		y, ok := b.(int64)
		n, _ := cmp(x < y, x > y)
		return n, ok
	case uint64:
		y, ok := b.(uint64)
		n, _ := cmp(x < y, x > y)
		return n, ok
	case string:
		y, ok := b.(string)
		return strings.Compare(x, y), ok
	case []byte:
		y, ok := b.([]byte)
		return bytes.Compare(x, y), ok
	case time.Time:
		y, ok := b.(time.Time)
		return x.Compare(y), ok
	}
	if fmt.Sprintf("%T", a) != fmt.Sprintf("%T", b) {
		return 0, false
	}
	x, ok1 := toFloat(a)
	y, ok2 := toFloat(b)
	n, _ := cmp(x < y, x > y)
	return n, ok1 && ok2
}

func Greater(t TestingT, e1, e2 any, msgAndArgs ...any) bool {
	helper(t)
	n, ok := order(e1, e2)
	return check(t, ok && n > 0, msgAndArgs, "\"%v\" is not greater than \"%v\"", e1, e2)
}

func GreaterOrEqual(t TestingT, e1, e2 any, msgAndArgs ...any) bool {
	helper(t)
	n, ok := order(e1, e2)
	return check(t, ok && n >= 0, msgAndArgs, "\"%v\" is not greater than or equal to \"%v\"", e1, e2)
}

func Less(t TestingT, e1, e2 any, msgAndArgs ...any) bool {
	helper(t)
	n, ok := order(e1, e2)
	return check(t, ok && n < 0, msgAndArgs, "\"%v\" is not less than \"%v\"", e1, e2)
}

func LessOrEqual(t TestingT, e1, e2 any, msgAndArgs ...any) bool {
	helper(t)
	n, ok := order(e1, e2)
	return check(t, ok && n <= 0, msgAndArgs, "\"%v\" is not less than or equal to \"%v\"", e1, e2)
}

func Positive(t TestingT, e any, msgAndArgs ...any) bool {
	helper(t)
	x, ok := toFloat(e)
	return check(t, ok && x > 0, msgAndArgs, "\"%v\" is not positive", e)
}

func Negative(t TestingT, e any, msgAndArgs ...any) bool {
	helper(t)
	x, ok := toFloat(e)
	return check(t, ok && x < 0, msgAndArgs, "\"%v\" is not negative", e)
}

func Eventually(t TestingT, condition func() bool, waitFor, tick time.Duration, msgAndArgs ...any) bool {
	helper(t)
	ch := make(chan bool, 1)
	checkCond := func() { ch <- condition() }
	timer := time.NewTimer(waitFor)
	defer timer.Stop()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	var tickC <-chan time.Time
	go checkCond()
	for {
		select {
		case <-timer.C:
			return check(t, false, msgAndArgs, "Condition never satisfied")
		case <-tickC:
			tickC = nil
			go checkCond()
		case v := <-ch:
			if v {
				return true
			}
			tickC = ticker.C
		}
	}
}

func Never(t TestingT, condition func() bool, waitFor, tick time.Duration, msgAndArgs ...any) bool {
	helper(t)
	ch := make(chan bool, 1)
	checkCond := func() { ch <- condition() }
	timer := time.NewTimer(waitFor)
	defer timer.Stop()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	var tickC <-chan time.Time
	go checkCond()
	for {
		select {
		case <-timer.C:
			return true
		case <-tickC:
			tickC = nil
			go checkCond()
		case v := <-ch:
			if v {
				return check(t, false, msgAndArgs, "Condition satisfied")
			}
			tickC = ticker.C
		}
	}
}

type CollectT struct {
	errors []error
}

func (*CollectT) Helper() {}

func (c *CollectT) Errorf(format string, args ...any) {
	c.errors = append(c.errors, fmt.Errorf(format, args...))
}

func (c *CollectT) FailNow() {
	if c.errors == nil {
		c.errors = []error{}
	}
	runtime.Goexit()
}

func EventuallyWithT(t TestingT, condition func(c *CollectT), waitFor, tick time.Duration, msgAndArgs ...any) bool {
	helper(t)
	var last []error
	ch := make(chan *CollectT, 1)
	checkCond := func() {
		collect := new(CollectT)
		defer func() { ch <- collect }()
		condition(collect)
	}
	timer := time.NewTimer(waitFor)
	defer timer.Stop()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	var tickC <-chan time.Time
	go checkCond()
	for {
		select {
		case <-timer.C:
			for _, err := range last {
				t.Errorf("%v", err)
			}
			return check(t, false, msgAndArgs, "Condition never satisfied")
		case <-tickC:
			tickC = nil
			go checkCond()
		case collect := <-ch:
			if collect.errors == nil {
				return true
			}
			last = collect.errors
			tickC = ticker.C
		}
	}
}
