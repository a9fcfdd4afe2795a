// Command gopls is gopls v0.23.0 with syncvet among its analyzers, under the names syncvet (errors), syncvetwarn,
// syncvetinfo and syncvethint.
//
// gopls has no plugins, and its settings are internal; the path of this module lies below gopls' own so that they can
// be imported.
package main

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/tools/gopls/internal/cmd"
	"golang.org/x/tools/gopls/internal/tool"
)

func main() {
	if err := addAnalyzers(); err != nil {
		fmt.Fprintln(os.Stderr, "gopls with syncvet:", err)
		os.Exit(1)
	}
	tool.Main(context.Background(), cmd.New(), os.Args[1:])
}
