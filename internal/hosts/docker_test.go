// This file builds the image of the Dockerfile and runs it as docs/how-to/ci.md does, by buildah: it needs no daemon.

package hosts

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// images are images in a folder of their own.
type images struct {
	t    *testing.T
	args []string // that say where
}

// buildah runs buildah and gives what it says on standard output.
func (s *images) buildah(command string, args ...string) (string, error) {
	cmd := exec.Command("buildah", append(append(append([]string{}, s.args...), command), args...)...)
	out, err := output(cmd)
	return strings.TrimSpace(string(out)), err
}

// must is buildah that cannot fail.
func (s *images) must(command string, args ...string) string {
	s.t.Helper()
	out, err := s.buildah(command, args...)
	if err != nil {
		s.t.Fatalf("%v\n%s", err, out)
	}
	return out
}

// golang makes the image that the Dockerfile begins from: this machine's Go, a shell, and the module cache in place of
// a proxy.
func (s *images) golang(shell string) {
	s.t.Helper()
	goroot := strings.TrimSpace(shellOut(s.t, "go env GOROOT"))
	c := s.must("from", "scratch")
	s.must("copy", c, shell, "/bin/sh")
	s.must("copy", c, s.t.TempDir(), "/tmp")
	s.must("copy", c, goroot, "/usr/local/go")
	for _, env := range []string{
		"PATH=/usr/local/go/bin:/usr/local/bin:/bin", "HOME=/", "GOTOOLCHAIN=local", "GOPROXY=file:///modules", "GOSUMDB=off",
	} {
		s.must("config", "--env", env, c)
	}
	s.must("commit", "--rm", c, "golang:1.26")
}

// shellOut is what a line of shell says.
func shellOut(t *testing.T, line string) string {
	t.Helper()
	return shell(t, t.TempDir(), nil, line)
}

// TestDocker builds the image and runs it on a repository with a race.
func TestDocker(t *testing.T) {
	if !*full {
		t.Skip("-full")
	}
	if _, err := exec.LookPath("buildah"); err != nil {
		t.Skip(err)
	}
	busybox, err := exec.LookPath("busybox") // linked statically, as in Debian's busybox-static
	if err != nil {
		t.Skip(err)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	s := &images{t, []string{"--root", dir + "/root", "--runroot", dir + "/run", "--storage-driver", "vfs"}}
	s.golang(busybox)
	// the image's proxy is this machine's cache, and a fresh one lacks some of the graph
	shell(t, root, nil, "go mod download")
	modules := filepath.Join(strings.TrimSpace(shellOut(t, "go env GOMODCACHE")), "cache", "download")
	s.must("bud", "--isolation", "chroot", "--pull-never", "--volume", modules+":/modules:ro", "-t", "syncvet", root)
	c := s.must("from", "--pull-never", "localhost/syncvet")
	entry := s.must("inspect", "--format", "{{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}}", c)
	if entry != "[syncvet] [./...]" {
		t.Fatalf("the image runs %s", entry)
	}
	src := repository(t, raced()) + ":/src"
	said, err := s.buildah(
		"run", "--isolation", "chroot", "--volume", src, "--workingdir", "/src", c, "--", "syncvet", "./...",
	)
	t.Logf("%s", said)
	if err == nil {
		t.Error("the image finds nothing")
	}
	command := `docker build -t syncvet . && docker run --rm -v "$PWD:/src" -w /src syncvet ./...`
	shows(t, said, transcript(t, "ci.md", command))
}
