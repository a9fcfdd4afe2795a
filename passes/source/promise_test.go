// This file tests what documentation promises (S12).

package source

import (
	"strings"
	"testing"
)

func TestPromised(t *testing.T) {
	for doc, want := range map[string]bool{
		"A Set is safe for concurrent use.":                                                      true,
		"A Set is goroutine-safe.":                                                               true,
		"A Set may be used by any number of goroutines at once.":                                 true,
		"Multiple goroutines may invoke methods on a Conn simultaneously.":                       true,
		"A Set can safely be called from several goroutines.":                                    true,
		"A Set must not be copied. It is safe for concurrent use.":                               true,
		"A Set has members.\n\nIts methods may be called concurrently.":                          true,
		"A Set is not safe for concurrent use.":                                                  false,
		"A Set is safe for concurrent use once it has been started.":                             false,
		"A Set is safe for concurrent use. However, Close is not.":                               false,
		"A Set may be used concurrently after Start.":                                            false,
		"A Set is used by one goroutine.":                                                        false,
		"If it is built with a lock, a Set may be used by several goroutines.":                   false,
		"Set is a set of concurrent tasks, which are safe to drop if nobody waits. It is small.": false,
	} {
		if got := Promised(doc); got != want {
			t.Errorf("%q: %t, want %t", doc, got, want)
		}
	}
}

func TestOrderedByCaller(t *testing.T) {
	for doc, want := range map[string]bool{
		"Sent counts the beats, after Stop.":                                    true,
		"Total is only valid after Wait has returned.":                          true,
		"Attach names the server; call it before serving.":                      true,
		"On sets the handler of a kind, before Run.":                            true,
		"The caller must hold mu.":                                              true,
		"Err tells why the stream ended, after Next has returned false.":        true,
		"Err is only valid once Scan returns false.":                            true,
		"Orders may be asked for after the actor has stopped.":                  true,
		"Digests may be called when no build is running.":                       true,
		"Limit can only be called before the first Go.":                         true,
		"Level can only be changed while nothing runs.":                         true,
		"Port is only valid after Start has been called.":                       true,
		"Problems gives the lines found; call it after Run.":                    true,
		"Go starts a subtask; it may be called by the body of n only.":          true,
		"Poll must be called from the main goroutine.":                          true,
		"If it fails, call it after a while.":                                   false,
		"It may be called by any goroutine.":                                    false,
		"Get may be called by any goroutine and only reads.":                    false,
		"It can be called again after an error.":                                false,
		"Label names it. It may be called before values are added, and later.":  false,
		"Stop may be called before or after Run.":                               false,
		"It can be called once the first item has come, by any goroutine.":      false,
		"Add should be called once per item.":                                   false,
		"Once closed, the queue may be read until it is empty.":                 false,
		"Send sends a message. It returns an error after Close.":                false,
		"Next waits until, after Close, it returns false.":                      false,
		"After Stop no more events come.":                                       false,
		"Users lists who was there before users were counted.":                  false,
		"Publish fails once the bus is closed; it may be called from anywhere.": false,
	} {
		if got := OrderedByCaller(doc); got != want {
			t.Errorf("%q: %t, want %t", doc, got, want)
		}
	}
}

func TestEndsUse(t *testing.T) {
	for doc, want := range map[string]string{
		"Close flushes the queue. Log must not be called any more.": "Close",
		"Put adds a line. It must not be called after Stop.":        "Stop",
		"The log can't be used once [Log.End] has been called.":     "End",
		"Close ends it. It may be called again.":                    "",
		"Put fails after Close.":                                    "",
		"Close flushes the queue; no Log may follow or overlap.":    "Close",
		"Close ends it. Nothing may be called afterwards.":          "Close",
		"Close ends it. No error may be nil.":                       "",
	} {
		got := endsUse(doc, nil)
		if want == "Close" && got[""] {
			want, got = "", nil // the method's own documentation
		}
		if want == "" && len(got) > 0 || want != "" && !got[want] {
			t.Errorf("%q: %v, want %s", doc, got, want)
		}
	}
}

func TestSetUpBy(t *testing.T) {
	for doc, want := range map[string]string{
		"A Bot is configured by Handle, Alias and Prefix before Start.":        "Bot Handle Alias Prefix",
		"A Bus gets its handlers by On before it is started. Emit sends.":      "Bus On",
		"Routes are added with Add before use.":                                "Routes Add",
		"A Store keeps values. Get validates entries before using them.":       "",
		"A Bot may be changed by Handle before Start and later.":               "",
		"Stop ends it. Handle adds a handler; it is not called before Start.":  "",
		"A Pool runs tasks. Submit adds one, Close waits for those before it.": "",
	} {
		if got := strings.Join(SetUpBy(doc), " "); got != want {
			t.Errorf("%s: %q, want %q", doc, got, want)
		}
	}
}

// TestPromisedOfResult checks which documentation of constructors promises concurrent use of what they return.
func TestPromisedOfResult(t *testing.T) {
	for doc, want := range map[string]bool{
		"New makes a set. Operations on the resulting set are thread-safe.": true,
		"New returns a set that is safe for concurrent use.":                true,
		"New returns a set.\n\nThe result may be used concurrently.":        true,
		"New makes a set. It is safe for concurrent use.":                   false,
		"New makes a set.\nIt is safe for concurrent use.":                  false,
		"New is safe for concurrent use and returns a new set.":             false,
	} {
		if got := promisedOfResult(doc); (len(got) > 0) != want {
			t.Errorf("%q: %q, want %t", doc, got, want)
		}
	}
}

// TestSaysToBlock checks which documentation says that a method goes on until it is told to end.
func TestSaysToBlock(t *testing.T) {
	for doc, want := range map[string]bool{
		"Run copies the names and blocks until stop is closed.":                       true,
		"Run will not return before the loop is stopped by ctx or it has lost.":       true,
		"Serve accepts connections. It blocks until the context is cancelled.":        true,
		"Listen is blocking until Close is called.":                                   true,
		"Start starts the server and blocks until it is ready or ctx is cancelled.":   false,
		"Run runs the steps and blocks until they are finished or ctx is cancelled.":  false,
		"Start starts the loop, which ends when the context is cancelled.":            false,
		"Run blocks. Results are there afterwards.":                                   false,
		"Run returns an error if the context is cancelled before the first step ran.": false,
		"Start does not block; the loop runs until the context is cancelled.":         false,
		"Start is non-blocking, it serves until Close is called.":                     false,
		"Run never returns an error when the context is cancelled.":                   false,
		"Run does not return an error unless the context is cancelled.":               false,
		"Run blocks until the job is done or ctx is done.":                            false,
	} {
		if got := saysToBlock(doc); got != want {
			t.Errorf("%q: %t, want %t", doc, got, want)
		}
	}
}

// TestDemanded checks which documentation of interfaces says that implementations are called concurrently.
func TestDemanded(t *testing.T) {
	for doc, want := range map[string]bool{
		"A RoundTripper must be safe for concurrent use by multiple goroutines.":                          true,
		"Collect may be called concurrently and must therefore be implemented in a concurrency safe way.": true,
		"Any of the Handler's methods may be called concurrently with itself or with other methods.":      true,
		"Implementations of ClientSessionCache should expect to be called concurrently from several.":     true,
		"Implementations must be safe for concurrent use. Close ends it.":                                 true,
		"Implementations need not be safe for concurrent use.":                                            false,
		"It may be called concurrently only after Seal.":                                                  false,
		"A Source is not safe for concurrent use by multiple goroutines.":                                 false,
		"Implementations must be fast.":                                                                   false,
	} {
		if got := Demanded(doc); got != want {
			t.Errorf("%q: %t, want %t", doc, got, want)
		}
	}
}
