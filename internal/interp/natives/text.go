// This file holds the natives about text: fmt, strings, bytes, unicode, math.

package natives

import (
	"bytes"
	"maps"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// wrapped finds the arguments printed with %w.
func wrapped(_ *thread, args []value) value {
	out, n := tuple{int64(-1), int64(-1)}, 0
	format := args[0].(string)
	arg := int64(0)
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.[]", format[i]) >= 0; i++ {
		}
		if i < len(format) && format[i] == '%' {
			continue
		}
		if i < len(format) && format[i] == 'w' && n < 2 {
			out[n] = arg
			n++
		}
		arg++
	}
	return out
}

// textNatives are all about text and numbers.
var textNatives = makeText()

// makeText gathers them.
func makeText() map[string]native {
	m := map[string]native{
		"fmt.wrapped":                  wrapped,
		"(*strings.Builder).copyCheck": func(*thread, []value) value { return nil },
		"(*strings.Builder).String": func(t *thread, args []value) value {
			c := args[0].(*cell)
			if c == nil {
				machine.Fault("invalid memory address or nil pointer dereference")
			}
			return string(t.Bytes(t.Load(&c.Parts[1]).(slice)))
		},
		"unicode.is": func(_ *thread, args []value) value {
			return charIs[args[1].(int64)](rune(args[0].(int64)))
		},
		"unicode.to": func(_ *thread, args []value) value {
			return int64(charTo[args[1].(int64)](rune(args[0].(int64))))
		},
		"math.one": func(_ *thread, args []value) value {
			return mathOne[args[1].(string)](args[0].(float64))
		},
		"math.two": func(_ *thread, args []value) value {
			return mathTwo[args[2].(string)](args[0].(float64), args[1].(float64))
		},
		"math.Float64bits": func(_ *thread, args []value) value {
			return math.Float64bits(args[0].(float64))
		},
		"math.Float64frombits": func(_ *thread, args []value) value {
			return math.Float64frombits(args[0].(uint64))
		},
		"math.Float32bits": func(_ *thread, args []value) value {
			return uint64(math.Float32bits(float32(args[0].(float64))))
		},
		"math.Float32frombits": func(_ *thread, args []value) value {
			return float64(math.Float32frombits(uint32(args[0].(uint64))))
		},
		"strconv.FormatFloat": func(_ *thread, args []value) value {
			return strconv.FormatFloat(
				args[0].(float64), byte(args[1].(uint64)), int(args[2].(int64)), int(args[3].(int64)))
		},
	}
	maps.Copy(m, stringNatives)
	maps.Copy(m, byteNatives)
	return m
}

// stringNatives are functions on strings alone.
var stringNatives = map[string]native{
	"strings.Clone":              func(_ *thread, a []value) value { return a[0] },
	"internal/stringslite.Clone": func(_ *thread, a []value) value { return a[0] },
	"strings.ToUpper":            func(_ *thread, a []value) value { return strings.ToUpper(a[0].(string)) },
	"strings.ToLower":            func(_ *thread, a []value) value { return strings.ToLower(a[0].(string)) },
	"strings.TrimSpace":          func(_ *thread, a []value) value { return strings.TrimSpace(a[0].(string)) },
	"strings.Contains": func(_ *thread, a []value) value {
		return strings.Contains(a[0].(string), a[1].(string))
	},
	"strings.HasPrefix": func(_ *thread, a []value) value {
		return strings.HasPrefix(a[0].(string), a[1].(string))
	},
	"strings.HasSuffix": func(_ *thread, a []value) value {
		return strings.HasSuffix(a[0].(string), a[1].(string))
	},
	"strings.Index": func(_ *thread, a []value) value {
		return int64(strings.Index(a[0].(string), a[1].(string)))
	},
	"strings.LastIndex": func(_ *thread, a []value) value {
		return int64(strings.LastIndex(a[0].(string), a[1].(string)))
	},
	"strings.Count": func(_ *thread, a []value) value {
		return int64(strings.Count(a[0].(string), a[1].(string)))
	},
	"strings.EqualFold": func(_ *thread, a []value) value {
		return strings.EqualFold(a[0].(string), a[1].(string))
	},
	"strings.ReplaceAll": func(_ *thread, a []value) value {
		return strings.ReplaceAll(a[0].(string), a[1].(string), a[2].(string))
	},
	"strings.Repeat": func(t *thread, a []value) value {
		if n := a[1].(int64); n < 0 || int(n)*len(a[0].(string)) > machine.MaxCells {
			panic(machine.Exhausted("memory"))
		}
		return strings.Repeat(a[0].(string), int(a[1].(int64)))
	},
}

// byteNatives are those of internal/bytealg.
var byteNatives = map[string]native{
	"internal/bytealg.Compare": func(t *thread, a []value) value {
		return int64(bytes.Compare(t.Bytes(a[0].(slice)), t.Bytes(a[1].(slice))))
	},
	"internal/bytealg.CompareString": func(_ *thread, a []value) value {
		return int64(strings.Compare(a[0].(string), a[1].(string)))
	},
	"internal/bytealg.Count": func(t *thread, a []value) value {
		return int64(bytes.Count(t.Bytes(a[0].(slice)), []byte{byte(a[1].(uint64))}))
	},
	"internal/bytealg.CountString": func(_ *thread, a []value) value {
		return int64(strings.Count(a[0].(string), string([]byte{byte(a[1].(uint64))})))
	},
	"internal/bytealg.Index": func(t *thread, a []value) value {
		return int64(bytes.Index(t.Bytes(a[0].(slice)), t.Bytes(a[1].(slice))))
	},
	"internal/bytealg.IndexString": func(_ *thread, a []value) value {
		return int64(strings.Index(a[0].(string), a[1].(string)))
	},
	"internal/bytealg.IndexByte": func(t *thread, a []value) value {
		return int64(bytes.IndexByte(t.Bytes(a[0].(slice)), byte(a[1].(uint64))))
	},
	"internal/bytealg.IndexByteString": func(_ *thread, a []value) value {
		return int64(strings.IndexByte(a[0].(string), byte(a[1].(uint64))))
	},
	"internal/bytealg.LastIndexByte": func(t *thread, a []value) value {
		return int64(bytes.LastIndexByte(t.Bytes(a[0].(slice)), byte(a[1].(uint64))))
	},
	"internal/bytealg.LastIndexByteString": func(_ *thread, a []value) value {
		return int64(strings.LastIndexByte(a[0].(string), byte(a[1].(uint64))))
	},
}

// charIs and charTo are the questions of unicode, by number.
var (
	charIs = []func(rune) bool{
		unicode.IsLetter, unicode.IsDigit, unicode.IsNumber, unicode.IsSpace, unicode.IsUpper, unicode.IsLower,
		unicode.IsPunct, unicode.IsControl, unicode.IsGraphic, unicode.IsPrint, unicode.IsSymbol, unicode.IsTitle,
		unicode.IsMark,
	}
	charTo  = []func(rune) rune{unicode.ToUpper, unicode.ToLower, unicode.ToTitle, unicode.SimpleFold}
	mathOne = map[string]func(float64) float64{
		"abs": math.Abs, "ceil": math.Ceil, "floor": math.Floor, "round": math.Round, "trunc": math.Trunc,
		"sqrt": math.Sqrt, "exp": math.Exp, "log": math.Log, "log2": math.Log2, "log10": math.Log10, "sin": math.Sin,
		"cos": math.Cos, "tan": math.Tan, "atan": math.Atan, "cbrt": math.Cbrt,
	}
	mathTwo = map[string]func(x, y float64) float64{
		"pow": math.Pow, "mod": math.Mod, "hypot": math.Hypot, "atan2": math.Atan2,
	}
)
