package rand

import (
	"errors"
	"io"
	"math/big"
)

func Int(rand io.Reader, max *big.Int) (*big.Int, error) {
	if max.Sign() <= 0 {
		panic("crypto/rand: argument to Int is <= 0")
	}
	b := make([]byte, max.BitLen()/8+8)
	if _, err := io.ReadFull(rand, b); err != nil {
		return nil, err
	}
	n := new(big.Int).SetBytes(b)
	return n.Mod(n, max), nil
}

func Prime(rand io.Reader, bits int) (*big.Int, error) {
	if bits < 2 {
		return nil, errors.New("crypto/rand: prime size must be at least 2-bit")
	}
	b := make([]byte, (bits+7)/8)
	one := big.NewInt(1)
	for {
		if _, err := io.ReadFull(rand, b); err != nil {
			return nil, err
		}
		p := new(big.Int).SetBytes(b)
		p.Mod(p, new(big.Int).Lsh(one, uint(bits)))
		p.SetBit(p, bits-1, 1)
		p.SetBit(p, 0, 1)
		if p.ProbablyPrime(20) {
			return p, nil
		}
	}
}
