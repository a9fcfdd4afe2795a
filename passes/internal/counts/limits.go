// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package counts

// maxLeft bounds through how many sums and calls a number is followed; past it it is not known (more races).
const maxLeft = 4
