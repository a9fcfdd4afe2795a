// This file finds the module of a package where the driver does not say, as Bazel's nogo does not.

package source

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// forges are hosts of many owners: a module's path there has the owner's name before its own.
var forges = map[string]bool{
	"github.com":    true,
	"gitlab.com":    true,
	"bitbucket.org": true,
	"codeberg.org":  true,
	"golang.org":    true,
}

// moduleOf is the path of the module of a package without test variant. Where the driver does not say, it is guessed
// from the import path: host, owner and name on a forge, host and name elsewhere, the first element if that is no host.
// Modules that lie inside of another one count as the same (more races).
func moduleOf(pass *analysis.Pass, path string) string {
	if m := pass.Module; m != nil && m.Path != "" {
		return m.Path
	}
	elems := strings.Split(path, "/")
	n := 1
	if strings.Contains(elems[0], ".") {
		n = 2
	}
	if forges[elems[0]] {
		n = 3
	}
	return strings.Join(elems[:min(n, len(elems))], "/")
}

// InModule reports whether a type, or what a pointer type points to, is declared in the module of the package, which is
// not the standard library.
func (r *Result) InModule(t types.Type) bool {
	name := receiverName(t)
	module := r.Pkg.Source.Module
	if name == nil || name.Pkg() == nil || module == "" || module == "std" {
		return false
	}
	path := name.Pkg().Path()
	return name.Pkg() == r.pass.Pkg || path == module || strings.HasPrefix(path, module+"/")
}
