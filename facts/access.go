// This file is the access section: reads and writes of memory that others may see, one representative per place, kind
// and region.

package facts

// An AccessKind says how memory is touched.
type AccessKind uint8

// The kinds of accesses.
const (
	Read AccessKind = iota + 1
	Write
	AtomicRead
	AtomicWrite
	MapRead     // of a map's state and elements
	MapWrite    // of a map's state and elements
	AppendWrite // append in place: beyond the length that others see, unless they append too
	AppendOver  // append in place to a slice that was cut short: over elements that others may see
)

// Writes reports whether the kind changes memory.
func (k AccessKind) Writes() bool {
	return k == Write || k == AtomicWrite || k == MapWrite || k == AppendWrite || k == AppendOver
}

// Atomic reports whether the access is an atomic operation.
func (k AccessKind) Atomic() bool { return k == AtomicRead || k == AtomicWrite }

// An IndexKind says what is known about the index of an element access.
type IndexKind uint8

// The index kinds. Two elements with different constants, of one object that is nowhere sliced from another start, are
// different memory.
const (
	IndexNone  IndexKind = iota // not an element, or nothing known
	IndexConst                  // constant Index
	// differs between the goroutines started at one spawn site: derived one-to-one from its loop's counter
	IndexUnique
	IndexRange // within [Index, Index2)
	// the counter of the loop that the unit's only go statement is in, used in no round behind it (passes/access A36)
	IndexRound
)

// Strided puts into one number what is added to a counter and by how much that advances at least; zero: too much.
func Strided(add, stride int64) int64 {
	if add != int64(int16(add)) || stride != int64(int16(stride)) {
		return 0
	}
	return stride<<16 | int64(uint16(add))
}

// Apart reports whether two indices of goroutines with different counters, as Strided says, are different numbers.
func Apart(x, y int64) bool {
	stride := x >> 16
	return x == y || stride == y>>16 && stride != 0 && (int64(int16(x))-int64(int16(y)))%stride != 0
}

// A VarKind says what kind of variable an access is reported as.
type VarKind uint8

// The variable kinds, which decide the rule id.
const (
	VarField    VarKind = iota + 1 // a struct field (RC1001)
	VarGlobal                      // a package-level variable (RC1001)
	VarCaptured                    // a local variable (RC1002)
	VarMap                         // a map (RC1003)
	VarSlice                       // a slice or array element (RC1004)
	VarPointee                     // what a pointer of unnamed origin points to (RC1001)
	VarChan                        // the state of a channel: closing writes it, sending reads it (RC1001)
)

// An Access touches slots [Off, Off+Len) past each address in Addr, in region Point.
type Access struct {
	Kind  AccessKind  // read or write, plain or atomic
	Var   VarKind     // what is accessed: a field, an element, a variable
	Index IndexKind   // how the index of an element is known; says what Lo and Hi mean
	Flags AccessFlags // what else is known of it
	Addr  Node        // what points to the memory, or to what it is part of
	Off   uint32      // slots past Addr
	Len   uint32      // slots accessed
	// SymField, SymGlobal or SymLocal: for maps and slices the variable or field that holds them; zero unknown
	Name Ref
	// IndexConst: Lo; IndexRange: [Lo, Hi); IndexUnique: Lo numbers the index expression within the unit, or if Hi is
	// set the counter that Hi says more about (Strided); IndexRound: Lo and Hi are those of an IndexUnique of what the
	// go statement runs that is the same counter
	Lo, Hi int64
	OwnIf  uint64 // harmless if all these parameters of the unit are owned by the caller; zero: never owned
	Base   uint32 // value number of the base pointer as in LockSite.Base, zero unknown
	// with GateOff: the variable whose tested value decides that the access happens (passes/access A13); zero none
	Gate    Node
	GateOff uint32   // slots past Gate
	Guards  []uint32 // Locks.Sites held here relative to the same base (internal/races R6)
	Test    uint32   // number, counted from one, of the nearest of Accesses.Tests that holds here; zero none
	Point   PointID  // of the unit's skeleton, in whose region it lies
	Pos     PosRef   // in the source
}

// AccessFlags are properties of an access.
type AccessFlags uint32

// The access flags.
const (
	AccessUnsafe AccessFlags = 1 << iota // through unsafe.Pointer or reflection: low confidence
	AccessModel                          // claimed by a model table row, not seen in source
	// the address was loaded from a merged container element: medium confidence at most
	AccessElement
	AccessInit   // in a package initializer
	AccessPaused // between Stop and Reset of a timer
	// of an element whose index is computed from what the function was given: each goroutine may have elements of its own
	AccessGiven
	// of memory that the function has passed on before: sent, stored where others see it, given to a goroutine
	AccessReleased
	AccessNil // a write that stores nil
	// a read of a pointer, interface, map or function that is used without a test that it is there (passes/access A22)
	AccessUsed
	AccessSometimes // its function holds a lock there on some ways only (passes/access A24)
	// a lookup or load that takes what it finds out of its container, or variable (passes/access A23)
	AccessTaken
	AccessStopped // behind Stop of a timer, whose result its function tests (passes/access A14)
	// a write that fills memory again which its function has sent, and not heard since that it is done with
	// (passes/access A34)
	AccessRefilled
	// of an element whose index is computed from what an atomic load in its function got (passes/access A41)
	AccessCursor
	// of an element of an array that lies in what a pointer leads to, which may itself be one of several elements
	// (passes/access A27)
	AccessInner
	// of each element of a slice that its function has made, one after the other in a loop (passes/access A46)
	AccessEvery
	// of memory that was found in what the function has passed on before, or in what is found there
	AccessFound
	AccessAll // of each element of whatever slice that is, one after the other in a loop (passes/access A46)
)

// A CondKind says how a condition was found to hold.
type CondKind uint8

// The kinds of conditions.
const (
	// the result of an atomic read-modify-write of the variable was tested, and is not that of who came first
	CondCounted CondKind = iota + 1
	CondUnset            // the variable was found to be zero, false or nil while a lock was held
	CondFirst            // the same, and the variable was set since
	// behind the test of a start that happens once, and not behind the start (CallOnce); no variable
	CondAhead
	CondReceived       // a receive from the channel in the field has completed
	CondClosed         // the channel in the field will be closed by the same function
	CondWaited         // a Wait for the WaitGroup in the field has returned
	CondDone           // Done of the WaitGroup in the field will be called by the same function
	CondMade           // CondClosed, and the function has made the object itself
	CondReceivedOrMade // CondReceived, or the function has made the object itself
	// of a call: the variable was tested while a lock was held, and not found to be zero, and the lock is still held
	CondTested
	CondClear // of locking another lock: the same, but it was found to be zero
	// of a write: what it writes to was found to be zero, whether or not a lock was held
	CondAbsent
	// of a call: that with the number Off, of a function with such a write, comes before it on every way; no variable
	CondFilled
	// one message will be sent on the channel in the field by the same function, and the access does not come again then
	CondSent
	CondRenewed  // of a call in a loop: what it is given is another object each time
	CondAnswered // CondReceived, and the function does not receive again for the same object
	// of a call that starts a goroutine with a method of an object: the goroutine is a member of the group in the object,
	// whose Wait waits for its end
	CondMember
	// the literal that Addr points to, made by the function itself, has ended, whoever has run it, if anybody has
	CondOver
	CondSetting  // CondFirst, and the lock is still held
	CondRefilled // of a call: it is given memory that the function has sent (passes/access A34); no variable
	// of a go statement: the variable was tested while a lock was held, and is set: found so, or set since
	CondPresent
	CondFirstSet // of a write: the variable that it writes was found to be zero under a lock that is still held
)

// A Cond is a condition under which an access or a call happens (passes/access A20).
type Cond struct {
	Call  bool     // of a call: Index is into Flow.Calls; else into Accesses.List
	Index uint32   // of the access or call
	Kind  CondKind // what the condition is, and so what Addr and Off mean
	// with Off: the variable; zero for CondAhead and CondFilled; from CondReceived to CondReceivedOrMade, and from
	// CondSent on what the access's base is, or an argument of the call
	Addr Node
	Off  uint32 // slots past Addr
}

// Accesses is the access section of one unit.
type Accesses struct {
	List  []Access // each place, kind and region once; Conds number them
	Conds []Cond   // accesses first, both in order of Index

	Tests     []Relation // by number; what is said of a test holds wherever the number is named
	Behind    []Behind   // calls that a test decides about, in order
	Given     []Given    // arguments that are known, by call in order
	Returned  []Returned // what may be returned, in the slots of which all is known
	Initials  []Initial  // writes to memory that is owned
	Sized     []Sized    // channels that are made with a buffer whose size is no constant, but known
	Counted   []Counted  // numbers of rounds and goroutines that are no constants, but known
	Decides   []Decides  // conditions of the skeleton that are about numbers, in order of their own
	Opened    []Node     // what leads to memory that functions may write to which are modelled
	Selected  []Node     // what go statements run or are given, of which each iteration selects its own
	Exchanges []Exchange // variables and fields that are exchanged (passes/access A45)
}

// An Exchange is two variables or fields of which the function stores in each what the other one held.
type Exchange struct {
	In   Ref // SymFunc: the function in which the names of local variables are meant; zero if they are none
	A, B Ref // SymField, SymGlobal or SymLocal
}

// Encode gives the unit's blob.
func (a *Accesses) Encode() []byte { return encode(a.code) }

// DecodeAccesses reads a blob.
func DecodeAccesses(b []byte) (*Accesses, error) {
	a := &Accesses{}
	return a, decode(b, a.code)
}

func (a *Accesses) code(c *coder) {
	list(c, &a.List, func(c *coder, x *Access) {
		number(c, &x.Kind)
		number(c, &x.Var)
		number(c, &x.Index)
		number(c, &x.Flags)
		number(c, &x.Addr)
		number(c, &x.Off)
		number(c, &x.Len)
		number(c, &x.Name)
		if x.Index != IndexNone {
			signed(c, &x.Lo)
			signed(c, &x.Hi)
		}
		number(c, &x.OwnIf)
		number(c, &x.Base)
		if number(c, &x.Gate); x.Gate != 0 {
			number(c, &x.GateOff)
		}
		numbers(c, &x.Guards)
		number(c, &x.Test)
		number(c, &x.Point)
		number(c, &x.Pos)
	})
	list(c, &a.Conds, func(c *coder, x *Cond) {
		c.boolean(&x.Call)
		number(c, &x.Index)
		number(c, &x.Kind)
		number(c, &x.Addr)
		number(c, &x.Off)
	})
	list(c, &a.Tests, codeRelation)
	list(c, &a.Behind, codeBehind)
	list(c, &a.Given, codeGiven)
	list(c, &a.Returned, codeReturned)
	list(c, &a.Initials, codeInitial)
	list(c, &a.Sized, func(c *coder, x *Sized) {
		number(c, &x.Addr)
		codeTerm(c, &x.Value)
	})
	list(c, &a.Counted, func(c *coder, x *Counted) {
		number(c, &x.Number)
		codeTerm(c, &x.Value)
	})
	list(c, &a.Decides, func(c *coder, x *Decides) {
		number(c, &x.Number)
		number(c, &x.Test)
		c.boolean(&x.First)
	})
	numbers(c, &a.Opened)
	numbers(c, &a.Selected)
	list(c, &a.Exchanges, func(c *coder, x *Exchange) {
		number(c, &x.In)
		number(c, &x.A)
		number(c, &x.B)
	})
}
