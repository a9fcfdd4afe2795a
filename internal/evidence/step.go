// This file is the steps of goroutines.

package evidence

import "github.com/syncvet/syncvet/facts"

// An Act is what a goroutine does in a step.
type Act uint8

// The acts. Those that wait are the last step of a thread.
const (
	ActLocks          Act = iota + 1 // takes a lock
	ActRLocks                        // takes a lock for reading
	ActWantsLock                     // waits for a lock
	ActWantsRLock                    // waits for a lock for reading
	ActUnlocks                       // releases a lock
	ActSends                         // sends
	ActReceives                      // receives
	ActCloses                        // closes a channel
	ActSelects                       // waits in a select
	ActRanges                        // receives in a range loop
	ActWaits                         // waits for a WaitGroup
	ActCondWaits                     // waits for a Cond
	ActStarts                        // starts a goroutine
	ActDone                          // WaitGroup.Done
	ActAdds                          // WaitGroup.Add
	ActReturns                       // returns
	ActWaitsOnce                     // waits for a Once to finish
	ActRunsOnce                      // runs the function of a Once
	ActReturnsHolding                // returns with a lock held
	ActPanicsHolding                 // may panic with a lock held, and recovers
	ActTakesSlot                     // takes a slot of a semaphore
	ActReturnsTaking                 // returns with a slot of a semaphore taken
	ActSets                          // sets a variable that ends a wait, and wakes nobody
	ActWakesOne                      // wakes one of those who wait for a Cond
	ActWakesAll                      // wakes those who wait for a Cond, without its lock
	ActLeavesNil                     // makes an object and leaves a channel of it nil
	ActAwaitsRoom                    // waits until a group of goroutines has room for another one
	ActReads                         // reads from a pipe
	ActWrites                        // writes to a pipe
	ActOffers                        // offers a message to who waits, and drops it if nobody does
	ActStays                         // goes round for ever, though it has deferred what others wait for
	ActGoesOn                        // takes a case of a select that does not depend on the others: a timer, a context
	ActKeepsCancel                   // makes a context, and keeps its cancel function where nobody calls it
	ActCutsOff                       // makes a context that the end of its parent does not end
	ActOutlived                      // ends the life of a value, but not a goroutine of it
	ActNextRound                     // goes on to the next round of a loop
	ActNextHolding                   // does so with a lock held
	ActNextTaking                    // does so with a slot of a semaphore taken
	ActAccesses                      // accesses a variable
	ActCallsUser                     // calls a function that a user has put into a field
	ActCalls                         // calls a function that does what the next step says
	ActGivesBack                     // puts memory back into a pool
	ActShutsDown                     // waits until no handler of a server runs any more
	ActClosesServer                  // closes a server, and waits so, too
	ActFrees                         // lets somebody go on, too late
)

// A Step is one thing that a goroutine does.
type Step struct {
	Thread int            // index into Evidence.Ends
	Act    Act            // what it does
	Name   facts.Symbol   // the lock, channel, WaitGroup, function or variable it does it with; zero unknown
	Func   facts.Symbol   // where
	Pos    facts.Position // in the source; zero if it has no place there
	Case   facts.Position // of a select that goes on: the case that it takes; zero if that is not known
	Access facts.Access   // of an access: what kind
}

// WaitOf are the acts that wait for what is kept in a field, by what facts call them.
var WaitOf = map[uint8]Act{
	facts.TakeRecv: ActReceives, facts.TakeSend: ActSends, facts.TakeWait: ActWaits,
	facts.TakeCond:  ActCondWaits,
	facts.TakeClose: ActRanges,
	facts.TakeGo:    ActAwaitsRoom,
}
