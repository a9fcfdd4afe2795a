// This file is what the parts of a link are known by: dense numbers, and the keys that lead to them.

package link

import (
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A UnitID numbers the units that the link has looked at; zero is invalid.
type UnitID uint32

// An InstID numbers unit instances; zero is invalid.
type InstID uint32

// An OriginID numbers origins; zero is invalid.
type OriginID uint32

// An ObjID numbers abstract objects; zero is invalid.
type ObjID uint32

// A HeapContextID numbers iteration copies: what a spawning loop allocates for this goroutine (copy 1) and for another
// (copy 2).
type HeapContextID uint32

// An InstKey identifies an instance.
type InstKey struct {
	Unit   UnitID   // the function
	Origin OriginID // the goroutine that runs it
	// call string: the innermost caller's instance is a context of its own, so one level names the whole string
	Caller InstID
	// index into the caller's Flow.Calls; NoCall with a closure's maker; with a synthetic unit the function object
	Call        uint32
	HeapContext HeapContextID // the iteration copy that allocations here belong to; zero for none
}

// NoCall stands for the call in the context of a closure, which is its maker.
const NoCall = ^uint32(0)

// A SiteKey is a spawn site.
type SiteKey struct {
	Inst InstID // the spawner
	Call uint32 // index into its unit's Flow.Calls
}

// An OriginKey identifies an origin: site, target and the function object it was started through.
type OriginKey struct {
	Site   InstID        // the spawner
	Call   uint32        // index into its unit's Flow.Calls
	Unit   UnitID        // what it runs
	Copy   uint8         // 1, or 2 for the other instance of a site that runs more than once (O3)
	Callee pointsto.Node // zero if the function is named
}

// A SiblingKey names the first origin of a site and target.
type SiblingKey struct {
	Site InstID // the spawner
	Call uint32 // index into its unit's Flow.Calls
	Unit UnitID // what it runs
}

// A deepKey is what goroutines within a recursion are told apart by.
type deepKey struct {
	tree   OriginID // their root
	unit   UnitID   // the function with the go statement
	call   uint32   // the go statement
	target UnitID   // what it starts
}

// An EdgeKey identifies a call edge.
type EdgeKey struct {
	From InstID // the caller, or the spawner
	Call uint32 // index into its unit's Flow.Calls
	To   InstID // the callee, or the first function of the origin
}

// A Handling identifies a dispatch.
type Handling struct {
	Inst   InstID        // the caller
	Call   uint32        // index into its unit's Flow.Calls
	Addr   pointsto.Node // box or function object; zero for static calls
	Method uint32        // asked for, by Library.MethodID; zero for function values and static calls
}
