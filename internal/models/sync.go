// This file is the table of package sync, and of the helpers that start and join goroutines for their caller.

package models

var syncRows = []Row{
	{Func: "(*sync.Mutex).Lock", Sync: SyncLock},
	{Func: "(*sync.Mutex).Unlock", Sync: SyncUnlock},
	{Func: "(*sync.Mutex).TryLock", Sync: SyncTryLock},
	{Func: "(*sync.RWMutex).Lock", Sync: SyncLock},
	{Func: "(*sync.RWMutex).Unlock", Sync: SyncUnlock},
	{Func: "(*sync.RWMutex).TryLock", Sync: SyncTryLock},
	{Func: "(*sync.RWMutex).RLock", Sync: SyncRLock},
	{Func: "(*sync.RWMutex).RUnlock", Sync: SyncRUnlock},
	{Func: "(*sync.RWMutex).TryRLock", Sync: SyncTryRLock},
	{Func: "(*sync.RWMutex).RLocker", Returns: []int{0}},
	{Func: "(sync.Locker).Lock", Sync: SyncLock},
	{Func: "(sync.Locker).Unlock", Sync: SyncUnlock},

	{Func: "(*sync.WaitGroup).Add", Sync: SyncAdd},
	{Func: "(*sync.WaitGroup).Done", Sync: SyncDone},
	{Func: "(*sync.WaitGroup).Wait", Sync: SyncWait},
	{Func: "(*sync.WaitGroup).Go", Sync: SyncGroupGo, Callbacks: []Callback{{Arg: 1, Run: RunGo}}},

	{Func: "(*sync.Once).Do", Sync: SyncOnce, Callbacks: []Callback{{Arg: 1}}},
	{Func: "sync.OnceFunc", Retains: []int{0}, Made: &Made{Funcs: []string{"sync.once"}}},
	{Func: "sync.OnceValue", Retains: []int{0}, Made: &Made{Funcs: []string{"sync.once"}}},
	{Func: "sync.OnceValues", Retains: []int{0}, Made: &Made{Funcs: []string{"sync.once"}}},

	{Func: "sync.NewCond", Retains: []int{0}, Fresh: true, Holds: []int{0}},
	{Func: "(*sync.Cond).Wait", Sync: SyncCondWait},
	{Func: "(*sync.Cond).Signal", Sync: SyncCondSignal},
	{Func: "(*sync.Cond).Broadcast", Sync: SyncCondSignal},

	{Func: PoolGet, Fresh: true},
	{Func: PoolPut, Sync: SyncPut, Retains: []int{1}},

	{Func: "(*sync.Map).Store", Sync: SyncPut, Retains: []int{1, 2}},
	{Func: "(*sync.Map).Load", Sync: SyncGet},
	{Func: "(*sync.Map).LoadOrStore", Sync: SyncAtomicRMW, Retains: []int{1, 2}, Returns: []int{2}},
	{Func: "(*sync.Map).LoadAndDelete", Sync: SyncGet},
	{Func: "(*sync.Map).Swap", Sync: SyncAtomicRMW, Retains: []int{1, 2}},
	{Func: "(*sync.Map).CompareAndSwap", Sync: SyncAtomicRMW, Retains: []int{1, 3}},
	{Func: "(*sync.Map).CompareAndDelete", Sync: SyncGet},
	{Func: "(*sync.Map).Delete", Sync: SyncGet},
	{Func: "(*sync.Map).Clear", Sync: SyncGet},
	{Func: "(*sync.Map).Range", Sync: SyncGet, Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},

	{Func: "(*golang.org/x/sync/errgroup.Group).Go", Sync: SyncGroupGo, Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
	{Func: "(*golang.org/x/sync/errgroup.Group).TryGo", Sync: SyncGroupGo, Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
	{Func: "(*golang.org/x/sync/errgroup.Group).Wait", Sync: SyncGroupWait},
	{Func: "(*golang.org/x/sync/errgroup.Group).SetLimit", Known: true},
	{Func: "golang.org/x/sync/errgroup.WithContext", Fresh: true, Returns: []int{0}, Made: beside},
	{Func: "(*golang.org/x/sync/semaphore.Weighted).Acquire", Sync: SyncGet},
	{Func: "(*golang.org/x/sync/semaphore.Weighted).Release", Sync: SyncPut},
	{Func: "golang.org/x/sync/semaphore.NewWeighted", Fresh: true},
	{Func: "(*golang.org/x/sync/singleflight.Group).Do", Callbacks: []Callback{{Arg: 2}}},
	{Func: "(*golang.org/x/sync/singleflight.Group).DoChan", Callbacks: []Callback{{Arg: 2, Run: RunGo}}},
}

// beside is a context that also ends by itself, the second result.
var beside = &Made{Chan: true, Of: 1, Open: true}
