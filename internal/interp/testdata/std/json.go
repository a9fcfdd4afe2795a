package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
)

type base struct {
	ID   int `json:"id"`
	Name string
}

type Extra struct {
	Note *string `json:"note,omitempty"`
	Name int     // hidden by base's? both depth 1: neither
}

type level int

func (l level) MarshalText() ([]byte, error) {
	if l < 0 {
		return nil, errors.New("negative level")
	}
	return []byte(strings.Repeat("l", int(l))), nil
}

func (l *level) UnmarshalText(b []byte) error {
	if len(b) > 5 {
		return errors.New("level too long")
	}
	*l = level(len(b))
	return nil
}

type point struct{ x, y int }

func (p point) MarshalJSON() ([]byte, error) { return json.Marshal([]int{p.x, p.y}) }
func (p *point) UnmarshalJSON(b []byte) error {
	var a [2]int
	if err := json.Unmarshal(b, &a); err != nil {
		return err
	}
	p.x, p.y = a[0], a[1]
	return nil
}

type byPtr struct{ n int }

func (p *byPtr) MarshalJSON() ([]byte, error) { return []byte(`"ptr"`), nil }

type all struct {
	base
	*Extra
	hidden  int
	Skip    int               `json:"-"`
	Dash    int               `json:"-,"`
	Bool    bool              `json:"bool"`
	I8      int8              `json:"i8,string"`
	U       uint64            `json:",omitempty"`
	F32     float32           `json:"f32"`
	F64     float64           `json:"f64"`
	S       string            `json:"s,string"`
	Bytes   []byte            `json:"bytes"`
	List    []string          `json:"list"`
	Arr     [2]int            `json:"arr"`
	Map     map[string]int    `json:"map"`
	IntMap  map[int]string    `json:"intmap"`
	Levels  map[level]bool    `json:"levels"`
	Any     any               `json:"any"`
	Anys    []any             `json:"anys"`
	Ptr     *point            `json:"ptr"`
	Val     point             `json:"val"`
	BP      byPtr             `json:"bp"`
	Level   level             `json:"level"`
	Raw     json.RawMessage   `json:"raw"`
	Num     json.Number       `json:"num"`
	When    time.Time         `json:"when"`
	Dur     time.Duration     `json:"dur"`
	Zero    time.Time         `json:"zero,omitzero"`
	Empty   struct{}          `json:"empty"`
	M2      map[string]*point `json:"m2,omitempty"`
	private string
}

func fill() *all {
	note := "<note> & \u2028"
	a := &all{
		base: base{7, "base"}, Extra: &Extra{Note: &note}, Dash: 1, Bool: true, I8: -5, U: 1 << 63, F32: 0.1, F64: 1e21,
		S: "a\"b", Bytes: []byte("bytes!"), List: []string{"x", "\x01\xff"}, Arr: [2]int{1, 2},
		Map: map[string]int{"b": 2, "a": 1}, IntMap: map[int]string{10: "ten", 9: "nine"}, Levels: map[level]bool{2: true},
		Any: map[string]any{"k": []any{1, "two", nil, 3.5}}, Anys: []any{true, point{1, 2}, &point{3, 4}},
		Ptr: &point{5, 6}, Val: point{7, 8}, Level: 3, Raw: json.RawMessage(`{ "r" : [1 , 2] }`), Num: "12.50",
		When: time.Date(2024, 5, 6, 7, 8, 9, 10, time.UTC), Dur: time.Second,
	}
	return a
}

func say2(b []byte, err error) { say(string(b), err) }

func encode() {
	a := fill()
	say2(json.Marshal(a))
	say2(json.Marshal(*a))
	say2(json.MarshalIndent(a.Any, ">", "  "))
	say2(json.Marshal(all{}))
	say2(json.Marshal(nil))
	say2(json.Marshal(make(chan int)))
	say2(json.Marshal(map[bool]int{}))
	say2(json.Marshal([]any{func() {}}))
	say2(json.Marshal(level(-1)))
	say2(json.Marshal(json.Number("bad")))
	say2(json.Marshal(json.RawMessage("{")))
	say2(json.Marshal([]json.RawMessage{nil}))
	say2(json.Marshal(struct {
		A int `json:"a,omitempty"`
		B struct {
			C []int `json:",omitempty"`
		}
	}{}))
	_, err := json.Marshal(level(-1))
	var m *json.MarshalerError
	say(errors.As(err, &m), m.Unwrap())
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	say(e.Encode("<a>"))
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	say(e.Encode(map[string]any{"<b>": 1}))
	say(out.String())
	out.Reset()
	say(json.Indent(&out, []byte(`{"a":[1,2,{}]}`), "", " "), json.Compact(&out, []byte(` [ 1 ] `)))
	json.HTMLEscape(&out, []byte(`"<>"`))
	say(out.String())
	say(json.Compact(&out, []byte(`[1`)))
}

func decode() {
	b, _ := json.Marshal(fill())
	var a all
	say(json.Unmarshal(b, &a))
	say(a.ID, a.Bool, a.I8, a.U, a.F32, a.F64, a.S, string(a.Bytes), a.List, a.Arr, a.Map, a.IntMap[9], a.Levels)
	say(a.Any, len(a.Anys), *a.Ptr, a.Val, a.Level, string(a.Raw), a.Num, a.When, a.Dur, a.When.Equal(fill().When))
	again, err := json.Marshal(a)
	say(err, len(again), strings.Contains(string(again), "ptr"))

	var x any
	for _, s := range []string{
		`null`, ` [1, 2.5, "x", null, true, {"a": {"b": []}}] `, `"\u00e9\ud83d\ude00"`, `1e400`, `{`, `[1,]`, `{"a" 1}`,
		`tru`, ``, `01`, `"\x"`, `[] x`,
	} {
		err := json.Unmarshal([]byte(s), &x)
		say(s, x, err)
		var se *json.SyntaxError
		if errors.As(err, &se) {
			say(se.Offset)
		}
	}
	type inner struct {
		C []string
		D *int8
	}
	type outer struct {
		A int `json:"a"`
		B inner
		E map[string]uint8
		F [3]int
		G level
		H int `json:",string"`
	}
	var st outer
	for _, s := range []string{
		`{"a": "x"}`, `{"A": 5}`, `{"b": {"c": [1]}}`, `{"B": {"D": 300}}`, `{"B": {"D": 30}, "E": {"k": 256, "j": 1}}`,
		`{"F": [1,2,3,4]}`, `{"F": [9]}`, `{"G": "toolong"}`, `{"G": 1}`, `{"G": "abc"}`, `{"H": "12"}`, `{"H": 12}`,
		`{"H": "x"}`, `[1]`, `"s"`, `5`, `true`, `{"a": 1.5}`, `{"B": null, "E": null}`, `{"B": []}`,
	} {
		err := json.Unmarshal([]byte(s), &st)
		say(s, err, st.A, st.B.C, st.B.D != nil, st.E, st.F, st.G, st.H)
		var te *json.UnmarshalTypeError
		if errors.As(err, &te) {
			say(te.Value, te.Struct, te.Field, te.Type.String())
		}
	}
	say(json.Unmarshal([]byte(`1`), nil), json.Unmarshal([]byte(`1`), 5), json.Unmarshal([]byte(`1`), (*int)(nil)))
	var p *point
	say(json.Unmarshal([]byte(`[1,2]`), &p), *p)
	say(json.Unmarshal([]byte(`null`), &p), p == nil)
	var i any = &point{}
	say(json.Unmarshal([]byte(`[3,4]`), &i), *i.(*point))
	say(json.Valid([]byte(`{}`)), json.Valid([]byte(`{]`)))
	list := []int{1, 2, 3, 4, 5}
	say(json.Unmarshal([]byte(`[9,8]`), &list), list, len(list))
}

func stream() {
	d := json.NewDecoder(strings.NewReader(`{"a":1} {"a":2} 3 [4] "x" `))
	for {
		var v any
		err := d.Decode(&v)
		say(v, err, d.More())
		if err == io.EOF {
			break
		}
	}
	d = json.NewDecoder(strings.NewReader(`{"a":1,"z":2}tail`))
	d.DisallowUnknownFields()
	var s struct{ A int }
	say(d.Decode(&s), s.A)
	rest, _ := io.ReadAll(d.Buffered())
	say(string(rest), d.InputOffset())
	d = json.NewDecoder(strings.NewReader(`[1, {"k": 2.50}]`))
	d.UseNumber()
	for {
		tok, err := d.Token()
		if err != nil {
			say(err)
			break
		}
		say(tok, d.More())
	}
	say(json.NewDecoder(strings.NewReader(`{"a":`)).Decode(&s), json.NewDecoder(strings.NewReader(`}`)).Decode(&s))
	d = json.NewDecoder(strings.NewReader(`[{"A":1},{"A":2}]`))
	d.Token()
	for d.More() {
		say(d.Decode(&s), s.A)
	}
}

func run() {
	encode()
	decode()
	stream()
}
