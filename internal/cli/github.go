// This file is what the format "github" does besides: a job's summary page gets the table of all findings, of which
// GitHub shows ten as annotations.

package cli

import (
	"errors"
	"os"

	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/together"
)

// jobSummary appends a table of the findings to the summary of the job, where GitHub runs one.
func (s *session) jobSummary() error {
	name := os.Getenv("GITHUB_STEP_SUMMARY")
	if s.opt.format != "github" || name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(report.Formats()["markdown"](f, s.view(), together.Leads(s.fresh()), &s.totals), f.Close())
}
