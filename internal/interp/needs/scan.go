// This file says what Go source declares without parsing it: whole packages are looked at for the few names that are
// needed of them.

package needs

import "bytes"

// A scanner walks through source.
type scanner struct {
	src   []byte // all of it
	at    int    // the next byte
	depth int    // brackets that are open
}

// declared calls found for each name that is declared outside of functions, with the receiver's type if it is a
// method. It may report more: names that no declaration has.
func declared(src []byte, found func(recv, name string)) {
	s := &scanner{src: src}
	for s.next() {
		if s.depth > 0 || !letter(s.src[s.at]) {
			s.skip()
			continue
		}
		switch word := s.word(); word {
		case "func":
			s.function(found)
		case "type", "const":
			s.group(found)
		case "var":
			from := s.at
			s.group(found)
			s.rest()
			if effective(s.src[from:s.at]) {
				found("", "_")
			}
		}
	}
}

// packageName is the name in the package clause.
func packageName(src []byte) string {
	s := &scanner{src: src}
	for s.next() {
		if !letter(s.src[s.at]) {
			s.skip()
			continue
		}
		if s.word() == "package" && s.next() {
			return s.word()
		}
	}
	return ""
}

// next goes to the next byte that is no space or comment; it reports whether there is one.
func (s *scanner) next() bool {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			s.at++
		case !s.comment():
			return true
		}
	}
	return false
}

// spaces skips what may stand between words of a line.
func (s *scanner) spaces() {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == ' ' || c == '\t':
			s.at++
		case !bytes.HasPrefix(s.src[s.at:], []byte("/*")):
			return
		default:
			s.comment()
		}
	}
}

// comment skips a comment, up to the end of its line; it reports whether there was one.
func (s *scanner) comment() bool {
	if s.src[s.at] != '/' || s.at+1 == len(s.src) {
		return false
	}
	end := "\n"
	switch s.src[s.at+1] {
	case '/':
	case '*':
		end = "*/"
	default:
		return false
	}
	s.to(end)
	return true
}

// to goes on behind some text, or to the end.
func (s *scanner) to(text string) {
	k := bytes.Index(s.src[s.at:], []byte(text))
	if k < 0 {
		s.at = len(s.src)
		return
	}
	s.at += k + len(text)
}

// letter reports whether a byte may be in a name.
func letter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}

// word takes a name; empty if there is none.
func (s *scanner) word() string {
	from := s.at
	for s.at < len(s.src) && letter(s.src[s.at]) {
		s.at++
	}
	return string(s.src[from:s.at])
}

// skip skips a name, a literal or a sign, and counts brackets.
func (s *scanner) skip() {
	switch c := s.src[s.at]; c {
	case '(', '[', '{':
		s.depth++
	case ')', ']', '}':
		s.depth--
	case '`':
		s.at++
		s.to("`")
		return
	case '"', '\'':
		for s.at++; s.at < len(s.src) && s.src[s.at] != c && s.src[s.at] != '\n'; s.at++ {
			if s.src[s.at] == '\\' {
				s.at++
			}
		}
	default:
		if letter(c) {
			s.word()
			return
		}
	}
	s.at++
}

// function reads what follows the word func.
func (s *scanner) function(found func(recv, name string)) {
	recv := ""
	if !s.next() {
		return
	}
	if s.src[s.at] == '(' {
		recv = s.receiver()
		if recv == "" {
			return
		}
		s.spaces()
	}
	if name := s.word(); name != "" {
		found(recv, name)
	}
}

// receiver reads a receiver in parentheses, and gives the name of its type: the last name outside of brackets.
func (s *scanner) receiver() (name string) {
	open := s.depth
	s.skip()
	for s.depth > open && s.next() {
		if s.depth == open+1 && letter(s.src[s.at]) {
			name = s.word()
			continue
		}
		s.skip()
	}
	return name
}

// group reads the names of one declaration, or of several in parentheses.
func (s *scanner) group(found func(recv, name string)) {
	if !s.next() {
		return
	}
	if s.src[s.at] != '(' {
		s.list(found)
		return
	}
	open := s.depth
	s.skip()
	fresh := true
	for s.depth > open && s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '\n' || c == ';':
			fresh = fresh || s.depth == open+1
			s.at++
		case c == ' ' || c == '\t' || c == '\r':
			s.at++
		case c == '/' && s.comment():
			fresh = fresh || s.depth == open+1
		case fresh && s.depth == open+1 && letter(c):
			s.list(found)
			fresh = false
		default:
			s.skip()
			fresh = false
		}
	}
}

// rest goes to the end of a declaration, whose first line may have begun.
func (s *scanner) rest() {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case s.depth == 0 && (c == '\n' || c == ';'):
			return
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			s.at++
		case c == '/' && s.comment():
			if s.depth == 0 && s.src[s.at-1] == '\n' {
				return
			}
		default:
			s.skip()
		}
	}
}

// effective reports whether the text of variables may call something that has an effect.
func effective(text []byte) bool {
	for k, c := range text {
		if c != '(' || k == 0 || !letter(text[k-1]) {
			continue
		}
		from := k
		for from > 0 && (letter(text[from-1]) || text[from-1] == '.') {
			from--
		}
		switch string(text[from:k]) {
		case "var", "func", "make", "new", "len", "errors.New", "fmt.Errorf", "regexp.MustCompile", "byte", "string":
		default:
			return true
		}
	}
	return false
}

// list reads names with commas between them.
func (s *scanner) list(found func(recv, name string)) {
	for {
		name := s.word()
		if name == "" {
			return
		}
		found("", name)
		s.spaces()
		if s.at == len(s.src) || s.src[s.at] != ',' {
			return
		}
		s.at++
		if !s.next() {
			return
		}
	}
}
