// Package crypto keeps the hash functions there are, and the interfaces of keys.
package crypto

import (
	"hash"
	"internal/digest"
	"io"
	"strconv"
)

type Hash uint

func (h Hash) HashFunc() Hash { return h }

const (
	MD4 Hash = 1 + iota
	MD5
	SHA1
	SHA224
	SHA256
	SHA384
	SHA512
	MD5SHA1
	RIPEMD160
	SHA3_224
	SHA3_256
	SHA3_384
	SHA3_512
	SHA512_224
	SHA512_256
)

type kind struct {
	name, text  string
	size, block int
}

func (h Hash) kind() kind {
	switch h {
	case MD5:
		return kind{"md5", "MD5", 16, 64}
	case SHA1:
		return kind{"sha1", "SHA-1", 20, 64}
	case SHA224:
		return kind{"sha224", "SHA-224", 28, 64}
	case SHA256:
		return kind{"sha256", "SHA-256", 32, 64}
	case SHA384:
		return kind{"sha384", "SHA-384", 48, 128}
	case SHA512:
		return kind{"sha512", "SHA-512", 64, 128}
	case SHA512_224:
		return kind{"sha512/224", "SHA-512/224", 28, 128}
	case SHA512_256:
		return kind{"sha512/256", "SHA-512/256", 32, 128}
	}
	return kind{text: "unknown hash value " + strconv.Itoa(int(h))}
}

func (h Hash) String() string  { return h.kind().text }
func (h Hash) Size() int       { return h.kind().size }
func (h Hash) Available() bool { return h.kind().name != "" }
func (h Hash) New() hash.Hash {
	k := h.kind()
	if k.name == "" {
		panic("crypto: requested hash function #" + strconv.Itoa(int(h)) + " is unavailable")
	}
	return digest.New(k.name, k.size, k.block)
}
func RegisterHash(h Hash, f func() hash.Hash) {}

type (
	PublicKey  any
	PrivateKey any
	SignerOpts interface{ HashFunc() Hash }
	Signer     interface {
		Public() PublicKey
		Sign(rand io.Reader, digest []byte, opts SignerOpts) (signature []byte, err error)
	}
	DecrypterOpts any
	Decrypter     interface {
		Public() PublicKey
		Decrypt(rand io.Reader, msg []byte, opts DecrypterOpts) (plaintext []byte, err error)
	}
)
