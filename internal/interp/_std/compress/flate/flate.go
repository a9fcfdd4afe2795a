// Package flate keeps the format: it writes blocks that are not compressed, and reads all.
package flate

import (
	"bufio"
	"errors"
	"io"
	"strconv"
)

const (
	NoCompression      = 0
	BestSpeed          = 1
	BestCompression    = 9
	DefaultCompression = -1
	HuffmanOnly        = -2
)

type CorruptInputError int64

func (e CorruptInputError) Error() string {
	return "flate: corrupt input before offset " + strconv.FormatInt(int64(e), 10)
}

type InternalError string

func (e InternalError) Error() string { return "flate: internal error: " + string(e) }

type ReadError struct {
	Offset int64
	Err    error
}

func (e *ReadError) Error() string {
	return "flate: read error at offset " + strconv.FormatInt(e.Offset, 10) + ": " + e.Err.Error()
}

type WriteError struct {
	Offset int64
	Err    error
}

func (e *WriteError) Error() string {
	return "flate: write error at offset " + strconv.FormatInt(e.Offset, 10) + ": " + e.Err.Error()
}

const most = 1 << 15

var errClosed = errors.New("flate: closed writer")

type Writer struct {
	w   io.Writer
	buf []byte
	err error
}

func NewWriter(w io.Writer, level int) (*Writer, error) {
	if level < -2 || level > 9 {
		return nil, errors.New("flate: invalid compression level " + strconv.Itoa(level) + ": want value in range [-2, 9]")
	}
	return &Writer{w: w}, nil
}
func NewWriterDict(w io.Writer, level int, dict []byte) (*Writer, error) { return NewWriter(w, level) }

func (w *Writer) block(last byte) error {
	n := len(w.buf)
	b := append([]byte{last, byte(n), byte(n >> 8), ^byte(n), ^byte(n >> 8)}, w.buf...)
	w.buf = w.buf[:0]
	_, w.err = w.w.Write(b)
	return w.err
}
func (w *Writer) Write(data []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n := 0
	for len(data) > 0 {
		k := min(len(data), most-len(w.buf))
		w.buf = append(w.buf, data[:k]...)
		n += k
		data = data[k:]
		if len(w.buf) == most {
			if err := w.block(0); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}
func (w *Writer) Flush() error {
	if w.err != nil {
		return w.err
	}
	if len(w.buf) > 0 {
		if err := w.block(0); err != nil {
			return err
		}
	}
	return w.block(0)
}
func (w *Writer) Close() error {
	if w.err == errClosed {
		return nil
	}
	if w.err != nil {
		return w.err
	}
	if err := w.block(1); err != nil {
		return err
	}
	w.err = errClosed
	return nil
}
func (w *Writer) Reset(dst io.Writer) { w.w, w.buf, w.err = dst, nil, nil }

type Reader interface {
	io.Reader
	io.ByteReader
}

type Resetter interface {
	Reset(r io.Reader, dict []byte) error
}

type inflater struct {
	r    Reader
	left int    // of a block that is not compressed
	last bool   // it is the last block
	out  []byte // decompressed
	at   int64
	err  error
}

func NewReader(r io.Reader) io.ReadCloser {
	f := &inflater{}
	f.Reset(r, nil)
	return f
}
func NewReaderDict(r io.Reader, dict []byte) io.ReadCloser { return NewReader(r) }

func (f *inflater) Reset(r io.Reader, dict []byte) error {
	br, ok := r.(Reader)
	if !ok {
		br = bufio.NewReader(r)
	}
	*f = inflater{r: br}
	return nil
}
func (f *inflater) Close() error {
	if f.err == io.EOF {
		return nil
	}
	return f.err
}

// inflate decompresses what begins with a block; it says whether it is whole.
func inflate(b []byte) (out []byte, whole, bad bool)

func (f *inflater) byte() byte {
	if f.err != nil {
		return 0
	}
	c, err := f.r.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	f.err = err
	f.at++
	return c
}

// header reads the beginning of a block.
func (f *inflater) header() {
	if f.last {
		f.err = io.EOF
		return
	}
	h := f.byte()
	if f.err == nil && h>>1&3 != 0 {
		f.compressed(h)
		return
	}
	f.last = h&1 != 0
	n, m := int(f.byte()), 0
	n |= int(f.byte()) << 8
	m = int(f.byte())
	m |= int(f.byte()) << 8
	if f.err == nil && n != ^m&0xffff {
		f.err = CorruptInputError(f.at)
	}
	f.left = n
}

// compressed reads what is left, byte by byte, until it is whole.
func (f *inflater) compressed(h byte) {
	b := []byte{h}
	for f.err == nil {
		out, whole, bad := inflate(b)
		switch {
		case bad:
			f.err = CorruptInputError(len(b))
		case whole:
			f.out, f.last = out, true
			return
		default:
			b = append(b, f.byte())
		}
	}
}

func (f *inflater) Read(p []byte) (int, error) {
	for {
		if len(f.out) > 0 {
			n := copy(p, f.out)
			f.out = f.out[n:]
			return n, nil
		}
		if f.err != nil {
			return 0, f.err
		}
		if f.left == 0 {
			f.header()
			continue
		}
		if len(p) == 0 {
			return 0, nil
		}
		n, err := f.r.Read(p[:min(len(p), f.left)])
		f.left -= n
		f.at += int64(n)
		if err == io.EOF && f.left > 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil && err != io.EOF {
			f.err = err
		}
		if n > 0 || f.err != nil {
			return n, f.err
		}
	}
}
