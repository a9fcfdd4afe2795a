// This file is the table of the standard library's services: functions that take handlers and call them in goroutines
// of their own.

package models

var serviceRows = []Row{
	{Func: "net/http.Handle", Callbacks: serve(1), Retains: []int{1}},
	{Func: "net/http.HandleFunc", Callbacks: serveFunc(1), Retains: []int{1}},
	{Func: "(*net/http.ServeMux).Handle", Callbacks: serve(2), Retains: []int{2}},
	{Func: "(*net/http.ServeMux).HandleFunc", Callbacks: serveFunc(2), Retains: []int{2}},
	{Func: "net/http.ListenAndServe", Serves: true, Callbacks: serve(1), Retains: []int{1}},
	{Func: "net/http.ListenAndServeTLS", Serves: true, Callbacks: serve(3), Retains: []int{3}},
	{Func: "net/http.Serve", Serves: true, Callbacks: serve(1), Retains: []int{1}},
	{Func: "net/http.ServeTLS", Serves: true, Callbacks: serve(1), Retains: []int{1}},
	{Func: "net/http/httptest.NewServer", Serves: true, Callbacks: serve(0), Retains: []int{0}, Fresh: true},
	{Func: "net/http/httptest.NewTLSServer", Serves: true, Callbacks: serve(0), Retains: []int{0}, Fresh: true},
	{Func: "net/http/httptest.NewUnstartedServer", Callbacks: serve(0), Retains: []int{0}, Fresh: true},
	{Func: "net/http.TimeoutHandler", Callbacks: serve(0), Returns: []int{0}},
	{Func: "(*net/http.Server).ListenAndServe", Serves: true, Callbacks: serverHooks},
	{Func: "(*net/http.Server).ListenAndServeTLS", Serves: true, Callbacks: serverHooks},
	{Func: "(*net/http.Server).Serve", Serves: true, Callbacks: serverHooks},
	{Func: "(*net/http.Server).ServeTLS", Serves: true, Callbacks: serverHooks},
	{Func: "(*net/http/httptest.Server).Start", Serves: true},
	{Func: "(*net/http/httptest.Server).StartTLS", Serves: true},
	{Func: "(*net/http.Server).RegisterOnShutdown", Callbacks: []Callback{{Arg: 1, Run: RunGo}}},

	// a dialer tries two addresses at the same time, each in a goroutine (RFC 6555), and the documentation says that
	// functions of a trace may overlap; all others run in one goroutine for each connection, as a rule
	{
		Func: "net/http/httptrace.WithClientTrace",
		Callbacks: []Callback{
			{Arg: 1, Field: "ConnectStart", Run: RunJoined, Self: SelfServed},
			{Arg: 1, Field: "ConnectDone", Run: RunJoined, Self: SelfServed},
		},
		Retains: []int{1},
		Returns: []int{0},
		Carries: &Carries{Name: "net/http/httptrace.ClientTrace", Value: 1},
	},
	{Func: "net/http/httptrace.ContextClientTrace", Carried: "net/http/httptrace.ClientTrace"},
	{
		Func:      "net/rpc.Register",
		Callbacks: []Callback{{Arg: 0, Method: "*", Run: RunGo, Self: SelfServed}},
		Retains:   []int{0},
	},
	{
		Func:      "net/rpc.RegisterName",
		Callbacks: []Callback{{Arg: 1, Method: "*", Run: RunGo, Self: SelfServed}},
		Retains:   []int{1},
	},
	{
		Func:      "(*net/rpc.Server).Register",
		Callbacks: []Callback{{Arg: 1, Method: "*", Run: RunGo, Self: SelfServed}},
		Retains:   []int{1},
	},
	{
		Func:      "(*net/rpc.Server).RegisterName",
		Callbacks: []Callback{{Arg: 2, Method: "*", Run: RunGo, Self: SelfServed}},
		Retains:   []int{2},
	},
	{
		Func:      "expvar.Publish",
		Callbacks: []Callback{{Arg: 1, Method: "String", Run: RunGo, Self: SelfServed}},
		Retains:   []int{1},
	},
}

// serverHooks are what a http.Server calls for its connections, each of which has a goroutine.
var serverHooks = []Callback{
	{Arg: 0, Field: "Handler", Method: "ServeHTTP", Run: RunGo, Self: SelfRouted},
	{Arg: 0, Field: "ConnState", Run: RunGo, Self: SelfRouted},
	{Arg: 0, Field: "ConnContext", Run: RunGo, Self: SelfRouted},
}

// serve is an http.Handler that connections call, each in its own goroutine.
func serve(arg int) []Callback {
	return []Callback{{Arg: arg, Method: "ServeHTTP", Run: RunGo, Self: SelfRouted}}
}

// serveFunc is the same for a function.
func serveFunc(arg int) []Callback {
	return []Callback{{Arg: arg, Run: RunGo, Self: SelfRouted}}
}
