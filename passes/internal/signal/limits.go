// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package signal

// maxMeaning bounds how many variables a value is followed through (fewer signals: more races).
const maxMeaning = 8
