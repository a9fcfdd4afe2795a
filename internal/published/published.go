// This file gets modules from the module proxy and copies them to where they can be changed.

// Package published brings published modules here, for measurements and for tests of hosts.
package published

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// Download puts a version of a module into the module cache and returns its folder there, which is read-only.
func Download(ctx context.Context, module, version string) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", module+"@"+version)
	cmd.Dir = os.TempDir() // outside every module
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	runErr := cmd.Run()
	var info struct {
		Dir   string // of the module in the module cache; "" if it could not be fetched
		Error string // why
	}
	if err := json.Unmarshal(stdout.Bytes(), &info); err != nil || info.Dir == "" {
		why := info.Error + " " + stderr.String()
		return "", fmt.Errorf("%s@%s: %w %s", module, version, errors.Join(runErr, err), why)
	}
	return info.Dir, nil
}

// Copy copies the regular files of a folder. The copy can be written to, so that the go command can complete go.mod and
// go.sum.
func Copy(to, from string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o666)
	})
}
