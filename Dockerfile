# An image for CI systems that run jobs in containers: Go and syncvet.
#
#	docker build -t syncvet . && docker run --rm -v "$PWD:/src" -w /src syncvet ./...
FROM golang:1.26 AS build
WORKDIR /syncvet
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /syncvet.exe ./cmd/syncvet

FROM golang:1.26
COPY --from=build /syncvet.exe /usr/local/bin/syncvet
ENTRYPOINT ["syncvet"]
CMD ["./..."]
