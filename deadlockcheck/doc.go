// Package deadlockcheck is the analyzer that asks the linked package (internal/linked) for deadlocks, leaks and misuse,
// and words and places the reports.
//
// # Where a report stands
//
// At the last step of the first goroutine that has a place in the package analysed: the step itself, else the innermost
// call, go statement or registration there that leads to it.
//
// # Rules
//
//   - DL2001 lock-order cycle
//   - DL2002 self-deadlock, recursive read lock
//   - DL2003 missing unlock
//   - DL2006 lost wake-up of a Cond
//   - DL2007 slot of a semaphore not returned
//   - DL2004 blocked under a lock that the partner needs
//   - DL2005 WaitGroup or Cond that never returns
//   - GL3001 goroutine leak
//   - CM4001 send on a closed channel, double close, negative counter
//
// # Tests
//
// Each verdict, place and text is a want comment in testdata/deadlocks and testdata/low (go test . -run TestQuick), the
// advice a header line there.
package deadlockcheck
