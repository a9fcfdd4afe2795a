package differential
import ("testing";"fmt";"os";"strconv";"strings";"time")
func TestShow(t *testing.T) {
	var list []wrong
	for _, f := range strings.Fields(os.Getenv("SEEDS")) {
		a, b, _ := strings.Cut(f, ":")
		s,_ := strconv.ParseUint(a,10,64)
		v,_ := strconv.Atoi(strings.TrimSuffix(b,"!"))
		list = append(list, wrong{generate(s), v, strings.HasSuffix(b,"!")})
	}
	t0 := time.Now()
	if err := shrink("/tmp/D/shrinkx", "/tmp/D/syncvet", list); err != nil { t.Fatal(err) }
	fmt.Println(time.Since(t0))
	for _, x := range list { c := Case{plan:x.plan}; fmt.Println("=====", x.plan.Seed, x.place, x.alarm); fmt.Println(strings.ReplaceAll(strings.TrimSpace(c.program()), "type envp0 struct {\n}\n\n","")) }
}
