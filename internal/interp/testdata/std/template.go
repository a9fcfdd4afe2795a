package main

import (
	"bytes"
	"errors"
	"strings"
	"text/template"
)

type item struct {
	Name  string
	Price float64
	tags  []string
}

func (i item) Tags() []string         { return i.tags }
func (i *item) Double(n int) float64  { return i.Price * float64(n) }
func (i item) Fails() (string, error) { return "", errors.New("it fails") }

func execute(t *template.Template, data any) {
	var out bytes.Buffer
	err := t.Execute(&out, data)
	say(out.String(), err)
}

func run() {
	funcs := template.FuncMap{"upper": strings.ToUpper, "join": strings.Join}
	text := `{{define "one"}}<{{.Name | upper}}>{{end}}` +
		`{{range $i, $x := .Items}}{{if $i}}, {{end}}{{template "one" $x}} {{printf "%.2f" $x.Price}} {{join $x.Tags "+"}}` +
		` {{$x.Double 2}}{{else}}none{{end}} {{len .Items}} {{index .M "k"}} {{with .None}}some{{else}}no{{end}}` +
		` {{eq 1 1}} {{and true .None}} {{.M.k}} {{range $k, $v := .M}}{{$k}}={{$v}};{{end}}{{- /* c */ -}}  x`
	t, err := template.New("t").Funcs(funcs).Parse(text)
	say(err)
	data := map[string]any{
		"Items": []*item{{"a", 1, nil}, {"b", 2.5, []string{"p", "q"}}}, "M": map[string]int{"k": 7, "j": 8}, "None": nil,
	}
	execute(t, data)
	execute(t, map[string]any{"Items": []*item{}, "M": map[string]int{}})
	execute(template.Must(template.New("u").Parse("{{.Name}} {{.Fails}}")), item{Name: "n"})
	execute(template.Must(template.New("u").Parse("{{.Nope}}")), item{Name: "n"})
	_, err = template.New("bad").Parse("{{if}}")
	say(err)
	say(t.Lookup("one") != nil, t.Lookup("two") == nil, template.HTMLEscapeString("<a>"))
}
