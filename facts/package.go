// This file is a package's six sections seen together: what the linker and the later passes read.

package facts

import (
	"bytes"
	"slices"
)

// A Package is the summaries of one package, own units and carry. Units are decoded when first asked for.
// It is not safe for concurrent use.
type Package struct {
	Source   *Source           // names, types and numbers; never nil
	flow     section[Flow]     // pointer flow
	locks    section[Locks]    // what units do to locks
	spawn    section[Spawn]    // how they synchronise
	access   section[Accesses] // their accesses
	acquires section[Acquires] // what calls of them do to locks
}

// A section holds one section's units.
type section[T any] struct {
	archive *Archive    // nil when the section is missing
	units   []loaded[T] // by unit number; nil until one is asked for
}

// A loaded unit is one that somebody asked for.
type loaded[T any] struct {
	unit  *T     // nil: not asked for yet, or nothing known
	names *Names // what its references mean
	asked bool   // unit, names and err are known
	err   error  // the record is corrupt
}

// get decodes unit i at most once.
func (s *section[T]) get(i int, decode func([]byte) (*T, error)) (*T, *Names, error) {
	if s.archive == nil || i >= s.archive.Len() {
		return nil, nil, nil
	}
	if s.units == nil {
		s.units = make([]loaded[T], s.archive.Len())
	}
	l := &s.units[i]
	if l.asked {
		return l.unit, l.names, l.err
	}
	l.asked = true
	var r record
	if r, l.err = s.archive.record(i); l.err == nil && len(r.blob) > 0 {
		if l.unit, l.err = decode(r.blob); l.err != nil {
			l.unit = nil
		}
		l.names = s.archive.names(r)
	}
	return l.unit, l.names, l.err
}

// Attach opens the archive of a section other than source; a damaged or outdated one is an error and leaves the section
// missing.
func (p *Package) Attach(section Section, blob []byte) error {
	a, err := Open(section, blob)
	if err != nil {
		return err
	}
	switch section {
	case SectionFlow:
		p.flow.archive = a
	case SectionLocks:
		p.locks.archive = a
	case SectionSpawn:
		p.spawn.archive = a
	case SectionAccess:
		p.access.archive = a
	case SectionAcquires:
		p.acquires.archive = a
	}
	return nil
}

// Archive is a section other than source as attached, for carrying its units; nil when missing.
func (p *Package) Archive(section Section) *Archive {
	switch section {
	case SectionFlow:
		return p.flow.archive
	case SectionLocks:
		return p.locks.archive
	case SectionSpawn:
		return p.spawn.archive
	case SectionAccess:
		return p.access.archive
	case SectionAcquires:
		return p.acquires.archive
	}
	return nil
}

// Flow is unit i's pointer flow with what its references mean; nil when the unit has none (opaque, degraded,
// effect-free).
func (p *Package) Flow(i int) (*Flow, *Names, error) { return p.flow.get(i, DecodeFlow) }

// Locks is unit i's mutex operations, nil when there are none.
func (p *Package) Locks(i int) (*Locks, *Names, error) { return p.locks.get(i, DecodeLocks) }

// Spawn is unit i's skeleton, nil when it has only its entry.
func (p *Package) Spawn(i int) (*Spawn, *Names, error) { return p.spawn.get(i, DecodeSpawn) }

// Accesses is unit i's accesses, nil when there are none.
func (p *Package) Accesses(i int) (*Accesses, *Names, error) {
	return p.access.get(i, DecodeAccesses)
}

// Acquires is what a call of unit i does to locks, nil when it does nothing. Only internal/lockpaths writes and reads
// it.
func (p *Package) Acquires(i int) (*Acquires, *Names, error) {
	return p.acquires.get(i, DecodeAcquires)
}

// Same reports whether unit i says in a section what unit j of another package says: positions aside, and by what
// references mean.
func (p *Package) Same(section Section, i int, q *Package, j int) bool {
	a, b := p.Archive(section), q.Archive(section)
	if a == nil || b == nil || i >= a.Len() || j >= b.Len() {
		return a == nil && b == nil
	}
	x, err1 := a.record(i)
	y, err2 := b.record(j)
	if err1 != nil || err2 != nil || !bytes.Equal(x.blob, y.blob) || len(x.refs) != len(y.refs) {
		return false
	}
	for k := range x.refs {
		if a.syms[x.refs[k]] != b.syms[y.refs[k]] {
			return false
		}
	}
	return true
}

// Same compares types with their method sets.
func (x *Type) Same(y *Type) bool {
	return x.Sym == y.Sym && x.Interface == y.Interface && slices.EqualFunc(x.Methods, y.Methods, func(a, b Method) bool {
		return a.Name == b.Name && a.Func == b.Func && slices.Equal(a.Steps, b.Steps)
	})
}
