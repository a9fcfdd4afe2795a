package main

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"encoding/pem"
	"io"
	"strings"
)

type header struct {
	Magic [4]byte
	A     int16
	B     uint32
	C     float32
	D     bool
	E     [2]struct{ X, Y int8 }
}

func numbers() {
	var out bytes.Buffer
	h := header{[4]byte{'m', 'a', 'g', 'i'}, -2, 1 << 31, 1.5, true, [2]struct{ X, Y int8 }{{1, -1}, {2, -2}}}
	say(binary.Size(h), binary.Write(&out, binary.BigEndian, h), binary.Write(&out, binary.LittleEndian, &h))
	say(hex.EncodeToString(out.Bytes()))
	var a, b header
	say(binary.Read(&out, binary.BigEndian, &a), binary.Read(&out, binary.LittleEndian, &b), a == h, b == h, a)
	say(binary.Read(&out, binary.BigEndian, &a), binary.Size(5), binary.Size("x"), binary.Write(&out, binary.BigEndian, 5))
	say(binary.Write(&out, binary.BigEndian, []uint16{1, 2}), out.Bytes())
	list := make([]uint16, 2)
	say(binary.Read(&out, binary.BigEndian, list), list)
	buf := make([]byte, 8)
	binary.BigEndian.PutUint32(buf, 0xdeadbeef)
	binary.LittleEndian.PutUint16(buf[4:], 0x1234)
	say(buf, binary.LittleEndian.Uint64(buf), binary.BigEndian.Uint16(buf), binary.BigEndian)
	buf = binary.AppendUvarint(nil, 300)
	buf = binary.BigEndian.AppendUint16(buf, 7)
	n, k := binary.Uvarint(buf)
	say(buf, n, k)
	n, err := binary.ReadUvarint(bytes.NewReader(buf))
	say(n, err)
	i, k := binary.Varint(binary.AppendVarint(nil, -70))
	say(i, k)
	buf, err = binary.Append(nil, binary.LittleEndian, int64(-5))
	say(buf, err)
}

func read(r io.Reader, err error) {
	if err != nil {
		say(err)
		return
	}
	b, err := io.ReadAll(r)
	say(string(b), err)
}

func compressed() {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Name = "name"
	io.WriteString(z, "hello ")
	say(z.Flush())
	io.WriteString(z, strings.Repeat("x", 100))
	say(z.Close(), z.Close())
	r, err := gzip.NewReader(&out)
	say(r.Name)
	read(r, err)
	read(gzip.NewReader(strings.NewReader("not gzip at all")))
	read(gzip.NewReader(strings.NewReader("")))
	y := zlib.NewWriter(&out)
	io.WriteString(y, "zlib")
	say(y.Close())
	read(zlib.NewReader(&out))
	f, err := flate.NewWriter(&out, 6)
	say(err)
	io.WriteString(f, "flate")
	say(f.Close())
	read(flate.NewReader(&out), nil)
	read(flate.NewReader(bytes.NewReader([]byte{0x4b, 0x4c, 0x4a, 0x06, 0x00})), nil)
	read(flate.NewReader(bytes.NewReader([]byte{0x4b})), nil)
}

func run() {
	numbers()
	compressed()
	say(base32.StdEncoding.EncodeToString([]byte("base32")))
	block := &pem.Block{Type: "TEST", Headers: map[string]string{"a": "b"}, Bytes: []byte("pem")}
	text := pem.EncodeToMemory(block)
	say(string(text))
	back, rest := pem.Decode(text)
	say(back.Type, back.Headers, string(back.Bytes), len(rest))
}
