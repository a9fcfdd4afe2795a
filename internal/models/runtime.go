// This file is the table of the runtime, time, context, signals and functions that do not return.

package models

var runtimeRows = []Row{
	{Func: "runtime.Goexit", Sync: SyncExit},
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

	{Func: "runtime.SetFinalizer", Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfSerial}}},
	{Func: "runtime.AddCleanup", Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfParallel}}},
	{Func: "time.AfterFunc", Callbacks: []Callback{{Arg: 1, Run: RunGo}}, Fresh: true},
	{Func: "(*time.Timer).Stop", Sync: SyncStop},
	{Func: "(*time.Timer).Reset", Sync: SyncReset},
	{Func: "(*time.Ticker).Stop", Sync: SyncStop},
	{Func: "(*time.Ticker).Reset", Sync: SyncReset},
	{Func: "context.AfterFunc", Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
	{Func: "context.WithValue", Retains: []int{1, 2}, Returns: []int{0}},
	{Func: "context.WithoutCancel", Returns: []int{0}},
	{Func: "os/signal.Notify", Retains: []int{0}},

	{Func: "iter.Pull", Callbacks: []Callback{{Arg: 0}}},
	{Func: "iter.Pull2", Callbacks: []Callback{{Arg: 0}}},
}
