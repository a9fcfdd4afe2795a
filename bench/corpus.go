// This file says what is analysed.

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/syncvet/syncvet/bench/trial"
)

// findCorpus returns the corpus of that name. The command runs in the module's root.
func findCorpus(name string) (*trial.Corpus, error) {
	switch name {
	case "std":
		goroot, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return nil, err
		}
		return &trial.Corpus{
			Name:     name,
			Dir:      strings.TrimSpace(string(goroot)) + "/src",
			Patterns: []string{"std", "cmd/go"},
		}, nil
	case "gopls":
		const dir = "bench/gopls"
		if _, err := os.Stat(dir); err != nil {
			return nil, err
		}
		return &trial.Corpus{Name: name, Dir: dir, Patterns: []string{"golang.org/x/tools/gopls"}}, nil
	case "small":
		return &trial.Corpus{Name: name, Dir: ".", Patterns: []string{"./internal/report", "./facts"}}, nil
	default:
		return nil, fmt.Errorf("no corpus %q; there are std, gopls and small", name)
	}
}
