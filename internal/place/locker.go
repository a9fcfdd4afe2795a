// This file looks through Lockers.

package place

import "golang.org/x/tools/go/ssa"

// Mutex is the mutex that a Locker made on the spot stands for; the second result reports whether a RWMutex's RLocker
// was on the way. Other values stand for themselves.
func Mutex(v ssa.Value) (ssa.Value, bool) {
	reading := false
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.Call:
			if !IsRLocker(x) {
				return v, reading
			}
			v, reading = x.Call.Args[0], true
		default:
			return v, reading
		}
	}
}

// IsRLocker reports whether a call is one of (*sync.RWMutex).RLocker.
func IsRLocker(x *ssa.Call) bool {
	fn := x.Call.StaticCallee()
	return fn != nil && fn.String() == "(*sync.RWMutex).RLocker"
}
