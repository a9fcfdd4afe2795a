// Copyright The Go Authors, BSD-style licence; shortened.

// Package log keeps the locks and atomics of Logger and Fatal and Panic; it drops file names, lines and buffer pools.
package log

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	Ldate = 1 << iota
	Ltime
	Lmicroseconds
	Llongfile
	Lshortfile
	LUTC
	Lmsgprefix
	LstdFlags = Ldate | Ltime
)

type Logger struct {
	outMu sync.Mutex
	out   io.Writer

	prefix    atomic.Pointer[string]
	flag      atomic.Int32
	isDiscard atomic.Bool
}

func New(out io.Writer, prefix string, flag int) *Logger {
	l := new(Logger)
	l.SetOutput(out)
	l.SetPrefix(prefix)
	l.SetFlags(flag)
	return l
}

func (l *Logger) SetOutput(w io.Writer) {
	l.outMu.Lock()
	defer l.outMu.Unlock()
	l.out = w
	l.isDiscard.Store(w == io.Discard)
}

var std = New(os.Stderr, "", LstdFlags)

func Default() *Logger { return std }

func itoa(buf *[]byte, i int, wid int) {

	var b [20]byte
	bp := len(b) - 1
	for i >= 10 || wid > 1 {
		wid--
		q := i / 10
		b[bp] = byte('0' + i - q*10)
		bp--
		i = q
	}

	b[bp] = byte('0' + i)
	*buf = append(*buf, b[bp:]...)
}

func formatHeader(buf *[]byte, t time.Time, prefix string, flag int, file string, line int) {
	if flag&Lmsgprefix == 0 {
		*buf = append(*buf, prefix...)
	}
	if flag&(Ldate|Ltime|Lmicroseconds) != 0 {
		if flag&LUTC != 0 {
			t = t.UTC()
		}
		if flag&Ldate != 0 {
			year, month, day := t.Date()
			itoa(buf, year, 4)
			*buf = append(*buf, '/')
			itoa(buf, int(month), 2)
			*buf = append(*buf, '/')
			itoa(buf, day, 2)
			*buf = append(*buf, ' ')
		}
		if flag&(Ltime|Lmicroseconds) != 0 {
			hour, min, sec := t.Clock()
			itoa(buf, hour, 2)
			*buf = append(*buf, ':')
			itoa(buf, min, 2)
			*buf = append(*buf, ':')
			itoa(buf, sec, 2)
			if flag&Lmicroseconds != 0 {
				*buf = append(*buf, '.')
				itoa(buf, t.Nanosecond()/1e3, 6)
			}
			*buf = append(*buf, ' ')
		}
	}
	if flag&(Lshortfile|Llongfile) != 0 {
		if flag&Lshortfile != 0 {
			short := file
			for i := len(file) - 1; i > 0; i-- {
				if file[i] == '/' {
					short = file[i+1:]
					break
				}
			}
			file = short
		}
		*buf = append(*buf, file...)
		*buf = append(*buf, ':')
		itoa(buf, line, -1)
		*buf = append(*buf, ": "...)
	}
	if flag&Lmsgprefix != 0 {
		*buf = append(*buf, prefix...)
	}
}

func (l *Logger) Output(calldepth int, s string) error {
	return l.output(func(b []byte) []byte {
		return append(b, s...)
	})
}

func (l *Logger) output(appendOutput func([]byte) []byte) error {
	if l.isDiscard.Load() {
		return nil
	}

	now := time.Now()

	prefix := l.Prefix()
	flag := l.Flags()

	buf := new([]byte)
	formatHeader(buf, now, prefix, flag, "???", 0)
	*buf = appendOutput(*buf)
	if len(*buf) == 0 || (*buf)[len(*buf)-1] != '\n' {
		*buf = append(*buf, '\n')
	}

	l.outMu.Lock()
	defer l.outMu.Unlock()
	_, err := l.out.Write(*buf)
	return err
}

func (l *Logger) Print(v ...any) {
	l.output(func(b []byte) []byte {
		return fmt.Append(b, v...)
	})
}

func (l *Logger) Printf(format string, v ...any) {
	l.output(func(b []byte) []byte {
		return fmt.Appendf(b, format, v...)
	})
}

func (l *Logger) Println(v ...any) {
	l.output(func(b []byte) []byte {
		return fmt.Appendln(b, v...)
	})
}

func (l *Logger) Fatal(v ...any) {
	l.output(func(b []byte) []byte {
		return fmt.Append(b, v...)
	})
	os.Exit(1)
}

func (l *Logger) Fatalf(format string, v ...any) {
	l.output(func(b []byte) []byte {
		return fmt.Appendf(b, format, v...)
	})
	os.Exit(1)
}

func (l *Logger) Fatalln(v ...any) {
	l.output(func(b []byte) []byte {
		return fmt.Appendln(b, v...)
	})
	os.Exit(1)
}

func (l *Logger) Panic(v ...any) {
	s := fmt.Sprint(v...)
	l.output(func(b []byte) []byte {
		return append(b, s...)
	})
	panic(s)
}

func (l *Logger) Panicf(format string, v ...any) {
	s := fmt.Sprintf(format, v...)
	l.output(func(b []byte) []byte {
		return append(b, s...)
	})
	panic(s)
}

func (l *Logger) Panicln(v ...any) {
	s := fmt.Sprintln(v...)
	l.output(func(b []byte) []byte {
		return append(b, s...)
	})
	panic(s)
}

func (l *Logger) Flags() int {
	return int(l.flag.Load())
}

func (l *Logger) SetFlags(flag int) {
	l.flag.Store(int32(flag))
}

func (l *Logger) Prefix() string {
	if p := l.prefix.Load(); p != nil {
		return *p
	}
	return ""
}

func (l *Logger) SetPrefix(prefix string) {
	l.prefix.Store(&prefix)
}

func (l *Logger) Writer() io.Writer {
	l.outMu.Lock()
	defer l.outMu.Unlock()
	return l.out
}

func SetOutput(w io.Writer) {
	std.SetOutput(w)
}

func Flags() int {
	return std.Flags()
}

func SetFlags(flag int) {
	std.SetFlags(flag)
}

func Prefix() string {
	return std.Prefix()
}

func SetPrefix(prefix string) {
	std.SetPrefix(prefix)
}

func Writer() io.Writer {
	return std.Writer()
}

func Print(v ...any) {
	std.output(func(b []byte) []byte {
		return fmt.Append(b, v...)
	})
}

func Printf(format string, v ...any) {
	std.output(func(b []byte) []byte {
		return fmt.Appendf(b, format, v...)
	})
}

func Println(v ...any) {
	std.output(func(b []byte) []byte {
		return fmt.Appendln(b, v...)
	})
}

func Fatal(v ...any) {
	std.output(func(b []byte) []byte {
		return fmt.Append(b, v...)
	})
	os.Exit(1)
}

func Fatalf(format string, v ...any) {
	std.output(func(b []byte) []byte {
		return fmt.Appendf(b, format, v...)
	})
	os.Exit(1)
}

func Fatalln(v ...any) {
	std.output(func(b []byte) []byte {
		return fmt.Appendln(b, v...)
	})
	os.Exit(1)
}

func Panic(v ...any) {
	s := fmt.Sprint(v...)
	std.output(func(b []byte) []byte {
		return append(b, s...)
	})
	panic(s)
}

func Panicf(format string, v ...any) {
	s := fmt.Sprintf(format, v...)
	std.output(func(b []byte) []byte {
		return append(b, s...)
	})
	panic(s)
}

func Panicln(v ...any) {
	s := fmt.Sprintln(v...)
	std.output(func(b []byte) []byte {
		return append(b, s...)
	})
	panic(s)
}

func Output(calldepth int, s string) error {
	return std.output(func(b []byte) []byte {
		return append(b, s...)
	})
}
