package main

import (
	"errors"
	"math"
	"strconv"
)

func run() {
	for _, s := range []string{"12", "-5", "x", "", "99999999999999999999", "0x1f", "1_000"} {
		n, err := strconv.Atoi(s)
		say(n, err)
		m, err := strconv.ParseInt(s, 0, 16)
		say(m, err, errors.Is(err, strconv.ErrRange), errors.Is(err, strconv.ErrSyntax))
		u, err := strconv.ParseUint(s, 36, 64)
		say(u, err)
		f, err := strconv.ParseFloat(s, 32)
		say(f, err)
		b, err := strconv.ParseBool(s)
		say(b, err)
	}
	_, err := strconv.ParseInt("1", 1, 64)
	say(err)
	_, err = strconv.ParseInt("1", 10, 65)
	say(err)
	say(strconv.Itoa(-7), strconv.FormatInt(255, 2), strconv.FormatUint(math.MaxUint64, 36), strconv.FormatBool(true))
	say(strconv.FormatFloat(1.5, 'e', 3, 64), strconv.FormatFloat(0.1, 'g', -1, 32), strconv.FormatComplex(1+2i, 'g', -1, 128))
	say(strconv.Quote("a\n\x00é\u2028\xff"), strconv.QuoteToASCII("é"), strconv.QuoteRune('☺'), strconv.QuoteRuneToASCII('☺'))
	s, err := strconv.Unquote(`"a\tb"`)
	say(s, err)
	_, err = strconv.Unquote(`"a`)
	say(err)
	r, multi, tail, err := strconv.UnquoteChar(`\u00e9x`, '"')
	say(r, multi, tail, err)
	p, err := strconv.QuotedPrefix("`a` b")
	say(p, err, strconv.CanBackquote("`"), strconv.IsPrint('a'), strconv.IsPrint(0))
	b := strconv.AppendInt(nil, 5, 10)
	b = strconv.AppendBool(strconv.AppendQuote(b, "q"), false)
	say(string(strconv.AppendFloat(b, 2.5, 'f', 1, 64)))
}
