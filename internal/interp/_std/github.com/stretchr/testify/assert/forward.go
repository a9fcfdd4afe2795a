package assert

import "time"

type Assertions struct {
	t TestingT
}

func New(t TestingT) *Assertions { return &Assertions{t: t} }

func Failf(t TestingT, failureMessage string, msg string, args ...any) bool {
	helper(t)
	return Fail(t, failureMessage, append([]any{msg}, args...)...)
}

func (a *Assertions) Fail(failureMessage string, msgAndArgs ...any) bool {
	helper(a.t)
	return Fail(a.t, failureMessage, msgAndArgs...)
}

func (a *Assertions) Failf(failureMessage string, msg string, args ...any) bool {
	helper(a.t)
	return Failf(a.t, failureMessage, msg, args...)
}

func FailNowf(t TestingT, failureMessage string, msg string, args ...any) bool {
	helper(t)
	return FailNow(t, failureMessage, append([]any{msg}, args...)...)
}

func (a *Assertions) FailNow(failureMessage string, msgAndArgs ...any) bool {
	helper(a.t)
	return FailNow(a.t, failureMessage, msgAndArgs...)
}

func (a *Assertions) FailNowf(failureMessage string, msg string, args ...any) bool {
	helper(a.t)
	return FailNowf(a.t, failureMessage, msg, args...)
}

func Equalf(t TestingT, expected, actual any, msg string, args ...any) bool {
	helper(t)
	return Equal(t, expected, actual, append([]any{msg}, args...)...)
}

func (a *Assertions) Equal(expected, actual any, msgAndArgs ...any) bool {
	helper(a.t)
	return Equal(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) Equalf(expected, actual any, msg string, args ...any) bool {
	helper(a.t)
	return Equalf(a.t, expected, actual, msg, args...)
}

func NotEqualf(t TestingT, expected, actual any, msg string, args ...any) bool {
	helper(t)
	return NotEqual(t, expected, actual, append([]any{msg}, args...)...)
}

func (a *Assertions) NotEqual(expected, actual any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotEqual(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) NotEqualf(expected, actual any, msg string, args ...any) bool {
	helper(a.t)
	return NotEqualf(a.t, expected, actual, msg, args...)
}

func EqualValuesf(t TestingT, expected, actual any, msg string, args ...any) bool {
	helper(t)
	return EqualValues(t, expected, actual, append([]any{msg}, args...)...)
}

func (a *Assertions) EqualValues(expected, actual any, msgAndArgs ...any) bool {
	helper(a.t)
	return EqualValues(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) EqualValuesf(expected, actual any, msg string, args ...any) bool {
	helper(a.t)
	return EqualValuesf(a.t, expected, actual, msg, args...)
}

func NotEqualValuesf(t TestingT, expected, actual any, msg string, args ...any) bool {
	helper(t)
	return NotEqualValues(t, expected, actual, append([]any{msg}, args...)...)
}

func (a *Assertions) NotEqualValues(expected, actual any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotEqualValues(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) NotEqualValuesf(expected, actual any, msg string, args ...any) bool {
	helper(a.t)
	return NotEqualValuesf(a.t, expected, actual, msg, args...)
}

func Exactlyf(t TestingT, expected, actual any, msg string, args ...any) bool {
	helper(t)
	return Exactly(t, expected, actual, append([]any{msg}, args...)...)
}

func (a *Assertions) Exactly(expected, actual any, msgAndArgs ...any) bool {
	helper(a.t)
	return Exactly(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) Exactlyf(expected, actual any, msg string, args ...any) bool {
	helper(a.t)
	return Exactlyf(a.t, expected, actual, msg, args...)
}

func Samef(t TestingT, expected, actual any, msg string, args ...any) bool {
	helper(t)
	return Same(t, expected, actual, append([]any{msg}, args...)...)
}

func (a *Assertions) Same(expected, actual any, msgAndArgs ...any) bool {
	helper(a.t)
	return Same(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) Samef(expected, actual any, msg string, args ...any) bool {
	helper(a.t)
	return Samef(a.t, expected, actual, msg, args...)
}

func NotSamef(t TestingT, expected, actual any, msg string, args ...any) bool {
	helper(t)
	return NotSame(t, expected, actual, append([]any{msg}, args...)...)
}

func (a *Assertions) NotSame(expected, actual any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotSame(a.t, expected, actual, msgAndArgs...)
}

func (a *Assertions) NotSamef(expected, actual any, msg string, args ...any) bool {
	helper(a.t)
	return NotSamef(a.t, expected, actual, msg, args...)
}

func IsTypef(t TestingT, expectedType, object any, msg string, args ...any) bool {
	helper(t)
	return IsType(t, expectedType, object, append([]any{msg}, args...)...)
}

func (a *Assertions) IsType(expectedType, object any, msgAndArgs ...any) bool {
	helper(a.t)
	return IsType(a.t, expectedType, object, msgAndArgs...)
}

func (a *Assertions) IsTypef(expectedType, object any, msg string, args ...any) bool {
	helper(a.t)
	return IsTypef(a.t, expectedType, object, msg, args...)
}

func Nilf(t TestingT, object any, msg string, args ...any) bool {
	helper(t)
	return Nil(t, object, append([]any{msg}, args...)...)
}

func (a *Assertions) Nil(object any, msgAndArgs ...any) bool {
	helper(a.t)
	return Nil(a.t, object, msgAndArgs...)
}

func (a *Assertions) Nilf(object any, msg string, args ...any) bool {
	helper(a.t)
	return Nilf(a.t, object, msg, args...)
}

func NotNilf(t TestingT, object any, msg string, args ...any) bool {
	helper(t)
	return NotNil(t, object, append([]any{msg}, args...)...)
}

func (a *Assertions) NotNil(object any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotNil(a.t, object, msgAndArgs...)
}

func (a *Assertions) NotNilf(object any, msg string, args ...any) bool {
	helper(a.t)
	return NotNilf(a.t, object, msg, args...)
}

func Emptyf(t TestingT, object any, msg string, args ...any) bool {
	helper(t)
	return Empty(t, object, append([]any{msg}, args...)...)
}

func (a *Assertions) Empty(object any, msgAndArgs ...any) bool {
	helper(a.t)
	return Empty(a.t, object, msgAndArgs...)
}

func (a *Assertions) Emptyf(object any, msg string, args ...any) bool {
	helper(a.t)
	return Emptyf(a.t, object, msg, args...)
}

func NotEmptyf(t TestingT, object any, msg string, args ...any) bool {
	helper(t)
	return NotEmpty(t, object, append([]any{msg}, args...)...)
}

func (a *Assertions) NotEmpty(object any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotEmpty(a.t, object, msgAndArgs...)
}

func (a *Assertions) NotEmptyf(object any, msg string, args ...any) bool {
	helper(a.t)
	return NotEmptyf(a.t, object, msg, args...)
}

func Zerof(t TestingT, i any, msg string, args ...any) bool {
	helper(t)
	return Zero(t, i, append([]any{msg}, args...)...)
}

func (a *Assertions) Zero(i any, msgAndArgs ...any) bool {
	helper(a.t)
	return Zero(a.t, i, msgAndArgs...)
}

func (a *Assertions) Zerof(i any, msg string, args ...any) bool {
	helper(a.t)
	return Zerof(a.t, i, msg, args...)
}

func NotZerof(t TestingT, i any, msg string, args ...any) bool {
	helper(t)
	return NotZero(t, i, append([]any{msg}, args...)...)
}

func (a *Assertions) NotZero(i any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotZero(a.t, i, msgAndArgs...)
}

func (a *Assertions) NotZerof(i any, msg string, args ...any) bool {
	helper(a.t)
	return NotZerof(a.t, i, msg, args...)
}

func Lenf(t TestingT, object any, count int, msg string, args ...any) bool {
	helper(t)
	return Len(t, object, count, append([]any{msg}, args...)...)
}

func (a *Assertions) Len(object any, count int, msgAndArgs ...any) bool {
	helper(a.t)
	return Len(a.t, object, count, msgAndArgs...)
}

func (a *Assertions) Lenf(object any, count int, msg string, args ...any) bool {
	helper(a.t)
	return Lenf(a.t, object, count, msg, args...)
}

func Truef(t TestingT, value bool, msg string, args ...any) bool {
	helper(t)
	return True(t, value, append([]any{msg}, args...)...)
}

func (a *Assertions) True(value bool, msgAndArgs ...any) bool {
	helper(a.t)
	return True(a.t, value, msgAndArgs...)
}

func (a *Assertions) Truef(value bool, msg string, args ...any) bool {
	helper(a.t)
	return Truef(a.t, value, msg, args...)
}

func Falsef(t TestingT, value bool, msg string, args ...any) bool {
	helper(t)
	return False(t, value, append([]any{msg}, args...)...)
}

func (a *Assertions) False(value bool, msgAndArgs ...any) bool {
	helper(a.t)
	return False(a.t, value, msgAndArgs...)
}

func (a *Assertions) Falsef(value bool, msg string, args ...any) bool {
	helper(a.t)
	return Falsef(a.t, value, msg, args...)
}

func Containsf(t TestingT, s, element any, msg string, args ...any) bool {
	helper(t)
	return Contains(t, s, element, append([]any{msg}, args...)...)
}

func (a *Assertions) Contains(s, element any, msgAndArgs ...any) bool {
	helper(a.t)
	return Contains(a.t, s, element, msgAndArgs...)
}

func (a *Assertions) Containsf(s, element any, msg string, args ...any) bool {
	helper(a.t)
	return Containsf(a.t, s, element, msg, args...)
}

func NotContainsf(t TestingT, s, element any, msg string, args ...any) bool {
	helper(t)
	return NotContains(t, s, element, append([]any{msg}, args...)...)
}

func (a *Assertions) NotContains(s, element any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotContains(a.t, s, element, msgAndArgs...)
}

func (a *Assertions) NotContainsf(s, element any, msg string, args ...any) bool {
	helper(a.t)
	return NotContainsf(a.t, s, element, msg, args...)
}

func Subsetf(t TestingT, list, subset any, msg string, args ...any) bool {
	helper(t)
	return Subset(t, list, subset, append([]any{msg}, args...)...)
}

func (a *Assertions) Subset(list, subset any, msgAndArgs ...any) bool {
	helper(a.t)
	return Subset(a.t, list, subset, msgAndArgs...)
}

func (a *Assertions) Subsetf(list, subset any, msg string, args ...any) bool {
	helper(a.t)
	return Subsetf(a.t, list, subset, msg, args...)
}

func NotSubsetf(t TestingT, list, subset any, msg string, args ...any) bool {
	helper(t)
	return NotSubset(t, list, subset, append([]any{msg}, args...)...)
}

func (a *Assertions) NotSubset(list, subset any, msgAndArgs ...any) bool {
	helper(a.t)
	return NotSubset(a.t, list, subset, msgAndArgs...)
}

func (a *Assertions) NotSubsetf(list, subset any, msg string, args ...any) bool {
	helper(a.t)
	return NotSubsetf(a.t, list, subset, msg, args...)
}

func ElementsMatchf(t TestingT, listA, listB any, msg string, args ...any) bool {
	helper(t)
	return ElementsMatch(t, listA, listB, append([]any{msg}, args...)...)
}

func (a *Assertions) ElementsMatch(listA, listB any, msgAndArgs ...any) bool {
	helper(a.t)
	return ElementsMatch(a.t, listA, listB, msgAndArgs...)
}

func (a *Assertions) ElementsMatchf(listA, listB any, msg string, args ...any) bool {
	helper(a.t)
	return ElementsMatchf(a.t, listA, listB, msg, args...)
}

func Conditionf(t TestingT, comp Comparison, msg string, args ...any) bool {
	helper(t)
	return Condition(t, comp, append([]any{msg}, args...)...)
}

func (a *Assertions) Condition(comp Comparison, msgAndArgs ...any) bool {
	helper(a.t)
	return Condition(a.t, comp, msgAndArgs...)
}

func (a *Assertions) Conditionf(comp Comparison, msg string, args ...any) bool {
	helper(a.t)
	return Conditionf(a.t, comp, msg, args...)
}

func Panicsf(t TestingT, f PanicTestFunc, msg string, args ...any) bool {
	helper(t)
	return Panics(t, f, append([]any{msg}, args...)...)
}

func (a *Assertions) Panics(f PanicTestFunc, msgAndArgs ...any) bool {
	helper(a.t)
	return Panics(a.t, f, msgAndArgs...)
}

func (a *Assertions) Panicsf(f PanicTestFunc, msg string, args ...any) bool {
	helper(a.t)
	return Panicsf(a.t, f, msg, args...)
}

func PanicsWithValuef(t TestingT, expected any, f PanicTestFunc, msg string, args ...any) bool {
	helper(t)
	return PanicsWithValue(t, expected, f, append([]any{msg}, args...)...)
}

func (a *Assertions) PanicsWithValue(expected any, f PanicTestFunc, msgAndArgs ...any) bool {
	helper(a.t)
	return PanicsWithValue(a.t, expected, f, msgAndArgs...)
}

func (a *Assertions) PanicsWithValuef(expected any, f PanicTestFunc, msg string, args ...any) bool {
	helper(a.t)
	return PanicsWithValuef(a.t, expected, f, msg, args...)
}

func PanicsWithErrorf(t TestingT, errString string, f PanicTestFunc, msg string, args ...any) bool {
	helper(t)
	return PanicsWithError(t, errString, f, append([]any{msg}, args...)...)
}

func (a *Assertions) PanicsWithError(errString string, f PanicTestFunc, msgAndArgs ...any) bool {
	helper(a.t)
	return PanicsWithError(a.t, errString, f, msgAndArgs...)
}

func (a *Assertions) PanicsWithErrorf(errString string, f PanicTestFunc, msg string, args ...any) bool {
	helper(a.t)
	return PanicsWithErrorf(a.t, errString, f, msg, args...)
}

func NotPanicsf(t TestingT, f PanicTestFunc, msg string, args ...any) bool {
	helper(t)
	return NotPanics(t, f, append([]any{msg}, args...)...)
}

func (a *Assertions) NotPanics(f PanicTestFunc, msgAndArgs ...any) bool {
	helper(a.t)
	return NotPanics(a.t, f, msgAndArgs...)
}

func (a *Assertions) NotPanicsf(f PanicTestFunc, msg string, args ...any) bool {
	helper(a.t)
	return NotPanicsf(a.t, f, msg, args...)
}

func NoErrorf(t TestingT, err error, msg string, args ...any) bool {
	helper(t)
	return NoError(t, err, append([]any{msg}, args...)...)
}

func (a *Assertions) NoError(err error, msgAndArgs ...any) bool {
	helper(a.t)
	return NoError(a.t, err, msgAndArgs...)
}

func (a *Assertions) NoErrorf(err error, msg string, args ...any) bool {
	helper(a.t)
	return NoErrorf(a.t, err, msg, args...)
}

func Errorf(t TestingT, err error, msg string, args ...any) bool {
	helper(t)
	return Error(t, err, append([]any{msg}, args...)...)
}

func (a *Assertions) Error(err error, msgAndArgs ...any) bool {
	helper(a.t)
	return Error(a.t, err, msgAndArgs...)
}

func (a *Assertions) Errorf(err error, msg string, args ...any) bool {
	helper(a.t)
	return Errorf(a.t, err, msg, args...)
}

func EqualErrorf(t TestingT, theError error, errString string, msg string, args ...any) bool {
	helper(t)
	return EqualError(t, theError, errString, append([]any{msg}, args...)...)
}

func (a *Assertions) EqualError(theError error, errString string, msgAndArgs ...any) bool {
	helper(a.t)
	return EqualError(a.t, theError, errString, msgAndArgs...)
}

func (a *Assertions) EqualErrorf(theError error, errString string, msg string, args ...any) bool {
	helper(a.t)
	return EqualErrorf(a.t, theError, errString, msg, args...)
}

func ErrorContainsf(t TestingT, theError error, contains string, msg string, args ...any) bool {
	helper(t)
	return ErrorContains(t, theError, contains, append([]any{msg}, args...)...)
}

func (a *Assertions) ErrorContains(theError error, contains string, msgAndArgs ...any) bool {
	helper(a.t)
	return ErrorContains(a.t, theError, contains, msgAndArgs...)
}

func (a *Assertions) ErrorContainsf(theError error, contains string, msg string, args ...any) bool {
	helper(a.t)
	return ErrorContainsf(a.t, theError, contains, msg, args...)
}

func ErrorIsf(t TestingT, err, target error, msg string, args ...any) bool {
	helper(t)
	return ErrorIs(t, err, target, append([]any{msg}, args...)...)
}

func (a *Assertions) ErrorIs(err, target error, msgAndArgs ...any) bool {
	helper(a.t)
	return ErrorIs(a.t, err, target, msgAndArgs...)
}

func (a *Assertions) ErrorIsf(err, target error, msg string, args ...any) bool {
	helper(a.t)
	return ErrorIsf(a.t, err, target, msg, args...)
}

func NotErrorIsf(t TestingT, err, target error, msg string, args ...any) bool {
	helper(t)
	return NotErrorIs(t, err, target, append([]any{msg}, args...)...)
}

func (a *Assertions) NotErrorIs(err, target error, msgAndArgs ...any) bool {
	helper(a.t)
	return NotErrorIs(a.t, err, target, msgAndArgs...)
}

func (a *Assertions) NotErrorIsf(err, target error, msg string, args ...any) bool {
	helper(a.t)
	return NotErrorIsf(a.t, err, target, msg, args...)
}

func ErrorAsf(t TestingT, err error, target any, msg string, args ...any) bool {
	helper(t)
	return ErrorAs(t, err, target, append([]any{msg}, args...)...)
}

func (a *Assertions) ErrorAs(err error, target any, msgAndArgs ...any) bool {
	helper(a.t)
	return ErrorAs(a.t, err, target, msgAndArgs...)
}

func (a *Assertions) ErrorAsf(err error, target any, msg string, args ...any) bool {
	helper(a.t)
	return ErrorAsf(a.t, err, target, msg, args...)
}

func InDeltaf(t TestingT, expected, actual any, delta float64, msg string, args ...any) bool {
	helper(t)
	return InDelta(t, expected, actual, delta, append([]any{msg}, args...)...)
}

func (a *Assertions) InDelta(expected, actual any, delta float64, msgAndArgs ...any) bool {
	helper(a.t)
	return InDelta(a.t, expected, actual, delta, msgAndArgs...)
}

func (a *Assertions) InDeltaf(expected, actual any, delta float64, msg string, args ...any) bool {
	helper(a.t)
	return InDeltaf(a.t, expected, actual, delta, msg, args...)
}

func InEpsilonf(t TestingT, expected, actual any, epsilon float64, msg string, args ...any) bool {
	helper(t)
	return InEpsilon(t, expected, actual, epsilon, append([]any{msg}, args...)...)
}

func (a *Assertions) InEpsilon(expected, actual any, epsilon float64, msgAndArgs ...any) bool {
	helper(a.t)
	return InEpsilon(a.t, expected, actual, epsilon, msgAndArgs...)
}

func (a *Assertions) InEpsilonf(expected, actual any, epsilon float64, msg string, args ...any) bool {
	helper(a.t)
	return InEpsilonf(a.t, expected, actual, epsilon, msg, args...)
}

func WithinDurationf(t TestingT, expected, actual time.Time, delta time.Duration,
	msg string, args ...any) bool {
	helper(t)
	return WithinDuration(t, expected, actual, delta, append([]any{msg}, args...)...)
}

func (a *Assertions) WithinDuration(expected, actual time.Time, delta time.Duration,
	msgAndArgs ...any) bool {
	helper(a.t)
	return WithinDuration(a.t, expected, actual, delta, msgAndArgs...)
}

func (a *Assertions) WithinDurationf(expected, actual time.Time, delta time.Duration,
	msg string, args ...any) bool {
	helper(a.t)
	return WithinDurationf(a.t, expected, actual, delta, msg, args...)
}

func Greaterf(t TestingT, e1, e2 any, msg string, args ...any) bool {
	helper(t)
	return Greater(t, e1, e2, append([]any{msg}, args...)...)
}

func (a *Assertions) Greater(e1, e2 any, msgAndArgs ...any) bool {
	helper(a.t)
	return Greater(a.t, e1, e2, msgAndArgs...)
}

func (a *Assertions) Greaterf(e1, e2 any, msg string, args ...any) bool {
	helper(a.t)
	return Greaterf(a.t, e1, e2, msg, args...)
}

func GreaterOrEqualf(t TestingT, e1, e2 any, msg string, args ...any) bool {
	helper(t)
	return GreaterOrEqual(t, e1, e2, append([]any{msg}, args...)...)
}

func (a *Assertions) GreaterOrEqual(e1, e2 any, msgAndArgs ...any) bool {
	helper(a.t)
	return GreaterOrEqual(a.t, e1, e2, msgAndArgs...)
}

func (a *Assertions) GreaterOrEqualf(e1, e2 any, msg string, args ...any) bool {
	helper(a.t)
	return GreaterOrEqualf(a.t, e1, e2, msg, args...)
}

func Lessf(t TestingT, e1, e2 any, msg string, args ...any) bool {
	helper(t)
	return Less(t, e1, e2, append([]any{msg}, args...)...)
}

func (a *Assertions) Less(e1, e2 any, msgAndArgs ...any) bool {
	helper(a.t)
	return Less(a.t, e1, e2, msgAndArgs...)
}

func (a *Assertions) Lessf(e1, e2 any, msg string, args ...any) bool {
	helper(a.t)
	return Lessf(a.t, e1, e2, msg, args...)
}

func LessOrEqualf(t TestingT, e1, e2 any, msg string, args ...any) bool {
	helper(t)
	return LessOrEqual(t, e1, e2, append([]any{msg}, args...)...)
}

func (a *Assertions) LessOrEqual(e1, e2 any, msgAndArgs ...any) bool {
	helper(a.t)
	return LessOrEqual(a.t, e1, e2, msgAndArgs...)
}

func (a *Assertions) LessOrEqualf(e1, e2 any, msg string, args ...any) bool {
	helper(a.t)
	return LessOrEqualf(a.t, e1, e2, msg, args...)
}

func Positivef(t TestingT, e any, msg string, args ...any) bool {
	helper(t)
	return Positive(t, e, append([]any{msg}, args...)...)
}

func (a *Assertions) Positive(e any, msgAndArgs ...any) bool {
	helper(a.t)
	return Positive(a.t, e, msgAndArgs...)
}

func (a *Assertions) Positivef(e any, msg string, args ...any) bool {
	helper(a.t)
	return Positivef(a.t, e, msg, args...)
}

func Negativef(t TestingT, e any, msg string, args ...any) bool {
	helper(t)
	return Negative(t, e, append([]any{msg}, args...)...)
}

func (a *Assertions) Negative(e any, msgAndArgs ...any) bool {
	helper(a.t)
	return Negative(a.t, e, msgAndArgs...)
}

func (a *Assertions) Negativef(e any, msg string, args ...any) bool {
	helper(a.t)
	return Negativef(a.t, e, msg, args...)
}

func Eventuallyf(t TestingT, condition func() bool, waitFor, tick time.Duration,
	msg string, args ...any) bool {
	helper(t)
	return Eventually(t, condition, waitFor, tick, append([]any{msg}, args...)...)
}

func (a *Assertions) Eventually(condition func() bool, waitFor, tick time.Duration,
	msgAndArgs ...any) bool {
	helper(a.t)
	return Eventually(a.t, condition, waitFor, tick, msgAndArgs...)
}

func (a *Assertions) Eventuallyf(condition func() bool, waitFor, tick time.Duration,
	msg string, args ...any) bool {
	helper(a.t)
	return Eventuallyf(a.t, condition, waitFor, tick, msg, args...)
}

func Neverf(t TestingT, condition func() bool, waitFor, tick time.Duration, msg string, args ...any) bool {
	helper(t)
	return Never(t, condition, waitFor, tick, append([]any{msg}, args...)...)
}

func (a *Assertions) Never(condition func() bool, waitFor, tick time.Duration,
	msgAndArgs ...any) bool {
	helper(a.t)
	return Never(a.t, condition, waitFor, tick, msgAndArgs...)
}

func (a *Assertions) Neverf(condition func() bool, waitFor, tick time.Duration,
	msg string, args ...any) bool {
	helper(a.t)
	return Neverf(a.t, condition, waitFor, tick, msg, args...)
}

func EventuallyWithTf(t TestingT, condition func(c *CollectT), waitFor, tick time.Duration,
	msg string, args ...any) bool {
	helper(t)
	return EventuallyWithT(t, condition, waitFor, tick, append([]any{msg}, args...)...)
}

func (a *Assertions) EventuallyWithT(condition func(c *CollectT), waitFor, tick time.Duration,
	msgAndArgs ...any) bool {
	helper(a.t)
	return EventuallyWithT(a.t, condition, waitFor, tick, msgAndArgs...)
}

func (a *Assertions) EventuallyWithTf(condition func(c *CollectT), waitFor, tick time.Duration,
	msg string, args ...any) bool {
	helper(a.t)
	return EventuallyWithTf(a.t, condition, waitFor, tick, msg, args...)
}
