// This file is `syncvet cache`: what the program keeps on disk of its own. What was found in packages lies in the go
// command's cache.

package cli

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// cache prints how much there is, or removes it.
func cache(args []string, stdout, stderr io.Writer) int {
	dir, err := cacheDir()
	if err != nil {
		fmt.Fprintln(stderr, "syncvet:", err)
		return exitUsage
	}
	switch strings.Join(args, " ") {
	case "stat":
		files, bytes := usage(dir)
		fmt.Fprintf(
			stdout,
			"%s: %d revisions checked out for -new-from-rev, %d files, %.1f MB\n",
			dir,
			trees(dir),
			files,
			float64(bytes)/1e6,
		)
		out, err := exec.Command("go", "env", "GOCACHE").Output()
		if err != nil {
			fmt.Fprintln(stderr, "syncvet: go env GOCACHE:", err)
			return exitUsage
		}
		fmt.Fprintf(
			stdout,
			"%s: the go command's cache holds the facts and findings of packages; go clean -cache removes them\n",
			strings.TrimSpace(string(out)),
		)
	case "clean":
		if err := os.RemoveAll(dir); err != nil {
			fmt.Fprintln(stderr, "syncvet:", err)
			return exitUsage
		}
		fmt.Fprintf(stdout, "%s removed\n", dir)
	default:
		fmt.Fprintln(stderr, "usage: syncvet cache stat|clean")
		return exitUsage
	}
	return exitClean
}

// usage counts the files below a directory and their bytes.
func usage(dir string) (files int, bytes int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				files, bytes = files+1, bytes+info.Size()
			}
		}
		return nil // what cannot be read is not counted
	})
	return files, bytes
}

// trees counts the revisions checked out.
func trees(dir string) int {
	entries, _ := os.ReadDir(filepath.Join(dir, "trees"))
	return len(entries)
}
