// This file holds natives about bytes: digests, deflated data, and values in binary form.

package natives

import (
	"bytes"
	"compress/flate"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"fmt"
	"go/types"
	"hash"
	"hash/adler32"
	"hash/crc64"
	"hash/fnv"
	"io"
	"math"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// digests are the hash functions that natives sum with.
var digests = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha256": sha256.New, "sha224": sha256.New224, "sha512": sha512.New,
	"sha384": sha512.New384, "sha512/224": sha512.New512_224, "sha512/256": sha512.New512_256,
	"adler32":   func() hash.Hash { return adler32.New() },
	"crc64iso":  func() hash.Hash { return crc64.New(crc64.MakeTable(crc64.ISO)) },
	"crc64ecma": func() hash.Hash { return crc64.New(crc64.MakeTable(crc64.ECMA)) },
	"fnv64a":    func() hash.Hash { return fnv.New64a() },
}

// digestSum sums some bytes.
func digestSum(t *thread, args []value) value {
	f := digests[args[0].(string)]
	if f == nil {
		panic(machine.Unsupported("digest " + args[0].(string)))
	}
	h := f()
	h.Write(t.Bytes(args[1].(slice)))
	return t.Run.BytesOf(string(h.Sum(nil)))
}

// crcUpdate adds bytes to a sum of crc64.
func crcUpdate(t *thread, args []value) value {
	poly := uint64(crc64.ECMA)
	if args[1].(string) == "crc64iso" {
		poly = crc64.ISO
	}
	return crc64.Update(args[0].(uint64), crc64.MakeTable(poly), t.Bytes(args[2].(slice)))
}

// inflate decompresses data if it is whole.
func inflate(t *thread, args []value) value {
	out, err := io.ReadAll(flate.NewReader(bytes.NewReader(t.Bytes(args[0].(slice)))))
	switch err {
	case nil:
		return tuple{t.Run.BytesOf(string(out)), true, false}
	case io.ErrUnexpectedEOF:
		return tuple{slice{}, false, false}
	}
	return tuple{slice{}, false, true}
}

// byteOrder is the order that a native is asked for.
func byteOrder(big bool) binary.AppendByteOrder {
	if big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// widthOf is how many bytes a number or a bool takes in binary form; -1 if the type has none.
func widthOf(b *types.Basic) int {
	switch b.Kind() {
	case types.Bool, types.Int8, types.Uint8:
		return 1
	case types.Int16, types.Uint16:
		return 2
	case types.Int32, types.Uint32, types.Float32:
		return 4
	case types.Int64, types.Uint64, types.Float64, types.Complex64:
		return 8
	case types.Complex128:
		return 16
	}
	return -1
}

// binarySpots are the variables or values of which data for encoding/binary consists; ok is false if it has none.
func binarySpots(t *thread, x spot, list []spot) (out []spot, ok bool) {
	switch u := machine.Under(x.t).(type) {
	case *types.Basic:
		return append(list, x), widthOf(u) > 0
	case *types.Struct:
		for i := range u.NumFields() {
			if list, ok = binarySpots(t, x.part(i, u.Field(i).Type()), list); !ok {
				return nil, false
			}
		}
		return list, true
	case *types.Array:
		for i := range int(u.Len()) {
			if list, ok = binarySpots(t, x.part(i, u.Elem()), list); !ok {
				return nil, false
			}
		}
		return list, true
	}
	return nil, false
}

// binaryData are the parts of what encoding/binary is given: a value, a pointer to one, or a slice.
func binaryData(t *thread, x iface) (list []spot, ok bool) {
	if x.T == nil {
		return nil, false
	}
	switch u := machine.Under(x.T).(type) {
	case *types.Pointer:
		c, _ := x.V.(*cell)
		if c == nil {
			return nil, false
		}
		if s, isSlice := machine.Under(u.Elem()).(*types.Slice); isSlice {
			v, _ := t.Load(c).(slice)
			return binarySlice(t, s, v)
		}
		return binarySpots(t, spot{u.Elem(), c, nil}, nil)
	case *types.Slice:
		v, _ := x.V.(slice)
		return binarySlice(t, u, v)
	}
	return binarySpots(t, spot{x.T, nil, x.V}, nil)
}

// binarySlice are the parts of a slice.
func binarySlice(t *thread, u *types.Slice, s slice) (list []spot, ok bool) {
	ok = true
	for i := 0; i < s.Len && ok; i++ {
		list, ok = binarySpots(t, spot{u.Elem(), s.At(i), nil}, list)
	}
	return list, ok
}

// binarySize is how many bytes data takes; -1 if it has no fixed size.
func binarySize(t *thread, args []value) value {
	list, ok := binaryData(t, args[0].(iface))
	if !ok {
		return int64(-1)
	}
	n := 0
	for _, x := range list {
		n += widthOf(machine.Under(x.t).(*types.Basic))
	}
	return int64(n)
}

// binaryPut writes data.
func binaryPut(t *thread, args []value) value {
	list, _ := binaryData(t, args[0].(iface))
	order := byteOrder(args[1].(bool))
	var out []byte
	for _, x := range list {
		width := widthOf(machine.Under(x.t).(*types.Basic))
		switch v := x.get(t).(type) {
		case bool:
			out = append(out, 0)
			if v {
				out[len(out)-1] = 1
			}
		case int64:
			out = appendInt(out, order, uint64(v), width)
		case uint64:
			out = appendInt(out, order, v, width)
		case float64:
			out = appendFloat(out, order, v, width)
		case complex128:
			out = appendFloat(out, order, real(v), width/2)
			out = appendFloat(out, order, imag(v), width/2)
		}
	}
	return t.Run.BytesOf(string(out))
}

// appendInt appends an integer of some width.
func appendInt(out []byte, order binary.AppendByteOrder, v uint64, width int) []byte {
	switch width {
	case 1:
		return append(out, byte(v))
	case 2:
		return order.AppendUint16(out, uint16(v))
	case 4:
		return order.AppendUint32(out, uint32(v))
	}
	return order.AppendUint64(out, v)
}

// appendFloat appends a float of some width.
func appendFloat(out []byte, order binary.AppendByteOrder, v float64, width int) []byte {
	if width == 4 {
		return order.AppendUint32(out, math.Float32bits(float32(v)))
	}
	return order.AppendUint64(out, math.Float64bits(v))
}

// binaryTake reads data; what cannot be changed takes none.
func binaryTake(t *thread, args []value) value {
	b := t.Bytes(args[0].(slice))
	list, ok := binaryData(t, args[1].(iface))
	if !ok {
		return false
	}
	for _, x := range list {
		basic := machine.Under(x.t).(*types.Basic)
		width := widthOf(basic)
		if x.c == nil || len(b) < width {
			return false
		}
		v := readBinary(b[:width], basic, args[2].(bool))
		b = b[width:]
		t.Store(x.c, v)
	}
	return true
}

// readBinary reads a number or a bool.
func readBinary(b []byte, t *types.Basic, big bool) value {
	n, half := uint64(0), len(b)/2
	for i := range b {
		if big {
			n = n<<8 | uint64(b[i])
		} else {
			n = n<<8 | uint64(b[len(b)-1-i])
		}
	}
	switch info := t.Info(); {
	case info&types.IsBoolean != 0:
		return n != 0
	case info&types.IsInteger != 0:
		return machine.Wrap(int64(n), t)
	case t.Kind() == types.Float32:
		return float64(math.Float32frombits(uint32(n)))
	case t.Kind() == types.Float64:
		return math.Float64frombits(n)
	}
	part := types.Typ[types.Float64]
	if t.Kind() == types.Complex64 {
		part = types.Typ[types.Float32]
	}
	re, _ := readBinary(b[:half], part, big).(float64)
	im, _ := readBinary(b[half:], part, big).(float64)
	return complex(re, im)
}

// digestNatives are those about bytes.
var digestNatives = map[string]native{
	"internal/digest.Sum":     digestSum,
	"hash/crc64.update":       crcUpdate,
	"compress/flate.inflate":  inflate,
	"encoding/binary.size":    binarySize,
	"encoding/binary.put":     binaryPut,
	"encoding/binary.take":    binaryTake,
	"hash/maphash.randomSeed": func(t *thread, _ []value) value { return t.Run.Rng.Uint64() },
	"hash/maphash.text": func(t *thread, args []value) value {
		x := args[0].(iface)
		return fmt.Sprintf("%v %v", machine.TypeString(x.T), machine.KeyOf(x.V))
	},
	"encoding/binary.typeName": func(_ *thread, args []value) value {
		return reflectText(args[0].(iface).T, false)
	},
}
