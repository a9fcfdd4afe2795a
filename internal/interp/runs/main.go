// Command runs tries packages, and prints what their runs have seen:
//
//	go run ./internal/interp/runs ./...
package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/internal/interp"
)

// main tries the packages that its arguments name.
func main() {
	conf := &packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedImports | packages.NeedTypesInfo | packages.NeedModule, Tests: true}
	list, err := packages.Load(conf, os.Args[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, p := range list {
		if strings.HasSuffix(p.ID, ".test") || p.Types == nil || len(p.Syntax) == 0 {
			continue
		}
		began := time.Now()
		out := interp.Try(&interp.Package{
			Path: p.PkgPath, Fset: p.Fset, Files: p.Syntax, Types: p.Types, Go: p.Types.GoVersion(), Module: module(p),
		})
		fmt.Printf("%s: %d roots, %d steps, %v\n", p.ID, out.Roots, out.Steps, time.Since(began).Round(time.Millisecond))
		for _, f := range out.Failed {
			fmt.Println("  failed:", f)
		}
		for _, text := range out.Crashed {
			fmt.Println("  crashed:", text)
		}
		for test, text := range out.Missed {
			fmt.Printf("  missed: %s: %q\n", test, text)
		}
		for k := range out.Races {
			fmt.Printf("  race %s:%d %s:%d\n", k[0].File.Name, k[0].Line, k[1].File.Name, k[1].Line)
		}
		for k, s := range out.Stalls {
			fmt.Printf("  stall %s:%d kind %d in %s, sure %v:", k.File.Name, k.Line, s.Kind, s.Run, s.Sure)
			for _, e := range s.Ends {
				fmt.Printf(" %s:%d", e.Last().Pos.File.Name, e.Last().Pos.Line)
			}
			fmt.Println()
		}
		fmt.Printf("  ordered %d, orders %d, broken off %d, ended %v\n", len(out.Ordered), out.Orders, out.Cut, out.Ended)
	}
}

// module is the path of a package's module.
func module(p *packages.Package) string {
	if p.Module == nil {
		return ""
	}
	return p.Module.Path
}
