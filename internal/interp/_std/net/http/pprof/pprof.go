// Package pprof keeps the handlers and their registration; it drops profiles.
package pprof

import "net/http"

func init() {
	http.HandleFunc("GET /debug/pprof/", Index)
	http.HandleFunc("GET /debug/pprof/cmdline", Cmdline)
	http.HandleFunc("GET /debug/pprof/profile", Profile)
	http.HandleFunc("GET /debug/pprof/symbol", Symbol)
	http.HandleFunc("GET /debug/pprof/trace", Trace)
}

func Index(w http.ResponseWriter, r *http.Request)   {}
func Cmdline(w http.ResponseWriter, r *http.Request) {}
func Profile(w http.ResponseWriter, r *http.Request) {}
func Symbol(w http.ResponseWriter, r *http.Request)  {}
func Trace(w http.ResponseWriter, r *http.Request)   {}

func Handler(name string) http.Handler { return http.HandlerFunc(Index) }
