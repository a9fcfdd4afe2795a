// This file is the side conditions of the rules as a mask, so that tests can drop one at a time and see the fuzzer
// notice.

package hb

// A mutation is a set of side conditions that are not checked. Only tests use any.
type mutation uint64

const (
	dropClose      mutation = 1 << iota // (H6) a close delivers a message, too
	dropAll                             // (H6) before every sender, not just one
	dropCap                             // (H7) only channels without buffer
	dropMany                            // (H5) program order holds within one instance only
	dropPairing                         // (H12) every Done was counted by an Add
	dropDoneOnce                        // (H12) at most one Done per instance
	dropDirection                       // (H12, H13) no go event after the wait
	dropIdentity                        // (H2) one abstract object may be many concrete ones
	dropActivation                      // (H13) no activation begins while a join is pending
	dropModes                           // (H15) two readers exclude nothing
	dropAlias                           // (H15) an unlock releases whatever it may alias
	dropUnknown                         // (H11) a store of an unknown value may have stored any
	dropContexts                        // (H8) a function is entered in more than one state
	dropCallee                          // (H8) what a callee releases is released
	dropOnceBody                        // (H10) of two Onces each runs its function
	dropEnded                           // (H13) only what precedes the Done is waited for
	dropManyMatch                       // (H16) the receiver is one instance
	dropMatchOnce                       // (H16) what is taken once is sent once
	dropMatchClose                      // (H16) a close is never used up
	dropSlotUse                         // (H17) only who has sent receives
	dropSlotCap                         // (H17) one message at a time
	dropBaton                           // (H17) one initial message
	dropSentCap                         // (H18) the buffer holds what is not received yet
	dropSentOnce                        // (H18) receives that may be earlier are counted
	dropParked                          // (H19) only what precedes Parallel is waited for
	// (H19) only a function that waits for the goroutine it starts is over when Parallel returns
	dropRun
	dropOutside      // (H3) unseen code may send, close, store, ...
	dropLocal        // (H4, H13) what is not fixed is waited for in the activation that made it
	dropOwn          // (H12) a goroutine lowers the very counter that was raised for it
	dropOnlyOwn      // (H13) only the goroutine itself reports on the channel
	dropMessageLoop  // (H13) one goroutine in an activation reports on the channel
	dropMulti        // (H13, H14) one go event starts one goroutine
	dropZero         // (H11) zero is also the initial value
	dropPlain        // (H11) plain code may have written
	dropCredit       // (H12) every go event has an Add of its own
	dropNegative     // (H12) Add may lower the counter
	dropRounds       // (H12) who is not counted starts after the wait
	dropRootDone     // (H12) who was not started by a go event was not counted
	dropSiblings     // (H14) whichever of two goroutines starts first has been waited for
	dropReset        // (H25) what is there from the start may be stored again
	dropGuard        // (H25) every store is made under the lock
	dropSlotClose    // (H17) a closed channel lets everybody pass
	dropHandedKept   // (H28) who hands a lock over has it no more
	dropHandedUnlock // (H28) only who holds the lock unlocks it
	dropHandedMulti  // (H28) it is handed to one goroutine
	dropUndone       // (H12) what a Done takes back has not been used up
	dropRaised       // (H12) a function that is called raises the counter on all its ways
	dropFresh        // (H13) what goroutines of a loop close is a channel of each
	dropFirst        // (H32) whose turn it is at first is one instance
	dropOut          // (H32) who has passed the turn on does not do so again
	dropKept         // (H32) a lock under which others are asked is kept until they have answered
	dropEither       // (H30) what both ways come behind
	// (H28) no condition: who starts a goroutine that may unlock a lock has lost it, so that programs in which others
	// unlock are judged right
	keepLost
)
