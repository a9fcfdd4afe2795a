package assert

import (
	"net/http"
	"net/url"
	"time"
)

func JSONEqf(t TestingT, expected, actual string, msg string, args ...any) bool {
	helper(t)
	return JSONEq(t, expected, actual, append([]any{msg}, args...)...)
}

func (a *Assertions) JSONEq(expected, actual string, msgAndArgs ...any) bool {
	helper(a.t)
	return JSONEq(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) JSONEqf(expected, actual string, msg string, args ...any) bool {
	helper(a.t)
	return JSONEqf(a.t, expected, actual, msg, args...)
}

func YAMLEqf(t TestingT, expected, actual string, msg string, args ...any) bool {
	helper(t)
	return YAMLEq(t, expected, actual, append([]any{msg}, args...)...)
}

func (a *Assertions) YAMLEq(expected, actual string, msgAndArgs ...any) bool {
	helper(a.t)
	return YAMLEq(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) YAMLEqf(expected, actual string, msg string, args ...any) bool {
	helper(a.t)
	return YAMLEqf(a.t, expected, actual, msg, args...)
}

func Regexpf(t TestingT, rx, str any, msg string, args ...any) bool {
	helper(t)
	return Regexp(t, rx, str, append([]any{msg}, args...)...)
}

func (a *Assertions) Regexp(rx, str any, msgAndArgs ...any) bool {
	helper(a.t)
	return Regexp(a.t, rx, str, msgAndArgs...)
}

func (a *Assertions) Regexpf(rx, str any, msg string, args ...any) bool {
	helper(a.t)
	return Regexpf(a.t, rx, str, msg, args...)
}

func NotRegexpf(t TestingT, rx, str any, msg string, args ...any) bool {
	helper(t)
	return NotRegexp(t, rx, str, append([]any{msg}, args...)...)
}

func (a *Assertions) NotRegexp(rx, str any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotRegexp(a.t, rx, str, msgAndArgs...)
}

func (a *Assertions) NotRegexpf(rx, str any, msg string, args ...any) bool {
	helper(a.t)
	return NotRegexpf(a.t, rx, str, msg, args...)
}

func FileExistsf(t TestingT, path string, msg string, args ...any) bool {
	helper(t)
	return FileExists(t, path, append([]any{msg}, args...)...)
}

func (a *Assertions) FileExists(path string, msgAndArgs ...any) bool {
	helper(a.t)
	return FileExists(a.t, path, msgAndArgs...)
}

func (a *Assertions) FileExistsf(path string, msg string, args ...any) bool {
	helper(a.t)
	return FileExistsf(a.t, path, msg, args...)
}

func NoFileExistsf(t TestingT, path string, msg string, args ...any) bool {
	helper(t)
	return NoFileExists(t, path, append([]any{msg}, args...)...)
}

func (a *Assertions) NoFileExists(path string, msgAndArgs ...any) bool {
	helper(a.t)
	return NoFileExists(a.t, path, msgAndArgs...)
}

func (a *Assertions) NoFileExistsf(path string, msg string, args ...any) bool {
	helper(a.t)
	return NoFileExistsf(a.t, path, msg, args...)
}

func DirExistsf(t TestingT, path string, msg string, args ...any) bool {
	helper(t)
	return DirExists(t, path, append([]any{msg}, args...)...)
}

func (a *Assertions) DirExists(path string, msgAndArgs ...any) bool {
	helper(a.t)
	return DirExists(a.t, path, msgAndArgs...)
}

func (a *Assertions) DirExistsf(path string, msg string, args ...any) bool {
	helper(a.t)
	return DirExistsf(a.t, path, msg, args...)
}

func NoDirExistsf(t TestingT, path string, msg string, args ...any) bool {
	helper(t)
	return NoDirExists(t, path, append([]any{msg}, args...)...)
}

func (a *Assertions) NoDirExists(path string, msgAndArgs ...any) bool {
	helper(a.t)
	return NoDirExists(a.t, path, msgAndArgs...)
}

func (a *Assertions) NoDirExistsf(path string, msg string, args ...any) bool {
	helper(a.t)
	return NoDirExistsf(a.t, path, msg, args...)
}

func Implementsf(t TestingT, interfaceObject, object any, msg string, args ...any) bool {
	helper(t)
	return Implements(t, interfaceObject, object, append([]any{msg}, args...)...)
}

func (a *Assertions) Implements(interfaceObject, object any, msgAndArgs ...any) bool {
	helper(a.t)
	return Implements(a.t, interfaceObject, object, msgAndArgs...)
}

func (a *Assertions) Implementsf(interfaceObject, object any, msg string, args ...any) bool {
	helper(a.t)
	return Implementsf(a.t, interfaceObject, object, msg, args...)
}

func NotImplementsf(t TestingT, interfaceObject, object any, msg string, args ...any) bool {
	helper(t)
	return NotImplements(t, interfaceObject, object, append([]any{msg}, args...)...)
}

func (a *Assertions) NotImplements(interfaceObject, object any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotImplements(a.t, interfaceObject, object, msgAndArgs...)
}

func (a *Assertions) NotImplementsf(interfaceObject, object any, msg string, args ...any) bool {
	helper(a.t)
	return NotImplementsf(a.t, interfaceObject, object, msg, args...)
}

func IsNotTypef(t TestingT, theType, object any, msg string, args ...any) bool {
	helper(t)
	return IsNotType(t, theType, object, append([]any{msg}, args...)...)
}

func (a *Assertions) IsNotType(theType, object any, msgAndArgs ...any) bool {
	helper(a.t)
	return IsNotType(a.t, theType, object, msgAndArgs...)
}

func (a *Assertions) IsNotTypef(theType, object any, msg string, args ...any) bool {
	helper(a.t)
	return IsNotTypef(a.t, theType, object, msg, args...)
}

func NotErrorAsf(t TestingT, err error, target any, msg string, args ...any) bool {
	helper(t)
	return NotErrorAs(t, err, target, append([]any{msg}, args...)...)
}

func (a *Assertions) NotErrorAs(err error, target any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotErrorAs(a.t, err, target, msgAndArgs...)
}

func (a *Assertions) NotErrorAsf(err error, target any, msg string, args ...any) bool {
	helper(a.t)
	return NotErrorAsf(a.t, err, target, msg, args...)
}

func NotElementsMatchf(t TestingT, listA, listB any, msg string, args ...any) bool {
	helper(t)
	return NotElementsMatch(t, listA, listB, append([]any{msg}, args...)...)
}

func (a *Assertions) NotElementsMatch(listA, listB any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotElementsMatch(a.t, listA, listB, msgAndArgs...)
}

func (a *Assertions) NotElementsMatchf(listA, listB any, msg string, args ...any) bool {
	helper(a.t)
	return NotElementsMatchf(a.t, listA, listB, msg, args...)
}

func WithinRangef(t TestingT, actual, start, end time.Time, msg string, args ...any) bool {
	helper(t)
	return WithinRange(t, actual, start, end, append([]any{msg}, args...)...)
}

func (a *Assertions) WithinRange(actual, start, end time.Time, msgAndArgs ...any) bool {
	helper(a.t)
	return WithinRange(a.t, actual, start, end, msgAndArgs...)
}

func (a *Assertions) WithinRangef(actual, start, end time.Time, msg string, args ...any) bool {
	helper(a.t)
	return WithinRangef(a.t, actual, start, end, msg, args...)
}

func IsIncreasingf(t TestingT, object any, msg string, args ...any) bool {
	helper(t)
	return IsIncreasing(t, object, append([]any{msg}, args...)...)
}

func (a *Assertions) IsIncreasing(object any, msgAndArgs ...any) bool {
	helper(a.t)
	return IsIncreasing(a.t, object, msgAndArgs...)
}

func (a *Assertions) IsIncreasingf(object any, msg string, args ...any) bool {
	helper(a.t)
	return IsIncreasingf(a.t, object, msg, args...)
}

func IsNonIncreasingf(t TestingT, object any, msg string, args ...any) bool {
	helper(t)
	return IsNonIncreasing(t, object, append([]any{msg}, args...)...)
}

func (a *Assertions) IsNonIncreasing(object any, msgAndArgs ...any) bool {
	helper(a.t)
	return IsNonIncreasing(a.t, object, msgAndArgs...)
}

func (a *Assertions) IsNonIncreasingf(object any, msg string, args ...any) bool {
	helper(a.t)
	return IsNonIncreasingf(a.t, object, msg, args...)
}

func IsDecreasingf(t TestingT, object any, msg string, args ...any) bool {
	helper(t)
	return IsDecreasing(t, object, append([]any{msg}, args...)...)
}

func (a *Assertions) IsDecreasing(object any, msgAndArgs ...any) bool {
	helper(a.t)
	return IsDecreasing(a.t, object, msgAndArgs...)
}

func (a *Assertions) IsDecreasingf(object any, msg string, args ...any) bool {
	helper(a.t)
	return IsDecreasingf(a.t, object, msg, args...)
}

func IsNonDecreasingf(t TestingT, object any, msg string, args ...any) bool {
	helper(t)
	return IsNonDecreasing(t, object, append([]any{msg}, args...)...)
}

func (a *Assertions) IsNonDecreasing(object any, msgAndArgs ...any) bool {
	helper(a.t)
	return IsNonDecreasing(a.t, object, msgAndArgs...)
}

func (a *Assertions) IsNonDecreasingf(object any, msg string, args ...any) bool {
	helper(a.t)
	return IsNonDecreasingf(a.t, object, msg, args...)
}

func InDeltaSlicef(t TestingT, expected, actual any, delta float64, msg string, args ...any) bool {
	helper(t)
	return InDeltaSlice(t, expected, actual, delta, append([]any{msg}, args...)...)
}

func (a *Assertions) InDeltaSlice(expected, actual any, delta float64, msgAndArgs ...any) bool {
	helper(a.t)
	return InDeltaSlice(a.t, expected, actual, delta, msgAndArgs...)
}

func (a *Assertions) InDeltaSlicef(expected, actual any, delta float64, msg string, args ...any) bool {
	helper(a.t)
	return InDeltaSlicef(a.t, expected, actual, delta, msg, args...)
}

func InEpsilonSlicef(t TestingT, expected, actual any, epsilon float64, msg string, args ...any) bool {
	helper(t)
	return InEpsilonSlice(t, expected, actual, epsilon, append([]any{msg}, args...)...)
}

func (a *Assertions) InEpsilonSlice(expected, actual any, epsilon float64, msgAndArgs ...any) bool {
	helper(a.t)
	return InEpsilonSlice(a.t, expected, actual, epsilon, msgAndArgs...)
}

func (a *Assertions) InEpsilonSlicef(expected, actual any, epsilon float64, msg string, args ...any) bool {
	helper(a.t)
	return InEpsilonSlicef(a.t, expected, actual, epsilon, msg, args...)
}

func InDeltaMapValuesf(t TestingT, expected, actual any, delta float64, msg string, args ...any) bool {
	helper(t)
	return InDeltaMapValues(t, expected, actual, delta, append([]any{msg}, args...)...)
}

func (a *Assertions) InDeltaMapValues(expected, actual any, delta float64, msgAndArgs ...any) bool {
	helper(a.t)
	return InDeltaMapValues(a.t, expected, actual, delta, msgAndArgs...)
}

func (a *Assertions) InDeltaMapValuesf(expected, actual any, delta float64, msg string, args ...any) bool {
	helper(a.t)
	return InDeltaMapValuesf(a.t, expected, actual, delta, msg, args...)
}

func EqualExportedValuesf(t TestingT, expected, actual any, msg string, args ...any) bool {
	helper(t)
	return EqualExportedValues(t, expected, actual, append([]any{msg}, args...)...)
}

func (a *Assertions) EqualExportedValues(expected, actual any, msgAndArgs ...any) bool {
	helper(a.t)
	return EqualExportedValues(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) EqualExportedValuesf(expected, actual any, msg string, args ...any) bool {
	helper(a.t)
	return EqualExportedValuesf(a.t, expected, actual, msg, args...)
}

func HTTPSuccessf(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) bool {
	helper(t)
	return HTTPSuccess(t, handler, method, url, values, append([]any{msg}, args...)...)
}

func (a *Assertions) HTTPSuccess(handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) bool {
	helper(a.t)
	return HTTPSuccess(a.t, handler, method, url, values, msgAndArgs...)
}

func (a *Assertions) HTTPSuccessf(handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) bool {
	helper(a.t)
	return HTTPSuccessf(a.t, handler, method, url, values, msg, args...)
}

func HTTPRedirectf(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) bool {
	helper(t)
	return HTTPRedirect(t, handler, method, url, values, append([]any{msg}, args...)...)
}

func (a *Assertions) HTTPRedirect(handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) bool {
	helper(a.t)
	return HTTPRedirect(a.t, handler, method, url, values, msgAndArgs...)
}

func (a *Assertions) HTTPRedirectf(handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) bool {
	helper(a.t)
	return HTTPRedirectf(a.t, handler, method, url, values, msg, args...)
}

func HTTPErrorf(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) bool {
	helper(t)
	return HTTPError(t, handler, method, url, values, append([]any{msg}, args...)...)
}

func (a *Assertions) HTTPError(handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) bool {
	helper(a.t)
	return HTTPError(a.t, handler, method, url, values, msgAndArgs...)
}

func (a *Assertions) HTTPErrorf(handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) bool {
	helper(a.t)
	return HTTPErrorf(a.t, handler, method, url, values, msg, args...)
}

func HTTPStatusCodef(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, statuscode int, msg string, args ...any) bool {
	helper(t)
	return HTTPStatusCode(t, handler, method, url, values, statuscode, append([]any{msg}, args...)...)
}

func (a *Assertions) HTTPStatusCode(handler http.HandlerFunc, method, url string, values url.Values, statuscode int, msgAndArgs ...any) bool {
	helper(a.t)
	return HTTPStatusCode(a.t, handler, method, url, values, statuscode, msgAndArgs...)
}

func (a *Assertions) HTTPStatusCodef(handler http.HandlerFunc, method, url string, values url.Values, statuscode int, msg string, args ...any) bool {
	helper(a.t)
	return HTTPStatusCodef(a.t, handler, method, url, values, statuscode, msg, args...)
}

func HTTPBodyContainsf(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, str any, msg string, args ...any) bool {
	helper(t)
	return HTTPBodyContains(t, handler, method, url, values, str, append([]any{msg}, args...)...)
}

func (a *Assertions) HTTPBodyContains(handler http.HandlerFunc, method, url string, values url.Values, str any, msgAndArgs ...any) bool {
	helper(a.t)
	return HTTPBodyContains(a.t, handler, method, url, values, str, msgAndArgs...)
}

func (a *Assertions) HTTPBodyContainsf(handler http.HandlerFunc, method, url string, values url.Values, str any, msg string, args ...any) bool {
	helper(a.t)
	return HTTPBodyContainsf(a.t, handler, method, url, values, str, msg, args...)
}

func HTTPBodyNotContainsf(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, str any, msg string, args ...any) bool {
	helper(t)
	return HTTPBodyNotContains(t, handler, method, url, values, str, append([]any{msg}, args...)...)
}

func (a *Assertions) HTTPBodyNotContains(handler http.HandlerFunc, method, url string, values url.Values, str any, msgAndArgs ...any) bool {
	helper(a.t)
	return HTTPBodyNotContains(a.t, handler, method, url, values, str, msgAndArgs...)
}

func (a *Assertions) HTTPBodyNotContainsf(handler http.HandlerFunc, method, url string, values url.Values, str any, msg string, args ...any) bool {
	helper(a.t)
	return HTTPBodyNotContainsf(a.t, handler, method, url, values, str, msg, args...)
}
