// This file is the table of other modules' functions that take functions, handlers or objects with methods, and call
// them in goroutines of their own.

package models

import (
	"slices"
	"strings"
)

// thirdPartyRows are the rows of all modules but the standard library and golang.org/x/sync.
func thirdPartyRows() []Row {
	return slices.Concat(loopRows, poolRows, webRows(), messageRows, jobRows, assertRows())
}

// loopRows are toolkits with one goroutine that runs what is posted.
var loopRows = []Row{
	{Func: "fyne.io/fyne/v2.Do", Callbacks: []Callback{{Arg: 0, Run: RunGo, Loop: "main"}}},
	{Func: "fyne.io/fyne/v2.DoAndWait", Callbacks: []Callback{{Arg: 0, Run: RunJoined, Loop: "main"}}},
	{
		Func:      "(*github.com/rivo/tview.Application).QueueUpdate",
		Callbacks: []Callback{{Arg: 1, Run: RunJoined, Loop: "events", Each: true}},
		Returns:   []int{0},
	},
	{
		Func:      "(*github.com/rivo/tview.Application).QueueUpdateDraw",
		Callbacks: []Callback{{Arg: 1, Run: RunJoined, Loop: "events", Each: true}},
		Returns:   []int{0},
	},
	{Func: "github.com/charmbracelet/bubbletea.Tick", Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
	{Func: "github.com/charmbracelet/bubbletea.Every", Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
	{
		Func:      "github.com/spf13/viper.OnConfigChange",
		Callbacks: []Callback{{Arg: 0, Run: RunGo, Self: SelfSerial}},
		Retains:   []int{0},
	},
	{
		Func:      "(*github.com/spf13/viper.Viper).OnConfigChange",
		Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfSerial}},
		Retains:   []int{1},
	},
}

// poolRows are helpers that run functions in workers.
var poolRows = []Row{
	{Func: "(*github.com/sourcegraph/conc.WaitGroup).Go", Sync: SyncGroupGo, Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
	{Func: "(*github.com/sourcegraph/conc.WaitGroup).Wait", Sync: SyncGroupWait},
	{Func: "(*github.com/sourcegraph/conc/pool.Pool).Go", Sync: SyncGroupGo, Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
	{Func: "(*github.com/sourcegraph/conc/pool.Pool).Wait", Sync: SyncGroupWait},
	{
		Func:      "(*github.com/sourcegraph/conc/pool.ErrorPool).Go",
		Sync:      SyncGroupGo,
		Callbacks: []Callback{{Arg: 1, Run: RunGo}},
	},
	{Func: "(*github.com/sourcegraph/conc/pool.ErrorPool).Wait", Sync: SyncGroupWait},
	{
		Func:      "k8s.io/client-go/util/workqueue.ParallelizeUntil",
		Callbacks: []Callback{{Arg: 3, Run: RunJoined, Self: SelfParallel}},
	},
	{Func: "github.com/samber/lo/parallel.ForEach", Callbacks: []Callback{{Arg: 1, Run: RunJoined, Self: SelfParallel}}},
	{Func: "github.com/samber/lo/parallel.Map", Callbacks: []Callback{{Arg: 1, Run: RunJoined, Self: SelfParallel}}},
	{Func: "github.com/samber/lo/parallel.Times", Callbacks: []Callback{{Arg: 1, Run: RunJoined, Self: SelfParallel}}},
	{Func: "github.com/samber/lo/parallel.GroupBy", Callbacks: []Callback{{Arg: 1, Run: RunJoined, Self: SelfParallel}}},
	{
		Func:      "github.com/samber/lo/parallel.PartitionBy",
		Callbacks: []Callback{{Arg: 1, Run: RunJoined, Self: SelfParallel}},
	},
	{Func: "github.com/panjf2000/ants/v2.Submit", Callbacks: []Callback{{Arg: 0, Run: RunGo}}},
	{Func: "(*github.com/panjf2000/ants/v2.Pool).Submit", Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
	{
		Func:      "github.com/panjf2000/ants/v2.NewPoolWithFunc",
		Fresh:     true,
		Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfParallel}},
	},
	{
		Func:      "github.com/Jeffail/tunny.NewFunc",
		Fresh:     true,
		Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfParallel}},
	},
	{Func: "(github.com/alitto/pond/v2.Pool).Submit", Fresh: true, Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
	{Func: "(github.com/alitto/pond/v2.Pool).Go", Callbacks: []Callback{{Arg: 1, Run: RunGo}}},
}

// webRows are routers, whose handlers run for each request, and the registration that generated gRPC code calls. Those
// of routers that are http.Handlers, or run by net/http, wait for a server (SelfRouted).
func webRows() []Row {
	rows := []Row{
		{Func: "(*google.golang.org/grpc.Server).Serve", Serves: true},
		{Func: "(*google.golang.org/grpc.Server).ServeHTTP", Serves: true},
		{Func: "(*google.golang.org/grpc.Server).RegisterService", Callbacks: methodsRouted(2), Retains: []int{2}},
		{Func: "(google.golang.org/grpc.ServiceRegistrar).RegisterService", Callbacks: methodsRouted(2), Retains: []int{2}},
		{Func: "(*github.com/gorilla/mux.Router).HandleFunc", Fresh: true, Callbacks: serveFunc(2), Retains: []int{2}},
		{Func: "(*github.com/gorilla/mux.Router).Handle", Fresh: true, Callbacks: serve(2), Retains: []int{2}},
		{Func: "(*github.com/gorilla/mux.Route).HandlerFunc", Returns: []int{0}, Callbacks: serveFunc(1), Retains: []int{1}},
		{Func: "(*github.com/gorilla/mux.Route).Handler", Returns: []int{0}, Callbacks: serve(1), Retains: []int{1}},
	}
	const (
		gin   = "github.com/gin-gonic/gin."
		echo  = "github.com/labstack/echo/v4."
		chi   = "github.com/go-chi/chi/v5."
		fiber = "github.com/gofiber/fiber/v2."
	)
	for _, verb := range []string{"Get", "Head", "Post", "Put", "Patch", "Delete", "Connect", "Options", "Trace", "Any"} {
		upper := strings.ToUpper(verb)
		if verb == "Any" {
			upper = verb
		}
		rows = append(rows,
			Row{Func: "(*" + gin + "RouterGroup)." + upper, Returns: []int{0}, Callbacks: serveFunc(2), Retains: []int{2}},
			Row{Func: "(" + gin + "IRoutes)." + upper, Returns: []int{0}, Callbacks: serveFunc(2), Retains: []int{2}},
			Row{Func: "(*" + echo + "Echo)." + upper, Fresh: true, Callbacks: serveFunc(2), Retains: []int{2}},
			Row{Func: "(*" + echo + "Group)." + upper, Fresh: true, Callbacks: serveFunc(2), Retains: []int{2}},
			Row{Func: "(*" + chi + "Mux)." + verb, Callbacks: serveFunc(2), Retains: []int{2}},
			Row{Func: "(" + chi + "Router)." + verb, Callbacks: serveFunc(2), Retains: []int{2}},
			Row{Func: "(*" + fiber + "App)." + verb, Returns: []int{0}, Callbacks: served(2), Retains: []int{2}},
			Row{Func: "(*" + fiber + "Group)." + verb, Returns: []int{0}, Callbacks: served(2), Retains: []int{2}},
			Row{Func: "(" + fiber + "Router)." + verb, Returns: []int{0}, Callbacks: served(2), Retains: []int{2}},
		)
	}
	for _, recv := range []string{"(*" + chi + "Mux).", "(" + chi + "Router)."} {
		rows = append(rows,
			Row{Func: recv + "HandleFunc", Callbacks: serveFunc(2), Retains: []int{2}},
			Row{Func: recv + "Handle", Callbacks: serve(2), Retains: []int{2}},
			Row{Func: recv + "Method", Callbacks: serve(3), Retains: []int{3}},
			Row{Func: recv + "MethodFunc", Callbacks: serveFunc(3), Retains: []int{3}},
		)
	}
	return append(rows,
		Row{Func: "(*" + gin + "RouterGroup).Handle", Returns: []int{0}, Callbacks: serveFunc(3), Retains: []int{3}},
		Row{Func: "(*" + gin + "RouterGroup).Use", Returns: []int{0}, Callbacks: serveFunc(1), Retains: []int{1}},
		Row{Func: "(*" + gin + "Engine).Run", Serves: true},
		Row{Func: "(*" + gin + "Engine).RunTLS", Serves: true},
		Row{Func: "(*" + echo + "Echo).Start", Serves: true},
		Row{Func: "(*" + echo + "Echo).StartTLS", Serves: true},
		Row{Func: "(*" + gin + "Engine).Use", Returns: []int{0}, Callbacks: serveFunc(1), Retains: []int{1}},
		Row{Func: "(*" + echo + "Echo).Add", Fresh: true, Callbacks: serveFunc(3), Retains: []int{3}},
		Row{Func: "(*" + fiber + "App).Use", Returns: []int{0}})
}

// messageRows are clients of message brokers and chats, and watchers: what runs for each message.
var messageRows = []Row{
	{
		Func:      "(*github.com/nats-io/nats.go.Conn).Subscribe",
		Fresh:     true,
		Callbacks: []Callback{{Arg: 2, Run: RunGo, Self: SelfSerial}},
		Retains:   []int{2},
	},
	{
		Func:      "(*github.com/nats-io/nats.go.Conn).QueueSubscribe",
		Fresh:     true,
		Callbacks: []Callback{{Arg: 3, Run: RunGo, Self: SelfSerial}},
		Retains:   []int{3},
	},
	{Func: "(github.com/IBM/sarama.ConsumerGroup).Consume", Callbacks: []Callback{
		{
			Arg:    3,
			Method: "Setup",
		}, {Arg: 3, Method: "ConsumeClaim", Run: RunJoined, Self: SelfParallel}, {Arg: 3, Method: "Cleanup"},
	}},
	{
		Func:      "(github.com/eclipse/paho.mqtt.golang.Client).Subscribe",
		Fresh:     true,
		Callbacks: []Callback{{Arg: 3, Run: RunGo, Self: SelfSerial}},
		Retains:   []int{3},
	},
	{
		Func:      "(github.com/eclipse/paho.mqtt.golang.Client).AddRoute",
		Callbacks: []Callback{{Arg: 2, Run: RunGo, Self: SelfSerial}},
		Retains:   []int{2},
	},
	{
		Func:      "(*github.com/bwmarrin/discordgo.Session).AddHandler",
		Fresh:     true,
		Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfParallel}},
		Retains:   []int{1},
	},
	{Func: "(k8s.io/client-go/tools/cache.SharedInformer).AddEventHandler", Fresh: true, Callbacks: []Callback{
		{Arg: 1, Method: "OnAdd", Run: RunGo, Self: SelfSerial, Loop: "handlers"},
		{Arg: 1, Method: "OnUpdate", Run: RunGo, Self: SelfSerial, Loop: "handlers"},
		{Arg: 1, Method: "OnDelete", Run: RunGo, Self: SelfSerial, Loop: "handlers"},
	}, Retains: []int{1}},
	{
		Func:      "github.com/prometheus/client_golang/prometheus.NewGaugeFunc",
		Fresh:     true,
		Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfParallel}},
		Retains:   []int{1},
	},
	{
		Func:      "github.com/prometheus/client_golang/prometheus.NewCounterFunc",
		Fresh:     true,
		Callbacks: []Callback{{Arg: 1, Run: RunGo, Self: SelfParallel}},
		Retains:   []int{1},
	},
}

// jobRows are schedulers and queues of jobs.
var jobRows = []Row{
	{Func: "(*github.com/robfig/cron/v3.Cron).AddFunc", Callbacks: []Callback{{Arg: 2, Run: RunGo, Self: SelfParallel}}},
	{
		Func:      "(*github.com/robfig/cron/v3.Cron).AddJob",
		Callbacks: []Callback{{Arg: 2, Method: "Run", Run: RunGo, Self: SelfParallel}},
	},
	{Func: "(*github.com/robfig/cron.Cron).AddFunc", Callbacks: []Callback{{Arg: 2, Run: RunGo, Self: SelfParallel}}},
	{
		Func:      "(*github.com/robfig/cron.Cron).AddJob",
		Callbacks: []Callback{{Arg: 2, Method: "Run", Run: RunGo, Self: SelfParallel}},
	},
	{
		Func:      "github.com/go-co-op/gocron/v2.NewTask",
		Fresh:     true,
		Callbacks: []Callback{{Arg: 0, Run: RunGo, Self: SelfParallel}},
		Retains:   []int{0},
	},
	{Func: "(*github.com/hibiken/asynq.ServeMux).HandleFunc", Callbacks: served(2), Retains: []int{2}},
	{
		Func:      "(*github.com/hibiken/asynq.Server).Run",
		Callbacks: []Callback{{Arg: 1, Method: "ProcessTask", Run: RunGo, Self: SelfParallel}},
	},
	{
		Func:      "(*github.com/hibiken/asynq.Server).Start",
		Callbacks: []Callback{{Arg: 1, Method: "ProcessTask", Run: RunGo, Self: SelfParallel}},
	},
}

// served is a function, or a list of functions, that runs for each request.
func served(arg int) []Callback { return []Callback{{Arg: arg, Run: RunGo, Self: SelfServed}} }

// methodsRouted is the same for all exported methods of a service, no sooner than a server serves.
func methodsRouted(arg int) []Callback {
	return []Callback{{Arg: arg, Method: "*", Run: RunGo, Self: SelfRouted}}
}

// assertRows are assertions that ask a condition again and again, in a goroutine of its own each time, and wait for the
// answer. Where it does not come in time, the test has failed: what such a run does is not looked at (fewer races).
func assertRows() []Row {
	var list []Row
	for _, pkg := range []string{"assert", "require"} {
		path := "github.com/stretchr/testify/" + pkg
		for _, name := range []string{"Eventually", "Eventuallyf", "EventuallyWithT", "EventuallyWithTf", "Never", "Neverf"} {
			c := Callback{Arg: 1, Run: RunJoined, Self: SelfSerial}
			if name == "Eventually" || name == "Eventuallyf" {
				c = Callback{Arg: 1, Self: SelfSerial, Until: true}
			}
			for _, f := range []string{path + "." + name, "(*" + path + ".Assertions)." + name} {
				list = append(list, Row{Func: f, Callbacks: []Callback{c}})
			}
		}
	}
	return list
}
