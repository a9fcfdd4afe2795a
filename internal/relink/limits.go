// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package relink

// maxAlign bounds the product of the numbers of nodes that are compared one by one; past it nodes in between are new
// (time only: what is new is solved anew).
const maxAlign = 4 << 20
