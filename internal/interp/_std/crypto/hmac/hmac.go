// Package hmac keeps all of hmac.
package hmac

import (
	"crypto/subtle"
	"hash"
)

type hmac struct {
	inner, outer hash.Hash
	ipad, opad   []byte
}

func New(h func() hash.Hash, key []byte) hash.Hash {
	m := &hmac{inner: h(), outer: h()}
	n := m.inner.BlockSize()
	if len(key) > n {
		m.outer.Write(key)
		key = m.outer.Sum(nil)
	}
	m.ipad, m.opad = make([]byte, n), make([]byte, n)
	copy(m.ipad, key)
	copy(m.opad, key)
	for i := range m.ipad {
		m.ipad[i] ^= 0x36
		m.opad[i] ^= 0x5c
	}
	m.inner.Write(m.ipad)
	return m
}

func (m *hmac) Write(p []byte) (int, error) { return m.inner.Write(p) }
func (m *hmac) Size() int                   { return m.inner.Size() }
func (m *hmac) BlockSize() int              { return m.inner.BlockSize() }
func (m *hmac) Reset() {
	m.inner.Reset()
	m.inner.Write(m.ipad)
}
func (m *hmac) Sum(in []byte) []byte {
	m.outer.Reset()
	m.outer.Write(m.opad)
	m.outer.Write(m.inner.Sum(nil))
	return m.outer.Sum(in)
}

func Equal(a, b []byte) bool { return subtle.ConstantTimeCompare(a, b) == 1 }
