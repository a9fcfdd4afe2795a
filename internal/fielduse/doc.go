// Package fielduse finds all that a package does with what it keeps in fields that no other package can name: channels,
// WaitGroups, conditions.
//
// # Problem
//
// Who waits for a channel waits for other goroutines, which are rarely in view. Where a field is the package's own, all
// who may send, receive, close, count or signal are functions of the package, whoever runs them.
//
// # Rules
//
//   - (T13) A channel, WaitGroup or condition in a field that only this package can name, whose address and value go
//     nowhere but into operations, and which is set only to what is made on the spot, is used by the operations on
//     fields of that name and by nobody else.
//
// # Approximations
//
// Objects are told apart by the field only: an operation on one object counts for all (fewer deadlocks).
//
// # Tests
//
// It has none of its own: the programs of internal/fieldwaits and internal/lockpaths in testdata/deadlocks rest on it
// (go test . -run TestQuick).
package fielduse
