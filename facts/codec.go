// This file is the codec: a coder that writes or reads, so that one function per type serves both directions (F5).

package facts

import (
	"encoding/binary"
	"errors"
)

// errCorrupt is the only decoding error: the bytes are not what the encoder wrote.
var errCorrupt = errors.New("facts: corrupt archive")

// A coder appends to buf, or reads from it when reading is set. After an error every read yields zeros.
type coder struct {
	buf     []byte           // writing: what is encoded so far; reading: the whole blob
	pos     int              // next byte to read
	reading bool             // direction
	err     error            // first error, nil when fine
	text    string           // buf as a string, made once, so that decoded strings share it; empty until needed
	intern  func(Symbol) Ref // writing: how symbols are numbered; nil where none may occur
	names   *Names           // reading: what the numbers mean; nil where none may occur
}

// encode returns the bytes that f writes.
func encode(f func(*coder)) []byte {
	c := &coder{}
	f(c)
	return c.buf
}

// decode runs f over b and reports damage, trailing bytes included.
func decode(b []byte, f func(*coder)) error {
	c := &coder{buf: b, reading: true}
	f(c)
	if c.err == nil && c.pos != len(b) {
		c.err = errCorrupt
	}
	return c.err
}

// u64 codes an unsigned number as a varint.
func (c *coder) u64(x *uint64) {
	if !c.reading {
		c.buf = binary.AppendUvarint(c.buf, *x)
		return
	}
	v, n := binary.Uvarint(c.buf[c.pos:])
	if n <= 0 {
		c.fail()
		*x = 0
		return
	}
	c.pos += n
	*x = v
}

// fail records damage and moves to the end, so that later reads fail too.
func (c *coder) fail() {
	if c.err == nil {
		c.err = errCorrupt
	}
	c.pos = len(c.buf)
}

// number codes any unsigned integer type.
func number[T ~uint8 | ~uint16 | ~uint32 | ~uint64](c *coder, x *T) {
	v := uint64(*x)
	c.u64(&v)
	*x = T(v)
	if uint64(*x) != v {
		c.fail()
	}
}

// signed codes a signed integer with zig-zag, so that small negatives stay small.
func signed[T ~int | ~int32 | ~int64](c *coder, x *T) {
	v := uint64(int64(*x)<<1) ^ uint64(int64(*x)>>63)
	c.u64(&v)
	*x = T(int64(v>>1) ^ -int64(v&1))
}

// boolean codes a truth value as one byte.
func (c *coder) boolean(x *bool) {
	var v uint8
	if *x {
		v = 1
	}
	number(c, &v)
	*x = v == 1
}

// str codes a string, length first.
func (c *coder) str(x *string) {
	n := uint64(len(*x))
	c.u64(&n)
	if !c.reading {
		c.buf = append(c.buf, *x...)
		return
	}
	if n > uint64(len(c.buf)-c.pos) {
		c.fail()
		*x = ""
		return
	}
	if c.text == "" {
		c.text = string(c.buf)
	}
	*x = c.text[c.pos : c.pos+int(n)]
	c.pos += int(n)
}

// symbol codes a symbol by its number in the surrounding table.
func (c *coder) symbol(x *Symbol) {
	var r Ref
	if !c.reading {
		r = c.intern(*x)
	}
	number(c, &r)
	if c.reading {
		*x = c.names.Symbol(r)
	}
}

// bytes codes a byte string; what is read shares the archive's memory.
func (c *coder) bytes(x *[]byte) {
	n := uint64(len(*x))
	c.u64(&n)
	if !c.reading {
		c.buf = append(c.buf, *x...)
		return
	}
	if n > uint64(len(c.buf)-c.pos) {
		c.fail()
		*x = nil
		return
	}
	*x = c.buf[c.pos : c.pos+int(n) : c.pos+int(n)]
	c.pos += int(n)
}

// list codes a slice, length first. An element takes at least one byte, which bounds the length of a damaged list.
func list[T any](c *coder, s *[]T, item func(*coder, *T)) {
	n := uint64(len(*s))
	c.u64(&n)
	if c.reading {
		if n > uint64(len(c.buf)-c.pos) {
			c.fail()
			n = 0
		}
		*s = nil
		if n > 0 {
			*s = make([]T, n)
		}
	}
	for i := range *s {
		item(c, &(*s)[i])
	}
}

// numbers codes a slice of unsigned integers.
func numbers[T ~uint8 | ~uint16 | ~uint32 | ~uint64](c *coder, s *[]T) {
	list(c, s, func(c *coder, x *T) { number(c, x) })
}
