// Package require is package assert with FailNow after a failure.
package require

import (
	"github.com/stretchr/testify/assert"
	"time"
)

type TestingT interface {
	Errorf(format string, args ...any)
	FailNow()
}

type tHelper interface{ Helper() }

type (
	ComparisonAssertionFunc func(TestingT, any, any, ...any)
	ValueAssertionFunc      func(TestingT, any, ...any)
	BoolAssertionFunc       func(TestingT, bool, ...any)
	ErrorAssertionFunc      func(TestingT, error, ...any)
)

func then(t TestingT, ok bool) {
	if !ok {
		t.FailNow()
	}
}

func helper(t TestingT) {
	if h, ok := t.(tHelper); ok {
		h.Helper()
	}
}

type Assertions struct {
	t TestingT
}

func New(t TestingT) *Assertions { return &Assertions{t: t} }

func Fail(t TestingT, failureMessage string, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Fail(t, failureMessage, msgAndArgs...))
}

func Failf(t TestingT, failureMessage string, msg string, args ...any) {
	helper(t)
	then(t, assert.Failf(t, failureMessage, msg, args...))
}

func (a *Assertions) Fail(failureMessage string, msgAndArgs ...any) {
	helper(a.t)
	Fail(a.t, failureMessage, msgAndArgs...)
}

func (a *Assertions) Failf(failureMessage string, msg string, args ...any) {
	helper(a.t)
	Failf(a.t, failureMessage, msg, args...)
}

func FailNow(t TestingT, failureMessage string, msgAndArgs ...any) {
	helper(t)
	then(t, assert.FailNow(t, failureMessage, msgAndArgs...))
}

func FailNowf(t TestingT, failureMessage string, msg string, args ...any) {
	helper(t)
	then(t, assert.FailNowf(t, failureMessage, msg, args...))
}

func (a *Assertions) FailNow(failureMessage string, msgAndArgs ...any) {
	helper(a.t)
	FailNow(a.t, failureMessage, msgAndArgs...)
}

func (a *Assertions) FailNowf(failureMessage string, msg string, args ...any) {
	helper(a.t)
	FailNowf(a.t, failureMessage, msg, args...)
}

func Equal(t TestingT, expected, actual any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Equal(t, expected, actual, msgAndArgs...))
}

func Equalf(t TestingT, expected, actual any, msg string, args ...any) {
	helper(t)
	then(t, assert.Equalf(t, expected, actual, msg, args...))
}

func (a *Assertions) Equal(expected, actual any, msgAndArgs ...any) {
	helper(a.t)
	Equal(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) Equalf(expected, actual any, msg string, args ...any) {
	helper(a.t)
	Equalf(a.t, expected, actual, msg, args...)
}

func NotEqual(t TestingT, expected, actual any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotEqual(t, expected, actual, msgAndArgs...))
}

func NotEqualf(t TestingT, expected, actual any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotEqualf(t, expected, actual, msg, args...))
}

func (a *Assertions) NotEqual(expected, actual any, msgAndArgs ...any) {
	helper(a.t)
	NotEqual(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) NotEqualf(expected, actual any, msg string, args ...any) {
	helper(a.t)
	NotEqualf(a.t, expected, actual, msg, args...)
}

func EqualValues(t TestingT, expected, actual any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.EqualValues(t, expected, actual, msgAndArgs...))
}

func EqualValuesf(t TestingT, expected, actual any, msg string, args ...any) {
	helper(t)
	then(t, assert.EqualValuesf(t, expected, actual, msg, args...))
}

func (a *Assertions) EqualValues(expected, actual any, msgAndArgs ...any) {
	helper(a.t)
	EqualValues(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) EqualValuesf(expected, actual any, msg string, args ...any) {
	helper(a.t)
	EqualValuesf(a.t, expected, actual, msg, args...)
}

func NotEqualValues(t TestingT, expected, actual any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotEqualValues(t, expected, actual, msgAndArgs...))
}

func NotEqualValuesf(t TestingT, expected, actual any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotEqualValuesf(t, expected, actual, msg, args...))
}

func (a *Assertions) NotEqualValues(expected, actual any, msgAndArgs ...any) {
	helper(a.t)
	NotEqualValues(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) NotEqualValuesf(expected, actual any, msg string, args ...any) {
	helper(a.t)
	NotEqualValuesf(a.t, expected, actual, msg, args...)
}

func Exactly(t TestingT, expected, actual any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Exactly(t, expected, actual, msgAndArgs...))
}

func Exactlyf(t TestingT, expected, actual any, msg string, args ...any) {
	helper(t)
	then(t, assert.Exactlyf(t, expected, actual, msg, args...))
}

func (a *Assertions) Exactly(expected, actual any, msgAndArgs ...any) {
	helper(a.t)
	Exactly(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) Exactlyf(expected, actual any, msg string, args ...any) {
	helper(a.t)
	Exactlyf(a.t, expected, actual, msg, args...)
}

func Same(t TestingT, expected, actual any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Same(t, expected, actual, msgAndArgs...))
}

func Samef(t TestingT, expected, actual any, msg string, args ...any) {
	helper(t)
	then(t, assert.Samef(t, expected, actual, msg, args...))
}

func (a *Assertions) Same(expected, actual any, msgAndArgs ...any) {
	helper(a.t)
	Same(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) Samef(expected, actual any, msg string, args ...any) {
	helper(a.t)
	Samef(a.t, expected, actual, msg, args...)
}

func NotSame(t TestingT, expected, actual any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotSame(t, expected, actual, msgAndArgs...))
}

func NotSamef(t TestingT, expected, actual any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotSamef(t, expected, actual, msg, args...))
}

func (a *Assertions) NotSame(expected, actual any, msgAndArgs ...any) {
	helper(a.t)
	NotSame(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) NotSamef(expected, actual any, msg string, args ...any) {
	helper(a.t)
	NotSamef(a.t, expected, actual, msg, args...)
}

func IsType(t TestingT, expectedType, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.IsType(t, expectedType, object, msgAndArgs...))
}

func IsTypef(t TestingT, expectedType, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.IsTypef(t, expectedType, object, msg, args...))
}

func (a *Assertions) IsType(expectedType, object any, msgAndArgs ...any) {
	helper(a.t)
	IsType(a.t, expectedType, object, msgAndArgs...)
}

func (a *Assertions) IsTypef(expectedType, object any, msg string, args ...any) {
	helper(a.t)
	IsTypef(a.t, expectedType, object, msg, args...)
}

func Nil(t TestingT, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Nil(t, object, msgAndArgs...))
}

func Nilf(t TestingT, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.Nilf(t, object, msg, args...))
}

func (a *Assertions) Nil(object any, msgAndArgs ...any) {
	helper(a.t)
	Nil(a.t, object, msgAndArgs...)
}

func (a *Assertions) Nilf(object any, msg string, args ...any) {
	helper(a.t)
	Nilf(a.t, object, msg, args...)
}

func NotNil(t TestingT, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotNil(t, object, msgAndArgs...))
}

func NotNilf(t TestingT, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotNilf(t, object, msg, args...))
}

func (a *Assertions) NotNil(object any, msgAndArgs ...any) {
	helper(a.t)
	NotNil(a.t, object, msgAndArgs...)
}

func (a *Assertions) NotNilf(object any, msg string, args ...any) {
	helper(a.t)
	NotNilf(a.t, object, msg, args...)
}

func Empty(t TestingT, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Empty(t, object, msgAndArgs...))
}

func Emptyf(t TestingT, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.Emptyf(t, object, msg, args...))
}

func (a *Assertions) Empty(object any, msgAndArgs ...any) {
	helper(a.t)
	Empty(a.t, object, msgAndArgs...)
}

func (a *Assertions) Emptyf(object any, msg string, args ...any) {
	helper(a.t)
	Emptyf(a.t, object, msg, args...)
}

func NotEmpty(t TestingT, object any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotEmpty(t, object, msgAndArgs...))
}

func NotEmptyf(t TestingT, object any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotEmptyf(t, object, msg, args...))
}

func (a *Assertions) NotEmpty(object any, msgAndArgs ...any) {
	helper(a.t)
	NotEmpty(a.t, object, msgAndArgs...)
}

func (a *Assertions) NotEmptyf(object any, msg string, args ...any) {
	helper(a.t)
	NotEmptyf(a.t, object, msg, args...)
}

func Zero(t TestingT, i any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Zero(t, i, msgAndArgs...))
}

func Zerof(t TestingT, i any, msg string, args ...any) {
	helper(t)
	then(t, assert.Zerof(t, i, msg, args...))
}

func (a *Assertions) Zero(i any, msgAndArgs ...any) {
	helper(a.t)
	Zero(a.t, i, msgAndArgs...)
}

func (a *Assertions) Zerof(i any, msg string, args ...any) {
	helper(a.t)
	Zerof(a.t, i, msg, args...)
}

func NotZero(t TestingT, i any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotZero(t, i, msgAndArgs...))
}

func NotZerof(t TestingT, i any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotZerof(t, i, msg, args...))
}

func (a *Assertions) NotZero(i any, msgAndArgs ...any) {
	helper(a.t)
	NotZero(a.t, i, msgAndArgs...)
}

func (a *Assertions) NotZerof(i any, msg string, args ...any) {
	helper(a.t)
	NotZerof(a.t, i, msg, args...)
}

func Len(t TestingT, object any, count int, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Len(t, object, count, msgAndArgs...))
}

func Lenf(t TestingT, object any, count int, msg string, args ...any) {
	helper(t)
	then(t, assert.Lenf(t, object, count, msg, args...))
}

func (a *Assertions) Len(object any, count int, msgAndArgs ...any) {
	helper(a.t)
	Len(a.t, object, count, msgAndArgs...)
}

func (a *Assertions) Lenf(object any, count int, msg string, args ...any) {
	helper(a.t)
	Lenf(a.t, object, count, msg, args...)
}

func True(t TestingT, value bool, msgAndArgs ...any) {
	helper(t)
	then(t, assert.True(t, value, msgAndArgs...))
}

func Truef(t TestingT, value bool, msg string, args ...any) {
	helper(t)
	then(t, assert.Truef(t, value, msg, args...))
}

func (a *Assertions) True(value bool, msgAndArgs ...any) {
	helper(a.t)
	True(a.t, value, msgAndArgs...)
}

func (a *Assertions) Truef(value bool, msg string, args ...any) {
	helper(a.t)
	Truef(a.t, value, msg, args...)
}

func False(t TestingT, value bool, msgAndArgs ...any) {
	helper(t)
	then(t, assert.False(t, value, msgAndArgs...))
}

func Falsef(t TestingT, value bool, msg string, args ...any) {
	helper(t)
	then(t, assert.Falsef(t, value, msg, args...))
}

func (a *Assertions) False(value bool, msgAndArgs ...any) {
	helper(a.t)
	False(a.t, value, msgAndArgs...)
}

func (a *Assertions) Falsef(value bool, msg string, args ...any) {
	helper(a.t)
	Falsef(a.t, value, msg, args...)
}

func Contains(t TestingT, s, element any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Contains(t, s, element, msgAndArgs...))
}

func Containsf(t TestingT, s, element any, msg string, args ...any) {
	helper(t)
	then(t, assert.Containsf(t, s, element, msg, args...))
}

func (a *Assertions) Contains(s, element any, msgAndArgs ...any) {
	helper(a.t)
	Contains(a.t, s, element, msgAndArgs...)
}

func (a *Assertions) Containsf(s, element any, msg string, args ...any) {
	helper(a.t)
	Containsf(a.t, s, element, msg, args...)
}

func NotContains(t TestingT, s, element any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotContains(t, s, element, msgAndArgs...))
}

func NotContainsf(t TestingT, s, element any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotContainsf(t, s, element, msg, args...))
}

func (a *Assertions) NotContains(s, element any, msgAndArgs ...any) {
	helper(a.t)
	NotContains(a.t, s, element, msgAndArgs...)
}

func (a *Assertions) NotContainsf(s, element any, msg string, args ...any) {
	helper(a.t)
	NotContainsf(a.t, s, element, msg, args...)
}

func Subset(t TestingT, list, subset any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Subset(t, list, subset, msgAndArgs...))
}

func Subsetf(t TestingT, list, subset any, msg string, args ...any) {
	helper(t)
	then(t, assert.Subsetf(t, list, subset, msg, args...))
}

func (a *Assertions) Subset(list, subset any, msgAndArgs ...any) {
	helper(a.t)
	Subset(a.t, list, subset, msgAndArgs...)
}

func (a *Assertions) Subsetf(list, subset any, msg string, args ...any) {
	helper(a.t)
	Subsetf(a.t, list, subset, msg, args...)
}

func NotSubset(t TestingT, list, subset any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotSubset(t, list, subset, msgAndArgs...))
}

func NotSubsetf(t TestingT, list, subset any, msg string, args ...any) {
	helper(t)
	then(t, assert.NotSubsetf(t, list, subset, msg, args...))
}

func (a *Assertions) NotSubset(list, subset any, msgAndArgs ...any) {
	helper(a.t)
	NotSubset(a.t, list, subset, msgAndArgs...)
}

func (a *Assertions) NotSubsetf(list, subset any, msg string, args ...any) {
	helper(a.t)
	NotSubsetf(a.t, list, subset, msg, args...)
}

func ElementsMatch(t TestingT, listA, listB any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.ElementsMatch(t, listA, listB, msgAndArgs...))
}

func ElementsMatchf(t TestingT, listA, listB any, msg string, args ...any) {
	helper(t)
	then(t, assert.ElementsMatchf(t, listA, listB, msg, args...))
}

func (a *Assertions) ElementsMatch(listA, listB any, msgAndArgs ...any) {
	helper(a.t)
	ElementsMatch(a.t, listA, listB, msgAndArgs...)
}

func (a *Assertions) ElementsMatchf(listA, listB any, msg string, args ...any) {
	helper(a.t)
	ElementsMatchf(a.t, listA, listB, msg, args...)
}

func Condition(t TestingT, comp assert.Comparison, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Condition(t, comp, msgAndArgs...))
}

func Conditionf(t TestingT, comp assert.Comparison, msg string, args ...any) {
	helper(t)
	then(t, assert.Conditionf(t, comp, msg, args...))
}

func (a *Assertions) Condition(comp assert.Comparison, msgAndArgs ...any) {
	helper(a.t)
	Condition(a.t, comp, msgAndArgs...)
}

func (a *Assertions) Conditionf(comp assert.Comparison, msg string, args ...any) {
	helper(a.t)
	Conditionf(a.t, comp, msg, args...)
}

func Panics(t TestingT, f assert.PanicTestFunc, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Panics(t, f, msgAndArgs...))
}

func Panicsf(t TestingT, f assert.PanicTestFunc, msg string, args ...any) {
	helper(t)
	then(t, assert.Panicsf(t, f, msg, args...))
}

func (a *Assertions) Panics(f assert.PanicTestFunc, msgAndArgs ...any) {
	helper(a.t)
	Panics(a.t, f, msgAndArgs...)
}

func (a *Assertions) Panicsf(f assert.PanicTestFunc, msg string, args ...any) {
	helper(a.t)
	Panicsf(a.t, f, msg, args...)
}

func PanicsWithValue(t TestingT, expected any, f assert.PanicTestFunc, msgAndArgs ...any) {
	helper(t)
	then(t, assert.PanicsWithValue(t, expected, f, msgAndArgs...))
}

func PanicsWithValuef(t TestingT, expected any, f assert.PanicTestFunc, msg string, args ...any) {
	helper(t)
	then(t, assert.PanicsWithValuef(t, expected, f, msg, args...))
}

func (a *Assertions) PanicsWithValue(expected any, f assert.PanicTestFunc, msgAndArgs ...any) {
	helper(a.t)
	PanicsWithValue(a.t, expected, f, msgAndArgs...)
}

func (a *Assertions) PanicsWithValuef(expected any, f assert.PanicTestFunc, msg string, args ...any) {
	helper(a.t)
	PanicsWithValuef(a.t, expected, f, msg, args...)
}

func PanicsWithError(t TestingT, errString string, f assert.PanicTestFunc, msgAndArgs ...any) {
	helper(t)
	then(t, assert.PanicsWithError(t, errString, f, msgAndArgs...))
}

func PanicsWithErrorf(t TestingT, errString string, f assert.PanicTestFunc, msg string, args ...any) {
	helper(t)
	then(t, assert.PanicsWithErrorf(t, errString, f, msg, args...))
}

func (a *Assertions) PanicsWithError(errString string, f assert.PanicTestFunc,
	msgAndArgs ...any) {
	helper(a.t)
	PanicsWithError(a.t, errString, f, msgAndArgs...)
}

func (a *Assertions) PanicsWithErrorf(errString string, f assert.PanicTestFunc,
	msg string, args ...any) {
	helper(a.t)
	PanicsWithErrorf(a.t, errString, f, msg, args...)
}

func NotPanics(t TestingT, f assert.PanicTestFunc, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotPanics(t, f, msgAndArgs...))
}

func NotPanicsf(t TestingT, f assert.PanicTestFunc, msg string, args ...any) {
	helper(t)
	then(t, assert.NotPanicsf(t, f, msg, args...))
}

func (a *Assertions) NotPanics(f assert.PanicTestFunc, msgAndArgs ...any) {
	helper(a.t)
	NotPanics(a.t, f, msgAndArgs...)
}

func (a *Assertions) NotPanicsf(f assert.PanicTestFunc, msg string, args ...any) {
	helper(a.t)
	NotPanicsf(a.t, f, msg, args...)
}

func NoError(t TestingT, err error, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NoError(t, err, msgAndArgs...))
}

func NoErrorf(t TestingT, err error, msg string, args ...any) {
	helper(t)
	then(t, assert.NoErrorf(t, err, msg, args...))
}

func (a *Assertions) NoError(err error, msgAndArgs ...any) {
	helper(a.t)
	NoError(a.t, err, msgAndArgs...)
}

func (a *Assertions) NoErrorf(err error, msg string, args ...any) {
	helper(a.t)
	NoErrorf(a.t, err, msg, args...)
}

func Error(t TestingT, err error, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Error(t, err, msgAndArgs...))
}

func Errorf(t TestingT, err error, msg string, args ...any) {
	helper(t)
	then(t, assert.Errorf(t, err, msg, args...))
}

func (a *Assertions) Error(err error, msgAndArgs ...any) {
	helper(a.t)
	Error(a.t, err, msgAndArgs...)
}

func (a *Assertions) Errorf(err error, msg string, args ...any) {
	helper(a.t)
	Errorf(a.t, err, msg, args...)
}

func EqualError(t TestingT, theError error, errString string, msgAndArgs ...any) {
	helper(t)
	then(t, assert.EqualError(t, theError, errString, msgAndArgs...))
}

func EqualErrorf(t TestingT, theError error, errString string, msg string, args ...any) {
	helper(t)
	then(t, assert.EqualErrorf(t, theError, errString, msg, args...))
}

func (a *Assertions) EqualError(theError error, errString string, msgAndArgs ...any) {
	helper(a.t)
	EqualError(a.t, theError, errString, msgAndArgs...)
}

func (a *Assertions) EqualErrorf(theError error, errString string, msg string, args ...any) {
	helper(a.t)
	EqualErrorf(a.t, theError, errString, msg, args...)
}

func ErrorContains(t TestingT, theError error, contains string, msgAndArgs ...any) {
	helper(t)
	then(t, assert.ErrorContains(t, theError, contains, msgAndArgs...))
}

func ErrorContainsf(t TestingT, theError error, contains string, msg string, args ...any) {
	helper(t)
	then(t, assert.ErrorContainsf(t, theError, contains, msg, args...))
}

func (a *Assertions) ErrorContains(theError error, contains string, msgAndArgs ...any) {
	helper(a.t)
	ErrorContains(a.t, theError, contains, msgAndArgs...)
}

func (a *Assertions) ErrorContainsf(theError error, contains string, msg string, args ...any) {
	helper(a.t)
	ErrorContainsf(a.t, theError, contains, msg, args...)
}

func ErrorIs(t TestingT, err, target error, msgAndArgs ...any) {
	helper(t)
	then(t, assert.ErrorIs(t, err, target, msgAndArgs...))
}

func ErrorIsf(t TestingT, err, target error, msg string, args ...any) {
	helper(t)
	then(t, assert.ErrorIsf(t, err, target, msg, args...))
}

func (a *Assertions) ErrorIs(err, target error, msgAndArgs ...any) {
	helper(a.t)
	ErrorIs(a.t, err, target, msgAndArgs...)
}

func (a *Assertions) ErrorIsf(err, target error, msg string, args ...any) {
	helper(a.t)
	ErrorIsf(a.t, err, target, msg, args...)
}

func NotErrorIs(t TestingT, err, target error, msgAndArgs ...any) {
	helper(t)
	then(t, assert.NotErrorIs(t, err, target, msgAndArgs...))
}

func NotErrorIsf(t TestingT, err, target error, msg string, args ...any) {
	helper(t)
	then(t, assert.NotErrorIsf(t, err, target, msg, args...))
}

func (a *Assertions) NotErrorIs(err, target error, msgAndArgs ...any) {
	helper(a.t)
	NotErrorIs(a.t, err, target, msgAndArgs...)
}

func (a *Assertions) NotErrorIsf(err, target error, msg string, args ...any) {
	helper(a.t)
	NotErrorIsf(a.t, err, target, msg, args...)
}

func ErrorAs(t TestingT, err error, target any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.ErrorAs(t, err, target, msgAndArgs...))
}

func ErrorAsf(t TestingT, err error, target any, msg string, args ...any) {
	helper(t)
	then(t, assert.ErrorAsf(t, err, target, msg, args...))
}

func (a *Assertions) ErrorAs(err error, target any, msgAndArgs ...any) {
	helper(a.t)
	ErrorAs(a.t, err, target, msgAndArgs...)
}

func (a *Assertions) ErrorAsf(err error, target any, msg string, args ...any) {
	helper(a.t)
	ErrorAsf(a.t, err, target, msg, args...)
}

func InDelta(t TestingT, expected, actual any, delta float64, msgAndArgs ...any) {
	helper(t)
	then(t, assert.InDelta(t, expected, actual, delta, msgAndArgs...))
}

func InDeltaf(t TestingT, expected, actual any, delta float64, msg string, args ...any) {
	helper(t)
	then(t, assert.InDeltaf(t, expected, actual, delta, msg, args...))
}

func (a *Assertions) InDelta(expected, actual any, delta float64, msgAndArgs ...any) {
	helper(a.t)
	InDelta(a.t, expected, actual, delta, msgAndArgs...)
}

func (a *Assertions) InDeltaf(expected, actual any, delta float64, msg string, args ...any) {
	helper(a.t)
	InDeltaf(a.t, expected, actual, delta, msg, args...)
}

func InEpsilon(t TestingT, expected, actual any, epsilon float64, msgAndArgs ...any) {
	helper(t)
	then(t, assert.InEpsilon(t, expected, actual, epsilon, msgAndArgs...))
}

func InEpsilonf(t TestingT, expected, actual any, epsilon float64, msg string, args ...any) {
	helper(t)
	then(t, assert.InEpsilonf(t, expected, actual, epsilon, msg, args...))
}

func (a *Assertions) InEpsilon(expected, actual any, epsilon float64, msgAndArgs ...any) {
	helper(a.t)
	InEpsilon(a.t, expected, actual, epsilon, msgAndArgs...)
}

func (a *Assertions) InEpsilonf(expected, actual any, epsilon float64, msg string, args ...any) {
	helper(a.t)
	InEpsilonf(a.t, expected, actual, epsilon, msg, args...)
}

func WithinDuration(t TestingT, expected, actual time.Time, delta time.Duration,
	msgAndArgs ...any) {
	helper(t)
	then(t, assert.WithinDuration(t, expected, actual, delta, msgAndArgs...))
}

func WithinDurationf(t TestingT, expected, actual time.Time, delta time.Duration,
	msg string, args ...any) {
	helper(t)
	then(t, assert.WithinDurationf(t, expected, actual, delta, msg, args...))
}

func (a *Assertions) WithinDuration(expected, actual time.Time, delta time.Duration,
	msgAndArgs ...any) {
	helper(a.t)
	WithinDuration(a.t, expected, actual, delta, msgAndArgs...)
}

func (a *Assertions) WithinDurationf(expected, actual time.Time, delta time.Duration,
	msg string, args ...any) {
	helper(a.t)
	WithinDurationf(a.t, expected, actual, delta, msg, args...)
}

func Greater(t TestingT, e1, e2 any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Greater(t, e1, e2, msgAndArgs...))
}

func Greaterf(t TestingT, e1, e2 any, msg string, args ...any) {
	helper(t)
	then(t, assert.Greaterf(t, e1, e2, msg, args...))
}

func (a *Assertions) Greater(e1, e2 any, msgAndArgs ...any) {
	helper(a.t)
	Greater(a.t, e1, e2, msgAndArgs...)
}

func (a *Assertions) Greaterf(e1, e2 any, msg string, args ...any) {
	helper(a.t)
	Greaterf(a.t, e1, e2, msg, args...)
}

func GreaterOrEqual(t TestingT, e1, e2 any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.GreaterOrEqual(t, e1, e2, msgAndArgs...))
}

func GreaterOrEqualf(t TestingT, e1, e2 any, msg string, args ...any) {
	helper(t)
	then(t, assert.GreaterOrEqualf(t, e1, e2, msg, args...))
}

func (a *Assertions) GreaterOrEqual(e1, e2 any, msgAndArgs ...any) {
	helper(a.t)
	GreaterOrEqual(a.t, e1, e2, msgAndArgs...)
}

func (a *Assertions) GreaterOrEqualf(e1, e2 any, msg string, args ...any) {
	helper(a.t)
	GreaterOrEqualf(a.t, e1, e2, msg, args...)
}

func Less(t TestingT, e1, e2 any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Less(t, e1, e2, msgAndArgs...))
}

func Lessf(t TestingT, e1, e2 any, msg string, args ...any) {
	helper(t)
	then(t, assert.Lessf(t, e1, e2, msg, args...))
}

func (a *Assertions) Less(e1, e2 any, msgAndArgs ...any) {
	helper(a.t)
	Less(a.t, e1, e2, msgAndArgs...)
}

func (a *Assertions) Lessf(e1, e2 any, msg string, args ...any) {
	helper(a.t)
	Lessf(a.t, e1, e2, msg, args...)
}

func LessOrEqual(t TestingT, e1, e2 any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.LessOrEqual(t, e1, e2, msgAndArgs...))
}

func LessOrEqualf(t TestingT, e1, e2 any, msg string, args ...any) {
	helper(t)
	then(t, assert.LessOrEqualf(t, e1, e2, msg, args...))
}

func (a *Assertions) LessOrEqual(e1, e2 any, msgAndArgs ...any) {
	helper(a.t)
	LessOrEqual(a.t, e1, e2, msgAndArgs...)
}

func (a *Assertions) LessOrEqualf(e1, e2 any, msg string, args ...any) {
	helper(a.t)
	LessOrEqualf(a.t, e1, e2, msg, args...)
}

func Positive(t TestingT, e any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Positive(t, e, msgAndArgs...))
}

func Positivef(t TestingT, e any, msg string, args ...any) {
	helper(t)
	then(t, assert.Positivef(t, e, msg, args...))
}

func (a *Assertions) Positive(e any, msgAndArgs ...any) {
	helper(a.t)
	Positive(a.t, e, msgAndArgs...)
}

func (a *Assertions) Positivef(e any, msg string, args ...any) {
	helper(a.t)
	Positivef(a.t, e, msg, args...)
}

func Negative(t TestingT, e any, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Negative(t, e, msgAndArgs...))
}

func Negativef(t TestingT, e any, msg string, args ...any) {
	helper(t)
	then(t, assert.Negativef(t, e, msg, args...))
}

func (a *Assertions) Negative(e any, msgAndArgs ...any) {
	helper(a.t)
	Negative(a.t, e, msgAndArgs...)
}

func (a *Assertions) Negativef(e any, msg string, args ...any) {
	helper(a.t)
	Negativef(a.t, e, msg, args...)
}

func Eventually(t TestingT, condition func() bool, waitFor, tick time.Duration,
	msgAndArgs ...any) {
	helper(t)
	then(t, assert.Eventually(t, condition, waitFor, tick, msgAndArgs...))
}

func Eventuallyf(t TestingT, condition func() bool, waitFor, tick time.Duration,
	msg string, args ...any) {
	helper(t)
	then(t, assert.Eventuallyf(t, condition, waitFor, tick, msg, args...))
}

func (a *Assertions) Eventually(condition func() bool, waitFor, tick time.Duration,
	msgAndArgs ...any) {
	helper(a.t)
	Eventually(a.t, condition, waitFor, tick, msgAndArgs...)
}

func (a *Assertions) Eventuallyf(condition func() bool, waitFor, tick time.Duration,
	msg string, args ...any) {
	helper(a.t)
	Eventuallyf(a.t, condition, waitFor, tick, msg, args...)
}

func Never(t TestingT, condition func() bool, waitFor, tick time.Duration, msgAndArgs ...any) {
	helper(t)
	then(t, assert.Never(t, condition, waitFor, tick, msgAndArgs...))
}

func Neverf(t TestingT, condition func() bool, waitFor, tick time.Duration, msg string, args ...any) {
	helper(t)
	then(t, assert.Neverf(t, condition, waitFor, tick, msg, args...))
}

func (a *Assertions) Never(condition func() bool, waitFor, tick time.Duration,
	msgAndArgs ...any) {
	helper(a.t)
	Never(a.t, condition, waitFor, tick, msgAndArgs...)
}

func (a *Assertions) Neverf(condition func() bool, waitFor, tick time.Duration,
	msg string, args ...any) {
	helper(a.t)
	Neverf(a.t, condition, waitFor, tick, msg, args...)
}

func EventuallyWithT(t TestingT, condition func(c *assert.CollectT), waitFor, tick time.Duration,
	msgAndArgs ...any) {
	helper(t)
	then(t, assert.EventuallyWithT(t, condition, waitFor, tick, msgAndArgs...))
}

func EventuallyWithTf(t TestingT, condition func(c *assert.CollectT), waitFor, tick time.Duration,
	msg string, args ...any) {
	helper(t)
	then(t, assert.EventuallyWithTf(t, condition, waitFor, tick, msg, args...))
}

func (a *Assertions) EventuallyWithT(condition func(c *assert.CollectT), waitFor, tick time.Duration,
	msgAndArgs ...any) {
	helper(a.t)
	EventuallyWithT(a.t, condition, waitFor, tick, msgAndArgs...)
}

func (a *Assertions) EventuallyWithTf(condition func(c *assert.CollectT), waitFor, tick time.Duration,
	msg string, args ...any) {
	helper(a.t)
	EventuallyWithTf(a.t, condition, waitFor, tick, msg, args...)
}
