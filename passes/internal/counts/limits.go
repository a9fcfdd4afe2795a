// This file is the bounds of this package, and what each counts.

package counts

// maxLeft bounds through how many sums and calls a number is followed.
const maxLeft = 4
