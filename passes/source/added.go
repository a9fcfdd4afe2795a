// This file takes in the rows that the user has added to the models (internal/models M7).

package source

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"

	"github.com/syncvet/syncvet/internal/models"
)

// userRows reads the rows of the settings and of the user's file that holds for the package's folder; nil if there are
// neither.
func (r additions) userRows() *models.User {
	name, data := r.userFile()
	if name == "" && r.set.models == "" {
		return nil
	}
	return models.Read(name, data, r.set.models)
}

// userFile reads the user's file that holds for the package's folder; no name if there is none.
func (r additions) userFile() (name string, data []byte) {
	if len(r.pass.Files) == 0 {
		return "", nil
	}
	dir := filepath.Dir(r.pass.Fset.File(r.pass.Files[0].FileStart).Name())
	if !filepath.IsAbs(dir) {
		return "", nil
	}
	if name = models.Find(dir); name == "" {
		return "", nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		r.Note("config", err.Error())
		return "", nil
	}
	return name, data
}

// added is the row that the user has added for a function, if it fits the function; one that does not is a problem.
func (r additions) added(name string, obj *types.Func) *models.Row {
	row := r.User.Lookup(name)
	if row == nil {
		return nil
	}
	n := obj.Signature().Params().Len()
	if obj.Signature().Recv() != nil {
		n++
	}
	if k := row.Arguments(); k >= n {
		r.User.Problems = append(
			r.User.Problems,
			models.Problem{Line: r.User.Line(row), Text: fmt.Sprintf("%s has no argument %d", name, k)},
		)
		return nil
	}
	return row
}
