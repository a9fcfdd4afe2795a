// This file asks a gopls that was built with the analyzers: from the command line, and as an editor does.

package hosts

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// goplsEnv keeps a gopls to folders of its own.
func goplsEnv(dir string) []string {
	return []string{"GOPLSCACHE=" + filepath.Join(dir, "gopls"), "XDG_CONFIG_HOME=" + dir, "GOTELEMETRY=off"}
}

// files lists the Go files of a target's packages, tests included.
func files(t *Target) ([]string, error) {
	args := append([]string{"list", "-f", `{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}
{{end}}{{range .CgoFiles}}{{$d}}/{{.}}
{{end}}{{range .TestGoFiles}}{{$d}}/{{.}}
{{end}}{{range .XTestGoFiles}}{{$d}}/{{.}}
{{end}}`}, t.Patterns...)
	out, err := output(t.command("go", args...))
	return strings.Fields(string(out)), err
}

// GoplsCheck asks gopls check.
func GoplsCheck(exe, dir string) Driver {
	return func(t *Target) ([]Finding, error) {
		names, err := files(t)
		if err != nil {
			return nil, err
		}
		cmd := t.command(exe, append([]string{"check", "-severity", "hint"}, names...)...)
		cmd.Env = append(cmd.Env, goplsEnv(dir)...)
		out, err := output(cmd)
		if err != nil {
			return nil, err
		}
		s := &Findings{dir: t.Dir}
		for line := range strings.SplitSeq(string(out), "\n") {
			s.addLine(line)
		}
		return s.sorted(), nil
	}
}

// A Diagnostic is what a language server says about a place.
type Diagnostic struct {
	Range struct {
		Start struct{ Line, Character int } // 0-based
	}
	Severity           int
	Code               json.RawMessage
	CodeDescription    struct{ Href string }
	Source             string
	Message            string
	RelatedInformation []struct {
		Location struct{ URI string }
		Message  string
	}
}

// Open opens a file.
func (c *Client) Open(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": "file://" + name, "languageId": "go", "version": 1, "text": string(text),
	}})
}

// Change replaces the text of an open file.
func (c *Client) Change(name string, version int, text string) error {
	return c.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": "file://" + name, "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// Diagnose asks for the diagnostics of an open file.
func (c *Client) Diagnose(name string) ([]Diagnostic, error) {
	var report struct{ Items []Diagnostic }
	err := c.Call(
		"textDocument/diagnostic",
		map[string]any{"textDocument": map[string]any{"uri": "file://" + name}},
		&report,
	)
	return report.Items, err
}

// GoplsServer asks gopls as an editor does. Each diagnostic must have the rule for its code and a link.
func GoplsServer(exe, dir string) Driver {
	return func(t *Target) ([]Finding, error) {
		names, err := files(t)
		if err != nil {
			return nil, err
		}
		cmd := t.command(exe, "serve")
		cmd.Env = append(cmd.Env, goplsEnv(dir)...)
		c, err := StartClient(cmd, map[string]any{"pullDiagnostics": true})
		if err != nil {
			return nil, err
		}
		s := &Findings{dir: t.Dir}
		for _, name := range names {
			if err := c.Open(name); err != nil {
				return nil, err
			}
			list, err := c.Diagnose(name)
			if err != nil {
				return nil, err
			}
			for i := range list {
				if d := &list[i]; d.ours() {
					s.add(name, d.Range.Start.Line+1, d.Message, "")
				}
			}
		}
		return s.sorted(), c.Close()
	}
}

// ours reports whether a diagnostic is one of syncvet's, with code and link as editors show them.
func (d *Diagnostic) ours() bool {
	code := strings.Trim(string(d.Code), `"`)
	return strings.HasPrefix(d.Source, "syncvet") && headline.MatchString(d.Message) && strings.Contains(d.Message, code) &&
		strings.Contains(d.CodeDescription.Href, "docs/rules")
}
