// This file is the table of package testing.

package models

var testingRows = []Row{
	{Func: "(*testing.T).Run", Callbacks: []Callback{{Arg: 2, Run: RunNested}}},
	{Func: "(*testing.B).Run", Callbacks: []Callback{{Arg: 2, Run: RunNested, Self: SelfSerial}}},
	{Func: "(*testing.F).Fuzz", Callbacks: []Callback{{Arg: 1, Run: RunNested, Self: SelfSerial}}},
	{Func: "(*testing.B).RunParallel", Callbacks: []Callback{{Arg: 1, Run: RunJoined, Self: SelfParallel}}},
	{Func: "(*testing.T).Parallel", Sync: SyncParallel},
	{Func: "(*testing.common).Cleanup", Callbacks: []Callback{{Arg: 1, Late: true}}},
	{Func: "(testing.TB).Cleanup", Callbacks: []Callback{{Arg: 1, Late: true}}},
	{Func: "(*testing.common).Context", Made: &Made{Open: true, Tests: true}},
	{Func: "(testing.TB).Context", Made: &Made{Open: true, Tests: true}},
	{Func: "testing.AllocsPerRun", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "testing.Benchmark", Callbacks: []Callback{{Arg: 0, Run: RunJoined, Self: SelfSerial}}},
	{Func: "testing/synctest.Test", Callbacks: []Callback{{Arg: 1, Run: RunBubble}}},
	{Func: "testing/synctest.Wait", Sync: SyncIdle},
	{Func: "internal/synctest.Run", Callbacks: []Callback{{Arg: 0, Run: RunBubble}}},
	{Func: "internal/synctest.Wait", Sync: SyncIdle},

	{Func: "(*testing.common).FailNow", Sync: SyncExit, Goexit: true},
	{Func: "(*testing.common).Fatal", Sync: SyncExit, Goexit: true},
	{Func: "(*testing.common).Fatalf", Sync: SyncExit, Goexit: true},
	{Func: "(*testing.common).SkipNow", Sync: SyncExit, Goexit: true},
	{Func: "(*testing.common).Skip", Sync: SyncExit, Goexit: true},
	{Func: "(*testing.common).Skipf", Sync: SyncExit, Goexit: true},
	{Func: "(testing.TB).FailNow", Sync: SyncExit, Goexit: true},
	{Func: "(testing.TB).Fatal", Sync: SyncExit, Goexit: true},
	{Func: "(testing.TB).Fatalf", Sync: SyncExit, Goexit: true},
	{Func: "(testing.TB).SkipNow", Sync: SyncExit, Goexit: true},
	{Func: "(testing.TB).Skip", Sync: SyncExit, Goexit: true},
	{Func: "(testing.TB).Skipf", Sync: SyncExit, Goexit: true},
}
