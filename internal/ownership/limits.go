// This file is the bounds of this package, and what each counts.

package ownership

// maxNames bounds the names of a function.
const maxNames = 64

// maxReplacers bounds how many calls lead to the store.
const maxReplacers = 3
