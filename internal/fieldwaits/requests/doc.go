// Package requests finds requests that are not answered: who waits for the answer waits for ever.
//
// # Problem
//
// A goroutine that owns some state gets requests over a channel, each with a channel for the answer. Who asks waits for
// the answer, and for nothing else. Each way through the code of who has got a request has to lead to an answer, or to
// somebody else who has the request then.
//
// # Rules
//
//   - (Q1) A function asks if it makes a channel, stores it in a field of a struct of its own, sends that struct, or a
//     pointer to it, and receives from the channel, outside of selects; if nobody else gets the channel or the struct
//     from it.
//   - (Q2) Who receives from a channel with elements of the same type as those of the channel on which it is sent gets
//     the request, unless the two are known to be those of different fields.
//   - (Q3) It is answered by a send on that field of it, in a select, too, by a close, and by a function of the package
//     that is given it and answers. It is given away if it, or its channel, is stored, sent, captured, returned, kept
//     for the next round, or given to code that is not followed.
//   - (Q4) A way from the receive to the next one of the same statement, or to a return, on which none of that has
//     happened leaves it without an answer. Not ways that ask whether there is a channel for the answer, nor such that
//     the constants exclude that the asker has stored in other fields, nor such that contradict what a function called
//     on the way has returned, where it has not answered. Nor ways that are decided by what else the request says, by
//     a result of such a function that is not known, or by a flag that is set on the way: what needs no answer may be
//     agreed on there (fewer leaks).
//
// # Approximations
//
// What decides the way may be known not to happen (more leaks). Channels with elements of one type are one (more
// leaks).
//
// # Tests
//
// testdata/deadlocks/leak has request_* in pairs (go test . -run TestQuick).
package requests
