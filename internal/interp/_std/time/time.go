// Package time keeps durations, instants in UTC, timers and tickers of virtual time; other time zones are UTC, too.
package time

import "errors"

type Duration int64

const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)

const (
	Layout      = "01/02 03:04:05PM '06 -0700"
	ANSIC       = "Mon Jan _2 15:04:05 2006"
	UnixDate    = "Mon Jan _2 15:04:05 MST 2006"
	RubyDate    = "Mon Jan 02 15:04:05 -0700 2006"
	RFC822      = "02 Jan 06 15:04 MST"
	RFC822Z     = "02 Jan 06 15:04 -0700"
	RFC850      = "Monday, 02-Jan-06 15:04:05 MST"
	RFC1123     = "Mon, 02 Jan 2006 15:04:05 MST"
	RFC1123Z    = "Mon, 02 Jan 2006 15:04:05 -0700"
	RFC3339     = "2006-01-02T15:04:05Z07:00"
	RFC3339Nano = "2006-01-02T15:04:05.999999999Z07:00"
	Kitchen     = "3:04PM"
	Stamp       = "Jan _2 15:04:05"
	StampMilli  = "Jan _2 15:04:05.000"
	StampMicro  = "Jan _2 15:04:05.000000"
	StampNano   = "Jan _2 15:04:05.000000000"
	DateTime    = "2006-01-02 15:04:05"
	DateOnly    = "2006-01-02"
	TimeOnly    = "15:04:05"
)

func durationString(d int64) string
func parseDuration(s string) (int64, string)
func formatTime(ns int64, layout string) string
func parseTime(layout, s string) (int64, string)
func part(ns int64, which int) int
func date(y, m, d, hh, mm, ss, ns int) int64
func now() int64

func (d Duration) String() string      { return durationString(int64(d)) }
func (d Duration) Nanoseconds() int64  { return int64(d) }
func (d Duration) Microseconds() int64 { return int64(d) / 1000 }
func (d Duration) Milliseconds() int64 { return int64(d) / 1000000 }
func (d Duration) Seconds() float64    { return float64(d) / 1e9 }
func (d Duration) Minutes() float64    { return float64(d) / 60e9 }
func (d Duration) Hours() float64      { return float64(d) / 3600e9 }
func (d Duration) Abs() Duration       { return max(d, -d) }
func (d Duration) Truncate(m Duration) Duration {
	if m <= 0 {
		return d
	}
	return d - d%m
}
func (d Duration) Round(m Duration) Duration {
	if m <= 0 {
		return d
	}
	return (d + m/2) / m * m
}

func ParseDuration(s string) (Duration, error) {
	d, bad := parseDuration(s)
	if bad != "" {
		return 0, errors.New(bad)
	}
	return Duration(d), nil
}

type Month int

const (
	January Month = 1 + iota
	February
	March
	April
	May
	June
	July
	August
	September
	October
	November
	December
)

func (m Month) String() string { return formatTime(date(2000, int(m), 1, 0, 0, 0, 0), "January") }

type Weekday int

const (
	Sunday Weekday = iota
	Monday
	Tuesday
	Wednesday
	Thursday
	Friday
	Saturday
)

func (d Weekday) String() string { return formatTime(date(2000, 1, 2+int(d), 0, 0, 0, 0), "Monday") }

type Location struct{ name string }

var (
	UTC   = &Location{"UTC"}
	Local = &Location{"Local"}
)

func (l *Location) String() string                { return l.name }
func LoadLocation(name string) (*Location, error) { return &Location{name}, nil }
func FixedZone(name string, offset int) *Location { return &Location{name} }

// A Time is nanoseconds since 1970; zero is the year 1.
type Time struct{ ns int64 }

func Now() Time                 { return Time{now()} }
func Unix(sec, nsec int64) Time { return Time{sec*1000000000 + nsec} }
func UnixMilli(ms int64) Time   { return Time{ms * 1000000} }
func UnixMicro(us int64) Time   { return Time{us * 1000} }
func Since(t Time) Duration     { return Now().Sub(t) }
func Until(t Time) Duration     { return t.Sub(Now()) }
func Date(y int, m Month, d, hh, mm, ss, ns int, l *Location) Time {
	return Time{date(y, int(m), d, hh, mm, ss, ns)}
}
func Parse(layout, s string) (Time, error) {
	ns, bad := parseTime(layout, s)
	if bad != "" {
		return Time{}, errors.New(bad)
	}
	return Time{ns}, nil
}
func ParseInLocation(layout, s string, l *Location) (Time, error) { return Parse(layout, s) }

func (t Time) After(u Time) bool   { return t.ns > u.ns }
func (t Time) Before(u Time) bool  { return t.ns < u.ns }
func (t Time) Equal(u Time) bool   { return t.ns == u.ns }
func (t Time) IsZero() bool        { return t.ns == 0 }
func (t Time) Sub(u Time) Duration { return Duration(t.ns - u.ns) }
func (t Time) Add(d Duration) Time { return Time{t.ns + int64(d)} }
func (t Time) AddDate(y, m, d int) Time {
	return Time{date(t.Year()+y, int(t.Month())+m, t.Day()+d, t.Hour(), t.Minute(), t.Second(), t.Nanosecond())}
}
func (t Time) Compare(u Time) int {
	switch {
	case t.ns < u.ns:
		return -1
	case t.ns > u.ns:
		return 1
	}
	return 0
}
func (t Time) Unix() int64           { return t.ns / 1000000000 }
func (t Time) UnixMilli() int64      { return t.ns / 1000000 }
func (t Time) UnixMicro() int64      { return t.ns / 1000 }
func (t Time) UnixNano() int64       { return t.ns }
func (t Time) UTC() Time             { return t }
func (t Time) Local() Time           { return t }
func (t Time) In(l *Location) Time   { return t }
func (t Time) Location() *Location   { return UTC }
func (t Time) Round(d Duration) Time { return t.Truncate(d) }
func (t Time) Truncate(d Duration) Time {
	if d <= 0 {
		return t
	}
	return Time{t.ns - t.ns%int64(d)}
}
func (t Time) Year() int                   { return part(t.ns, 0) }
func (t Time) Month() Month                { return Month(part(t.ns, 1)) }
func (t Time) Day() int                    { return part(t.ns, 2) }
func (t Time) Hour() int                   { return part(t.ns, 3) }
func (t Time) Minute() int                 { return part(t.ns, 4) }
func (t Time) Second() int                 { return part(t.ns, 5) }
func (t Time) Nanosecond() int             { return part(t.ns, 6) }
func (t Time) Weekday() Weekday            { return Weekday(part(t.ns, 7)) }
func (t Time) YearDay() int                { return part(t.ns, 8) }
func (t Time) Date() (int, Month, int)     { return t.Year(), t.Month(), t.Day() }
func (t Time) Clock() (int, int, int)      { return t.Hour(), t.Minute(), t.Second() }
func (t Time) String() string              { return formatTime(t.ns, "2006-01-02 15:04:05.999999999 -0700 MST") }
func (t Time) GoString() string            { return t.String() }
func (t Time) Format(layout string) string { return formatTime(t.ns, layout) }
func (t Time) AppendFormat(b []byte, layout string) []byte {
	return append(b, formatTime(t.ns, layout)...)
}
func (t Time) MarshalText() ([]byte, error) { return []byte(t.Format(RFC3339Nano)), nil }
func (t Time) MarshalJSON() ([]byte, error) { return []byte("\"" + t.Format(RFC3339Nano) + "\""), nil }

// setTimer arms a timer that calls f in a goroutine of its own, or sends to c; its number is kept in id.
func setTimer(id *int32, d, period int64, f func(), c chan Time)
func stopTimer(id *int32) bool
func resetTimer(id *int32, d, period int64) bool

func Sleep(d Duration)

type Timer struct {
	C  <-chan Time
	id int32
}

func NewTimer(d Duration) *Timer {
	c := make(chan Time, 1)
	t := &Timer{C: c}
	setTimer(&t.id, int64(d), 0, nil, c)
	return t
}
func AfterFunc(d Duration, f func()) *Timer {
	t := &Timer{}
	setTimer(&t.id, int64(d), 0, f, nil)
	return t
}
func After(d Duration) <-chan Time     { return NewTimer(d).C }
func (t *Timer) Stop() bool            { return stopTimer(&t.id) }
func (t *Timer) Reset(d Duration) bool { return resetTimer(&t.id, int64(d), 0) }

type Ticker struct {
	C  <-chan Time
	id int32
}

func NewTicker(d Duration) *Ticker {
	if d <= 0 {
		panic("non-positive interval for NewTicker")
	}
	c := make(chan Time, 1)
	t := &Ticker{C: c}
	setTimer(&t.id, int64(d), int64(d), nil, c)
	return t
}
func Tick(d Duration) <-chan Time  { return NewTicker(d).C }
func (t *Ticker) Stop()            { stopTimer(&t.id) }
func (t *Ticker) Reset(d Duration) { resetTimer(&t.id, int64(d), int64(d)) }
