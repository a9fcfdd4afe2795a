// This file is the format "json": one object a line, one line a finding, then the totals (P6).

package report

import (
	"encoding/json"
	"io"
)

// writeJSON writes all findings and {"schema":..., "summary":{...}}.
func writeJSON(w io.Writer, _ *View, findings []*Finding, totals *Totals) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, f := range findings {
		if err := enc.Encode(f); err != nil {
			return err
		}
	}
	return enc.Encode(struct {
		Schema  int     `json:"schema"`
		Summary *Totals `json:"summary"`
	}{SchemaVersion, totals})
}
