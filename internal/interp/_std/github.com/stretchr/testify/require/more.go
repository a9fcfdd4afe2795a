package require

import (
	"net/http"
	"net/url"
	"time"

	"github.com/stretchr/testify/assert"
)

func JSONEq(t TestingT, expected, actual string, msgAndArgs ...any) {
	helper(t)
	then(t, assert.JSONEq(t, expected, actual, msgAndArgs...))
}

func JSONEqf(t TestingT, expected, actual string, msg string, args ...any) {
	helper(t)
	then(t, assert.JSONEqf(t, expected, actual, msg, args...))
}

func (a *Assertions) JSONEq(expected, actual string, msgAndArgs ...any) {
	helper(a.t)
	JSONEq(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) JSONEqf(expected, actual string, msg string, args ...any) {
	helper(a.t)
	JSONEqf(a.t, expected, actual, msg, args...)
}

func YAMLEq(t TestingT, expected, actual string, msgAndArgs ...any) {
	helper(t)
	then(t, assert.YAMLEq(t, expected, actual, msgAndArgs...))
}

func YAMLEqf(t TestingT, expected, actual string, msg string, args ...any) {
	helper(t)
	then(t, assert.YAMLEqf(t, expected, actual, msg, args...))
}

func (a *Assertions) YAMLEq(expected, actual string, msgAndArgs ...any) {
	helper(a.t)
	YAMLEq(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) YAMLEqf(expected, actual string, msg string, args ...any) {
	helper(a.t)
	YAMLEqf(a.t, expected, actual, msg, args...)
}

func Regexp(t TestingT, rx, str any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Regexp(t, rx, str, msgAndArgs...))
}

func Regexpf(t TestingT, rx, str any, msg string, args ...any) {
	helper(t)
	then(t, assert.Regexpf(t, rx, str, msg, args...))
}

func (a *Assertions) Regexp(rx, str any, msgAndArgs ...any) {
	helper(a.t)
	Regexp(a.t, rx, str, msgAndArgs...)
}

func (a *Assertions) Regexpf(rx, str any, msg string, args ...any) {
	helper(a.t)
	Regexpf(a.t, rx, str, msg, args...)
}

func NotRegexp(t TestingT, rx, str any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotRegexp(t, rx, str, msgAndArgs...))
}

func NotRegexpf(t TestingT, rx, str any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotRegexpf(t, rx, str, msg, args...))
}

func (a *Assertions) NotRegexp(rx, str any, msgAndArgs ...any) {
	helper(a.t)
	NotRegexp(a.t, rx, str, msgAndArgs...)
}

func (a *Assertions) NotRegexpf(rx, str any, msg string, args ...any) {
	helper(a.t)
	NotRegexpf(a.t, rx, str, msg, args...)
}

func FileExists(t TestingT, path string, msgAndArgs ...any) {
	helper(t)
	then(t, assert.FileExists(t, path, msgAndArgs...))
}

func FileExistsf(t TestingT, path string, msg string, args ...any) {
	helper(t)
	then(t, assert.FileExistsf(t, path, msg, args...))
}

func (a *Assertions) FileExists(path string, msgAndArgs ...any) {
	helper(a.t)
	FileExists(a.t, path, msgAndArgs...)
}

func (a *Assertions) FileExistsf(path string, msg string, args ...any) {
	helper(a.t)
	FileExistsf(a.t, path, msg, args...)
}

func NoFileExists(t TestingT, path string, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NoFileExists(t, path, msgAndArgs...))
}

func NoFileExistsf(t TestingT, path string, msg string, args ...any) {
	helper(t)
	then(t, assert.NoFileExistsf(t, path, msg, args...))
}

func (a *Assertions) NoFileExists(path string, msgAndArgs ...any) {
	helper(a.t)
	NoFileExists(a.t, path, msgAndArgs...)
}

func (a *Assertions) NoFileExistsf(path string, msg string, args ...any) {
	helper(a.t)
	NoFileExistsf(a.t, path, msg, args...)
}

func DirExists(t TestingT, path string, msgAndArgs ...any) {
	helper(t)
	then(t, assert.DirExists(t, path, msgAndArgs...))
}

func DirExistsf(t TestingT, path string, msg string, args ...any) {
	helper(t)
	then(t, assert.DirExistsf(t, path, msg, args...))
}

func (a *Assertions) DirExists(path string, msgAndArgs ...any) {
	helper(a.t)
	DirExists(a.t, path, msgAndArgs...)
}

func (a *Assertions) DirExistsf(path string, msg string, args ...any) {
	helper(a.t)
	DirExistsf(a.t, path, msg, args...)
}

func NoDirExists(t TestingT, path string, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NoDirExists(t, path, msgAndArgs...))
}

func NoDirExistsf(t TestingT, path string, msg string, args ...any) {
	helper(t)
	then(t, assert.NoDirExistsf(t, path, msg, args...))
}

func (a *Assertions) NoDirExists(path string, msgAndArgs ...any) {
	helper(a.t)
	NoDirExists(a.t, path, msgAndArgs...)
}

func (a *Assertions) NoDirExistsf(path string, msg string, args ...any) {
	helper(a.t)
	NoDirExistsf(a.t, path, msg, args...)
}

func Implements(t TestingT, interfaceObject, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Implements(t, interfaceObject, object, msgAndArgs...))
}

func Implementsf(t TestingT, interfaceObject, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.Implementsf(t, interfaceObject, object, msg, args...))
}

func (a *Assertions) Implements(interfaceObject, object any, msgAndArgs ...any) {
	helper(a.t)
	Implements(a.t, interfaceObject, object, msgAndArgs...)
}

func (a *Assertions) Implementsf(interfaceObject, object any, msg string, args ...any) {
	helper(a.t)
	Implementsf(a.t, interfaceObject, object, msg, args...)
}

func NotImplements(t TestingT, interfaceObject, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotImplements(t, interfaceObject, object, msgAndArgs...))
}

func NotImplementsf(t TestingT, interfaceObject, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotImplementsf(t, interfaceObject, object, msg, args...))
}

func (a *Assertions) NotImplements(interfaceObject, object any, msgAndArgs ...any) {
	helper(a.t)
	NotImplements(a.t, interfaceObject, object, msgAndArgs...)
}

func (a *Assertions) NotImplementsf(interfaceObject, object any, msg string, args ...any) {
	helper(a.t)
	NotImplementsf(a.t, interfaceObject, object, msg, args...)
}

func IsNotType(t TestingT, theType, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.IsNotType(t, theType, object, msgAndArgs...))
}

func IsNotTypef(t TestingT, theType, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.IsNotTypef(t, theType, object, msg, args...))
}

func (a *Assertions) IsNotType(theType, object any, msgAndArgs ...any) {
	helper(a.t)
	IsNotType(a.t, theType, object, msgAndArgs...)
}

func (a *Assertions) IsNotTypef(theType, object any, msg string, args ...any) {
	helper(a.t)
	IsNotTypef(a.t, theType, object, msg, args...)
}

func NotErrorAs(t TestingT, err error, target any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotErrorAs(t, err, target, msgAndArgs...))
}

func NotErrorAsf(t TestingT, err error, target any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotErrorAsf(t, err, target, msg, args...))
}

func (a *Assertions) NotErrorAs(err error, target any, msgAndArgs ...any) {
	helper(a.t)
	NotErrorAs(a.t, err, target, msgAndArgs...)
}

func (a *Assertions) NotErrorAsf(err error, target any, msg string, args ...any) {
	helper(a.t)
	NotErrorAsf(a.t, err, target, msg, args...)
}

func NotElementsMatch(t TestingT, listA, listB any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotElementsMatch(t, listA, listB, msgAndArgs...))
}

func NotElementsMatchf(t TestingT, listA, listB any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotElementsMatchf(t, listA, listB, msg, args...))
}

func (a *Assertions) NotElementsMatch(listA, listB any, msgAndArgs ...any) {
	helper(a.t)
	NotElementsMatch(a.t, listA, listB, msgAndArgs...)
}

func (a *Assertions) NotElementsMatchf(listA, listB any, msg string, args ...any) {
	helper(a.t)
	NotElementsMatchf(a.t, listA, listB, msg, args...)
}

func WithinRange(t TestingT, actual, start, end time.Time, msgAndArgs ...any) {
	helper(t)
	then(t, assert.WithinRange(t, actual, start, end, msgAndArgs...))
}

func WithinRangef(t TestingT, actual, start, end time.Time, msg string, args ...any) {
	helper(t)
	then(t, assert.WithinRangef(t, actual, start, end, msg, args...))
}

func (a *Assertions) WithinRange(actual, start, end time.Time, msgAndArgs ...any) {
	helper(a.t)
	WithinRange(a.t, actual, start, end, msgAndArgs...)
}

func (a *Assertions) WithinRangef(actual, start, end time.Time, msg string, args ...any) {
	helper(a.t)
	WithinRangef(a.t, actual, start, end, msg, args...)
}

func IsIncreasing(t TestingT, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.IsIncreasing(t, object, msgAndArgs...))
}

func IsIncreasingf(t TestingT, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.IsIncreasingf(t, object, msg, args...))
}

func (a *Assertions) IsIncreasing(object any, msgAndArgs ...any) {
	helper(a.t)
	IsIncreasing(a.t, object, msgAndArgs...)
}

func (a *Assertions) IsIncreasingf(object any, msg string, args ...any) {
	helper(a.t)
	IsIncreasingf(a.t, object, msg, args...)
}

func IsNonIncreasing(t TestingT, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.IsNonIncreasing(t, object, msgAndArgs...))
}

func IsNonIncreasingf(t TestingT, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.IsNonIncreasingf(t, object, msg, args...))
}

func (a *Assertions) IsNonIncreasing(object any, msgAndArgs ...any) {
	helper(a.t)
	IsNonIncreasing(a.t, object, msgAndArgs...)
}

func (a *Assertions) IsNonIncreasingf(object any, msg string, args ...any) {
	helper(a.t)
	IsNonIncreasingf(a.t, object, msg, args...)
}

func IsDecreasing(t TestingT, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.IsDecreasing(t, object, msgAndArgs...))
}

func IsDecreasingf(t TestingT, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.IsDecreasingf(t, object, msg, args...))
}

func (a *Assertions) IsDecreasing(object any, msgAndArgs ...any) {
	helper(a.t)
	IsDecreasing(a.t, object, msgAndArgs...)
}

func (a *Assertions) IsDecreasingf(object any, msg string, args ...any) {
	helper(a.t)
	IsDecreasingf(a.t, object, msg, args...)
}

func IsNonDecreasing(t TestingT, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.IsNonDecreasing(t, object, msgAndArgs...))
}

func IsNonDecreasingf(t TestingT, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.IsNonDecreasingf(t, object, msg, args...))
}

func (a *Assertions) IsNonDecreasing(object any, msgAndArgs ...any) {
	helper(a.t)
	IsNonDecreasing(a.t, object, msgAndArgs...)
}

func (a *Assertions) IsNonDecreasingf(object any, msg string, args ...any) {
	helper(a.t)
	IsNonDecreasingf(a.t, object, msg, args...)
}

func InDeltaSlice(t TestingT, expected, actual any, delta float64, msgAndArgs ...any) {
	helper(t)
	then(t, assert.InDeltaSlice(t, expected, actual, delta, msgAndArgs...))
}

func InDeltaSlicef(t TestingT, expected, actual any, delta float64, msg string, args ...any) {
	helper(t)
	then(t, assert.InDeltaSlicef(t, expected, actual, delta, msg, args...))
}

func (a *Assertions) InDeltaSlice(expected, actual any, delta float64, msgAndArgs ...any) {
	helper(a.t)
	InDeltaSlice(a.t, expected, actual, delta, msgAndArgs...)
}

func (a *Assertions) InDeltaSlicef(expected, actual any, delta float64, msg string, args ...any) {
	helper(a.t)
	InDeltaSlicef(a.t, expected, actual, delta, msg, args...)
}

func InEpsilonSlice(t TestingT, expected, actual any, epsilon float64, msgAndArgs ...any) {
	helper(t)
	then(t, assert.InEpsilonSlice(t, expected, actual, epsilon, msgAndArgs...))
}

func InEpsilonSlicef(t TestingT, expected, actual any, epsilon float64, msg string, args ...any) {
	helper(t)
	then(t, assert.InEpsilonSlicef(t, expected, actual, epsilon, msg, args...))
}

func (a *Assertions) InEpsilonSlice(expected, actual any, epsilon float64, msgAndArgs ...any) {
	helper(a.t)
	InEpsilonSlice(a.t, expected, actual, epsilon, msgAndArgs...)
}

func (a *Assertions) InEpsilonSlicef(expected, actual any, epsilon float64, msg string, args ...any) {
	helper(a.t)
	InEpsilonSlicef(a.t, expected, actual, epsilon, msg, args...)
}

func InDeltaMapValues(t TestingT, expected, actual any, delta float64, msgAndArgs ...any) {
	helper(t)
	then(t, assert.InDeltaMapValues(t, expected, actual, delta, msgAndArgs...))
}

func InDeltaMapValuesf(t TestingT, expected, actual any, delta float64, msg string, args ...any) {
	helper(t)
	then(t, assert.InDeltaMapValuesf(t, expected, actual, delta, msg, args...))
}

func (a *Assertions) InDeltaMapValues(expected, actual any, delta float64, msgAndArgs ...any) {
	helper(a.t)
	InDeltaMapValues(a.t, expected, actual, delta, msgAndArgs...)
}

func (a *Assertions) InDeltaMapValuesf(expected, actual any, delta float64, msg string, args ...any) {
	helper(a.t)
	InDeltaMapValuesf(a.t, expected, actual, delta, msg, args...)
}

func EqualExportedValues(t TestingT, expected, actual any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.EqualExportedValues(t, expected, actual, msgAndArgs...))
}

func EqualExportedValuesf(t TestingT, expected, actual any, msg string, args ...any) {
	helper(t)
	then(t, assert.EqualExportedValuesf(t, expected, actual, msg, args...))
}

func (a *Assertions) EqualExportedValues(expected, actual any, msgAndArgs ...any) {
	helper(a.t)
	EqualExportedValues(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) EqualExportedValuesf(expected, actual any, msg string, args ...any) {
	helper(a.t)
	EqualExportedValuesf(a.t, expected, actual, msg, args...)
}

func HTTPSuccess(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) {
	helper(t)
	then(t, assert.HTTPSuccess(t, handler, method, url, values, msgAndArgs...))
}

func HTTPSuccessf(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) {
	helper(t)
	then(t, assert.HTTPSuccessf(t, handler, method, url, values, msg, args...))
}

func (a *Assertions) HTTPSuccess(handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) {
	helper(a.t)
	HTTPSuccess(a.t, handler, method, url, values, msgAndArgs...)
}

func (a *Assertions) HTTPSuccessf(handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) {
	helper(a.t)
	HTTPSuccessf(a.t, handler, method, url, values, msg, args...)
}

func HTTPRedirect(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) {
	helper(t)
	then(t, assert.HTTPRedirect(t, handler, method, url, values, msgAndArgs...))
}

func HTTPRedirectf(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) {
	helper(t)
	then(t, assert.HTTPRedirectf(t, handler, method, url, values, msg, args...))
}

func (a *Assertions) HTTPRedirect(handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) {
	helper(a.t)
	HTTPRedirect(a.t, handler, method, url, values, msgAndArgs...)
}

func (a *Assertions) HTTPRedirectf(handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) {
	helper(a.t)
	HTTPRedirectf(a.t, handler, method, url, values, msg, args...)
}

func HTTPError(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) {
	helper(t)
	then(t, assert.HTTPError(t, handler, method, url, values, msgAndArgs...))
}

func HTTPErrorf(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) {
	helper(t)
	then(t, assert.HTTPErrorf(t, handler, method, url, values, msg, args...))
}

func (a *Assertions) HTTPError(handler http.HandlerFunc, method, url string, values url.Values, msgAndArgs ...any) {
	helper(a.t)
	HTTPError(a.t, handler, method, url, values, msgAndArgs...)
}

func (a *Assertions) HTTPErrorf(handler http.HandlerFunc, method, url string, values url.Values, msg string, args ...any) {
	helper(a.t)
	HTTPErrorf(a.t, handler, method, url, values, msg, args...)
}

func HTTPStatusCode(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, statuscode int, msgAndArgs ...any) {
	helper(t)
	then(t, assert.HTTPStatusCode(t, handler, method, url, values, statuscode, msgAndArgs...))
}

func HTTPStatusCodef(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, statuscode int, msg string, args ...any) {
	helper(t)
	then(t, assert.HTTPStatusCodef(t, handler, method, url, values, statuscode, msg, args...))
}

func (a *Assertions) HTTPStatusCode(handler http.HandlerFunc, method, url string, values url.Values, statuscode int, msgAndArgs ...any) {
	helper(a.t)
	HTTPStatusCode(a.t, handler, method, url, values, statuscode, msgAndArgs...)
}

func (a *Assertions) HTTPStatusCodef(handler http.HandlerFunc, method, url string, values url.Values, statuscode int, msg string, args ...any) {
	helper(a.t)
	HTTPStatusCodef(a.t, handler, method, url, values, statuscode, msg, args...)
}

func HTTPBodyContains(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, str any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.HTTPBodyContains(t, handler, method, url, values, str, msgAndArgs...))
}

func HTTPBodyContainsf(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, str any, msg string, args ...any) {
	helper(t)
	then(t, assert.HTTPBodyContainsf(t, handler, method, url, values, str, msg, args...))
}

func (a *Assertions) HTTPBodyContains(handler http.HandlerFunc, method, url string, values url.Values, str any, msgAndArgs ...any) {
	helper(a.t)
	HTTPBodyContains(a.t, handler, method, url, values, str, msgAndArgs...)
}

func (a *Assertions) HTTPBodyContainsf(handler http.HandlerFunc, method, url string, values url.Values, str any, msg string, args ...any) {
	helper(a.t)
	HTTPBodyContainsf(a.t, handler, method, url, values, str, msg, args...)
}

func HTTPBodyNotContains(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, str any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.HTTPBodyNotContains(t, handler, method, url, values, str, msgAndArgs...))
}

func HTTPBodyNotContainsf(t TestingT, handler http.HandlerFunc, method, url string, values url.Values, str any, msg string, args ...any) {
	helper(t)
	then(t, assert.HTTPBodyNotContainsf(t, handler, method, url, values, str, msg, args...))
}

func (a *Assertions) HTTPBodyNotContains(handler http.HandlerFunc, method, url string, values url.Values, str any, msgAndArgs ...any) {
	helper(a.t)
	HTTPBodyNotContains(a.t, handler, method, url, values, str, msgAndArgs...)
}

func (a *Assertions) HTTPBodyNotContainsf(handler http.HandlerFunc, method, url string, values url.Values, str any, msg string, args ...any) {
	helper(a.t)
	HTTPBodyNotContainsf(a.t, handler, method, url, values, str, msg, args...)
}
