package fmt

// A state is what Format methods write to.
type state struct {
	buf       []byte
	wid, prec int
	flags     string
}

func (s *state) Write(b []byte) (int, error) {
	s.buf = append(s.buf, b...)
	return len(b), nil
}
func (s *state) WriteString(text string) (int, error) {
	s.buf = append(s.buf, text...)
	return len(text), nil
}
func (s *state) Width() (int, bool)     { return max(s.wid, 0), s.wid >= 0 }
func (s *state) Precision() (int, bool) { return max(s.prec, 0), s.prec >= 0 }
func (s *state) Flag(c int) bool {
	for i := 0; i < len(s.flags); i++ {
		if int(s.flags[i]) == c {
			return true
		}
	}
	return false
}

// show calls a Format method.
func show(f Formatter, wid, prec int, flags string, verb rune) []byte {
	s := &state{wid: wid, prec: prec, flags: flags}
	f.Format(s, verb)
	return s.buf
}

func FormatString(s State, verb rune) string {
	out := "%"
	for _, c := range " +-#0" {
		if s.Flag(int(c)) {
			out += string(c)
		}
	}
	if w, ok := s.Width(); ok {
		out += Sprint(w)
	}
	if p, ok := s.Precision(); ok {
		out += "." + Sprint(p)
	}
	return out + string(verb)
}
