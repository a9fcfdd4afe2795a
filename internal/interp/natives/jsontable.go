// This file holds the natives of encoding/json.

package natives

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// jsonForm indents or compacts a text.
func jsonForm(t *thread, args []value) value {
	data := t.Bytes(args[0].(slice))
	var out bytes.Buffer
	var err error
	switch args[1].(string) {
	case "indent":
		err = json.Indent(&out, data, args[2].(string), args[3].(string))
	case "compact":
		err = json.Compact(&out, data)
	case "escape":
		json.HTMLEscape(&out, data)
	}
	e := &jsonErr{data: out.Bytes()}
	if s, ok := err.(*json.SyntaxError); ok {
		e = &jsonErr{kind: jsonSyntax, text: s.Error(), off: s.Offset}
	}
	return e.results(t)
}

// jsonNatives are those of encoding/json.
var jsonNatives = map[string]native{
	jsonPath + ".marshal":   jsonMarshal,
	jsonPath + ".unmarshal": jsonUnmarshal,
	jsonPath + ".form":      jsonForm,
	jsonPath + ".next": func(t *thread, args []value) value {
		return jsonNext(t.Bytes(args[0].(slice)), args[1].(bool)).results(t)
	},
	jsonPath + ".Valid": func(t *thread, args []value) value {
		return json.Valid(t.Bytes(args[0].(slice)))
	},
	jsonPath + ".quoteChar": func(_ *thread, args []value) value {
		c := byte(machine.AsInt(args[0]))
		if c == '\'' {
			return `'\''`
		}
		if c == '"' {
			return `'"'`
		}
		s := strconv.Quote(string(rune(c)))
		return "'" + s[1:len(s)-1] + "'"
	},
}
