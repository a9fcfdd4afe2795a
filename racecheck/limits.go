// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package racecheck

// nearLines is how many lines below a go statement a write may stand to be moved above it (other advice).
const nearLines = 15

// elsewhereMax is how many further accesses are named (less is told).
const elsewhereMax = 6
