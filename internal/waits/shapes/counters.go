// This file is the counters of running loops: a place is another one in each round.

package shapes

import "encoding/binary"

// A Frame numbers the calls and goroutines of a scope.
type Frame int32

// Counters are kept in a string, so that they can be part of a key: entries of a frame, a loop and a number, sorted.
const counterSize = 9

// entry is the position of a counter, and whether it is there.
func entry(counters string, f Frame, loop uint32) (at int, ok bool) {
	var key [8]byte
	binary.BigEndian.PutUint32(key[:], uint32(f))
	binary.BigEndian.PutUint32(key[4:], loop)
	for at < len(counters) && counters[at:at+8] < string(key[:]) {
		at += counterSize
	}
	return at, at < len(counters) && counters[at:at+8] == string(key[:])
}

// Rounds reads a counter.
func Rounds(counters string, f Frame, loop uint32) int {
	if at, ok := entry(counters, f, loop); ok {
		return int(counters[at+8])
	}
	return 0
}

// Tick adds one to a counter.
func Tick(counters string, f Frame, loop uint32) string {
	at, ok := entry(counters, f, loop)
	if ok {
		return counters[:at+8] + string([]byte{counters[at+8] + 1}) + counters[at+counterSize:]
	}
	var e [counterSize]byte
	binary.BigEndian.PutUint32(e[:], uint32(f))
	binary.BigEndian.PutUint32(e[4:], loop)
	e[8] = 1
	return counters[:at] + string(e[:]) + counters[at:]
}

// Cleared removes a counter.
func Cleared(counters string, f Frame, loop uint32) string {
	if at, ok := entry(counters, f, loop); ok {
		return counters[:at] + counters[at+counterSize:]
	}
	return counters
}

// Forget removes the counters of a frame.
func Forget(counters string, f Frame) string {
	var kept []byte
	for at := 0; at < len(counters); at += counterSize {
		if binary.BigEndian.Uint32([]byte(counters[at:at+4])) != uint32(f) {
			kept = append(kept, counters[at:at+counterSize]...)
		}
	}
	return string(kept)
}
