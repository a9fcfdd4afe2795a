// This file brings a module here: the module cache is read-only, and a main module is writable.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/syncvet/syncvet/internal/published"
)

// fetch copies the module from the module cache to a directory of its own below dir, unless it is there already, and
// returns that.
func (m *module) fetch(dir string) (string, error) {
	at := filepath.Join(dir, m.Name+"@"+m.Version)
	if _, err := os.Stat(at); err == nil {
		return at, nil
	}
	from, err := published.Download(context.Background(), m.Path, m.Version)
	if err != nil {
		return "", err
	}
	part := at + ".part"
	if err := os.RemoveAll(part); err != nil {
		return "", err
	}
	if err := published.Copy(part, from); err != nil {
		return "", err
	}
	if err := m.replace(part); err != nil {
		return "", err
	}
	if m.Untested {
		if err := removeTests(part); err != nil {
			return "", err
		}
	}
	return at, os.Rename(part, at)
}

// replace points replace lines that name directories at published modules.
func (m *module) replace(dir string) error {
	if m.Staged == "" {
		return nil
	}
	mod, err := goMod(dir, "edit", "-json")
	if err != nil {
		return err
	}
	var file struct {
		Replace []struct {
			// what is replaced
			Old struct {
				Path string // module path
			}
			// by what
			New struct {
				Path string // module path, or a folder
			}
		} // replace lines
	}
	if err := json.Unmarshal(mod, &file); err != nil {
		return err
	}
	for _, r := range file.Replace {
		if !strings.HasPrefix(r.New.Path, ".") {
			continue
		}
		if _, err := goMod(dir, "edit", "-replace="+r.Old.Path+"="+r.Old.Path+"@"+m.Staged); err != nil {
			return err
		}
	}
	return nil
}

// removeTests removes the test files below a directory.
func removeTests(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		return os.Remove(name)
	})
}

// goMod runs a subcommand of go mod in a module.
func goMod(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", append([]string{"mod"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go mod %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}
