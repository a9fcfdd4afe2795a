// This file is the format "json": one object a line, one line a finding, then the totals (P6).

package report

import (
	"encoding/json"
	"io"
)

// writeJSON writes all findings, the groups of a view that has some as {"schema":..., "group":{...}}, and
// {"schema":..., "summary":{...}}.
func writeJSON(w io.Writer, v *View, findings []*Finding, totals *Totals) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, f := range findings {
		if err := enc.Encode(f); err != nil {
			return err
		}
	}
	if v != nil && (v.Group == ByField || v.Group == ByObject) {
		for _, g := range Groups(v.Group, findings) {
			if err := enc.Encode(struct {
				Schema int   `json:"schema"` // SchemaVersion
				Group  Group `json:"group"`  // one of those that View.Group asks for
			}{SchemaVersion, g}); err != nil {
				return err
			}
		}
	}
	return enc.Encode(struct {
		Schema  int     `json:"schema"`  // SchemaVersion
		Summary *Totals `json:"summary"` // of the whole run
	}{SchemaVersion, totals})
}
