// This file reports memory that somebody still has when it is put back into a pool (internal/pooled).

package racecheck

import (
	"fmt"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
)

// pooled reports what functions put back though somebody still has it.
func (r *reporter) pooled(list []evidence.Evidence) {
	for k := range list {
		r.reuse(&list[k])
	}
}

// stillHad says how somebody still has what was put back.
var stillHad = map[evidence.Act]string{
	evidence.ActReturns: "return to callers, who read it",
	evidence.ActSends:   "send to who reads it",
	evidence.ActCalls:   "use",
}

// reuse reports one.
func (r *reporter) reuse(x *evidence.Evidence) {
	pool, use := linked.SymbolName(x.Name), x.Ends[0].Last()
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: "RC1001", Level: "error", Confidence: linked.Confidences[x.Grade],
		Pos:      r.Places.Report(use.Pos),
		Variable: report.Variable{Name: "what " + pool + " keeps", Pkg: x.Name.Pkg, Kind: "memory"},
		Accesses: [2]report.Access{r.suspectEnd(&x.Ends[0]), r.suspectEnd(&x.Ends[1])},
		Because:  "nobody in the code does so at once; any user may, since they share a pool",
		Fix:      []string{"give away a copy, or call Put when nobody has it any more"},
	}
	f.Accesses[0].Kind = stillHad[use.Act]
	if use.Access.Var == facts.VarSlice {
		f.Rule, f.Variable.Kind, f.Variable.Name = "RC1004", "slice", "element of "+f.Variable.Name
		f.Fix[0] = "give away a copy, such as of bytes.Clone, or call Put when nobody has it any more"
	}
	f.Ordering.Reason = fmt.Sprintf("Put at %s gives the memory to whoever calls Get next, who writes it as %s does",
		linked.Short(x.Ends[0].Steps[0].Pos), linked.Short(x.Ends[1].Last().Pos))
	f.ID = report.Fingerprint(f)
	f.Message = report.Headline(f)
	r.Emit(r.Places.Pos(use.Pos), f)
}
