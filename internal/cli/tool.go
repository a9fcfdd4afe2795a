// This file is the part of the vet tool protocol that the x/tools driver does not do for us.

package cli

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/syncvet/syncvet/internal/models"
)

// IsUnit reports whether go vet asks for the analysis of one package, or for the tool's flags.
func IsUnit(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return strings.HasSuffix(last, ".cfg") || last == "-flags" || last == "--flags"
}

// FactsOnly reports whether the package described by the last argument is a dependency, of which only facts are wanted.
// If the description cannot be read, the driver will say so.
func FactsOnly(args []string) bool {
	data, err := os.ReadFile(args[len(args)-1])
	if err != nil {
		return false
	}
	var unit struct {
		VetxOnly bool // go vet wants facts only
	}
	return json.Unmarshal(data, &unit) == nil && unit.VetxOnly
}

// IsVersionQuery reports whether go vet asks for the identity of the tool.
func IsVersionQuery(args []string) bool {
	return len(args) == 1 && (args[0] == "-V=full" || args[0] == "--V=full")
}

// WriteVersion answers a version query. The build id is part of the key of vet's cache, so it covers whatever findings
// depend on beside source and flags: the inputs are the executable and every other file that analyzers read. An input
// that does not exist counts as empty.
func WriteVersion(w io.Writer, inputs ...string) error {
	id, err := buildID(inputs)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "syncvet version devel buildID=%x\n", id)
	return err
}

// ConfigFile is the user's file that holds for the working directory; a name that does not exist if there is none.
func ConfigFile() string {
	dir, err := os.Getwd()
	if err != nil {
		return models.ConfigName
	}
	if name := models.Find(dir); name != "" {
		return name
	}
	return filepath.Join(dir, models.ConfigName)
}

// buildID hashes files, each with its length so that content cannot move from one to the next.
func buildID(inputs []string) ([]byte, error) {
	h := sha256.New()
	for _, name := range inputs {
		f, err := os.Open(name)
		if os.IsNotExist(err) {
			fmt.Fprint(h, "absent\n")
			continue
		}
		if err != nil {
			return nil, err
		}
		n, err := io.Copy(h, f)
		f.Close()
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(h, "\n%d\n", n)
	}
	return h.Sum(nil), nil
}
