// This file is the bounds of this package: what each counts, and which way what lies past it errs. What has no figure
// was chosen, not measured.

package fielduse

// maxSizes bounds how deep the size of a channel is looked into; what is deeper is taken for no length (fewer reports).
const maxSizes = 6
