// Command hitcount counts hits of pages. Two data races hide in it: go vet with syncvet shows where.
package main

import (
	"fmt"
	"maps"
	"slices"

	"example.com/hitcount/gauge"
	"example.com/hitcount/server"
	"example.com/hitcount/store"
)

func main() {
	hits := store.New()
	load := new(gauge.Gauge)
	srv := server.Start(4, hits, load)
	for i := range 1000 {
		srv.Request(fmt.Sprintf("/page/%d", i%7))
		if i%100 == 0 {
			report(hits, load)
		}
	}
	srv.Close()

	pages := hits.Pages()
	for _, page := range slices.Sorted(maps.Keys(pages)) {
		fmt.Println(page, pages[page])
	}
	fmt.Println("peak load", load.Peak())
}

// report prints how far the server is.
func report(hits *store.Store, load *gauge.Gauge) {
	fmt.Println("hits", hits.Total(), "idle", load.Idle())
}
