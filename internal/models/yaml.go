// This file takes the user's file apart: the part of YAML that it needs, a list of small mappings below the key "models".

package models

import (
	"fmt"
	"strings"
)

// An entry is one element of the list.
type entry struct {
	line   int
	fields []field
}

// A field is a key with its value as written, quotes aside.
type field struct {
	line       int
	key, value string
}

// settings are the keys of the file that the front reads (internal/cli), one a setting.
var settings = map[string]bool{
	"confidence": true, "fail": true, "tags": true, "tests": true, "deps": true, "atomicity": true, "generated": true, "exclude": true, "levels": true,
}

// parseEntries lists the entries. Lines that do not fit are problems, and spoil the entry they stand in.
func parseEntries(text string) (list []entry, problems []Problem) {
	bad := func(line int, format string, args ...any) {
		problems = append(problems, Problem{line, fmt.Sprintf(format, args...)})
	}
	section, spoilt := "", false
	drop := func() {
		if spoilt && len(list) > 0 {
			list = list[:len(list)-1]
		}
		spoilt = false
	}
	other := false // in a setting of the front
	for i, raw := range strings.Split(text, "\n") {
		line := i + 1
		if key, _, ok := strings.Cut(raw, ":"); ok && settings[key] {
			other = true
		} else if ok && raw[0] != ' ' && raw[0] != '-' && raw[0] != '#' {
			other = false
		}
		if other {
			drop()
			continue
		}
		body := strings.TrimRight(uncomment(raw), " \r")
		content := strings.TrimLeft(body, " ")
		switch {
		case content == "" || content == "---":
			continue
		case strings.HasPrefix(content, "\t"):
			bad(line, "tabs do not indent YAML")
			spoilt = true
			continue
		}
		if rest, ok := strings.CutPrefix(content, "-"); ok && (rest == "" || rest[0] == ' ') {
			if drop(); section != "models" {
				bad(line, "a list element outside of models")
				continue
			}
			list = append(list, entry{line: line})
			if content = strings.TrimLeft(rest, " "); content == "" {
				continue
			}
		} else if content == body { // not indented
			drop()
			key, value, ok := strings.Cut(content, ":")
			if section = strings.TrimSpace(key); !ok || strings.TrimSpace(value) != "" || section != "models" {
				bad(line, "there is no section %q; what is there is models:", section)
			}
			continue
		}
		if section != "models" {
			continue // of a section that was a problem already
		}
		key, value, ok := strings.Cut(content, ": ")
		switch {
		case len(list) == 0:
			bad(line, "not in a list element, which begins with -")
		case !ok:
			bad(line, "%q is not of the form key: value", content)
			spoilt = true
		default:
			e := &list[len(list)-1]
			e.fields = append(e.fields, field{line, strings.TrimSpace(key), unquote(strings.TrimSpace(value))})
		}
	}
	drop()
	return list, problems
}

// uncomment cuts a comment off: a # at the beginning or behind a space, outside of quotes.
func uncomment(s string) string {
	quote := rune(0)
	for i, c := range s {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#' && (i == 0 || s[i-1] == ' ' || s[i-1] == '\t'):
			return s[:i]
		}
	}
	return s
}

// unquote takes quotes off.
func unquote(s string) string {
	if n := len(s); n >= 2 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] {
		return s[1 : n-1]
	}
	return s
}
