// This file holds the natives of testing/synctest.

package natives

import (
	"github.com/syncvet/syncvet/internal/interp/machine"
)

// bubbleTest runs the test of a bubble; the thread that calls it is the bubble's first one. From now on time passes
// only when nobody can go on, as the bubble promises.
func bubbleTest(t *thread, args []value) value {
	t.Run.Hasty = false
	for _, name := range []string{"testingSynctestTest", "SynctestTest"} {
		if f := t.Run.World.Prog.ImportedPackage("testing").Func(name); f != nil {
			return t.Apply(&function{Fn: f}, args)
		}
	}
	panic(machine.Unsupported("testing/synctest"))
}

// bubble are the other threads of the bubble that a thread is in: those started since its first one, which runs
// the stand-in's Test, and not by others.
func bubble(t *thread) []*thread {
	first := t
	for x := t; x != nil; {
		if inBubble(x) {
			first = x
		}
		if x.Origin.Call == nil {
			break
		}
		x = parent(x)
	}
	var list []*thread
	for _, x := range t.Run.Threads {
		if x != t && below(x, first) {
			list = append(list, x)
		}
	}
	return list
}

// parent is the thread that has started another one.
func parent(t *thread) *thread { return t.Run.Threads[t.Origin.Call.Thread] }

// inBubble reports whether a thread is the first one of a bubble.
func inBubble(t *thread) bool {
	from := t.Origin.Call
	return from != nil && from.Fn.Pkg != nil && from.Fn.Pkg.Pkg.Path() == "testing/synctest"
}

// below reports whether a thread was started by another one, or by those it has started, or by a timer since then.
func below(t *thread, first *thread) bool {
	for x := t; x != nil; x = parent(x) {
		if x == first {
			return true
		}
		if x.Origin.Call == nil {
			return x.ID > first.ID
		}
	}
	return false
}

// settle waits until no thread can go on; some time may pass before.
func settle(t *thread, after int64) {
	x := &machine.Timer{Index: -1, Do: func(int64) { t.Wake(nil) }}
	t.Run.Set(x, after)
	t.Timed = true
	t.Wait("synctest")
	t.Timed = false
}

// learn makes a thread know what another one has done.
func learn(t *thread, x *thread) {
	t.Acquire(x.VC)
	x.Tick()
}

// bubbleIdle is synctest.Wait.
func bubbleIdle(t *thread, _ []value) value {
	settle(t, 0)
	for _, x := range bubble(t) {
		learn(t, x)
	}
	return nil
}

// bubbleRest waits at the end of a bubble.
func bubbleRest(t *thread, _ []value) value {
	settle(t, 0)
	left := false
	for _, x := range bubble(t) {
		left = left || x.State != machine.Ended
	}
	if !left {
		return tuple{false, false}
	}
	if len(t.Run.Timers) == 0 {
		return tuple{true, false}
	}
	settle(t, t.Run.Timers[0].When-t.Run.Now)
	return tuple{true, true}
}

// bubbleNatives are those of testing and testing/synctest.
var bubbleNatives = map[string]native{
	"testing.logged":            func(t *thread, args []value) value { t.Run.Logged = args[0].(string); return nil },
	"testing.failing":           func(t *thread, _ []value) value { t.Miss(); return nil },
	"testing/synctest.testCase": bubbleTest,
	"testing/synctest.idle":     bubbleIdle,
	"testing/synctest.rest":     bubbleRest,
}
