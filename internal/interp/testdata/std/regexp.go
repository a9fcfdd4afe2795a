package main

import (
	"regexp"
	"strings"
	"unicode"
)

func run() {
	re := regexp.MustCompile(`(?P<key>\w+)=(?P<val>\d*)`)
	s := "a=1, bc=23 d= e"
	say(re, re.NumSubexp(), re.SubexpNames(), re.SubexpIndex("val"))
	say(re.MatchString(s), re.FindString(s), re.FindStringIndex(s), re.FindStringSubmatch(s))
	say(re.FindAllString(s, -1), re.FindAllStringSubmatch(s, 2), re.FindAllStringIndex(s, -1))
	say(re.ReplaceAllString(s, "$val:${key}"), re.ReplaceAllLiteralString(s, "$1"))
	say(re.ReplaceAllStringFunc(s, strings.ToUpper), string(re.ReplaceAll([]byte(s), []byte("<$1>"))))
	say(regexp.MustCompile(`,\s*`).Split("a, b,c,,d", -1), regexp.QuoteMeta("a.b*c"))
	say(regexp.MustCompile("a*").ReplaceAllString("baaac", "x"), regexp.MustCompile("x*").Split("axbxc", 3))
	_, err := regexp.Compile("a(b")
	say(err)
	ok, err := regexp.MatchString("^[a-z]+$", "abc")
	say(ok, err, string(re.Find([]byte(s))), len(re.FindAllSubmatch([]byte(s), -1)))
	say(unicode.Is(unicode.Han, '世'), unicode.In('a', unicode.Upper, unicode.Latin), unicode.Is(unicode.Nd, 'x'))
	custom := &unicode.RangeTable{R16: []unicode.Range16{{'a', 'f', 1}}}
	say(unicode.Is(custom, 'c'), unicode.Is(custom, 'g'), unicode.IsOneOf([]*unicode.RangeTable{custom}, 'f'))
}
