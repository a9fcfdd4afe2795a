// This file is the table of the runtime, time, context, signals and functions that do not return.

package models

// Finalizers is the loop that runs finalizers: of objects that nobody can reach any more.
const Finalizers = "finalizers"

var runtimeRows = []Row{
	{Func: "runtime.Goexit", Sync: SyncExit, Goexit: true},
	{Func: "os.Exit", Sync: SyncExit},
	{Func: "syscall.Exit", Sync: SyncExit},
	{Func: "log.Fatal", Sync: SyncExit, Reads: []int{0}},
	{Func: "log.Fatalf", Sync: SyncExit, Reads: []int{1}},
	{Func: "log.Fatalln", Sync: SyncExit, Reads: []int{0}},
	{Func: "log.Panic", Sync: SyncExit, Reads: []int{0}},
	{Func: "log.Panicf", Sync: SyncExit, Reads: []int{1}},
	{Func: "log.Panicln", Sync: SyncExit, Reads: []int{0}},
	{Func: "(*log.Logger).Fatal", Sync: SyncExit},
	{Func: "(*log.Logger).Fatalf", Sync: SyncExit},
	{Func: "(*log.Logger).Fatalln", Sync: SyncExit},
	{Func: "(*log.Logger).Panic", Sync: SyncExit},
	{Func: "(*log.Logger).Panicf", Sync: SyncExit},
	{Func: "(*log.Logger).Panicln", Sync: SyncExit},

	{Func: "runtime.SetFinalizer", Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfSerial, Loop: Finalizers}}},
	{Func: "runtime.AddCleanup", Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfParallel}}},
	{Func: "time.Sleep", Sync: SyncYield},
	{Func: "time.AfterFunc", Callbacks: []Callback{{Arg: 1, Run: RunGo}}, Fresh: true},
	{Func: "(*time.Timer).Stop", Sync: SyncStop},
	{Func: "(*time.Timer).Reset", Sync: SyncReset},
	{Func: "(*time.Ticker).Stop", Sync: SyncStop},
	{Func: "(*time.Ticker).Reset", Sync: SyncReset},

	{Func: "context.Background", Made: &Made{Never: true}},
	{Func: "context.TODO", Made: &Made{Never: true}},
	{Func: "context.WithCancel", Returns: []int{0}, Made: cancelled},
	{Func: "context.WithCancelCause", Returns: []int{0}, Made: cancelled},
	{Func: "context.WithTimeout", Returns: []int{0}, Made: timedOut},
	{Func: "context.WithDeadline", Returns: []int{0}, Made: timedOut},
	{Func: "context.WithTimeoutCause", Returns: []int{0}, Made: timedOut},
	{Func: "context.WithDeadlineCause", Returns: []int{0}, Made: timedOut},
	{Func: "os/signal.NotifyContext", Returns: []int{0}, Made: timedOut},
	{Func: "(context.Context).Done", Returns: []int{0}},
	{Func: "(context.Context).Err", Sync: SyncEnded},
	{Func: "context.Cause", Sync: SyncEnded},
	{Func: "context.AfterFunc", Callbacks: []Callback{{Arg: 1, Run: RunGo, After: "context.after"}}},
	{Func: "context.WithValue", Retains: []int{1, 2}, Returns: []int{0}, Carries: &Carries{Key: 1, Value: 2}},
	{Func: "context.WithoutCancel", Made: &Made{Never: true, Cut: true}},
	{Func: "os/signal.Notify", Sync: SyncSend, Retains: []int{0}},

	{Func: "iter.Pull", Retains: []int{0}, Made: &Made{Funcs: []string{"iter.next", "iter.stop"}}},
	{Func: "iter.Pull2", Retains: []int{0}, Made: &Made{Funcs: []string{"iter.next", "iter.stop"}}},
}

// cancelled is a context with its cancel function: cancelling closes the context's channel.
var cancelled = &Made{Chan: true, Funcs: []string{"", "context.cancel"}}

// timedOut is a context that also ends by itself.
var timedOut = &Made{Chan: true, Open: true, Funcs: []string{"", "context.cancel"}}
