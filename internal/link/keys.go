// This file is what the parts of a link are known by: dense numbers, and the keys that lead to them.

package link

import (
	"github.com/syncvet/syncvet/facts"
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

// A FlavorID numbers iteration copies: what a spawning loop allocates for this goroutine (copy 1) and for another (copy
// 2).
type FlavorID uint32

// An InstKey identifies an instance.
type InstKey struct {
	Unit   UnitID
	Origin OriginID
	// call string: the innermost caller's instance is a context of its own, so one level names the whole string
	Caller InstID
	Call   uint32
	Flavor FlavorID
}

// NoCall stands for the call in the context of a closure, which is its maker.
const NoCall = ^uint32(0)

// A SiteKey is a spawn site.
type SiteKey struct {
	Inst InstID
	Call uint32
}

// An OriginKey identifies an origin: site, target and the function object it was started through.
type OriginKey struct {
	Site   InstID
	Call   uint32
	Unit   UnitID
	Copy   uint8
	Callee pointsto.Node
}

// A SiblingKey names the first origin of a site and target.
type SiblingKey struct {
	Site InstID
	Call uint32
	Unit UnitID
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
	From InstID
	Call uint32
	To   InstID
}

// A Handling identifies a dispatch.
type Handling struct {
	Inst   InstID
	Call   uint32
	Addr   pointsto.Node
	Method facts.Symbol
}
