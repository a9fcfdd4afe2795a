package main

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/adler32"
	"hash/crc64"
	"hash/fnv"
	"hash/maphash"
	"io"
)

func run() {
	data := []byte("some data")
	one, two := md5.Sum(data), sha1.Sum(data)
	say(fmt.Sprintf("%x %X", one[:], two[:]), sha256.Sum256(data) == sha256.Sum256(data))
	sum := sha256.Sum256(data)
	say(hex.EncodeToString(sum[:]), len(sha512.Sum512(data)))
	for _, h := range []hash.Hash{
		md5.New(), sha1.New(), sha256.New(), sha256.New224(), sha512.New(), sha512.New384(), adler32.New(), fnv.New64a(),
		crc64.New(crc64.MakeTable(crc64.ECMA)), hmac.New(sha256.New, []byte("key")), hmac.New(sha1.New, make([]byte, 100)),
	} {
		io.WriteString(h, "hello, ")
		h.Write([]byte("world"))
		a := h.Sum([]byte{1})
		h.Reset()
		say(h.Size(), h.BlockSize(), hex.EncodeToString(a), hex.EncodeToString(h.Sum(nil)))
	}
	say(adler32.Checksum(data), crc64.Checksum(data, crc64.MakeTable(crc64.ISO)))
	say(hmac.Equal(data, data), subtle.ConstantTimeCompare(data, sum[:]), subtle.ConstantTimeSelect(1, 5, 6))
	say(base64.StdEncoding.EncodeToString(data), base64.RawURLEncoding.EncodeToString(sum[:]))
	b, err := base64.StdEncoding.DecodeString("c29tZSBkYXRh")
	say(string(b), err)
	seed := maphash.MakeSeed()
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteString("some data")
	say(h.Sum64() == maphash.Bytes(seed, data), maphash.Comparable(seed, 5) == maphash.Comparable(seed, 5))
}
