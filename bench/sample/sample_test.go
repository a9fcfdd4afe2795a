package sample

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSum(t *testing.T) {
	samples, err := Read(strings.NewReader(`{"CPU":1000,"MaxRSS":5,"Facts":10,"Own":4,"Funcs":2}
{"CPU":2000,"MaxRSS":9,"Facts":30}
{"CPU":3000,"MaxRSS":7,"Facts":20,"Own":5,"Funcs":1}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := Total{Runs: 3, CPU: 6 * time.Microsecond, MaxRSS: 9, P50: 20, P95: 30, Max: 30, Sum: 60, Own: 9, Funcs: 3}
	if got := Sum(samples); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := Sum(nil); got != (Total{}) {
		t.Errorf("nothing sums up to %+v", got)
	}
}

func TestChanged(t *testing.T) {
	a := []Sample{{Package: "p", Hash: "1"}, {Package: "q", Hash: "2"}}
	b := []Sample{{Package: "q", Hash: "3"}, {Package: "p", Hash: "1"}, {Package: "r", Hash: "4"}}
	if got := Changed(a, b); !slices.Equal(got, []string{"q"}) {
		t.Errorf("changed %v", got)
	}
}
