// This file is the bounds of this package, and what each counts.

package relink

// maxAlign bounds the product of the numbers of nodes that are compared one by one.
const maxAlign = 4 << 20
