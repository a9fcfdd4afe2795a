// This file gets modules from the module proxy and lays them out as main modules.

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/syncvet/syncvet/internal/published"
)

// fetch returns a folder with the target's module, writable and with a go.mod of its own, so that its tests are
// analysed and its dependencies are those that it was released with.
func (r *runner) fetch(ctx context.Context, t target) (string, error) {
	dir := filepath.Join(r.cache, "modules", filepath.FromSlash(t.path+"@"+t.version))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	source, err := published.Download(ctx, t.path, t.version)
	if err != nil {
		return "", err
	}
	part := dir + ".part"
	if err := errors.Join(os.RemoveAll(part), os.MkdirAll(filepath.Dir(part), 0o777)); err != nil {
		return "", err
	}
	if err := published.Copy(part, source); err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(part, "go.mod")); errors.Is(err, fs.ErrNotExist) {
		text := fmt.Sprintf("module %s\n\ngo 1.20\n", t.path)
		if err := os.WriteFile(filepath.Join(part, "go.mod"), []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	if err := dropReplaced(filepath.Join(part, "go.mod")); err != nil {
		return "", err
	}
	return dir, os.Rename(part, dir)
}

// dropReplaced takes the replacements by folders out of a go.mod file: the folders were not published with the module,
// and the go command ignores replacements where the module is a dependency, too.
func dropReplaced(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	file, err := modfile.Parse(name, data, nil)
	if err != nil {
		return err
	}
	for _, r := range slices.Clone(file.Replace) {
		if modfile.IsDirectoryPath(r.New.Path) {
			if err := file.DropReplace(r.Old.Path, r.Old.Version); err != nil {
				return err
			}
		}
	}
	file.Cleanup()
	if data, err = file.Format(); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}

// countLines counts the lines of Go in a module as go vet sees it: tests included, testdata and what starts with a dot
// or an underscore left out.
func countLines(dir string) int {
	n := 0
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error { // unreadable files count nothing
		base := filepath.Base(name)
		switch {
		case err != nil || name == dir:
			return nil
		case d.IsDir() && (base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_'):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(base, ".go"):
			return nil
		}
		data, _ := os.ReadFile(name)
		n += bytes.Count(data, []byte("\n"))
		return nil
	})
	return n
}
