// This file holds natives about characters and regular expressions.

package natives

import (
	"go/types"
	"regexp"
	"unicode"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// charTables are the tables of the stand-in of unicode, by number.
var charTables = []*unicode.RangeTable{
	unicode.L, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Lm, unicode.Lo, unicode.N, unicode.Nd,
	unicode.Nl, unicode.No, unicode.P, unicode.Pc, unicode.Pd, unicode.Pe, unicode.Pf, unicode.Pi,
	unicode.Po, unicode.Ps, unicode.S, unicode.Sc, unicode.Sk, unicode.Sm, unicode.So, unicode.M,
	unicode.Mc, unicode.Me, unicode.Mn, unicode.Z, unicode.Zl, unicode.Zp, unicode.Zs, unicode.C,
	unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Latin, unicode.Greek, unicode.Cyrillic,
	unicode.Hebrew, unicode.Arabic, unicode.Hiragana, unicode.Katakana, unicode.Han, unicode.Hangul,
	unicode.Thai, unicode.Devanagari, unicode.Armenian, unicode.Georgian, unicode.Common,
	unicode.White_Space, unicode.Hex_Digit, unicode.Dash, unicode.Ideographic, unicode.Quotation_Mark,
	unicode.Diacritic,
}

// regexpOf compiles an expression, or gives what was compiled before.
func regexpOf(w *world, expr string, posix bool) (*regexp.Regexp, error) {
	key := expr
	if posix {
		key = "posix " + expr
	}
	if re := lib(w).regexps[key]; re != nil {
		return re, nil
	}
	compile := regexp.Compile
	if posix {
		compile = regexp.CompilePOSIX
	}
	re, err := compile(expr)
	if err != nil {
		return nil, err
	}
	lib(w).regexps[key] = re
	return re, nil
}

// regexpFind finds matches: for each, where it and its parts begin and end; one list for all.
func regexpFind(t *thread, args []value) value {
	re, err := regexpOf(t.Run.World, args[0].(string), args[1].(bool))
	if err != nil {
		panic(machine.Unsupported(err.Error()))
	}
	if args[2].(bool) {
		long := *re // the one that is kept stays as it is
		re = &long
		re.Longest()
	}
	text := args[3].(string)
	var all []int
	for _, m := range re.FindAllStringSubmatchIndex(text, int(args[4].(int64))) {
		all = append(all, m...)
	}
	return intsOf(t.Run, all)
}

// intsOf makes a slice of integers.
func intsOf(r *run, list []int) slice {
	if list == nil {
		return slice{}
	}
	s := r.MakeSlice(types.Typ[types.Int], len(list), len(list))
	for i, n := range list {
		s.At(i).Write(int64(n))
	}
	return s
}

// stringsOf makes a slice of strings.
func stringsOf(r *run, list []string) slice {
	s := r.MakeSlice(types.Typ[types.String], len(list), len(list))
	for i, x := range list {
		s.At(i).Write(x)
	}
	return s
}

// charNatives are those of unicode and regexp.
var charNatives = map[string]native{
	"unicode.inTable": func(_ *thread, args []value) value {
		k := machine.AsInt(args[0])
		return k >= 0 && k < int64(len(charTables)) && unicode.Is(charTables[k], rune(machine.AsInt(args[1])))
	},
	"regexp.compile": func(t *thread, args []value) value {
		re, err := regexpOf(t.Run.World, args[0].(string), args[1].(bool))
		if err != nil {
			return tuple{slice{}, "", err.Error()}
		}
		prefix, _ := re.LiteralPrefix()
		return tuple{stringsOf(t.Run, re.SubexpNames()), prefix, ""}
	},
	"regexp.find": regexpFind,
	"regexp.expand": func(t *thread, args []value) value {
		re, err := regexpOf(t.Run.World, args[0].(string), args[1].(bool))
		if err != nil {
			panic(machine.Unsupported(err.Error()))
		}
		match, _ := args[4].(slice)
		list := make([]int, match.Len)
		for i := range list {
			list[i] = int(machine.AsInt(t.Load(match.At(i))))
		}
		return string(re.ExpandString(nil, args[2].(string), args[3].(string), list))
	},
	"regexp.QuoteMeta": func(_ *thread, args []value) value { return regexp.QuoteMeta(args[0].(string)) },
}
