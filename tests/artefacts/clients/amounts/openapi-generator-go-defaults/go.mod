module payments

go 1.23
