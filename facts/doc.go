// Package facts is the vocabulary of syncvet: what the summaries of one package say, and the bytes they travel in.
//
// # Problem
//
// Under go vet, gopls and Bazel a package sees the package facts of its direct imports only. So one package's facts
// must hold everything a direct importer may need about the package and all that lies beneath it, must be small, must
// be byte-identical whenever the content is the same (the drivers cache by content), and must not break when they are
// damaged or written by another version.
//
// # The archive
//
// A package is described by six archives, one per pass (Section), which all number the same units: first the package's
// own functions, then the carry, units of other packages that importers may need and cannot read elsewhere.
//
//	source    method tables; per unit its symbol, flags, and what must be carried with it
//	flow      pointer constraints, allocation sites, call sites
//	locks     mutex operations and the net lock effect
//	spawn     the skeleton: the control flow graph reduced to synchronisation events; its points are the regions
//	access    reads and writes of memory, merged per region
//	acquires  what a call does to locks, everything it calls folded in
//
// # Rules
//
//   - (F1) A unit's blob in any section names the outside world only through its own reference list and positions only
//     through its own position list (Names), both kept beside the blob. Carrying a unit is therefore a copy of the
//     blob, byte for byte, and a renumbering of one list.
//   - (F2) Positions are not content: moving a line changes the position list and nothing else.
//   - (F3) Encoding depends on content only: no maps are ranged over, all tables are in order of first use or sorted.
//   - (F4) Every read is bounds-checked and the whole archive is covered by a checksum: damage is an error, never a
//     panic.
//   - (F5) Encoder and decoder are one function per type (see coder), so they cannot drift apart.
//
// # Approximations
//
// A carried unit past the size cap is degraded: its flow, access and skeleton blobs are empty (Degraded). Calls of it
// are treated as unknown: fewer races, and those that rest on it are of low confidence.
//
// # Tests
//
// TestRoundTrip fills every field and reads it back (F5), TestCarry copies units (F1), FuzzArchive feeds damaged
// archives (F4), and the golden files of the passes hold the printed form.
package facts
