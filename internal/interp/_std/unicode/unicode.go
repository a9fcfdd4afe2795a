// Package unicode keeps the questions about characters, but no tables.
package unicode

const (
	MaxRune         = '\U0010FFFF'
	ReplacementChar = '\uFFFD'
	MaxASCII        = '\u007F'
	MaxLatin1       = '\u00FF'
	UpperCase       = 0
	LowerCase       = 1
	TitleCase       = 2
	MaxCase         = 3
)

type (
	Range16 struct{ Lo, Hi, Stride uint16 }
	Range32 struct{ Lo, Hi, Stride uint32 }

	RangeTable struct {
		R16         []Range16
		R32         []Range32
		LatinOffset int
	}
	CaseRange struct {
		Lo, Hi uint32
		Delta  [3]rune
	}
	SpecialCase []CaseRange
)

func is(r rune, what int) bool
func to(r rune, what int) rune

func IsLetter(r rune) bool  { return is(r, 0) }
func IsDigit(r rune) bool   { return is(r, 1) }
func IsNumber(r rune) bool  { return is(r, 2) }
func IsSpace(r rune) bool   { return is(r, 3) }
func IsUpper(r rune) bool   { return is(r, 4) }
func IsLower(r rune) bool   { return is(r, 5) }
func IsPunct(r rune) bool   { return is(r, 6) }
func IsControl(r rune) bool { return is(r, 7) }
func IsGraphic(r rune) bool { return is(r, 8) }
func IsPrint(r rune) bool   { return is(r, 9) }
func IsSymbol(r rune) bool  { return is(r, 10) }
func IsTitle(r rune) bool   { return is(r, 11) }
func IsMark(r rune) bool    { return is(r, 12) }

func ToUpper(r rune) rune                 { return to(r, 0) }
func ToLower(r rune) rune                 { return to(r, 1) }
func ToTitle(r rune) rune                 { return to(r, 2) }
func SimpleFold(r rune) rune              { return to(r, 3) }
func To(c int, r rune) rune               { return to(r, c) }
func (s SpecialCase) ToUpper(r rune) rune { return to(r, 0) }
func (s SpecialCase) ToLower(r rune) rune { return to(r, 1) }
func (s SpecialCase) ToTitle(r rune) rune { return to(r, 2) }
