// Package digest holds what the stand-ins of hash functions share: the interpreter sums what was written.
package digest

// Sum is the sum of some bytes by the named function.
func Sum(name string, b []byte) []byte

type Digest struct {
	name        string
	size, block int
	buf         []byte
}

func New(name string, size, block int) *Digest { return &Digest{name: name, size: size, block: block} }

func (d *Digest) Size() int      { return d.size }
func (d *Digest) BlockSize() int { return d.block }
func (d *Digest) Reset()         { d.buf = nil }
func (d *Digest) Write(p []byte) (int, error) {
	d.buf = append(d.buf, p...)
	return len(p), nil
}
func (d *Digest) WriteString(s string) (int, error) {
	d.buf = append(d.buf, s...)
	return len(s), nil
}
func (d *Digest) Sum(in []byte) []byte                  { return append(in, Sum(d.name, d.buf)...) }
func (d *Digest) MarshalBinary() ([]byte, error)        { return append([]byte(nil), d.buf...), nil }
func (d *Digest) AppendBinary(b []byte) ([]byte, error) { return append(b, d.buf...), nil }
func (d *Digest) UnmarshalBinary(b []byte) error {
	d.buf = append([]byte(nil), b...)
	return nil
}
func (d *Digest) Sum64() uint64 {
	n := uint64(0)
	for _, c := range Sum(d.name, d.buf) {
		n = n<<8 | uint64(c)
	}
	return n
}
func (d *Digest) Sum32() uint32 { return uint32(d.Sum64()) }
