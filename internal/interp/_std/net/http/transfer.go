package http

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
)

const maxPostHandlerReadBytes = 256 << 10

var (
	ErrBodyReadAfterClose = errors.New("http: invalid Read on closed Body")
	ErrLineTooLong        = errors.New("header line too long")
	ErrMissingFile        = errors.New("http: no such file")
)

func shouldClose(major, minor int, header Header) bool {
	if major < 1 {
		return true
	}
	conv := header["Connection"]
	has := func(token string) bool {
		for _, v := range conv {
			if hasToken(v, token) {
				return true
			}
		}
		return false
	}
	return has("close") || major == 1 && minor == 0 && !has("keep-alive")
}

// A transfer finds the body that follows a header.
type transfer struct {
	header     Header
	trailer    *Header
	request    bool
	noBody     bool
	body       io.ReadCloser
	length     int64
	encoding   []string
	untilClose bool
}

func (t *transfer) read(r *bufio.Reader) error {
	chunked := false
	if te := t.header["Transfer-Encoding"]; len(te) > 0 {
		if len(te) > 1 || !strings.EqualFold(te[0], "chunked") {
			return fmt.Errorf("unsupported transfer encoding %q", te)
		}
		delete(t.header, "Transfer-Encoding")
		delete(t.header, "Content-Length")
		chunked = true
		t.encoding = []string{"chunked"}
	}
	t.length = -1
	if cl := t.header["Content-Length"]; len(cl) > 0 && !chunked {
		n, err := strconv.ParseUint(textproto.TrimString(cl[0]), 10, 63)
		if err != nil {
			return badStringError("bad Content-Length", cl[0])
		}
		t.length = int64(n)
	}
	if tr := t.header["Trailer"]; len(tr) > 0 && chunked {
		delete(t.header, "Trailer")
		*t.trailer = make(Header)
		for _, v := range tr {
			for _, k := range strings.Split(v, ",") {
				(*t.trailer)[CanonicalHeaderKey(textproto.TrimString(k))] = nil
			}
		}
	}
	switch {
	case t.noBody:
		t.body = NoBody
	case chunked:
		t.body = &body{src: &chunkedReader{r: r}, r: r, trailer: t.trailer}
	case t.length > 0:
		t.body = &body{src: io.LimitReader(r, t.length)}
	case t.length == 0 || t.request:
		t.body = NoBody
		t.length = 0
	default:
		t.untilClose = true
		t.body = &body{src: r, closing: true}
	}
	return nil
}

type body struct {
	src          io.Reader
	r            *bufio.Reader
	trailer      *Header
	closing      bool
	doEarlyClose bool

	mu         sync.Mutex
	sawEOF     bool
	closed     bool
	earlyClose bool
	onHitEOF   func()
}

func (b *body) Read(p []byte) (n int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return 0, ErrBodyReadAfterClose
	}
	return b.readLocked(p)
}

func (b *body) readLocked(p []byte) (n int, err error) {
	if b.sawEOF {
		return 0, io.EOF
	}
	n, err = b.src.Read(p)
	if err == io.EOF {
		b.sawEOF = true
		if b.r != nil {
			if e := b.readTrailer(); e != nil {
				err = e
				b.sawEOF = false
				b.closed = true
			}
		} else if lr, ok := b.src.(*io.LimitedReader); ok && lr.N > 0 {
			err = io.ErrUnexpectedEOF
		}
	}
	if err == nil && n > 0 {
		if lr, ok := b.src.(*io.LimitedReader); ok && lr.N == 0 {
			err = io.EOF
			b.sawEOF = true
		}
	}
	if b.sawEOF && b.onHitEOF != nil {
		b.onHitEOF()
	}
	return n, err
}

func (b *body) readTrailer() error {
	h, err := textproto.NewReader(b.r).ReadMIMEHeader()
	if err != nil {
		return err
	}
	if len(h) > 0 {
		if *b.trailer == nil {
			*b.trailer = make(Header)
		}
		for k, v := range h {
			(*b.trailer)[k] = v
		}
	}
	return nil
}

type bodyLocked struct {
	b *body
}

func (bl bodyLocked) Read(p []byte) (n int, err error) {
	if bl.b.closed {
		return 0, ErrBodyReadAfterClose
	}
	return bl.b.readLocked(p)
}

func (b *body) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	var err error
	switch {
	case b.sawEOF:
	case b.closing:
	case b.doEarlyClose:
		if lr, ok := b.src.(*io.LimitedReader); ok && lr.N > maxPostHandlerReadBytes {
			b.earlyClose = true
		} else {
			var n int64
			n, err = io.CopyN(io.Discard, bodyLocked{b}, maxPostHandlerReadBytes)
			if err == io.EOF {
				err = nil
			}
			if n == maxPostHandlerReadBytes {
				b.earlyClose = true
			}
		}
	default:
		_, err = io.Copy(io.Discard, bodyLocked{b})
	}
	b.closed = true
	return err
}

func (b *body) didEarlyClose() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.earlyClose
}

func (b *body) bodyRemains() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.sawEOF
}

func (b *body) registerOnHitEOF(fn func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.onHitEOF = fn
}

// A chunkedReader reads chunks up to the last one, but not the trailer.
type chunkedReader struct {
	r    *bufio.Reader
	n    uint64
	crlf bool
	err  error
}

func (c *chunkedReader) Read(p []byte) (n int, err error) {
	if c.err != nil {
		return 0, c.err
	}
	if c.n == 0 {
		if c.err = c.next(); c.err != nil {
			return 0, c.err
		}
	}
	if uint64(len(p)) > c.n {
		p = p[:c.n]
	}
	n, err = c.r.Read(p)
	c.n -= uint64(n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	c.err = err
	return n, err
}

func (c *chunkedReader) next() error {
	if c.crlf {
		if _, err := c.line(); err != nil {
			return err
		}
	}
	c.crlf = true
	line, err := c.line()
	if err != nil {
		return err
	}
	line, _, _ = strings.Cut(line, ";")
	c.n, err = strconv.ParseUint(strings.TrimSpace(line), 16, 63)
	if err != nil {
		return errors.New("invalid byte in chunk length")
	}
	if c.n == 0 {
		return io.EOF
	}
	return nil
}

func (c *chunkedReader) line() (string, error) {
	line, err := c.r.ReadString('\n')
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return strings.TrimRight(line, "\r\n"), err
}

func writeChunked(w *bufio.Writer, r io.Reader, trailer Header) error {
	buf := make([]byte, 8<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			fmt.Fprintf(w, "%x\r\n", n)
			w.Write(buf[:n])
			w.WriteString("\r\n")
			if err := w.Flush(); err != nil {
				return err
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	w.WriteString("0\r\n")
	trailer.Write(w)
	_, err := w.WriteString("\r\n")
	return err
}
