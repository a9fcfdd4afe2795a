// This file is the bounds of this package, and what each counts.

package source

// maxMakers is how many constructors a client calls: values that were made in different ways are different objects, and
// what is known of several of them is known of none.
const maxMakers = 2

// maxSelf is how many methods a type may have whose clients call each of them from two goroutines at once: what they
// start is linked twice (nats.go's Conn, with 70 methods, took 23 s of CPU instead of 13). Past it: fewer races.
const maxSelf = 24
