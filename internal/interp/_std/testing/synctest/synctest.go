// Package synctest keeps bubbles: time is virtual anyway, and the interpreter knows when all others wait.
package synctest

import "testing"

// testCase runs f as the test of a bubble.
func testCase(t *testing.T, f func(*testing.T)) bool

// idle waits until all other goroutines of the bubble wait, and knows what they have done.
func idle()

// rest lets one timer fire if one is set; it reports whether goroutines of the bubble are left, and whether some can go on.
func rest() (left, hope bool)

func Test(t *testing.T, f func(*testing.T)) {
	type outcome struct {
		ok  bool
		bad any
	}
	done := make(chan outcome, 1)
	go func() {
		out := outcome{}
		defer func() {
			if e := recover(); e != nil {
				out.bad = e
			}
			done <- out
		}()
		out.ok = testCase(t, f)
		for {
			left, hope := rest()
			if !left {
				break
			}
			if !hope {
				panic("deadlock: main bubble goroutine has exited but blocked goroutines remain")
			}
		}
	}()
	out := <-done
	if out.bad != nil {
		panic(out.bad)
	}
	if !out.ok {
		t.FailNow()
	}
}

func Wait() { idle() }
