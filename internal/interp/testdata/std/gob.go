package main

import (
	"bytes"
	"encoding/gob"
)

type point struct {
	X, Y int
	Name string
	M    map[string][]float64
}

func run() {
	var buf bytes.Buffer
	say(gob.NewEncoder(&buf).Encode(point{1, -2, "n", map[string][]float64{"k": {1.5}}}))
	var p point
	say(gob.NewDecoder(&buf).Decode(&p), p.X, p.Y, p.Name, p.M)
}
