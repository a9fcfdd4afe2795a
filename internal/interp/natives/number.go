// This file holds the natives of strconv.

package natives

import (
	"errors"
	"maps"
	"strconv"
	"unicode/utf8"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// numberBad is what is wrong with a text that is no number; empty if nothing is.
func numberBad(err error) string {
	var e *strconv.NumError
	switch {
	case err == nil:
		return ""
	case errors.Is(err, strconv.ErrRange):
		return "range"
	case errors.Is(err, strconv.ErrSyntax):
		return "syntax"
	case errors.As(err, &e):
		return e.Err.Error()
	}
	return err.Error()
}

// quoted is a text or a character, quoted.
func quoted(_ *thread, args []value) value {
	s := args[0].(string)
	r, _ := utf8.DecodeRuneInString(s)
	switch args[1].(string) {
	case "ascii":
		return strconv.QuoteToASCII(s)
	case "graphic":
		return strconv.QuoteToGraphic(s)
	case "rune":
		return strconv.QuoteRune(r)
	case "rune ascii":
		return strconv.QuoteRuneToASCII(r)
	case "rune graphic":
		return strconv.QuoteRuneToGraphic(r)
	}
	return strconv.Quote(s)
}

// checked answers a question about a text or a character.
func checked(_ *thread, args []value) value {
	s := args[0].(string)
	r, _ := utf8.DecodeRuneInString(s)
	switch args[1].(string) {
	case "print":
		return strconv.IsPrint(r)
	case "graphic":
		return strconv.IsGraphic(r)
	}
	return strconv.CanBackquote(s)
}

// numberNatives are those of strconv.
var numberNatives = makeNumber()

// makeNumber gathers them.
func makeNumber() map[string]native {
	m := map[string]native{
		"strconv.quote": quoted,
		"strconv.check": checked,
		"strconv.unquote": func(_ *thread, args []value) value {
			s, err := strconv.Unquote(args[0].(string))
			return tuple{s, err == nil}
		},
		"strconv.unquoteChar": func(_ *thread, args []value) value {
			r, multi, tail, err := strconv.UnquoteChar(args[0].(string), byte(machine.AsInt(args[1])))
			return tuple{int64(r), multi, tail, err == nil}
		},
		"strconv.quotedPrefix": func(_ *thread, args []value) value {
			s, err := strconv.QuotedPrefix(args[0].(string))
			return tuple{s, err == nil}
		},
	}
	maps.Copy(m, parseNatives)
	return m
}

// parseNatives are those that read and write numbers.
var parseNatives = map[string]native{
	"strconv.parseInt": func(_ *thread, args []value) value {
		n, err := strconv.ParseInt(args[0].(string), int(machine.AsInt(args[1])), int(machine.AsInt(args[2])))
		return tuple{n, numberBad(err)}
	},
	"strconv.parseUint": func(_ *thread, args []value) value {
		n, err := strconv.ParseUint(args[0].(string), int(machine.AsInt(args[1])), int(machine.AsInt(args[2])))
		return tuple{n, numberBad(err)}
	},
	"strconv.parseFloat": func(_ *thread, args []value) value {
		f, err := strconv.ParseFloat(args[0].(string), int(machine.AsInt(args[1])))
		return tuple{f, numberBad(err)}
	},
	"strconv.parseComplex": func(_ *thread, args []value) value {
		c, err := strconv.ParseComplex(args[0].(string), int(machine.AsInt(args[1])))
		return tuple{c, numberBad(err)}
	},
	"strconv.FormatInt": func(_ *thread, args []value) value {
		return strconv.FormatInt(args[0].(int64), int(machine.AsInt(args[1])))
	},
	"strconv.FormatUint": func(_ *thread, args []value) value {
		return strconv.FormatUint(args[0].(uint64), int(machine.AsInt(args[1])))
	},
	"strconv.formatComplex": func(_ *thread, args []value) value {
		return strconv.FormatComplex(
			args[0].(complex128), byte(machine.AsInt(args[1])), int(machine.AsInt(args[2])), int(machine.AsInt(args[3])))
	},
}
