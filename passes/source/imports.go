// This file reads the facts of the direct imports, finds units and method tables in them by name, and writes sections.

package source

import (
	"cmp"
	"errors"
	"fmt"
	"go/types"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
)

// An importer reads the facts of direct imports.
type importer struct{ *Result }

// importFacts decodes the source sections of the direct imports, by path.
func (r importer) importFacts() {
	pkgs := slices.Clone(r.pass.Pkg.Imports())
	slices.SortFunc(pkgs, func(a, b *types.Package) int { return cmp.Compare(a.Path(), b.Path()) })
	for _, p := range pkgs {
		path := Path(p)
		if models.Plain(path) || path == "unsafe" || path == "C" {
			continue
		}
		var f Fact
		if !r.pass.ImportPackageFact(p, &f) {
			r.Note("missing-fact", path)
			continue
		}
		s, err := facts.DecodeSource(f.Blob)
		if err != nil {
			r.Note(failure(err), path)
			continue
		}
		r.Imports = append(r.Imports, &facts.Package{Source: s})
		r.imports = append(r.imports, p)
	}
}

// failure is the kind of note for a section that cannot be read.
func failure(err error) string {
	if errors.Is(err, facts.ErrVersion) {
		return "stale-fact"
	}
	return "missing-fact"
}

// AttachImports attaches a section of each import; blob gives its bytes, nil when there is no fact.
func (r *Result) AttachImports(section facts.Section, blob func(*types.Package) []byte) {
	for i, p := range r.imports {
		b := blob(p)
		if b == nil {
			r.Note("missing-fact", Path(p))
		} else if err := r.Imports[i].Attach(section, b); err != nil {
			r.Note(failure(err), Path(p))
		}
	}
}

// Publish completes a section with the carry, attaches it whole to the package, and returns the bytes to export.
func (r *Result) Publish(section facts.Section, b *facts.Builder) []byte {
	s := r.Pkg.Source
	for k, c := range r.Carried {
		if s.Units[s.Own+k].Flags&facts.Degraded != 0 {
			continue
		}
		if err := b.Carry(s.Own+k, r.Imports[c.Import].Archive(section), c.Unit); err != nil {
			r.Note("missing-fact", s.Units[s.Own+k].Sym.Name)
		}
	}
	if err := r.Pkg.Attach(section, b.Encode(nil, nil)); err != nil {
		panic(err) // what was just encoded
	}
	blob := b.Encode(nil, r.Kept)
	r.blobs[section] = blob
	return blob
}

// NewBuilder starts a section with as many units as the package has.
func (r *Result) NewBuilder(section facts.Section) *facts.Builder {
	return facts.NewBuilder(section, len(r.Pkg.Source.Units))
}

// Imported finds a function of another package: the import and unit to read it from, and its flags.
func (r *Result) Imported(sym facts.Symbol) (Carried, *facts.Unit, bool) {
	importer{r}.indexImports()
	p, ok := r.lookup[sym]
	return p.Carried, p.unit, ok
}

// imported finds a type's method table.
func (r *Result) imported(sym facts.Symbol) *facts.Type {
	importer{r}.indexImports()
	return r.table[sym]
}

// indexImports names the units of all imports: own units win over carried ones, whole ones over degraded ones.
func (r importer) indexImports() {
	if r.lookup != nil {
		return
	}
	r.lookup = map[facts.Symbol]place{}
	r.table = map[facts.Symbol]*facts.Type{}
	for i, p := range r.Imports {
		for u := range p.Source.Units {
			x := place{Carried{i, u}, &p.Source.Units[u], u < p.Source.Own}
			if x.unit.Sym == (facts.Symbol{}) || x.unit.Flags&facts.Root != 0 {
				continue
			}
			if old, ok := r.lookup[x.unit.Sym]; !ok || old.worse(x) {
				r.lookup[x.unit.Sym] = x
			}
		}
		for t := range p.Source.Types {
			r.table[p.Source.Types[t].Sym] = &p.Source.Types[t]
		}
	}
}

// worse reports whether y is the better place to read a unit from.
func (x place) worse(y place) bool {
	if x.own != y.own {
		return y.own
	}
	return x.unit.Flags&facts.Degraded != 0 && y.unit.Flags&facts.Degraded == 0
}

// Bytes is the size of the facts exported: all, and the records of own units alone.
func (r *Result) Bytes() (all, own int) {
	for section := facts.SectionSource; section <= facts.SectionAcquires; section++ {
		all += len(r.blobs[section])
		if a, err := facts.Open(section, r.blobs[section]); err == nil {
			own += a.Bytes(r.Pkg.Source.Own)
		}
	}
	return all, own
}

// Sizes says in one line how large the exported sections are.
func (r *Result) Sizes() string {
	own, kept := r.Pkg.Source.Own, 0
	for i := range own {
		if r.Kept(i) {
			kept++
		}
	}
	text := fmt.Sprintf("%s: %d own units, %d kept, %d carried; bytes", r.path, own, kept, len(r.Carried))
	for section := facts.SectionSource; section <= facts.SectionAcquires; section++ {
		text += fmt.Sprintf(" %d", len(r.blobs[section]))
	}
	return text + fmt.Sprintf(", %d notes", len(r.Pkg.Source.Notes))
}
