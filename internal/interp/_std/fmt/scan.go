package fmt

import (
	"errors"
	"io"
)

type ScanState interface {
	ReadRune() (r rune, size int, err error)
	UnreadRune() error
	SkipSpace()
	Token(skipSpace bool, f func(rune) bool) (token []byte, err error)
	Width() (wid int, ok bool)
	Read(buf []byte) (n int, err error)
}

type Scanner interface {
	Scan(state ScanState, verb rune) error
}

// scan reads values from a text into variables: by a format, by words, or by the words of a line.
func scan(text, format string, how int, a []any) (n int, bad string)

func scanned(n int, bad string) (int, error) {
	switch bad {
	case "":
		return n, nil
	case "EOF":
		return n, io.EOF
	case "unexpected EOF":
		return n, io.ErrUnexpectedEOF
	}
	return n, errors.New(bad)
}

// take reads a line, or so many words.
func take(r io.Reader, words int) (string, error) {
	var b []byte
	in := false
	c := make([]byte, 1)
	for {
		if _, err := io.ReadFull(r, c); err != nil {
			if len(b) > 0 {
				err = nil
			}
			return string(b), err
		}
		space := c[0] == ' ' || c[0] == '\t' || c[0] == '\r' || c[0] == '\n'
		switch {
		case words < 0 && c[0] == '\n':
			return string(b) + "\n", nil
		case words >= 0 && space && in:
			if words--; words == 0 {
				if u, ok := r.(io.ByteScanner); ok {
					u.UnreadByte()
				}
				return string(b), nil
			}
		}
		in = !space
		b = append(b, c[0])
	}
}

func Sscan(str string, a ...any) (n int, err error)          { return scanned(scan(str, "", 0, a)) }
func Sscanf(str, format string, a ...any) (n int, err error) { return scanned(scan(str, format, 1, a)) }
func Sscanln(str string, a ...any) (n int, err error)        { return scanned(scan(str, "", 2, a)) }
func Scan(a ...any) (n int, err error)                       { return 0, io.EOF }
func Scanln(a ...any) (n int, err error)                     { return 0, io.EOF }
func Scanf(format string, a ...any) (n int, err error)       { return 0, io.EOF }
func Fscan(r io.Reader, a ...any) (n int, err error) {
	s, err := take(r, len(a))
	if err != nil {
		return 0, err
	}
	return Sscan(s, a...)
}
func Fscanln(r io.Reader, a ...any) (n int, err error) {
	s, err := take(r, -1)
	if err != nil {
		return 0, err
	}
	return Sscanln(s, a...)
}
func Fscanf(r io.Reader, format string, a ...any) (n int, err error) {
	s, err := take(r, -1)
	if err != nil {
		return 0, err
	}
	return Sscanf(s, format, a...)
}
