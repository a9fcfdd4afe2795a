// This file is the table of package sync/atomic: the same few operations for many types.

package models

// atomicRows writes out the operations of all types.
func atomicRows() []Row {
	var rows []Row
	for _, t := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer"} {
		rows = append(rows, atomicOps("sync/atomic.", t)...)
	}
	for _, t := range []string{"Bool", "Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer[T]", "Value"} {
		rows = append(rows, atomicOps("(*sync/atomic."+t+").", "")...)
	}
	return rows
}

// atomicOps are the operations under one prefix and suffix; some do not exist for some types, which does no harm.
func atomicOps(prefix, suffix string) []Row {
	return []Row{
		{Func: prefix + "Load" + suffix, Sync: SyncAtomicRead},
		{Func: prefix + "Store" + suffix, Sync: SyncAtomicWrite, Retains: []int{1}},
		{Func: prefix + "Swap" + suffix, Sync: SyncAtomicRMW, Retains: []int{1}},
		{Func: prefix + "CompareAndSwap" + suffix, Sync: SyncAtomicRMW, Retains: []int{2}},
		{Func: prefix + "Add" + suffix, Sync: SyncAtomicRMW},
		{Func: prefix + "And" + suffix, Sync: SyncAtomicRMW},
		{Func: prefix + "Or" + suffix, Sync: SyncAtomicRMW},
	}
}
