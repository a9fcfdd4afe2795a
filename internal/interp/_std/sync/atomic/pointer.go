package atomic

import "unsafe"

func LoadPointer(p *unsafe.Pointer) unsafe.Pointer
func StorePointer(p *unsafe.Pointer, v unsafe.Pointer)
func SwapPointer(p *unsafe.Pointer, v unsafe.Pointer) unsafe.Pointer
func CompareAndSwapPointer(p *unsafe.Pointer, old, new unsafe.Pointer) bool
