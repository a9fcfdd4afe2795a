// This file runs the recipes of docs/how-to/ci.md as they are written there, on clean folders.

package hosts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// linter checks workflows of GitHub Actions, and that they give an action the inputs that it has.
const linter = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"

// recipe is the code block of docs/how-to/ci.md that follows a heading.
func recipe(t *testing.T, heading string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "how-to", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "\n## "+heading+"\n")
	_, rest, _ = strings.Cut(rest, "```yaml\n")
	block, _, ok := strings.Cut(rest, "```")
	if !ok || block == "" {
		t.Fatalf("no block under %q", heading)
	}
	return block
}

// repository makes a git repository of files, by name.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	return dir
}

// git runs git in a folder and gives what it says.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=test", "-c", "user.email=test@example.com"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestAction checks action.yml and the workflow of the docs, which uses it.
func TestAction(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	action, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	workflow := strings.Replace(recipe(t, "GitHub Actions"), "syncvet/syncvet@"+release, "./", 1)
	lint := func(workflow string) error {
		dir := repository(t, map[string]string{"action.yml": string(action), ".github/workflows/syncvet.yml": workflow})
		return inFolder(dir, "run", linter)
	}
	if err := lint(workflow); err != nil {
		t.Error(err)
	}
	if err := lint(strings.Replace(workflow, "packages:", "package:", 1)); err == nil {
		t.Error("an input that the action does not have is not noticed: it is not the action that is checked")
	}
}

// TestPreCommit runs the hook of this checkout's last commit, as pre-commit installs it, in a repository with a race.
func TestPreCommit(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip(err)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	config := strings.NewReplacer("https://github.com/syncvet/syncvet", root, release, git(t, root, "rev-parse", "HEAD")).Replace(recipe(t, "pre-commit"))
	dir := repository(t, map[string]string{
		".pre-commit-config.yaml": config, "go.mod": "module example.com/racy\n\ngo 1.26\n",
		"racy.go": "package racy\n\nfunc Run() (n int) {\n\tgo func() { n++ }()\n\treturn n\n}\n",
	})
	cmd := exec.Command("pre-commit", "run", "--all-files")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PRE_COMMIT_HOME="+t.TempDir(), "GOFLAGS=-buildvcs=false -modcacherw", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "data race on") {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
