package racecheck

import (
	"go/types"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fix"
	"github.com/syncvet/syncvet/internal/report"
)

// TestStale checks what a read may get of each kind of type.
func TestStale(t *testing.T) {
	basic := func(k types.BasicKind) types.Type { return types.Typ[k] }
	one := types.NewField(0, nil, "a", basic(types.Int), false)
	two := types.NewField(0, nil, "b", basic(types.Int), false)
	param := types.NewTypeParam(types.NewTypeName(0, nil, "T", nil), types.NewInterfaceType(nil, nil))
	clears, loop, test := fix.Manner{Clears: true}, fix.Manner{Loop: true}, fix.Manner{Test: true}
	for _, c := range []struct {
		typ         types.Type
		write, read fix.Manner
		want        string
	}{
		{types.NewInterfaceType(nil, nil), fix.Manner{}, fix.Manner{}, "type of one value with the data of the other"},
		{types.NewSlice(basic(types.Int)), fix.Manner{}, fix.Manner{}, "array of one slice with the length of the other"},
		{types.NewSlice(basic(types.Int)), clears, fix.Manner{}, "an index that panics"},
		{types.NewPointer(basic(types.Int)), fix.Manner{}, fix.Manner{}, "which may be nil"},
		{
			types.NewPointer(basic(types.Int)),
			fix.Manner{Seen: true},
			fix.Manner{},
			"before what it points to has been filled in",
		},
		{types.NewPointer(basic(types.Int)), clears, fix.Manner{}, "a nil dereference panics"},
		{types.NewChan(types.SendRecv, basic(types.Int)), fix.Manner{}, fix.Manner{}, "wait at one that nobody uses"},
		{types.NewStruct([]*types.Var{one, two}, nil), fix.Manner{}, fix.Manner{}, "some fields of the old value"},
		{basic(types.String), fix.Manner{}, fix.Manner{}, "length of the other"},
		{param, fix.Manner{}, fix.Manner{}, "where T is wider than a word"},
		{basic(types.Bool), fix.Manner{}, loop, "the loop may never see the write"},
		{basic(types.Int), fix.Manner{}, test, "the test may go by the old value"},
		{basic(types.Int64), fix.Manner{}, fix.Manner{}, "on 32-bit machines it may get half of each value"},
		{types.NewStruct([]*types.Var{one}, nil), fix.Manner{}, fix.Manner{}, ""},
	} {
		got := stale(c.typ, c.write, c.read)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.typ, got, c.want)
		}
	}
}

// TestKindWords checks that words for kinds say of each kind whether it writes what the kind says.
func TestKindWords(t *testing.T) {
	for kind, word := range kindNames {
		if a := (report.Access{Kind: word}); a.Writes() != kind.Writes() {
			t.Errorf("%s: writes: %v, want %v", word, a.Writes(), kind.Writes())
		}
	}
	for _, kind := range []facts.AccessKind{facts.Read, facts.Write} {
		a := report.Access{Kind: kindName(&facts.Access{Var: facts.VarChan, Kind: kind})}
		if a.Writes() != kind.Writes() {
			t.Errorf("%s: writes: %v, want %v", a.Kind, a.Writes(), kind.Writes())
		}
	}
	for _, k := range []string{guardedReturn, ""} {
		if a := (report.Access{Kind: k}); a.Writes() {
			t.Errorf("%q is taken for a write", k)
		}
	}
}

// TestLeadsTo checks the type of what a variable leads to.
func TestLeadsTo(t *testing.T) {
	n := types.Typ[types.Int]
	for _, c := range []struct {
		of   types.Type
		kind string
		want types.Type
	}{
		{types.NewSlice(n), "slice", n},
		{types.NewArray(n, 2), "slice", n},
		{types.NewPointer(types.NewArray(n, 2)), "slice", n},
		{types.NewPointer(types.NewSlice(n)), "pointee", types.NewSlice(n)},
		{n, "pointee", nil},
		{nil, "slice", nil},
	} {
		if got := leadsTo(c.of, c.kind); got != c.want && (got == nil || c.want == nil || !types.Identical(got, c.want)) {
			t.Errorf("%v, %s: %v, want %v", c.of, c.kind, got, c.want)
		}
	}
}

// TestLostWrite checks what may come of two writes.
func TestLostWrite(t *testing.T) {
	updates, appends := fix.Manner{Updates: true}, fix.Manner{Appends: true}
	f := &report.Finding{Accesses: [2]report.Access{{Kind: "write"}, {Kind: "write"}}}
	for _, c := range []struct {
		how  [2]fix.Manner
		want string
	}{
		{[2]fix.Manner{updates, updates}, "an update may be lost"},
		{[2]fix.Manner{appends, appends}, "two appends may be lost"},
		{[2]fix.Manner{{}, updates}, "the write may be lost"},
		{[2]fix.Manner{}, ""},
	} {
		got := lostWrite(f, nil, c.how)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.how, got, c.want)
		}
	}
}
