// This file is the vocabulary: systems of processes, their points and objects, as the client writes them.

package blocking

import (
	"fmt"
	"slices"
)

// An ObjID is an index into System.Objects. Zero is the nil channel.
type ObjID uint32

// A ProcID is an index into System.Procs. Zero is invalid.
type ProcID uint32

// A PointID is an index into Proc.Points. Zero is the end of the process.
type PointID uint32

// A Kind is what an object is.
type Kind uint8

const (
	NoObject  Kind = iota // object 0
	Chan                  // a channel
	Lock                  // a Mutex or RWMutex
	WaitGroup             // a WaitGroup
	Once                  // a Once
	Cond                  // a condition
	Number                // a number that begins with zero
)

// An Op is what a point does.
type Op uint8

const (
	Branch    Op = iota // go to any of Choices
	Send                // on channel Obj
	Recv                // from channel Obj; Next with a value, Alt when closed
	Close               // channel Obj
	Select              // one of Cases; Alt if HasDefault and nothing is ready
	Acquire             // lock Obj for writing
	Release             // what Acquire took
	RAcquire            // lock Obj for reading
	RRelease            // what RAcquire took
	Add                 // N, which may be negative, to WaitGroup Obj; Done is -1
	Wait                // until the counter of WaitGroup Obj is zero
	Spawn               // a thread of Proc
	OnceDo              // Alt, the body, if Once Obj is new; Next once it has run
	OnceEnd             // the end of the body of Once Obj
	CondWait            // on condition Obj, whose lock is Mutex
	Signal              // condition Obj
	Broadcast           // condition Obj
	Test                // Cell; Next if it is true, Alt if it is false
	Set                 // Cell to Value
	Take                // sets Cell to Value; Next if it was the other one, Alt if it was that already
	Tally               // adds N, which may be negative, to Number Obj; Alt if that makes it zero, else Next
	Exit                // the whole program ends
	opEnd
)

// A Value is what is known of a condition.
type Value uint8

const (
	Forgotten Value = iota // nothing is known
	True                   // the condition holds
	False                  // it does not
)

// A Cell names the condition of a Test or Set: positive numbers are the thread's own cells, up to 16, negative ones are
// shared.
type Cell int8

// A Dir is what a case of a select does.
type Dir uint8

const (
	Receive     Dir = iota // Next with a value, Alt when closed
	Transmit               // send
	Environment            // a timer, a context, a signal: may always proceed
)

// A Case is one case of a Select.
type Case struct {
	Dir  Dir     // what it does
	Obj  ObjID   // the channel; zero is nil, which never proceeds; unused by Environment
	Next PointID // where it leads
	Alt  PointID // Receive: where it leads when the channel is closed
	Via  ObjID   // the channel whose messages have brought Obj (B20); zero: it is known otherwise
}

// A Point is one operation of a process. Fields that its Op does not mention are unused.
type Point struct {
	Op         Op        // what it does
	Obj        ObjID     // what it does it to
	Mutex      ObjID     // CondWait: the condition's lock, which the thread holds for writing
	N          int       // Add, Tally: how much
	Proc       ProcID    // Spawn: whose thread
	Cell       Cell      // Test, Set, Take: the condition
	Value      Value     // Set, Take: what becomes known
	Next       PointID   // where it leads; zero is the end
	Alt        PointID   // where it leads otherwise; zero is the end
	Choices    []PointID // Branch: where it may lead; at least one
	Cases      []Case    // Select: what it waits for; none blocks for ever
	HasDefault bool      // Select: whether it has a default, which leads to Alt
	Via        ObjID     // Send, Recv, Close: the channel whose messages have brought Obj (B20); zero: none has
	Again      bool      // Close: closing what is closed does nothing, as cancelling a context twice
	Site       uint32    // the client's id of the statement; not interpreted
}

// An Object is one channel, lock, WaitGroup, Once, condition or number.
type Object struct {
	Kind Kind   // what it is
	Cap  uint16 // Chan: capacity of the buffer
	Open bool   // whether code that is not seen uses it, too (B8)
}

// A Proc is an automaton.
type Proc struct {
	Points []Point // Points[0] is unused, Points[1] the entry
	Owes   []ObjID // WaitGroups and channels that it would count down or close if it ended, which it never does (B19)
	Given  []ObjID // channels that it has got, and whose close asks it to end (B19)
}

// A System is what is explored.
type System struct {
	Objects []Object // Objects[0] is unused
	Procs   []Proc   // Procs[0] is unused
	Cells   int      // number of shared cells
	Roots   []ProcID // processes that run from the start
	Later   []ProcID // processes that somebody may start when all others have come to their end (B18)
}

// Validate returns an error if an id is out of range or an operation does not fit its object.
func (s *System) Validate() error {
	if len(s.Roots) == 0 || len(s.Roots) > maxThreads {
		return fmt.Errorf("blocking: %d roots", len(s.Roots))
	}
	for _, root := range slices.Concat(s.Roots, s.Later) {
		if err := s.validProc(root); err != nil {
			return err
		}
	}
	for id := 1; id < len(s.Procs); id++ {
		points := s.Procs[id].Points
		if len(points) < 2 || len(points) > 1<<16 {
			return fmt.Errorf("blocking: process %d has %d points", id, len(points))
		}
		for i := range points[1:] {
			if err := s.validPoint(&points[i+1], len(points)); err != nil {
				return fmt.Errorf("process %d, point %d: %w", id, i+1, err)
			}
		}
	}
	return nil
}

// operand tells what kind of object an operation needs.
var operand = [opEnd]Kind{
	Send:      Chan,
	Recv:      Chan,
	Close:     Chan,
	Acquire:   Lock,
	Release:   Lock,
	RAcquire:  Lock,
	RRelease:  Lock,
	Add:       WaitGroup,
	Wait:      WaitGroup,
	OnceDo:    Once,
	OnceEnd:   Once,
	CondWait:  Cond,
	Signal:    Cond,
	Broadcast: Cond,
	Tally:     Number,
}

// validPoint checks a point of a process with n points.
func (s *System) validPoint(p *Point, n int) error {
	if p.Op >= opEnd {
		return fmt.Errorf("blocking: operation %d", p.Op)
	}
	targets := append([]PointID{p.Next, p.Alt}, p.Choices...)
	if err := s.validObject(p.Obj, operand[p.Op]); err != nil {
		return err
	}
	if err := s.validObject(p.Via, Chan); err != nil {
		return err
	}
	for _, c := range p.Cases {
		targets = append(targets, c.Next, c.Alt)
		if err := s.validObject(c.Via, Chan); err != nil {
			return err
		}
		if c.Dir > Environment {
			return fmt.Errorf("blocking: direction %d", c.Dir)
		}
		if err := s.validObject(c.Obj, Chan); c.Dir != Environment && err != nil {
			return err
		}
	}
	for _, t := range targets {
		if int(t) >= n {
			return fmt.Errorf("blocking: leads to point %d of %d", t, n)
		}
	}
	switch p.Op {
	case Branch:
		if len(p.Choices) == 0 {
			return fmt.Errorf("blocking: branch without choices")
		}
	case Spawn:
		return s.validProc(p.Proc)
	case CondWait:
		return s.validObject(p.Mutex, Lock)
	case Take:
		if p.Value == Forgotten {
			return fmt.Errorf("blocking: taken without a value")
		}
		fallthrough
	case Test, Set:
		if p.Cell == 0 || p.Cell > maxCells || int(-p.Cell) > s.Cells || p.Value > False {
			return fmt.Errorf("blocking: cell %d, value %d", p.Cell, p.Value)
		}
	}
	return nil
}

// validObject checks that an object exists and is of a kind. Only channels may be nil.
func (s *System) validObject(o ObjID, k Kind) error {
	if k == NoObject || o == 0 && k == Chan {
		return nil
	}
	if o == 0 || int(o) >= len(s.Objects) || s.Objects[o].Kind != k {
		return fmt.Errorf("blocking: object %d is not of kind %d", o, k)
	}
	return nil
}

// validProc checks that a process exists.
func (s *System) validProc(p ProcID) error {
	if p == 0 || int(p) >= len(s.Procs) {
		return fmt.Errorf("blocking: no process %d", p)
	}
	return nil
}
