// Package atomic keeps all of sync/atomic but the functions on uintptr and unsafe.Pointer.
package atomic

// begin and end enclose an operation on a variable: what it reads is known, what it writes is told.
func begin(n *int32, reads bool)
func end(n *int32, writes bool)

func LoadInt32(p *int32) int32
func StoreInt32(p *int32, v int32)
func AddInt32(p *int32, d int32) int32
func SwapInt32(p *int32, v int32) int32
func CompareAndSwapInt32(p *int32, old, new int32) bool
func AndInt32(p *int32, mask int32) int32
func OrInt32(p *int32, mask int32) int32

type Int32 struct{ v int32 }

func (x *Int32) Load() int32                        { return LoadInt32(&x.v) }
func (x *Int32) Store(v int32)                      { StoreInt32(&x.v, v) }
func (x *Int32) Add(d int32) int32                  { return AddInt32(&x.v, d) }
func (x *Int32) Swap(v int32) int32                 { return SwapInt32(&x.v, v) }
func (x *Int32) CompareAndSwap(old, new int32) bool { return CompareAndSwapInt32(&x.v, old, new) }
func (x *Int32) And(mask int32) int32               { return AndInt32(&x.v, mask) }
func (x *Int32) Or(mask int32) int32                { return OrInt32(&x.v, mask) }

func LoadInt64(p *int64) int64
func StoreInt64(p *int64, v int64)
func AddInt64(p *int64, d int64) int64
func SwapInt64(p *int64, v int64) int64
func CompareAndSwapInt64(p *int64, old, new int64) bool
func AndInt64(p *int64, mask int64) int64
func OrInt64(p *int64, mask int64) int64

type Int64 struct{ v int64 }

func (x *Int64) Load() int64                        { return LoadInt64(&x.v) }
func (x *Int64) Store(v int64)                      { StoreInt64(&x.v, v) }
func (x *Int64) Add(d int64) int64                  { return AddInt64(&x.v, d) }
func (x *Int64) Swap(v int64) int64                 { return SwapInt64(&x.v, v) }
func (x *Int64) CompareAndSwap(old, new int64) bool { return CompareAndSwapInt64(&x.v, old, new) }
func (x *Int64) And(mask int64) int64               { return AndInt64(&x.v, mask) }
func (x *Int64) Or(mask int64) int64                { return OrInt64(&x.v, mask) }

func LoadUint32(p *uint32) uint32
func StoreUint32(p *uint32, v uint32)
func AddUint32(p *uint32, d uint32) uint32
func SwapUint32(p *uint32, v uint32) uint32
func CompareAndSwapUint32(p *uint32, old, new uint32) bool
func AndUint32(p *uint32, mask uint32) uint32
func OrUint32(p *uint32, mask uint32) uint32

type Uint32 struct{ v uint32 }

func (x *Uint32) Load() uint32                        { return LoadUint32(&x.v) }
func (x *Uint32) Store(v uint32)                      { StoreUint32(&x.v, v) }
func (x *Uint32) Add(d uint32) uint32                 { return AddUint32(&x.v, d) }
func (x *Uint32) Swap(v uint32) uint32                { return SwapUint32(&x.v, v) }
func (x *Uint32) CompareAndSwap(old, new uint32) bool { return CompareAndSwapUint32(&x.v, old, new) }
func (x *Uint32) And(mask uint32) uint32              { return AndUint32(&x.v, mask) }
func (x *Uint32) Or(mask uint32) uint32               { return OrUint32(&x.v, mask) }

func LoadUint64(p *uint64) uint64
func StoreUint64(p *uint64, v uint64)
func AddUint64(p *uint64, d uint64) uint64
func SwapUint64(p *uint64, v uint64) uint64
func CompareAndSwapUint64(p *uint64, old, new uint64) bool
func AndUint64(p *uint64, mask uint64) uint64
func OrUint64(p *uint64, mask uint64) uint64

type Uint64 struct{ v uint64 }

func (x *Uint64) Load() uint64                        { return LoadUint64(&x.v) }
func (x *Uint64) Store(v uint64)                      { StoreUint64(&x.v, v) }
func (x *Uint64) Add(d uint64) uint64                 { return AddUint64(&x.v, d) }
func (x *Uint64) Swap(v uint64) uint64                { return SwapUint64(&x.v, v) }
func (x *Uint64) CompareAndSwap(old, new uint64) bool { return CompareAndSwapUint64(&x.v, old, new) }
func (x *Uint64) And(mask uint64) uint64              { return AndUint64(&x.v, mask) }
func (x *Uint64) Or(mask uint64) uint64               { return OrUint64(&x.v, mask) }

func LoadUintptr(p *uintptr) uintptr
func StoreUintptr(p *uintptr, v uintptr)
func AddUintptr(p *uintptr, d uintptr) uintptr
func SwapUintptr(p *uintptr, v uintptr) uintptr
func CompareAndSwapUintptr(p *uintptr, old, new uintptr) bool
func AndUintptr(p *uintptr, mask uintptr) uintptr
func OrUintptr(p *uintptr, mask uintptr) uintptr

type Uintptr struct{ v uintptr }

func (x *Uintptr) Load() uintptr                        { return LoadUintptr(&x.v) }
func (x *Uintptr) Store(v uintptr)                      { StoreUintptr(&x.v, v) }
func (x *Uintptr) Add(d uintptr) uintptr                { return AddUintptr(&x.v, d) }
func (x *Uintptr) Swap(v uintptr) uintptr               { return SwapUintptr(&x.v, v) }
func (x *Uintptr) CompareAndSwap(old, new uintptr) bool { return CompareAndSwapUintptr(&x.v, old, new) }
func (x *Uintptr) And(mask uintptr) uintptr             { return AndUintptr(&x.v, mask) }
func (x *Uintptr) Or(mask uintptr) uintptr              { return OrUintptr(&x.v, mask) }

type Bool struct{ v uint32 }

func b32(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
func (x *Bool) Load() bool       { return LoadUint32(&x.v) != 0 }
func (x *Bool) Store(v bool)     { StoreUint32(&x.v, b32(v)) }
func (x *Bool) Swap(v bool) bool { return SwapUint32(&x.v, b32(v)) != 0 }
func (x *Bool) CompareAndSwap(old, new bool) bool {
	return CompareAndSwapUint32(&x.v, b32(old), b32(new))
}

type Pointer[T any] struct {
	v *T
	n int32
}

func (x *Pointer[T]) Load() *T {
	begin(&x.n, true)
	v := x.v
	end(&x.n, false)
	return v
}
func (x *Pointer[T]) Store(v *T) {
	begin(&x.n, false)
	x.v = v
	end(&x.n, true)
}
func (x *Pointer[T]) Swap(v *T) *T {
	begin(&x.n, true)
	old := x.v
	x.v = v
	end(&x.n, true)
	return old
}
func (x *Pointer[T]) CompareAndSwap(old, new *T) bool {
	begin(&x.n, true)
	ok := x.v == old
	if ok {
		x.v = new
	}
	end(&x.n, ok)
	return ok
}

type Value struct {
	v any
	n int32
}

func (x *Value) Load() any {
	begin(&x.n, true)
	v := x.v
	end(&x.n, false)
	return v
}
func (x *Value) Store(v any) {
	if v == nil {
		panic("sync/atomic: store of nil value into Value")
	}
	begin(&x.n, false)
	x.v = v
	end(&x.n, true)
}
func (x *Value) Swap(v any) any {
	begin(&x.n, true)
	old := x.v
	x.v = v
	end(&x.n, true)
	return old
}
func (x *Value) CompareAndSwap(old, new any) bool {
	begin(&x.n, true)
	ok := x.v == old
	if ok {
		x.v = new
	}
	end(&x.n, ok)
	return ok
}
