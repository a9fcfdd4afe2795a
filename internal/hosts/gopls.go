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

// scheme opens the URI of a file.
const scheme = "file://"

// A Diagnostic is what a language server says about a place.
type Diagnostic struct {
	// the text that it is about
	Range struct {
		// its first character; the server tells the last one, too
		Start struct {
			Line      int // 0-based
			Character int // 0-based, in UTF-16 code units
		}
	}
	Severity int             // 1 error to 4 hint; 0 if the server says none
	Code     json.RawMessage // a string or a number: the rule
	// where the code is explained
	CodeDescription struct {
		Href string // URL; "" if there is none
	}
	Source  string // name of the analyzer
	Message string // the headline
	// the places of the evidence
	RelatedInformation []struct {
		// the file; the server tells the range, too
		Location struct {
			URI string // of the file
		}
		Message string // what is there
	}
}

// Open opens a file.
func (c *Client) Open(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": scheme + name, "languageId": "go", "version": 1, "text": string(text),
	}})
}

// Change replaces the text of an open file.
func (c *Client) Change(name string, version int, text string) error {
	return c.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": scheme + name, "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// Diagnose asks for the diagnostics of an open file.
func (c *Client) Diagnose(name string) ([]Diagnostic, error) {
	var report struct {
		Items []Diagnostic // of the file that is asked about
	}
	err := c.Call(
		"textDocument/diagnostic",
		map[string]any{"textDocument": map[string]any{"uri": scheme + name}},
		&report,
	)
	return report.Items, err
}

// editing are gopls' settings for a client that waits until gopls has diagnosed a change: gopls says so. What it finds
// is that of its defaults.
func editing() map[string]any { return map[string]any{"verboseWorkDoneProgress": true} }

// GoplsServer opens all files as an editor does, and takes what gopls says about them. Each diagnostic must have the
// rule for its code and a link.
func GoplsServer(exe, dir string) Driver {
	return goplsServer(exe, dir, editing(), func(c *Client, names []string) (map[string][]Diagnostic, error) {
		for _, name := range names {
			if err := c.Open(name); err != nil {
				return nil, err
			}
		}
		err := c.Diagnosed(len(names))
		return c.published, err
	})
}

// GoplsPulled asks about each file, as editors do with the setting pullDiagnostics.
func GoplsPulled(exe, dir string) Driver {
	pull := map[string]any{"pullDiagnostics": true}
	return goplsServer(exe, dir, pull, func(c *Client, names []string) (map[string][]Diagnostic, error) {
		said := map[string][]Diagnostic{}
		for _, name := range names {
			if err := c.Open(name); err != nil {
				return nil, err
			}
			list, err := c.Diagnose(name)
			if err != nil {
				return nil, err
			}
			said[scheme+name] = list
		}
		return said, nil
	})
}

// An asker opens files in an editor and gives what the server says about them, by URI.
type asker func(c *Client, names []string) (map[string][]Diagnostic, error)

// goplsServer starts gopls as a server for an editor and takes findings from what it says about files.
func goplsServer(exe, dir string, settings map[string]any, ask asker) Driver {
	return func(t *Target) ([]Finding, error) {
		names, err := files(t)
		if err != nil {
			return nil, err
		}
		cmd := t.command(exe, "serve")
		cmd.Env = append(cmd.Env, goplsEnv(dir)...)
		c, err := StartClient(cmd, settings)
		if err != nil {
			return nil, err
		}
		said, err := ask(c, names)
		if err != nil {
			return nil, err
		}
		s := &Findings{dir: t.Dir}
		for uri, list := range said {
			for i := range list {
				if d := &list[i]; d.ours() {
					s.add(strings.TrimPrefix(uri, scheme), d.Range.Start.Line+1, d.Message, "")
				}
			}
		}
		return s.sorted(), c.Close()
	}
}

// ours reports whether a diagnostic is one of syncvet's, with code and link as editors show them.
func (d *Diagnostic) ours() bool {
	code := strings.Trim(string(d.Code), `"`)
	return strings.HasPrefix(d.Source, "syncvet") && headline.MatchString(d.Message) &&
		strings.Contains(d.Message, code) &&
		strings.Contains(d.CodeDescription.Href, "docs/rules")
}
