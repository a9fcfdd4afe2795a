// This file is what is known of a variable: where it is accessed, and in which contexts.

package guards

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ownership"
)

// A variable is a field in all objects of its type, or a package-level variable; or what the map or slice there holds.
type variable struct {
	obj      types.Object // *types.Var of the field, or of the package-level variable
	contents bool         // what the map or slice there holds is meant, not the map or slice itself
}

// An accessSite is one access of a variable.
type accessSite struct {
	f    *function        // the function that makes it
	kind facts.AccessKind // read or write, atomic or not
	// the instruction; of a deferred call the defer statement, of a returned container the return
	instr  ssa.Instruction
	pos    token.Pos           // of the variable in the source; one place may be several accesses
	own    ownership.Condition // when the object is still its maker's alone (internal/ownership)
	state  state               // what the function has done to locks before it
	chain  []types.Object      // struct types whose value holds the variable, as this access reaches it, innermost first
	via    []types.Object      // structs and variables with the container that the object was taken out of, nil: none
	leak   bool                // a map or slice is returned here: callers access it
	twin   bool                // leak: a map is given to an object with a lock of its own, whose methods access it
	base   ssa.Value           // what leads to the object
	param  int                 // 1 + the parameter, or captured variable, that leads to the object; 0: none does
	made   bool                // the object was made by the same function
	whole  bool                // all of a struct is accessed at once
	outer  *types.Var          // the field that the struct with the variable lies in; nil: none
	what   facts.VarKind       // of the container, if it was found in another one; else 0: as the usage says
	captor *types.Var          // the field by which alone the object is known, nil: none
	copied bool                // all of a struct that lies in another one is read
	copy   bool                // the function fills the struct with what it loads atomically from another one
	// how many containers, each inside of the one before, lie around what is accessed, below the variable's own
	depth int
	moved bool // the container was taken out of its variable in the critical section that it was read in
}

// A usage is all accesses of one variable.
type usage struct {
	sym      facts.Symbol   // the field or package-level variable, as reports name it
	kind     facts.VarKind  // the variable itself, or what kind of container it holds
	chain    []types.Object // struct types whose value holds it, innermost first
	accesses []accessSite   // in the order in which functions were walked
}

// mayHold reports whether a lock may be held on some way at one of the accesses.
func (e *usage) mayHold(at token.Pos, class int) bool {
	return class != unknownLock && slices.ContainsFunc(e.accesses, func(t accessSite) bool {
		return t.pos == at && (t.state.may.has(class, false) || slices.ContainsFunc(t.f.contexts, func(c context) bool {
			return c.key.may.has(class, false)
		}))
	})
}

// An instance is an access in one context of its function.
type instance struct {
	*accessSite
	ctx  int        // index into the function's contexts
	key  contextKey // of that context
	must set        // locks surely held, taken by the function or by who called it
	may  set        // locks that are held on some way, those of must included
	seen set        // locks that were surely held here or earlier, released or not
	made bool       // the object was made below the same root
}

// withOnce reports whether the Once below which an access is made lies in the struct with the variable, as far as both
// are known: other objects, each with a Once of its own, may lead to one variable.
func (x *instance) withOnce() bool {
	_, one := x.key.onceIn.(*types.Var)
	return x.key.onceIn == nil || one || len(x.chain) == 0 || slices.Contains(x.chain, x.key.onceIn)
}

// given reports whether an access is of one of some parameters, by bit, of its function.
func (x *instance) given(params uint64) bool {
	return x.param > 0 && x.param <= facts.MaskBits && params&(1<<(x.param-1)) != 0
}
