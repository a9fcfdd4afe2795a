// This file reports memory that somebody still has when it is put back into a pool (internal/pooled).

package racecheck

import (
	"fmt"
	"go/token"

	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/pooled"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/access"
)

// pooled reports what functions put back though somebody still has it.
func (r *reporter) pooled(acc *access.Result) {
	for _, x := range pooled.Find(acc.Spawn.Locks.Flow) {
		r.reuse(acc, &x)
	}
}

// stillHad says how somebody still has what was put back.
var stillHad = [...]string{
	pooled.Returned: "return to callers, who read it",
	pooled.Sent:     "send to who reads it",
	pooled.Used:     "use",
}

// reuse reports one.
func (r *reporter) reuse(acc *access.Result, x *pooled.Reuse) {
	pool := linked.SymbolName(x.Pool)
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: "RC1001", Level: "error", Confidence: report.Medium, Pos: r.at(x.Use),
		Variable: report.Variable{Name: "what " + pool + " keeps", Pkg: x.Pool.Pkg, Kind: "memory"},
		Accesses: [2]report.Access{r.reuseEnd(acc, x, x.Use, stillHad[x.How]), r.reuseEnd(acc, x, x.Write, "write")},
		Because:  "nobody in the code does so at once; any user may, since they share a pool",
		Fix:      []string{"give away a copy, or call Put when nobody has it any more"},
	}
	if x.Slice {
		f.Rule, f.Variable.Kind, f.Variable.Name = "RC1004", "slice", "element of "+f.Variable.Name
		f.Fix[0] = "give away a copy, such as of bytes.Clone, or call Put when nobody has it any more"
	}
	f.Ordering.Reason = fmt.Sprintf("Put at %s gives the memory to whoever calls Get next, who writes it as %s does",
		r.short(x.Put), r.short(x.Write))
	f.ID = report.Fingerprint(f)
	f.Message = report.Headline(f)
	r.Emit(x.Use, f)
}

// reuseEnd describes one end.
func (r *reporter) reuseEnd(acc *access.Result, x *pooled.Reuse, at token.Pos, kind string) report.Access {
	name := linked.FuncName(acc.Source.FuncSymbol(x.Func))
	return report.Access{
		Pos: r.at(at), Kind: kind, Func: name, Path: []report.Frame{{Func: name, Pkg: r.Places.Own}},
		Origin: report.Origin{Kind: "exported", Name: name},
	}
}
