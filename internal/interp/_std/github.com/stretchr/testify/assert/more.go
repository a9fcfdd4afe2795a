package assert

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"strings"
	"time"
)

// unsupported ends the run.
func unsupported()

// CallerInfo gives no callers.
func CallerInfo() []string { return nil }

func JSONEq(t TestingT, expected, actual string, msgAndArgs ...any) bool {
	helper(t)
	var a, b any
	if err := json.Unmarshal([]byte(expected), &a); err != nil {
		return check(t, false, msgAndArgs, "Expected value ('%s') is not valid json.\nJSON parsing error: '%s'", expected, err)
	}
	if err := json.Unmarshal([]byte(actual), &b); err != nil {
		return check(t, false, msgAndArgs, "Input ('%s') needs to be valid json.\nJSON parsing error: '%s'", actual, err)
	}
	return Equal(t, a, b, msgAndArgs...)
}

func YAMLEq(t TestingT, expected, actual string, msgAndArgs ...any) bool {
	unsupported()
	return false
}

func matches(rx, str any) bool {
	r, ok := rx.(*regexp.Regexp)
	if !ok {
		r = regexp.MustCompile(fmt.Sprint(rx))
	}
	switch v := str.(type) {
	case []byte:
		return r.Match(v)
	case string:
		return r.MatchString(v)
	}
	return r.MatchString(fmt.Sprint(str))
}

func Regexp(t TestingT, rx, str any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, matches(rx, str), msgAndArgs, "Expect \"%v\" to match \"%v\"", str, rx)
}

func NotRegexp(t TestingT, rx, str any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, !matches(rx, str), msgAndArgs, "Expect \"%v\" to NOT match \"%v\"", str, rx)
}

func FileExists(t TestingT, path string, msgAndArgs ...any) bool {
	helper(t)
	info, err := os.Lstat(path)
	return check(t, err == nil && !info.IsDir(), msgAndArgs, "unable to find file %q", path)
}

func NoFileExists(t TestingT, path string, msgAndArgs ...any) bool {
	helper(t)
	info, err := os.Lstat(path)
	return check(t, err != nil || info.IsDir(), msgAndArgs, "file %q exists", path)
}

func DirExists(t TestingT, path string, msgAndArgs ...any) bool {
	helper(t)
	info, err := os.Lstat(path)
	return check(t, err == nil && info.IsDir(), msgAndArgs, "unable to find directory %q", path)
}

func NoDirExists(t TestingT, path string, msgAndArgs ...any) bool {
	helper(t)
	info, err := os.Lstat(path)
	return check(t, err != nil || !info.IsDir(), msgAndArgs, "directory %q exists", path)
}

func Implements(t TestingT, interfaceObject, object any, msgAndArgs ...any) bool {
	helper(t)
	it := reflect.TypeOf(interfaceObject).Elem()
	ok := object != nil && reflect.TypeOf(object).Implements(it)
	return check(t, ok, msgAndArgs, "%T must implement %v", object, it)
}

func NotImplements(t TestingT, interfaceObject, object any, msgAndArgs ...any) bool {
	helper(t)
	it := reflect.TypeOf(interfaceObject).Elem()
	ok := object != nil && !reflect.TypeOf(object).Implements(it)
	return check(t, ok, msgAndArgs, "%T implements %v", object, it)
}

func IsNotType(t TestingT, theType, object any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, reflect.TypeOf(theType) != reflect.TypeOf(object), msgAndArgs, "Object type expected to be different")
}

func NotErrorAs(t TestingT, err error, target any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, !errors.As(err, target), msgAndArgs, "Target error should not be in err chain: %v", err)
}

func NotElementsMatch(t TestingT, listA, listB any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, !ElementsMatch(quiet{}, listA, listB), msgAndArgs, "elements match")
}

// quiet is a test whose failures nobody hears of.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}

func WithinRange(t TestingT, actual, start, end time.Time, msgAndArgs ...any) bool {
	helper(t)
	ok := !end.Before(start) && !actual.Before(start) && !actual.After(end)
	return check(t, ok, msgAndArgs, "Time %v expected to be in time range %v to %v, but is not", actual, start, end)
}

// pairs compares the neighbours in a list.
func pairs(list any, good func(int) bool) bool {
	v := reflect.ValueOf(list)
	for i := 1; i < v.Len(); i++ {
		c, ok := order(v.Index(i-1).Interface(), v.Index(i).Interface())
		if !ok || !good(c) {
			return false
		}
	}
	return true
}

func IsIncreasing(t TestingT, object any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, pairs(object, func(c int) bool { return c < 0 }), msgAndArgs, "%v is not increasing", object)
}

func IsNonIncreasing(t TestingT, object any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, pairs(object, func(c int) bool { return c >= 0 }), msgAndArgs, "%v is increasing", object)
}

func IsDecreasing(t TestingT, object any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, pairs(object, func(c int) bool { return c > 0 }), msgAndArgs, "%v is not decreasing", object)
}

func IsNonDecreasing(t TestingT, object any, msgAndArgs ...any) bool {
	helper(t)
	return check(t, pairs(object, func(c int) bool { return c <= 0 }), msgAndArgs, "%v is decreasing", object)
}

func InDeltaSlice(t TestingT, expected, actual any, delta float64, msgAndArgs ...any) bool {
	helper(t)
	a, b := reflect.ValueOf(actual), reflect.ValueOf(expected)
	for i := range a.Len() {
		if !InDelta(t, a.Index(i).Interface(), b.Index(i).Interface(), delta, msgAndArgs...) {
			return false
		}
	}
	return true
}

func InEpsilonSlice(t TestingT, expected, actual any, epsilon float64, msgAndArgs ...any) bool {
	helper(t)
	a, b := reflect.ValueOf(expected), reflect.ValueOf(actual)
	if !Len(t, actual, a.Len(), msgAndArgs...) {
		return false
	}
	for i := range a.Len() {
		if !InEpsilon(t, a.Index(i).Interface(), b.Index(i).Interface(), epsilon, msgAndArgs...) {
			return false
		}
	}
	return true
}

func InDeltaMapValues(t TestingT, expected, actual any, delta float64, msgAndArgs ...any) bool {
	helper(t)
	a, b := reflect.ValueOf(expected), reflect.ValueOf(actual)
	if a.Len() != b.Len() {
		return check(t, false, msgAndArgs, "Arguments must have the same number of keys")
	}
	for _, k := range a.MapKeys() {
		x, y := a.MapIndex(k), b.MapIndex(k)
		if !y.IsValid() {
			return check(t, false, msgAndArgs, "missing key %v in actual map", k)
		}
		if !InDelta(t, x.Interface(), y.Interface(), delta, msgAndArgs...) {
			return false
		}
	}
	return true
}

func EqualExportedValues(t TestingT, expected, actual any, msgAndArgs ...any) bool {
	unsupported()
	return false
}

func status(handler http.HandlerFunc, method, url string, values url.Values) (int, string, bool) {
	w := httptest.NewRecorder()
	req, err := http.NewRequest(method, url, http.NoBody)
	if err != nil {
		return -1, "", false
	}
	req.URL.RawQuery = values.Encode()
	handler(w, req)
	return w.Code, w.Body.String(), true
}

func HTTPBody(handler http.HandlerFunc, method, url string, values url.Values) string {
	_, body, _ := status(handler, method, url, values)
	return body
}

func HTTPSuccess(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) bool {
	helper(t)
	code, _, ok := status(handler, method, url, values)
	return check(t, ok && code >= 200 && code <= 206, msgAndArgs, "Expected HTTP success status code but received %d", code)
}

func HTTPRedirect(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) bool {
	helper(t)
	code, _, ok := status(handler, method, url, values)
	return check(t, ok && code >= 300 && code <= 307, msgAndArgs, "Expected HTTP redirect status code but received %d", code)
}

func HTTPError(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) bool {
	helper(t)
	code, _, ok := status(handler, method, url, values)
	return check(t, ok && code >= 400, msgAndArgs, "Expected HTTP error status code but received %d", code)
}

func HTTPStatusCode(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, statuscode int, msgAndArgs ...any) bool {
	helper(t)
	code, _, ok := status(handler, method, url, values)
	return check(t, ok && code == statuscode, msgAndArgs, "Expected HTTP status code %d but received %d", statuscode, code)
}

func HTTPBodyContains(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, str any, msgAndArgs ...any) bool {
	helper(t)
	ok := strings.Contains(HTTPBody(handler, method, url, values), fmt.Sprint(str))
	return check(t, ok, msgAndArgs, "Expected response body to contain %q", str)
}

func HTTPBodyNotContains(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, str any, msgAndArgs ...any) bool {
	helper(t)
	ok := !strings.Contains(HTTPBody(handler, method, url, values), fmt.Sprint(str))
	return check(t, ok, msgAndArgs, "Expected response body to NOT contain %q", str)
}
