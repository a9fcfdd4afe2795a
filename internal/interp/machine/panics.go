// This file holds what the interpreter unwinds threads with.

package machine

import "fmt"

type (
	// failure is a panic of the run-time system, not yet one of a frame.
	failure string
	// fatal is an unrecoverable error of the run-time system.
	fatal string
	// Unsupported says what the interpreter cannot do; the root is not judged then.
	Unsupported string
	// Exhausted says which bound is met.
	Exhausted string
	// Exit is what runtime.Goexit unwinds a thread with.
	Exit struct{}
	// Quit ends the program.
	Quit struct{}
	// killed ends a thread from outside: its deferred calls do not run.
	killed struct{}
)

// Fault raises a run-time error.
func Fault(format string, args ...any) { Fail("runtime error: " + fmt.Sprintf(format, args...)) }

// Fail raises a panic of the run-time system.
func Fail(text string) { panic(failure(text)) }

// Die ends the program: no deferred function can recover it.
func Die(text string) { panic(fatal(text)) }
