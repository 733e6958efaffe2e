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
	"sort"
	"strings"
	"sync"
	"time"

	"receivers.example/receiver"
)

var handled sync.Map

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		parts := []string{}
		for _, part := range strings.Split(lines.Text(), " ") {
			decoded, _ := base64.StdEncoding.DecodeString(part)
			parts = append(parts, string(decoded))
		}
		headers := http.Header{}
		for _, one := range strings.Split(parts[0], "\n") {
			name, value, _ := strings.Cut(one, ": ")
			headers.Set(name, value)
		}
		fmt.Println(delivered([]byte(parts[1]), headers, parts[2:]))
	}
}

func delivered(body []byte, headers http.Header, secrets []string) string {
	times := 1
	if bytes.Contains(body, []byte("it comes thrice")) {
		times = 3
	}
	var lock sync.Mutex
	acted := []byte{}
	keep := func(more []byte) {
		lock.Lock()
		defer lock.Unlock()
		acted = append(acted, more...)
	}
	returned := make(chan string, times)
	act := func(one []byte) error {
		for turn := 0; turn < 200 && len(returned) < times-1; turn++ {
			time.Sleep(10 * time.Millisecond)
		}
		if bytes.Contains(one, []byte("it fails")) {
			return errors.New("acting failed")
		}
		keep(one)
		return nil
	}
	for range make([]bool, times) {
		go func() {
			status, err := receiver.Receive(body, headers, secrets, &handled, act)
			if err != nil {
				keep([]byte(err.Error()))
				returned <- "error"
			} else {
				returned <- fmt.Sprint(status)
			}
		}()
	}
	statuses := []string{}
	for len(returned) < times {
		time.Sleep(time.Millisecond)
	}
	for range make([]bool, times) {
		statuses = append(statuses, <-returned)
	}
	sort.Strings(statuses)
	return strings.Join(statuses, "+") + " " + base64.StdEncoding.EncodeToString(acted)
}
