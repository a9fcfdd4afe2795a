// This file is the counters of running loops: a place is another one in each round.

package waits

import (
	"encoding/binary"

	"github.com/syncvet/syncvet/facts"
)

// entered are the counters after control has gone from a place to a point: loops that it enters there start anew.
func (s *shape) entered(k nodeKey, n facts.PointID) string {
	for _, l := range s.heads[n] {
		if !l.inside[k.point] {
			k.rounds = cleared(k.rounds, k.frame, l.index)
		}
	}
	return k.rounds
}

// Counters are kept in a string, so that they can be part of a key: entries of a frame, a loop and a number, sorted.
const counterSize = 9

// entry is the position of a counter, and whether it is there.
func entry(counters string, f frameID, loop uint32) (at int, ok bool) {
	var key [8]byte
	binary.BigEndian.PutUint32(key[:], uint32(f))
	binary.BigEndian.PutUint32(key[4:], loop)
	for at < len(counters) && counters[at:at+8] < string(key[:]) {
		at += counterSize
	}
	return at, at < len(counters) && counters[at:at+8] == string(key[:])
}

// rounds reads a counter.
func rounds(counters string, f frameID, loop uint32) int {
	if at, ok := entry(counters, f, loop); ok {
		return int(counters[at+8])
	}
	return 0
}

// tick adds one to a counter.
func tick(counters string, f frameID, loop uint32) string {
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

// cleared removes a counter.
func cleared(counters string, f frameID, loop uint32) string {
	if at, ok := entry(counters, f, loop); ok {
		return counters[:at] + counters[at+counterSize:]
	}
	return counters
}

// forget removes the counters of a frame.
func forget(counters string, f frameID) string {
	var kept []byte
	for at := 0; at < len(counters); at += counterSize {
		if binary.BigEndian.Uint32([]byte(counters[at:at+4])) != uint32(f) {
			kept = append(kept, counters[at:at+counterSize]...)
		}
	}
	return string(kept)
}
