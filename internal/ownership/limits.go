// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package ownership

// maxNames bounds the names of a function: values that stand for another one in each round. Further ones are nobody's
// own (more races).
const maxNames = 64

// maxReplacers bounds how many calls lead to the store (more races).
const maxReplacers = 3

// nameSteps bounds how far, in selections, a value is followed to what has a name (more races).
const nameSteps = 16
