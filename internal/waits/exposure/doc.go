// Package exposure is what code that is not seen may do to the objects of a link.
//
// # Problem
//
// A walk knows who operates on an object only if all who may are in view (internal/waits W1). Code that is not seen
// gets hold of an object by what it is passed, by what users of an exported function get or gave, by package-level
// variables, and by all that these lead to. The same is asked of links of one function, about what such a link leaves
// out (races R51).
//
// # Tests
//
// They are those of internal/waits: walks of whole programs (go test . -run TestQuick).
package exposure
