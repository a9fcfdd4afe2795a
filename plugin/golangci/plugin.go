// Package golangci makes syncvet a linter of golangci-lint: a module plugin with the name syncvet.
//
// A golangci-lint with it is built by "golangci-lint custom" from the file .custom-gcl.yml beside this one, or by any
// main package that imports golangci-lint's commands and this package. Settings are those of .golangci.yml beside this
// file; docs/how-to/golangci-lint.md shows both at work.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/analyzers"
)

// name is the linter's, and so the word in comments //nolint:syncvet.
const name = "syncvet"

func init() { register.Plugin(name, New) }

// A plugin is one configuration of the linter.
type plugin struct{ opt analyzers.Options }

// New makes the linter from its settings in .golangci.yml. An error says which setting is not understood.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[analyzers.Settings](conf)
	if err != nil {
		return nil, err
	}
	opt, err := s.Options()
	opt.Linter = name
	return &plugin{opt}, err
}

// BuildAnalyzers gives golangci-lint one analyzer: it shows one issue a line, and would make issues of related places.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	a, err := analyzers.Joined(p.opt)
	if err != nil {
		return nil, err
	}
	return []*analysis.Analyzer{a}, nil
}

// GetLoadMode asks for type information.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
