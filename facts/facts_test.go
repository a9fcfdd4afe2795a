package facts

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand"
	"reflect"
	"strings"
	"testing"
)

// fill sets every field to random values that its codec admits.
func fill(rnd *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(rnd, v.Field(i))
		}
	case reflect.Slice:
		if n := rnd.Intn(4); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			fill(rnd, v.Index(i))
		}
	case reflect.String:
		v.SetString(strings.Repeat("x", rnd.Intn(3)))
	case reflect.Bool:
		v.SetBool(rnd.Intn(2) == 1)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(rnd.Int63n(9) - 4)
	default:
		v.SetUint(uint64(rnd.Intn(5)))
	}
}

// randomFlow is a flow unit that passes its own check.
func randomFlow(rnd *rand.Rand) *Flow {
	f := &Flow{}
	fill(rnd, reflect.ValueOf(f).Elem())
	f.Nodes = 10
	f.Objs = append(f.Objs, make([]Obj, 5)...)
	for i := range f.Objs {
		f.Objs[i].Size++
	}
	for i, c := range f.Cons {
		k := Con{Op: ConOp(rnd.Intn(7) + 1), Dst: c.Dst}
		switch k.Op {
		case ConAddr:
			k.Obj, k.Off = c.Obj, c.Off
		case ConCopy:
			k.Src = c.Src
		case ConLoad, ConStore, ConOffset:
			k.Src, k.Off = c.Src, c.Off
		case ConUnbox:
			k.Src, k.Off, k.Type = c.Src, c.Off, c.Type
		case ConFilter:
			k.Src, k.Type = c.Src, c.Type
		}
		f.Cons[i] = k
	}
	for i := range f.Calls {
		if f.Calls[i].Flags = CallFlags(rnd.Intn(1 << 13)); f.Calls[i].Flags&CallModel == 0 {
			f.Calls[i].API, f.Calls[i].Loop = 0, 0
		}
		if f.Calls[i].Loop == 0 {
			f.Calls[i].LoopOn = 0
		}
		if f.Calls[i].Flags&CallOnce == 0 {
			f.Calls[i].Once, f.Calls[i].OnceOff = 0, 0
		}
	}
	return f
}

// randomLocks is a locks unit that passes its own check.
func randomLocks(rnd *rand.Rand) *Locks {
	l := &Locks{}
	fill(rnd, reflect.ValueOf(l).Elem())
	if len(l.Sites) == 0 {
		l.Net = nil
	}
	for i := range l.Net {
		l.Net[i].Site = uint32(rnd.Intn(len(l.Sites)))
	}
	return l
}

// randomAcquires is any acquires unit.
func randomAcquires(rnd *rand.Rand) *Acquires {
	l := &Acquires{}
	fill(rnd, reflect.ValueOf(l).Elem())
	return l
}

// randomSpawn is a spawn unit that passes its own check.
func randomSpawn(rnd *rand.Rand) *Spawn {
	s := &Spawn{}
	fill(rnd, reflect.ValueOf(s).Elem())
	n := rnd.Intn(5) + 5 // more than any number fill writes
	s.Points = []Point{{}}
	for len(s.Points) < n {
		p := Point{Preds: []PointID{PointID(rnd.Intn(n))}}
		e := Event{Op: EventOp(rnd.Intn(int(EventCollect) + 1))}
		switch e.Op {
		case EventNone:
			p.Preds = append(p.Preds, 0)
		case EventCall, EventGo, EventLock:
			e.Index = uint32(rnd.Intn(9))
		case EventGroupGo:
			e.Index, e.Addr, e.Off = 1, 2, 3
		default:
			e.Addr, e.Off, e.N, e.Name = 1, 2, -3, 4
			if e.Op == EventCollect {
				e.N = int64(len(s.Counts))
			}
		}
		p.Event = e
		s.Points = append(s.Points, p)
	}
	return s
}

// randomAccesses is an access unit.
func randomAccesses(rnd *rand.Rand) *Accesses {
	a := &Accesses{}
	fill(rnd, reflect.ValueOf(a).Elem())
	for i := range a.List {
		if x := &a.List[i]; x.Index != IndexConst && x.Index != IndexRange {
			x.Lo, x.Hi = 0, 0
		}
		if x := &a.List[i]; x.Gate == 0 {
			x.GateOff = 0
		}
	}
	for i := range a.Tests {
		a.Tests[i].Op = Comparison(rnd.Intn(int(LessOrEqual) + 1))
		a.Tests[i].X, a.Tests[i].Y = randomTerm(rnd), randomTerm(rnd)
	}
	for i := range a.Given {
		a.Given[i].Value = randomTerm(rnd)
	}
	for i := range a.Returned {
		a.Returned[i].Value = randomTerm(rnd)
	}
	for i := range a.Sized {
		a.Sized[i].Value = randomTerm(rnd)
	}
	for i := range a.Counted {
		a.Counted[i].Value = randomTerm(rnd)
	}
	for i := range a.Initials {
		a.Initials[i].Value = randomTerm(rnd)
	}
	return a
}

// randomTerm is a term with the fields of its kind.
func randomTerm(rnd *rand.Rand) Term {
	switch k := TermKind(rnd.Intn(int(TermCounter) + 1)); k {
	case TermConst, TermParam, TermCounter:
		return Term{Kind: k, N: rnd.Int63n(9)}
	case TermLoad:
		return Term{Kind: k, Addr: Node(rnd.Intn(5)), Off: uint32(rnd.Intn(5))}
	case TermResult:
		return Term{Kind: k, N: rnd.Int63n(9), Off: uint32(rnd.Intn(5))}
	}
	return Term{}
}

// Each section decodes to what was encoded.
func TestRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for range 500 {
		f, l, s, a, q := randomFlow(rnd), randomLocks(rnd), randomSpawn(rnd), randomAccesses(rnd), randomAcquires(rnd)
		f2, err1 := DecodeFlow(f.Encode())
		l2, err2 := DecodeLocks(l.Encode())
		s2, err3 := DecodeSpawn(s.Encode())
		a2, err4 := DecodeAccesses(a.Encode())
		q2, err5 := DecodeAcquires(q.Encode())
		if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
			t.Fatal(err)
		}
		for _, pair := range [][2]any{{f, f2}, {l, l2}, {s, s2}, {a, a2}, {q, q2}} {
			if !reflect.DeepEqual(pair[0], pair[1]) {
				t.Fatalf("got %+v, want %+v", pair[1], pair[0])
			}
		}
	}
}

// sample is a package with a few units in each section.
func sample(rnd *rand.Rand) (*Source, map[Section][]byte) {
	s := &Source{}
	fill(rnd, reflect.ValueOf(s).Elem())
	s.Units = make([]Unit, 3)
	for i := range s.Units {
		fill(rnd, reflect.ValueOf(&s.Units[i]).Elem())
		s.Units[i].Sym = Symbol{Kind: SymFunc, Pkg: "p", Name: strings.Repeat("f", i+1)}
	}
	s.Own = 2
	blobs := map[Section][]byte{}
	for section := SectionFlow; section <= SectionAcquires; section++ {
		b := NewBuilder(section, 3)
		for i := range 3 {
			u := b.Unit(i)
			u.Ref(Symbol{Kind: SymType, Name: "T"})
			u.Pos(Symbol{Kind: SymFile, Pkg: "p", Name: "f.go"}, 10*i+1, 2)
			u.Pos(Symbol{Kind: SymFile, Pkg: "p", Name: "f.go"}, 3, 4)
			switch section {
			case SectionFlow:
				u.Done(randomFlow(rnd).Encode())
			case SectionLocks:
				u.Done(randomLocks(rnd).Encode())
			case SectionSpawn:
				u.Done(randomSpawn(rnd).Encode())
			case SectionAccess:
				u.Done(randomAccesses(rnd).Encode())
			case SectionAcquires:
				u.Done(randomAcquires(rnd).Encode())
			}
		}
		blobs[section] = b.Encode(nil, nil)
	}
	return s, blobs
}

// read decodes and prints whatever can be decoded; damage must be an error, never a panic.
func read(source []byte, blobs map[Section][]byte) (string, error) {
	s, err := DecodeSource(source)
	if err != nil {
		return "", err
	}
	p := &Package{Source: s}
	for section := SectionFlow; section <= SectionAcquires; section++ {
		err = errors.Join(err, p.Attach(section, blobs[section]))
	}
	var b strings.Builder
	return b.String(), errors.Join(err, p.Write(&b))
}

// The source section decodes to what was encoded, and encoding again gives the same bytes.
func TestSource(t *testing.T) {
	rnd := rand.New(rand.NewSource(2))
	for range 200 {
		s, blobs := sample(rnd)
		blob := s.Encode(nil)
		got, err := DecodeSource(blob)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, s) {
			t.Fatalf("got %+v, want %+v", got, s)
		}
		if !bytes.Equal(got.Encode(nil), blob) {
			t.Fatal("encoding again gives other bytes")
		}
		if _, err := read(blob, blobs); err != nil {
			t.Fatal(err)
		}
	}
}

// A carried unit says the same under other numbers; a dropped one takes its symbols along.
func TestCarry(t *testing.T) {
	from := NewBuilder(SectionFlow, 2)
	u := from.Unit(1)
	f := &Flow{Nodes: 1, Objs: []Obj{{Kind: ObjGlobal, Size: 1, Sym: u.Ref(Symbol{Kind: SymGlobal, Pkg: "q", Name: "g"})}}}
	u.Done(f.Encode())
	a, err := Open(SectionFlow, from.Encode(nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	to := NewBuilder(SectionFlow, 2)
	first := to.Unit(0)
	first.Ref(Symbol{Kind: SymType, Name: "dropped"})
	first.Done((&Flow{}).Encode())
	if err := to.Carry(1, a, 1); err != nil {
		t.Fatal(err)
	}
	blob := to.Encode(nil, func(i int) bool { return i == 1 })
	if bytes.Contains(blob, []byte("dropped")) {
		t.Error("symbol of a dropped unit is kept")
	}
	p := &Package{Source: &Source{Units: make([]Unit, 2)}}
	if err := p.Attach(SectionFlow, blob); err != nil {
		t.Fatal(err)
	}
	got, names, err := p.Flow(1)
	if err != nil || got == nil || names.Symbol(got.Objs[0].Sym) != (Symbol{Kind: SymGlobal, Pkg: "q", Name: "g"}) {
		t.Errorf("carried unit: %+v %+v %v", got, names, err)
	}
	if got, _, err := p.Flow(0); got != nil || err != nil {
		t.Errorf("dropped unit: %+v %v", got, err)
	}
}

// Archives of another version are told from damage.
func TestVersion(t *testing.T) {
	blob := (&Source{}).Encode(nil)
	blob[2]++
	if _, err := DecodeSource(blob); !errors.Is(err, ErrVersion) {
		t.Error(err)
	}
	if _, err := DecodeSource(blob[:3]); err == nil || errors.Is(err, ErrVersion) {
		t.Error(err)
	}
}

// damage flips one bit behind the header and repairs the checksum, so that the decoders below it are reached.
func damage(blob []byte, at uint) []byte {
	b := bytes.Clone(blob)
	if len(b) <= 8 {
		return b
	}
	at %= uint(len(b)-8) * 8
	b[4+at/8] ^= 1 << (at % 8)
	return seal(b[:len(b)-4])
}

// FuzzArchive feeds random bytes and damaged archives to the decoders.
func FuzzArchive(f *testing.F) {
	for i := range uint(50) {
		f.Add(int64(i), 13*i, []byte{})
	}
	f.Add(int64(1), uint(2), []byte("SV\x01\x01"))
	f.Fuzz(func(t *testing.T, seed int64, at uint, raw []byte) {
		s, blobs := sample(rand.New(rand.NewSource(seed)))
		for section := range blobs {
			blobs[section] = damage(blobs[section], at)
		}
		read(damage(s.Encode(nil), at), blobs)
		read(s.Encode(nil), blobs)
		for section := SectionSource; section <= SectionAcquires; section++ {
			full := append([]byte{'S', 'V', Version, byte(section)}, raw...)
			blobs[section] = seal(full)
		}
		read(blobs[SectionSource], blobs)
		read(s.Encode(nil), blobs)
	})
}

// seal appends the checksum.
func seal(content []byte) []byte {
	return binary.LittleEndian.AppendUint32(bytes.Clone(content), crc32.ChecksumIEEE(content))
}
