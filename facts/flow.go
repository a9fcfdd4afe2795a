// This file is the flow section: the pointer flow of one function, as inclusion constraints over its own dense nodes,
// its allocation sites and its call sites.

package facts

// A Node is a pointer-holding value of a unit: one slot of an SSA value. Zero is "none": the slot holds no pointer.
//
// Values are flattened: a struct is the sequence of its fields' slots, depth first; an array is one element's slots;
// every scalar, pointer, slice, map, chan, func, string and interface is one slot; a struct without fields is one slot.
// sync.Mutex and the other types that internal/models names as synchronisation objects, and sync/atomic's types, are
// one slot.
type Node uint32

// A ConOp is the kind of a constraint.
type ConOp uint8

// The constraint kinds, as in internal/pointsto.
const (
	ConAddr   ConOp = iota + 1 // Dst contains the address of slot Off of Objs[Obj]
	ConCopy                    // Dst includes Src
	ConLoad                    // Dst includes what slot Off past each address in Src holds
	ConStore                   // slot Off past each address in Dst includes Src
	ConOffset                  // Dst includes each address in Src, moved by Off slots
	// Dst includes slot Off of each box in Src whose dynamic type is exactly Type (box layout: slot 0 identity, payload
	// from slot 1)
	ConUnbox
	ConFilter // Dst includes each box in Src whose dynamic type implements the interface Type
)

// A Con is one inclusion constraint (D4 section 3.1, with field offsets).
type Con struct {
	Op   ConOp  // what flows, and so which of the fields below mean something
	Dst  Node   // the node whose points-to set grows; ConStore: the address stored through
	Src  Node   // zero for ConAddr
	Off  uint32 // slots
	Obj  uint32 // ConAddr: index into Objs
	Type Ref    // ConUnbox, ConFilter: SymType
}

// An ObjKind says what an allocation site makes.
type ObjKind uint8

// The kinds of abstract objects.
const (
	ObjVar   ObjKind = iota + 1 // a local variable that lives on the heap (captured, or its address escapes)
	ObjNew                      // new(T), &T{}, a composite literal
	ObjArray                    // the backing array of a slice: make, literal, append; slots are one element's
	ObjMap                      // slot 0 the map's state, then the key's slots, then the value's slots
	ObjChan                     // slot 0 the channel itself, then the element's slots
	// an interface's dynamic value: slot 0 identity, then the payload's slots; Type is its dynamic type
	ObjBox
	ObjFunc    // a function value: slot 0 identity, then the captured values; Sym is the function
	ObjGlobal  // a package-level variable; Sym is its name
	ObjParam   // what a root's parameter points to (only in Root units)
	ObjUnknown // returned or filled in by code that was not seen
	ObjNever   // a context that is never done: its channel is nil
)

// An Obj is an allocation site, or a reference to something with static storage.
type Obj struct {
	Kind  ObjKind  // what sort of object
	Flags ObjFlags // what is known of how often it is made, and to whom it is known
	Size  uint32   // slots, at least 1
	// SymType: the dynamic type for ObjBox, the type for methods called through type parameters otherwise; zero if not
	// needed
	Type Ref
	Sym  Ref    // ObjFunc: SymFunc; ObjGlobal: SymGlobal; ObjVar: SymLocal with the variable's name; else zero
	Cap  int32  // ObjChan: constant capacity, -1 unknown
	Pos  PosRef // where it is made
}

// ObjFlags are properties of an allocation site.
type ObjFlags uint16

// The object flags.
const (
	ObjInLoop ObjFlags = 1 << iota // the site is in a cycle of its function's control flow graph
	// a backing array of which some slice starts at a non-zero or unknown index: constant indices do not compare
	ObjShifted
	// ObjGlobal: declared in a test file, under a name that other packages cannot use; ObjUnknown: the context of a test
	ObjInTest
	ObjCarrier // ObjBox: what a context carries; it is found with the context, and is none itself
	ObjOneUse  // ObjFunc, ObjNew: put into one place, once each time it is made
	ObjGiven   // ObjNew: returned, and nothing else is done with its address
	// ObjChan: closed by the functions that were made with it only, whoever else has it: a context
	ObjSealed
	ObjElements // ObjVar, ObjNew: an array of several elements, which share a slot
	// ObjNew: put into a sync.Map where the function has found none, and holds no lock: others may have put one there
	ObjUnseen
)

// CallFlags are properties of a call site.
type CallFlags uint32

// The call flags. Without CallInvoke and CallDynamic the call is static.
const (
	CallInvoke    CallFlags = 1 << iota // interface method: Recv holds boxes, Callee is the SymMethod
	CallDynamic                         // function value: Recv holds ObjFunc objects
	CallGo                              // starts a goroutine
	CallDefer                           // runs at function exit
	CallInLoop                          // the site is in a cycle of its function's control flow graph
	CallTypeParam                       // invoke on a type parameter: Recv holds plain values; their objects' Type decides
	CallMulti                           // CallGo by a model: the callback may run many times and overlap itself
	CallSerial                          // CallGo by a model: runs many times, never overlapping itself
	CallServed                          // CallMulti for requests that arrive from outside the program
	CallRouted                          // CallServed, and no sooner than some EventServe
	// CallGo behind a test of a variable that is set before (passes/flow L15), or by a client, of a method that serves
	// (passes/source S13): once for each object
	CallOnce
	// made by a model table row, not a call in the source: API is what the source calls
	CallModel
	CallTested  // behind a test of a variable that others may set (passes/flow L17)
	CallMaybe   // the function may return without having made it (passes/flow L18)
	CallChecked // where it returns an error, its function ends (passes/flow L21)
	CallKept    // its first result is put into one place, once each time the call is made
	CallLate    // CallModel: the callback runs when the caller has returned
	// static: makes an object in place of that of the call of the same function last before without the flag
	// (passes/flow L30)
	CallAgain
	// of a function value or method found in a list that was given or made here: a loop calls that of each element
	// (passes/flow L32)
	CallEach
	CallSteady // of a function value, or a method of a value, that is the same each time (passes/flow L33)
)

// A Call is one call site. Args are the argument slots in the callee's order of parameter slots: receiver first.
// For ObjFunc callees with captured values, those come from the object and are not in Args.
type Call struct {
	Flags  CallFlags // which sort of call, and what is known of it
	Callee Ref       // static: SymFunc; invoke: SymMethod; dynamic: zero
	API    Ref       // CallModel: SymFunc that the source calls ("net/http.HandleFunc")
	// CallModel: SymLocal of the loop that runs the callback, one after the other with all others of that loop; zero none
	Loop    Ref
	LoopOn  Node   // with Loop: what the loop belongs to; zero: there is one such loop
	Recv    Node   // invoke and dynamic: the receiver or function value; zero for static calls
	Once    Node   // CallOnce: what points to the struct with the tested field; zero for a variable
	OnceOff uint32 // CallOnce: slots from there to the field
	Args    []Node // nodes of the caller; zero where the slot holds no pointer
	Results []Node // nodes of the caller that get the result slots; zero where nobody uses one
	// what its first arguments are, the receiver of methods first: FromMade, FromOwn or FromCall; zero: something else
	From []uint32
	Pos  PosRef // of the call
}

// Each reports whether a loop calls all that the call may enter, one after the other.
func (c *Call) Each() bool { return c.Flags&CallEach != 0 }

// FromMade says that an argument is, or points into, an object that the caller has made.
const FromMade = 1

// FromOwn says that it is, or points into, the caller's own parameter k.
func FromOwn(k int) uint32 { return 2 + 2*uint32(k) }

// Own is the caller's parameter that an argument is, if it is one.
func Own(from uint32) (k int, ok bool) { return int(from)/2 - 1, from >= 2 && from%2 == 0 }

// FromCall says that it is what call k of the caller has returned.
func FromCall(k uint32) uint32 { return 3 + 2*k }

// Flow is the flow section of one unit.
type Flow struct {
	Nodes    uint32 // nodes are 1..Nodes
	Params   []Node // parameter slots, receiver first; zero where the slot holds no pointer or is never used
	FreeVars []Node // captured slots, in the order of ObjFunc's slots from 1
	Results  []Node // result slots
	Lent     uint64 // bit i: result slot i is a channel of a type from which one can only receive
	Objs     []Obj  // allocation sites, which ConAddr numbers
	Cons     []Con  // in the order of the function
	Calls    []Call // in the order of the function; other sections number them
	// bit i: parameter-free result i is, on every path, an object allocated in the callee and not yet published
	Fresh uint64
	// slices of which a part is taken that starts at a non-zero or unknown index (ObjShifted for what they point to)
	Shifted []Node
	// bit i: parameter i (not slot) may be published: stored, sent, captured by a goroutine, passed to unknown code
	Escapes uint64
}

// FirstCall is the call in whose place a call makes an object (CallAgain); itself if there is none.
func (f *Flow) FirstCall(call uint32) uint32 {
	c := &f.Calls[call]
	if c.Flags&CallAgain == 0 {
		return call
	}
	for k := call; k > 0; k-- {
		if first := &f.Calls[k-1]; first.Callee == c.Callee && first.Flags&CallAgain == 0 {
			return k - 1
		}
	}
	return call
}

// Encode gives the unit's blob.
func (f *Flow) Encode() []byte { return encode(f.code) }

// DecodeFlow reads a blob.
func DecodeFlow(b []byte) (*Flow, error) {
	f := &Flow{}
	if err := decode(b, f.code); err != nil {
		return nil, err
	}
	return f, f.check()
}

func (f *Flow) code(c *coder) {
	number(c, &f.Nodes)
	numbers(c, &f.Params)
	numbers(c, &f.FreeVars)
	numbers(c, &f.Results)
	list(c, &f.Objs, codeObj)
	list(c, &f.Cons, codeCon)
	list(c, &f.Calls, codeCall)
	number(c, &f.Lent)
	number(c, &f.Fresh)
	number(c, &f.Escapes)
	numbers(c, &f.Shifted)
}

func codeObj(c *coder, o *Obj) {
	number(c, &o.Kind)
	number(c, &o.Flags)
	number(c, &o.Size)
	number(c, &o.Type)
	number(c, &o.Sym)
	signed(c, &o.Cap)
	number(c, &o.Pos)
}

func codeCon(c *coder, k *Con) {
	number(c, &k.Op)
	number(c, &k.Dst)
	switch k.Op {
	case ConAddr:
		number(c, &k.Obj)
		number(c, &k.Off)
	case ConCopy:
		number(c, &k.Src)
	case ConLoad, ConStore, ConOffset:
		number(c, &k.Src)
		number(c, &k.Off)
	case ConUnbox:
		number(c, &k.Src)
		number(c, &k.Off)
		number(c, &k.Type)
	case ConFilter:
		number(c, &k.Src)
		number(c, &k.Type)
	default:
		c.fail()
	}
}

func codeCall(c *coder, k *Call) {
	number(c, &k.Flags)
	number(c, &k.Callee)
	if k.Flags&CallModel != 0 {
		number(c, &k.API)
		if number(c, &k.Loop); k.Loop != 0 {
			number(c, &k.LoopOn)
		}
	}
	number(c, &k.Recv)
	if k.Flags&CallOnce != 0 {
		number(c, &k.Once)
		number(c, &k.OnceOff)
	}
	numbers(c, &k.Args)
	numbers(c, &k.Results)
	numbers(c, &k.From)
	number(c, &k.Pos)
}

// check verifies that nodes and objects are inside their tables.
func (f *Flow) check() error {
	ok := true
	node := func(ns ...Node) {
		for _, n := range ns {
			ok = ok && uint32(n) <= f.Nodes
		}
	}
	node(f.Params...)
	node(f.FreeVars...)
	node(f.Results...)
	node(f.Shifted...)
	for i := range f.Cons {
		node(f.Cons[i].Dst, f.Cons[i].Src)
		ok = ok && (f.Cons[i].Op != ConAddr || int(f.Cons[i].Obj) < len(f.Objs))
	}
	for i := range f.Calls {
		node(f.Calls[i].Recv, f.Calls[i].Once, f.Calls[i].LoopOn)
		node(f.Calls[i].Args...)
		node(f.Calls[i].Results...)
	}
	for i := range f.Objs {
		ok = ok && f.Objs[i].Size > 0
	}
	if !ok {
		return errCorrupt
	}
	return nil
}
