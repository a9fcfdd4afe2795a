package unicode

// A table has a number, and no ranges; Is knows what belongs to it.
func table(what int) *RangeTable { return &RangeTable{LatinOffset: what} }

func inTable(what int, r rune) bool

// firstTable is the number of the first table.
const firstTable = 1 << 20

var (
	L              = table(firstTable + 0)
	Lu             = table(firstTable + 1)
	Ll             = table(firstTable + 2)
	Lt             = table(firstTable + 3)
	Lm             = table(firstTable + 4)
	Lo             = table(firstTable + 5)
	N              = table(firstTable + 6)
	Nd             = table(firstTable + 7)
	Nl             = table(firstTable + 8)
	No             = table(firstTable + 9)
	P              = table(firstTable + 10)
	Pc             = table(firstTable + 11)
	Pd             = table(firstTable + 12)
	Pe             = table(firstTable + 13)
	Pf             = table(firstTable + 14)
	Pi             = table(firstTable + 15)
	Po             = table(firstTable + 16)
	Ps             = table(firstTable + 17)
	S              = table(firstTable + 18)
	Sc             = table(firstTable + 19)
	Sk             = table(firstTable + 20)
	Sm             = table(firstTable + 21)
	So             = table(firstTable + 22)
	M              = table(firstTable + 23)
	Mc             = table(firstTable + 24)
	Me             = table(firstTable + 25)
	Mn             = table(firstTable + 26)
	Z              = table(firstTable + 27)
	Zl             = table(firstTable + 28)
	Zp             = table(firstTable + 29)
	Zs             = table(firstTable + 30)
	C              = table(firstTable + 31)
	Cc             = table(firstTable + 32)
	Cf             = table(firstTable + 33)
	Co             = table(firstTable + 34)
	Cs             = table(firstTable + 35)
	Latin          = table(firstTable + 36)
	Greek          = table(firstTable + 37)
	Cyrillic       = table(firstTable + 38)
	Hebrew         = table(firstTable + 39)
	Arabic         = table(firstTable + 40)
	Hiragana       = table(firstTable + 41)
	Katakana       = table(firstTable + 42)
	Han            = table(firstTable + 43)
	Hangul         = table(firstTable + 44)
	Thai           = table(firstTable + 45)
	Devanagari     = table(firstTable + 46)
	Armenian       = table(firstTable + 47)
	Georgian       = table(firstTable + 48)
	Common         = table(firstTable + 49)
	White_Space    = table(firstTable + 50)
	Hex_Digit      = table(firstTable + 51)
	Dash           = table(firstTable + 52)
	Ideographic    = table(firstTable + 53)
	Quotation_Mark = table(firstTable + 54)
	Diacritic      = table(firstTable + 55)
	Cn             = &RangeTable{}
	LC             = &RangeTable{}
	Letter         = L
	Upper          = Lu
	Lower          = Ll
	Title          = Lt
	Number         = N
	Digit          = Nd
	Punct          = P
	Symbol         = S
	Mark           = M
	Space          = Z
	Other          = C

	Categories = map[string]*RangeTable{
		"L":  L,
		"Lu": Lu,
		"Ll": Ll,
		"Lt": Lt,
		"Lm": Lm,
		"Lo": Lo,
		"N":  N,
		"Nd": Nd,
		"Nl": Nl,
		"No": No,
		"P":  P,
		"Pc": Pc,
		"Pd": Pd,
		"Pe": Pe,
		"Pf": Pf,
		"Pi": Pi,
		"Po": Po,
		"Ps": Ps,
		"S":  S,
		"Sc": Sc,
		"Sk": Sk,
		"Sm": Sm,
		"So": So,
		"M":  M,
		"Mc": Mc,
		"Me": Me,
		"Mn": Mn,
		"Z":  Z,
		"Zl": Zl,
		"Zp": Zp,
		"Zs": Zs,
		"C":  C,
		"Cc": Cc,
		"Cf": Cf,
		"Co": Co,
		"Cs": Cs,
	}
	Scripts = map[string]*RangeTable{
		"Latin":      Latin,
		"Greek":      Greek,
		"Cyrillic":   Cyrillic,
		"Hebrew":     Hebrew,
		"Arabic":     Arabic,
		"Hiragana":   Hiragana,
		"Katakana":   Katakana,
		"Han":        Han,
		"Hangul":     Hangul,
		"Thai":       Thai,
		"Devanagari": Devanagari,
		"Armenian":   Armenian,
		"Georgian":   Georgian,
		"Common":     Common,
	}
	Properties = map[string]*RangeTable{
		"White_Space":    White_Space,
		"Hex_Digit":      Hex_Digit,
		"Dash":           Dash,
		"Ideographic":    Ideographic,
		"Quotation_Mark": Quotation_Mark,
		"Diacritic":      Diacritic,
	}
	CategoryAliases = map[string]string{"Letter": "L", "Number": "N", "Punctuation": "P", "Symbol": "S", "Mark": "M"}
	FoldCategory    = map[string]*RangeTable{}
	FoldScript      = map[string]*RangeTable{}
	GraphicRanges   = []*RangeTable{L, M, N, P, S, Zs}
	PrintRanges     = []*RangeTable{L, M, N, P, S}
	CaseRanges      []CaseRange
	TurkishCase     SpecialCase
)

const (
	Version    = "15.0.0"
	UpperLower = MaxRune + 1
)

func Is(t *RangeTable, r rune) bool {
	if t.LatinOffset >= firstTable {
		return inTable(t.LatinOffset-firstTable, r)
	}
	for _, x := range t.R16 {
		if uint32(r) >= uint32(x.Lo) && uint32(r) <= uint32(x.Hi) {
			return x.Stride <= 1 || (uint32(r)-uint32(x.Lo))%uint32(x.Stride) == 0
		}
	}
	for _, x := range t.R32 {
		if uint32(r) >= x.Lo && uint32(r) <= x.Hi {
			return x.Stride <= 1 || (uint32(r)-x.Lo)%x.Stride == 0
		}
	}
	return false
}

func In(r rune, ranges ...*RangeTable) bool { return IsOneOf(ranges, r) }

func IsOneOf(ranges []*RangeTable, r rune) bool {
	for _, t := range ranges {
		if Is(t, r) {
			return true
		}
	}
	return false
}
