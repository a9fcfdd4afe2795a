// This file runs the recipes of docs/how-to/ci.md as they are written there, on clean folders.

package hosts

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
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
	_, rest, _ = strings.Cut(rest, "```")
	_, rest, _ = strings.Cut(rest, "\n") // the language
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

// TestActionSteps runs the steps of action.yml that are shell scripts, as GitHub's runner does, on a repository with a
// race.
func TestActionSteps(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	data, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Steps []struct {
				Name, Run string
				Env       map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(data, &action); err != nil {
		t.Fatal(err)
	}
	dir, files := repository(t, raced()), t.TempDir()
	modules := strings.TrimSpace(shell(t, dir, nil, "go env GOMODCACHE"))
	env := append(released(t), "GOPATH="+t.TempDir(), "GOMODCACHE="+modules, "GOBIN="+t.TempDir(),
		"GITHUB_ACTIONS=true",
		"GITHUB_OUTPUT="+filepath.Join(files, "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(files, "summary"))
	said := ""
	for _, s := range action.Runs.Steps {
		own := slices.Clone(env)
		for name, value := range s.Env {
			input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
			own = append(own, name+"="+action.Inputs[input].Default)
		}
		if s.Run != "" {
			said += "$ " + strings.TrimSpace(s.Run) + "\n" + shell(t, dir, own, s.Run)
		}
	}
	t.Logf("%s", said)
	for name, want := range map[string]string{
		filepath.Join(dir, "syncvet.sarif"): `"ruleId": "RC1002"`,
		filepath.Join(files, "output"):      "gocache=/",
		filepath.Join(files, "summary"):     "racy.go",
	} {
		if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: want %s: %v\n%.400s", name, want, err, text)
		}
	}
	shows(t, said, transcript(t, "ci.md", `echo "gocache=$(go env GOCACHE)" >> "$GITHUB_OUTPUT"`))
	uploadable(t, dir, "syncvet.sarif")
}

// uploadable checks what the step upload-sarif, which needs GitHub, asks of a file: the schema of SARIF 2.1.0, and
// results with a fingerprint at lines of files of the repository.
func uploadable(t *testing.T, dir, name string) {
	t.Helper()
	data := text(t, filepath.Join(dir, name))
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "report", "testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(data))
	if err == nil {
		err = schema.Validate(doc)
	}
	if err != nil {
		t.Error(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Results []struct {
				PartialFingerprints map[string]string
				Locations           []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(data), &log); err != nil || log.Version != "2.1.0" || len(log.Runs) != 1 ||
		len(log.Runs[0].Results) == 0 {
		t.Fatalf("%v in\n%s", err, data)
	}
	for _, r := range log.Runs[0].Results {
		if len(r.PartialFingerprints) == 0 || len(r.Locations) == 0 {
			t.Errorf("no fingerprint or no place: %v", r)
			continue
		}
		at := r.Locations[0].PhysicalLocation
		file, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(at.ArtifactLocation.URI)))
		if err != nil || at.Region.StartLine < 1 || at.Region.StartLine > strings.Count(string(file), "\n") {
			t.Errorf("%v is no line of the repository: %v", at, err)
		}
	}
}

// shell runs a script as GitHub's runner does, and gives what it says, errors included.
func shell(t *testing.T, dir string, env []string, script string) string {
	t.Helper()
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out)
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
	config := strings.NewReplacer("https://github.com/syncvet/syncvet", root, release, git(t, root, "rev-parse", "HEAD")).
		Replace(recipe(t, "pre-commit"))
	files := raced()
	files[".pre-commit-config.yaml"] = config
	dir := repository(t, files)
	cmd := exec.Command("pre-commit", "run", "--all-files")
	cmd.Dir, cmd.Env = dir, append(
		os.Environ(),
		"PRE_COMMIT_HOME="+t.TempDir(),
		"GOFLAGS=-buildvcs=false -modcacherw",
		"GOWORK=off",
	)
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("pre-commit finds nothing")
	}
	shows(t, string(out), transcript(t, "ci.md", "pre-commit run -a"))
	t.Logf("%s", out)
}

// raced is a repository with one race.
func raced() map[string]string {
	return map[string]string{
		"go.mod":  "module example.com/racy\n\ngo 1.26\n",
		"racy.go": "package racy\n\nfunc Run() (n int) {\n\tgo func() { n++ }()\n\treturn n\n}\n",
	}
}

// TestGitLab runs the job as gitlab-ci-local reads it, in this shell rather than in the image that it names.
func TestGitLab(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	runner, err := exec.LookPath("gitlab-ci-local") // npm install gitlab-ci-local@4.56.0; later ones want Node 22
	if err != nil {
		t.Skip(err)
	}
	files := raced()
	job := recipe(t, "GitLab")
	files[".gitlab-ci.yml"] = strings.Replace(job, "  image: golang:1.26\n", "", 1)
	if files[".gitlab-ci.yml"] == job {
		t.Fatalf("the image is not in %q", job)
	}
	dir := repository(t, files)
	git(t, dir, "commit", "-qm", "one race")
	git(t, dir, "remote", "add", "origin", "https://gitlab.example.com/group/racy.git")
	bin := t.TempDir()
	cmd := exec.Command(runner, "syncvet")
	cmd.Dir = dir
	cmd.Env = append(
		append(os.Environ(), released(t)...),
		"GOBIN="+bin,
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
	)
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("the job finds nothing")
	}
	shows(t, string(out), transcript(t, "ci.md", "gitlab-ci-local syncvet      # without the image, in a shell"))
	issues, err := os.ReadFile(filepath.Join(dir, "codequality.json"))
	if err != nil || !strings.Contains(string(issues), `"fingerprint"`) {
		t.Errorf("%v\n%s", err, issues)
	}
	t.Logf("%s", out)
}

// TestReviewdog pipes SARIF to reviewdog as the docs do, with its reporter for terminals instead of that for GitHub.
func TestReviewdog(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	runner, err := exec.LookPath("reviewdog") // go install github.com/reviewdog/reviewdog/cmd/reviewdog@v0.21.0
	if err != nil {
		t.Skip(err)
	}
	line := recipe(t, "reviewdog")
	local := strings.Replace(line, "github-pr-review", "local -filter-mode=nofilter -fail-level=any", 1)
	if local == line {
		t.Fatalf("the reporter is not in %q", line)
	}
	exe := filepath.Join(t.TempDir(), "syncvet")
	if err := inFolder(filepath.Join("..", ".."), "build", "-o", exe, "./cmd/syncvet"); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", strings.NewReplacer("syncvet -f", exe+" -f", "reviewdog", runner).Replace(local))
	cmd.Dir = repository(t, raced())
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("reviewdog finds nothing")
	}
	shows(t, string(out), transcript(t, "ci.md", strings.TrimSpace(local)))
	t.Logf("%.300s", out)
}

// TestGoreleaser builds the executable of this machine from a tagged clone and asks it for its version.
func TestGoreleaser(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	runner, err := exec.LookPath("goreleaser") // go install github.com/goreleaser/goreleaser/v2@v2.12.0
	if err != nil {
		t.Skip(err)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "syncvet")
	git(t, t.TempDir(), "clone", "-q", root, dir)
	git(t, dir, "remote", "set-url", "origin", "https://github.com/syncvet/syncvet.git")
	git(t, dir, "tag", release)
	for _, args := range [][]string{{"check"}, {"build", "--single-target", "--clean"}} {
		cmd := exec.Command(runner, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-buildvcs=true", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("goreleaser %v: %v\n%s", args, err, out)
		}
	}
	built, _ := filepath.Glob(filepath.Join(dir, "dist", "syncvet_*", "syncvet*"))
	if len(built) != 1 {
		t.Fatalf("built: %v", built)
	}
	out, err := exec.Command(built[0], "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "syncvet "+release+" ") {
		t.Errorf("%v: %s", err, out)
	}
}
