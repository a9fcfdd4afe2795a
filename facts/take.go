// This file is what a call does to locks, in the caller's terms: which it may acquire, leave locked or unlock, and what
// it calls back while it holds some. Everything that it calls is folded in.

package facts

// A RootKind says what a lock path starts from.
type RootKind uint8

// The roots of lock paths.
const (
	RootParam  RootKind = iota + 1 // a parameter, the receiver is 0
	RootFree                       // a captured variable, by its address
	RootGlobal                     // a package-level variable
	RootBehind                     // what the function has found behind a parameter, of a lock that it unlocks
)

// A LockPath is how a function reaches a lock: from a root through fields.
type LockPath struct {
	Root   RootKind // what it starts from, and so which field below names it
	Index  uint32   // of the parameter or captured variable
	Global Ref      // SymGlobal
	Steps  string   // a rune for each step: 0 dereferences, n+1 selects field n; behind a parameter the last one
}

// A LockHop is one call on the way to an acquisition.
type LockHop struct {
	Func Ref    // what is called
	Call PosRef // where
}

// What a take takes.
const (
	TakeWrite uint8 = iota // Lock
	TakeRead               // RLock
	TakeOnce               // the right to run a Once's function

	TakeRecv  // no lock: a message or the end of a channel kept in a field
	TakeSend  // no lock: a receiver of such a channel
	TakeWait  // no lock: the end of a WaitGroup
	TakeCond  // no lock: a condition; not in facts
	TakeClose // no lock: the end of a channel; not in facts
	TakeGo    // no lock: a goroutine of a group with a limit; not in facts
)

// A LockTake is a lock that the function may acquire though it did not release it before.
type LockTake struct {
	Mode  uint8    // TakeWrite, TakeRead, TakeOnce; TakeRecv, TakeSend, TakeWait: it waits for that
	Path  LockPath // where the lock is, as callers can reach it
	Name  Ref      // of the lock, as reports name it
	Doubt uint8    // how many of the functions on the way, this one included, may return without it
	// only if this parameter plus one is Is, or, with Values, is one of these, or none of them if not Is; zero: no such
	// condition is known
	If     uint32
	Is     bool      // see If
	Values []string  // constants, as go/constant spells them exactly, sorted; see If
	Via    []LockHop // the calls on the way, outermost first; empty: by the function itself
	Pos    PosRef    // of the acquisition
}

// A LockEffect is what a return leaves changed.
type LockEffect struct {
	Path LockPath // where the lock is, as callers can reach it
	// Lock, RLock: left locked; Unlock, RUnlock: unlocked though the function had not locked it; zero: differs between
	// returns
	Op LockOp
}

// A LockInvoke is a parameter that the function calls.
type LockInvoke struct {
	Param uint32     // the parameter
	Held  []LockTake // what is held at that time
}

// Acquires is the acquires section of one unit: what a call of it does to locks.
type Acquires struct {
	Takes   []LockTake   // what a call may acquire
	Effects []LockEffect // what a call leaves changed, calls folded in
	Invokes []LockInvoke // which parameters it calls
}

// Encode gives the unit's blob.
func (l *Acquires) Encode() []byte { return encode(l.code) }

// DecodeAcquires reads a blob.
func DecodeAcquires(b []byte) (*Acquires, error) {
	l := &Acquires{}
	if err := decode(b, l.code); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *Acquires) code(c *coder) {
	list(c, &l.Takes, codeTake)
	list(c, &l.Effects, func(c *coder, e *LockEffect) {
		codePath(c, &e.Path)
		number(c, &e.Op)
	})
	list(c, &l.Invokes, func(c *coder, v *LockInvoke) {
		number(c, &v.Param)
		list(c, &v.Held, codeTake)
	})
}

func codeTake(c *coder, t *LockTake) {
	number(c, &t.Mode)
	codePath(c, &t.Path)
	number(c, &t.Name)
	number(c, &t.Doubt)
	number(c, &t.If)
	c.boolean(&t.Is)
	list(c, &t.Values, func(c *coder, v *string) { c.str(v) })
	list(c, &t.Via, func(c *coder, h *LockHop) {
		number(c, &h.Func)
		number(c, &h.Call)
	})
	number(c, &t.Pos)
}

func codePath(c *coder, p *LockPath) {
	number(c, &p.Root)
	number(c, &p.Index)
	number(c, &p.Global)
	c.str(&p.Steps)
}
