package time

import "errors"

func (t *Time) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	if len(data) < 2 || data[0] != '"' || data[len(data)-1] != '"' {
		return errors.New("Time.UnmarshalJSON: input is not a JSON string")
	}
	return t.UnmarshalText(data[1 : len(data)-1])
}

func (t *Time) UnmarshalText(data []byte) error {
	u, err := Parse(RFC3339, string(data))
	if err == nil {
		*t = u
	}
	return err
}

func (t Time) Zone() (name string, offset int)       { return "UTC", 0 }
func (t Time) ZoneBounds() (start, end Time)         { return Time{}, Time{} }
func (t Time) IsDST() bool                           { return false }
func (t Time) AppendText(b []byte) ([]byte, error)   { return t.AppendFormat(b, RFC3339Nano), nil }
func (t Time) GobEncode() ([]byte, error)            { return t.MarshalText() }
func (t *Time) GobDecode(data []byte) error          { return t.UnmarshalText(data) }
func (t Time) MarshalBinary() ([]byte, error)        { return t.MarshalText() }
func (t Time) AppendBinary(b []byte) ([]byte, error) { return t.AppendText(b) }
func (t *Time) UnmarshalBinary(data []byte) error    { return t.UnmarshalText(data) }
func (t Time) ISOWeek() (year, week int) {
	d := Thursday - t.Weekday()
	if d == 4 {
		d = -3
	}
	u := t.AddDate(0, 0, int(d))
	return u.Year(), (u.YearDay()-1)/7 + 1
}

type ParseError struct{ Layout, Value, LayoutElem, ValueElem, Message string }

func (e *ParseError) Error() string {
	return "parsing time \"" + e.Value + "\" as \"" + e.Layout + "\"" + e.Message
}
