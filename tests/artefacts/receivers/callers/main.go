// As caller.py.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"

	"receivers.example/receiver"
)

func main() {
	var handled sync.Map
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		head, text, _ := strings.Cut(lines.Text(), " ")
		sent, _ := base64.StdEncoding.DecodeString(head)
		body, _ := base64.StdEncoding.DecodeString(text)
		headers := http.Header{}
		for _, one := range strings.Split(string(sent), "\n") {
			name, value, _ := strings.Cut(one, ": ")
			headers.Set(name, value)
		}
		got := ""
		status, err := receiver.Receive(body, headers, os.Args[1:], &handled, func(one []byte) error {
			if bytes.Contains(one, []byte("it fails")) {
				return errors.New("acting failed")
			}
			got = base64.StdEncoding.EncodeToString(one)
			return nil
		})
		if err != nil {
			fmt.Println("error ")
		} else {
			fmt.Println(status, got)
		}
	}
}
