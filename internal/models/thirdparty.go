// This file is the table of other modules' goroutine helpers.

package models

var thirdPartyRows = []Row{
	{Func: "fyne.io/fyne/v2.Do", Callbacks: []Callback{{Arg: 0, Run: RunGo, Loop: "main"}}},
	{Func: "fyne.io/fyne/v2.DoAndWait", Callbacks: []Callback{{Arg: 0, Run: RunJoined, Loop: "main"}}},
	{Func: "(*github.com/rivo/tview.Application).QueueUpdate", Callbacks: []Callback{{Arg: 1, Run: RunJoined, Loop: "events", Each: true}}, Returns: []int{0}},
	{Func: "(*github.com/rivo/tview.Application).QueueUpdateDraw", Callbacks: []Callback{{Arg: 1, Run: RunJoined, Loop: "events", Each: true}}, Returns: []int{0}},
	{Func: "(*github.com/sourcegraph/conc.WaitGroup).Go", Sync: SyncGroupGo, Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
	{Func: "(*github.com/sourcegraph/conc.WaitGroup).Wait", Sync: SyncGroupWait},
	{Func: "k8s.io/client-go/util/workqueue.ParallelizeUntil", Callbacks: []Callback{{Arg: 3, Run: RunJoined, Self: SelfParallel}}},
	{Func: "github.com/samber/lo/parallel.ForEach", Callbacks: []Callback{{Arg: 1, Run: RunJoined, Self: SelfParallel}}},
	{Func: "github.com/samber/lo/parallel.Map", Callbacks: []Callback{{Arg: 1, Run: RunJoined, Self: SelfParallel}}},
	{Func: "github.com/samber/lo/parallel.Times", Callbacks: []Callback{{Arg: 1, Run: RunJoined, Self: SelfParallel}}},
	{Func: "(*github.com/robfig/cron/v3.Cron).AddFunc", Callbacks: []Callback{{Arg: 2, Run: RunGo, Self: SelfParallel}}},
	{Func: "(*github.com/robfig/cron/v3.Cron).AddJob", Callbacks: []Callback{{Arg: 2, Method: "Run", Run: RunGo, Self: SelfParallel}}},
}
