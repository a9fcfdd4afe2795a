// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package locks

// maxSources bounds what a value is traced back to; with more, two values may be one (fewer deadlocks).
const maxSources = 32

// stopDepth bounds how deep, in calls, is looked for what makes a declared lock wait; what lies deeper does not stop
// anybody, and the type is no lock (more races).
const stopDepth = 3
