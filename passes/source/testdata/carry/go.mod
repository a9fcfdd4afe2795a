module carry

go 1.24
