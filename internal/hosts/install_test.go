// This file installs syncvet as users do, from a module proxy that is a folder.

package hosts

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// release is the version that the proxy offers as the latest.
const release = "v0.1.0"

// TestInstall runs go install ...@latest with a clean module cache and asks the executable for its version.
func TestInstall(t *testing.T) {
	if testing.Short() || !*full {
		t.Skip("compiles syncvet and x/tools with a clean module cache: -full, as .ci/nightly does")
	}
	bin := t.TempDir()
	cmd := exec.Command("go", "install", "github.com/syncvet/syncvet/cmd/syncvet@latest")
	cmd.Dir = t.TempDir()
	cmd.Env = append(append(os.Environ(), released(t)...), "GOMODCACHE="+t.TempDir(), "GOBIN="+bin)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(bin, "syncvet"), "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "syncvet "+release+" go1.") {
		t.Errorf("syncvet version: %v: %s", err, out)
	}
}

// released is an environment in which this checkout is the latest release: its proxy is a folder.
func released(t *testing.T) []string {
	t.Helper()
	proxy := t.TempDir()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if err := publish(proxy, root); err != nil {
		t.Fatal(err)
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	downloads := filepath.ToSlash(filepath.Join(strings.TrimSpace(string(cache)), "cache", "download"))
	return []string{
		"GOPROXY=file://" + filepath.ToSlash(proxy) + ",file://" + downloads,
		"GOFLAGS=-modcacherw",
		"GOSUMDB=off",
		"GOWORK=off",
		"GO111MODULE=on",
	}
}

// publish puts the module of a folder into a proxy folder, as the module proxy protocol has it.
func publish(proxy, root string) error {
	const module = "github.com/syncvet/syncvet"
	dir := filepath.Join(proxy, filepath.FromSlash(module), "@v")
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": release, "Time": time.Unix(0, 0).UTC()})
	if err != nil {
		return err
	}
	write := func(name string, data []byte) error { return os.WriteFile(filepath.Join(dir, name), data, 0o666) }
	return errors.Join(
		os.MkdirAll(dir, 0o777),
		write("list", []byte(release+"\n")),
		write(release+".info", info),
		write(release+".mod", mod),
		pack(filepath.Join(dir, release+".zip"), root, module+"@"+release),
	)
}

// pack writes a module's files into a zip file, each below a prefix. Nested modules and what begins with a dot are no
// part of it.
func pack(name, root, prefix string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	z := zip.NewWriter(file)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		if d.IsDir() {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || strings.HasPrefix(d.Name(), ".") ||
				d.Name() == "bin" {
				return filepath.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		w, err := z.Create(prefix + "/" + filepath.ToSlash(rel))
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	return errors.Join(err, z.Close(), file.Close())
}
