// This file says what is analysed.

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// A corpus is a set of packages and the directory to name them from.
type corpus struct {
	name     string   // as on the command line
	dir      string   // directory go vet runs in
	patterns []string // packages, with their tests
}

// findCorpus returns the corpus of that name. The command runs in the module's root.
func findCorpus(name string) (*corpus, error) {
	switch name {
	case "std":
		goroot, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return nil, err
		}
		return &corpus{name, strings.TrimSpace(string(goroot)) + "/src", []string{"std", "cmd/go"}}, nil
	case "gopls":
		const dir = "bench/gopls"
		if _, err := os.Stat(dir); err != nil {
			return nil, err
		}
		return &corpus{name, dir, []string{"golang.org/x/tools/gopls"}}, nil
	case "small":
		return &corpus{name, ".", []string{"./internal/report", "./facts"}}, nil
	default:
		return nil, fmt.Errorf("no corpus %q; there are std, gopls and small", name)
	}
}
