package models

import (
	"go/importer"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestRowsExist checks the rows of the standard library against it: each names a function that exists, and arguments it
// has.
func TestRowsExist(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks the standard library")
	}
	std := importer.ForCompiler(token.NewFileSet(), "source", nil)
	declared := map[string]map[string]*types.Func{}
	for _, table := range tables() {
		for i := range table {
			r := &table[i]
			path := packageOf(r.Func)
			if strings.Contains(path, ".") {
				continue // other modules are not there to look at
			}
			if declared[path] == nil {
				p, err := std.Import(path)
				if err != nil {
					t.Fatal(err)
				}
				declared[path] = functions(p)
			}
			if f := declared[path][r.Func]; f != nil {
				checkArguments(t, r, f)
			} else if !strings.HasPrefix(r.Func, "sync/atomic.") && !strings.HasPrefix(r.Func, "(*sync/atomic.") {
				t.Errorf("%s does not exist", r.Func) // atomic operations are written out for all types
			}
		}
	}
}

// packageOf is the package path of a full name.
func packageOf(name string) string {
	if recv, ok := strings.CutPrefix(name, "("); ok {
		name, _, _ = strings.Cut(strings.TrimPrefix(recv, "*"), ")")
		name, _, _ = strings.Cut(name, "[")
	}
	return name[:strings.LastIndex(name, ".")]
}

// functions are the functions and methods of a package by full name.
func functions(p *types.Package) map[string]*types.Func {
	m := map[string]*types.Func{}
	for _, name := range p.Scope().Names() {
		switch obj := p.Scope().Lookup(name).(type) {
		case *types.Func:
			m[obj.FullName()] = obj
		case *types.TypeName:
			n, ok := obj.Type().(*types.Named)
			if !ok {
				continue
			}
			for f := range n.Methods() {
				m[f.FullName()] = f
			}
			if i, ok := n.Underlying().(*types.Interface); ok {
				for f := range i.Methods() {
					m[f.FullName()] = f
				}
			}
		}
	}
	return m
}

// checkArguments checks that a row's arguments exist and can be what it says.
func checkArguments(t *testing.T, r *Row, f *types.Func) {
	var params []types.Type
	if recv := f.Signature().Recv(); recv != nil {
		params = append(params, recv.Type())
	}
	for v := range f.Signature().Params().Variables() {
		params = append(params, v.Type())
	}
	for _, i := range slices.Concat(r.Reads, r.Writes, r.Retains, r.Returns) {
		if i >= len(params) {
			t.Errorf("%s has no argument %d", r.Func, i)
		}
	}
	if r.Sync != SyncNone && r.Sync < SyncIdle && r.Object >= len(params) {
		t.Errorf("%s has no argument %d to synchronise on", r.Func, r.Object)
	}
	for _, cb := range r.Callbacks {
		if cb.Arg >= len(params) {
			t.Errorf("%s has no argument %d to call", r.Func, cb.Arg)
			continue
		}
		what := params[cb.Arg]
		if cb.Field != "" {
			obj, _, _ := types.LookupFieldOrMethod(what, true, f.Pkg(), cb.Field)
			v, ok := obj.(*types.Var)
			if !ok {
				t.Errorf("%s: argument %d has no field %s", r.Func, cb.Arg, cb.Field)
				continue
			}
			what = v.Type()
		}
		_, isFunc := what.Underlying().(*types.Signature)
		if isFunc == (cb.Method != "") && !types.IsInterface(what) {
			t.Errorf("%s: argument %d cannot be called like that", r.Func, cb.Arg)
		}
	}
}

// TestUnique checks that no function has two rows.
func TestUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, table := range tables() {
		for i := range table {
			if seen[table[i].Func] {
				t.Errorf("%s has two rows", table[i].Func)
			}
			seen[table[i].Func] = true
		}
	}
}

func TestLookup(t *testing.T) {
	for name, want := range map[string]*Row{
		"(*sync.Mutex).Lock":                 {Sync: SyncLock},
		"(*sync/atomic.Pointer[T]).Load":     {Sync: SyncAtomicRead},
		"sync/atomic.CompareAndSwapInt32":    {Sync: SyncAtomicRMW},
		"(*net/http.Client).Do":              {},
		"(net.Conn).Close":                   {},
		"net/http.Client":                    nil,
		"(*bytes.Buffer).Write":              nil,
		"(*example.com/p.Client).Do":         nil,
		"(example.com/net/http.Client).Do()": nil,
	} {
		switch got := Lookup(name); {
		case (got == nil) != (want == nil):
			t.Errorf("Lookup(%q) = %v, want %v", name, got, want)
		case got != nil && got.Sync != want.Sync:
			t.Errorf("Lookup(%q) says %d, want %d", name, got.Sync, want.Sync)
		}
	}
}

func TestPlain(t *testing.T) {
	for path, want := range map[string]bool{
		"runtime": true, "runtime/debug": true, "internal/poll": true, "sync": true, "fmt": true, "context": true,
		"bytes": false, "bufio": false, "strings": false, "net/http": false, "example.com/internal/x": false, "syncx": false,
	} {
		if Plain(path) != want {
			t.Errorf("Plain(%q) = %v", path, !want)
		}
	}
}
