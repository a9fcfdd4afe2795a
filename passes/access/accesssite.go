// This file is an access as an instruction makes it.

package access

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/flow"
)

// accessSite is an access as an instruction makes it: of all slots of typ at an address.
type accessSite struct {
	kind  facts.AccessKind  // how
	instr ssa.Instruction   // who
	addr  ssa.Value         // address, or slice whose elements are meant, or map
	typ   types.Type        // what lies there; nil: one slot
	pos   token.Pos         // in the source
	flags facts.AccessFlags // besides those that the address gives
	with  ssa.Value         // slice with which elements are exchanged one by one, nil: none
	part  *flow.Part        // what a call reads of addr, which it prints or encodes; nil: what lies at addr
}
