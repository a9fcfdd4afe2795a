// Command conform scores a vet tool on the race detector's own suite.
//
//	go build -o bin/syncvet ./cmd/syncvet
//	go run ./internal/conformance/conform [-v] bin/syncvet
//
// It reads the suite from the GOROOT of the go command on the path, analyses it there with go vet, and prints how many
// races were found, how many false alarms raised, how many pairs of a racy and a repaired test are both right, and
// which tests are wrong. It writes nothing there.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/syncvet/syncvet/internal/conformance"
)

func main() {
	verbose := flag.Bool("v", false, "print the findings of every test")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: conform [-v] vettool")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	score, err := run(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "conform:", err)
		os.Exit(1)
	}
	score.Write(os.Stdout, *verbose)
}

// run scores the tool.
func run(tool string) (*conformance.Score, error) {
	tool, err := filepath.Abs(tool)
	if err != nil {
		return nil, err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	suite, err := conformance.ReadSuite(strings.TrimSpace(string(goroot)))
	if err != nil {
		return nil, err
	}
	return conformance.Run(suite, nil, tool)
}
