// This file is what is said of numbers: where they come from, which comparisons of them have to hold for something to
// happen, and which of them calls and new objects are given (passes/access A25).

package facts

// A TermKind says where a number comes from.
type TermKind uint8

// The kinds of terms.
const (
	TermUnknown TermKind = iota
	TermConst            // N
	TermParam            // parameter slot N, receiver first
	TermLoad             // read from memory: slot Off past Addr
	TermResult           // result slot Off of call N, an index into Flow.Calls
	// what differs between the goroutines that one go statement starts: the counter of its loop, as the function that
	// it starts has got it; N numbers the parameters and captured variables of the function
	TermCounter
)

// A Term is the number of a slot: an integer is its own; a truth value is 0 or 1; a string or slice is its length; of
// everything else nil is 0, and the rest is unknown.
type Term struct {
	Kind TermKind // where the number comes from, and so which of the fields below mean something
	N    int64    // TermConst, TermParam, TermResult, TermCounter
	Addr Node     // TermLoad, with Off
	Off  uint32   // TermLoad: slots past Addr; TermResult: the slot
}

// A Comparison is an order of two numbers.
type Comparison uint8

// The comparisons; the others are these, turned round.
const (
	Equal Comparison = iota
	Unequal
	Less
	LessOrEqual
)

// A Relation is a comparison that holds where something happens, and those that hold besides.
type Relation struct {
	Op    Comparison // what is said of X and Y: they are equal, X is less than Y, and so on
	X, Y  Term       // both of the function's own nodes
	Outer uint32     // number of the nearest test around it, counted from one; smaller than its own; zero none
}

// A Behind is a call that happens only where a test holds.
type Behind struct {
	Call uint32 // into Flow.Calls
	Test uint32 // counted from one
}

// A Given is an argument of a call.
type Given struct {
	Call  uint32 // into Flow.Calls
	Slot  uint32 // into its Args
	Value Term   // known
}

// A Returned is what a function may return in a slot. If anything is known of a slot, all that may be returned there
// is.
type Returned struct {
	Slot  uint32 // number of the result slot, from 0
	Test  uint32 // that holds there, counted from one; zero none
	Value Term   // known
}

// An Initial is a write to memory that its function owns, which is no access.
type Initial struct {
	Addr  Node   // with Off: what is written
	Off   uint32 // slots past Addr
	Len   uint32 // slots, at least 1; 1 if Value is known
	First bool   // it comes before everything else that is done with the new object
	Value Term   // what is written; unknown unless it is said
}

// A Sized is a channel that is made.
type Sized struct {
	Addr  Node // points to it
	Value Term // how many messages its buffer takes
}

// A Counted is a number of rounds that a loop makes, or of goroutines that are added to a WaitGroup, if it is no
// constant.
type Counted struct {
	Number uint32 // from one: an EventIter refers to it by N = -1-Number, an EventAdd without EventConst by N = Number
	Value  Term   // known
}

// A Decides is what a condition of the skeleton says of numbers: EventTest's condition Number is true where test Test
// of the unit holds, and nowhere else unless another test is around that one.
type Decides struct {
	Number uint32 // from one
	Test   uint32 // from one
	First  bool   // what the function itself writes to what it reads there comes behind it
}

func codeTerm(c *coder, t *Term) {
	number(c, &t.Kind)
	codeNumber(c, t)
}

// codeNumber codes what a term of its kind has.
func codeNumber(c *coder, t *Term) {
	switch t.Kind {
	case TermUnknown:
	case TermConst, TermParam, TermCounter:
		signed(c, &t.N)
	case TermLoad:
		number(c, &t.Addr)
		number(c, &t.Off)
	case TermResult:
		signed(c, &t.N)
		number(c, &t.Off)
	default:
		c.fail()
	}
}

// codeRelation puts the comparison and the kinds of both numbers into one byte: there are many.
func codeRelation(c *coder, t *Relation) {
	head := uint8(t.Op) | uint8(t.X.Kind)<<2 | uint8(t.Y.Kind)<<5
	number(c, &head)
	t.Op, t.X.Kind, t.Y.Kind = Comparison(head&3), TermKind(head>>2&7), TermKind(head>>5)
	codeNumber(c, &t.X)
	codeNumber(c, &t.Y)
	number(c, &t.Outer)
}

func codeBehind(c *coder, b *Behind) {
	number(c, &b.Call)
	number(c, &b.Test)
}

func codeGiven(c *coder, g *Given) {
	number(c, &g.Call)
	number(c, &g.Slot)
	codeTerm(c, &g.Value)
}

func codeReturned(c *coder, r *Returned) {
	number(c, &r.Slot)
	number(c, &r.Test)
	codeTerm(c, &r.Value)
}

func codeInitial(c *coder, i *Initial) {
	number(c, &i.Addr)
	number(c, &i.Off)
	number(c, &i.Len)
	c.boolean(&i.First)
	codeTerm(c, &i.Value)
}
