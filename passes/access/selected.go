// This file recognises what differs between the goroutines that one go statement starts (A8).

package access

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// selected notes a function value that a goroutine runs, if it is the element that the loop's iteration selects.
func (c *collector) selected(site ssa.CallInstruction, v ssa.Value) {
	n := c.r.flow.Value(c.fn, v, 0)
	if n != 0 && c.r.iteration.SelectedBy(v, site) != nil && !slices.Contains(c.out.Selected, n) {
		c.out.Selected = append(c.out.Selected, n)
	}
}

// selections notes the functions that a model's goroutines run, if each iteration selects its own.
func (c *collector) selections(row *models.Row, site ssa.CallInstruction) {
	for _, v := range source.Started(row, site.Common()) {
		c.selected(site, v)
	}
}
