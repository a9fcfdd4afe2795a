// This file says why a finding is not certain.

package report

import (
	"fmt"
	"io"
)

// WriteDoubts prints why findings are not certain, a doubt a line; nothing of findings without doubts.
func WriteDoubts(w io.Writer, list []*Finding) error {
	for _, f := range list {
		if len(f.Doubts) == 0 {
			continue
		}
		if _, err := fmt.Fprintf(w, "confidence of %s is %s, because of:\n", f.ID, f.Confidence); err != nil {
			return err
		}
		for _, d := range f.Doubts {
			if _, err := fmt.Fprintf(w, "  %-4s %s\n", d.ID, d.Text); err != nil {
				return err
			}
		}
	}
	return nil
}
