module github.com/syncvet/syncvet/plugin/golangci

go 1.26.0

require (
	github.com/golangci/plugin-module-register v0.1.2
	github.com/syncvet/syncvet v0.1.0
	golang.org/x/tools v0.52.0
)

require (
	go.yaml.in/yaml/v4 v4.0.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	honnef.co/go/tools v0.8.0-rc.1 // indirect
)

replace github.com/syncvet/syncvet => ../..
