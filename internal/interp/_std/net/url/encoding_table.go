package url

type encoding uint8

const (
	encodePath encoding = 1 << iota
	encodePathSegment
	encodeHost
	encodeZone
	encodeUserPassword
	encodeQueryComponent
	encodeFragment

	hexChar
)

const encodeAll = encodeFragment | encodeQueryComponent | encodeUserPassword | encodeZone | encodeHost |
	encodePathSegment | encodePath

var table = [256]encoding{
	'!':  encodeFragment | encodeZone | encodeHost,
	'"':  encodeZone | encodeHost,
	'$':  encodeFragment | encodeUserPassword | encodeZone | encodeHost | encodePathSegment | encodePath,
	'&':  encodeFragment | encodeUserPassword | encodeZone | encodeHost | encodePathSegment | encodePath,
	'\'': encodeZone | encodeHost,
	'(':  encodeFragment | encodeZone | encodeHost,
	')':  encodeFragment | encodeZone | encodeHost,
	'*':  encodeFragment | encodeZone | encodeHost,
	'+':  encodeFragment | encodeUserPassword | encodeZone | encodeHost | encodePathSegment | encodePath,
	',':  encodeFragment | encodeUserPassword | encodeZone | encodeHost | encodePath,
	'-':  encodeAll,
	'.':  encodeAll,
	'/':  encodeFragment | encodePath,
	'0':  hexChar | encodeAll,
	'1':  hexChar | encodeAll,
	'2':  hexChar | encodeAll,
	'3':  hexChar | encodeAll,
	'4':  hexChar | encodeAll,
	'5':  hexChar | encodeAll,
	'6':  hexChar | encodeAll,
	'7':  hexChar | encodeAll,
	'8':  hexChar | encodeAll,
	'9':  hexChar | encodeAll,
	':':  encodeFragment | encodeZone | encodeHost | encodePathSegment | encodePath,
	';':  encodeFragment | encodeUserPassword | encodeZone | encodeHost | encodePath,
	'<':  encodeZone | encodeHost,
	'=':  encodeFragment | encodeUserPassword | encodeZone | encodeHost | encodePathSegment | encodePath,
	'>':  encodeZone | encodeHost,
	'?':  encodeFragment,
	'@':  encodeFragment | encodePathSegment | encodePath,
	'A':  hexChar | encodeAll,
	'B':  hexChar | encodeAll,
	'C':  hexChar | encodeAll,
	'D':  hexChar | encodeAll,
	'E':  hexChar | encodeAll,
	'F':  hexChar | encodeAll,
	'G':  encodeAll,
	'H':  encodeAll,
	'I':  encodeAll,
	'J':  encodeAll,
	'K':  encodeAll,
	'L':  encodeAll,
	'M':  encodeAll,
	'N':  encodeAll,
	'O':  encodeAll,
	'P':  encodeAll,
	'Q':  encodeAll,
	'R':  encodeAll,
	'S':  encodeAll,
	'T':  encodeAll,
	'U':  encodeAll,
	'V':  encodeAll,
	'W':  encodeAll,
	'X':  encodeAll,
	'Y':  encodeAll,
	'Z':  encodeAll,
	'[':  encodeZone | encodeHost,
	']':  encodeZone | encodeHost,
	'_':  encodeAll,
	'a':  hexChar | encodeAll,
	'b':  hexChar | encodeAll,
	'c':  hexChar | encodeAll,
	'd':  hexChar | encodeAll,
	'e':  hexChar | encodeAll,
	'f':  hexChar | encodeAll,
	'g':  encodeAll,
	'h':  encodeAll,
	'i':  encodeAll,
	'j':  encodeAll,
	'k':  encodeAll,
	'l':  encodeAll,
	'm':  encodeAll,
	'n':  encodeAll,
	'o':  encodeAll,
	'p':  encodeAll,
	'q':  encodeAll,
	'r':  encodeAll,
	's':  encodeAll,
	't':  encodeAll,
	'u':  encodeAll,
	'v':  encodeAll,
	'w':  encodeAll,
	'x':  encodeAll,
	'y':  encodeAll,
	'z':  encodeAll,
	'~':  encodeAll,
}
