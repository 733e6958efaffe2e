// Requests as JSON lines in, answers as JSON lines out, through the Go client that openapi-generator makes.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"payments/client"
)

type asked struct {
	Direction string
	Payload   json.RawMessage
}

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("PAYMENTS_URL")}}
	api := client.NewAPIClient(configuration)
	known := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("PAYMENTS_TOKEN"))

	for lines := json.NewDecoder(os.Stdin); ; {
		var next asked
		if err := lines.Decode(&next); err == io.EOF {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		if next.Direction == "pay_in" {
			var request client.PayInRequest
			read(next.Payload, &request)
			record, response, err := api.PayInsAPI.CreatePayIn(known).PayInRequest(request).IdempotencyKey(key()).Execute()
			tell(response, err, record.GetId(), record.GetAmount())
		} else {
			var request client.PayoutRequest
			read(next.Payload, &request)
			record, response, err := api.PayoutsAPI.CreatePayout(known).PayoutRequest(request).IdempotencyKey(key()).Execute()
			tell(response, err, record.GetId(), record.GetAmount())
		}
	}
}

func read(text []byte, request any) {
	if err := json.Unmarshal(text, request); err != nil {
		log.Fatal(err)
	}
}

func key() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return fmt.Sprintf("%x", bytes)
}

func tell(response *http.Response, err error, id string, amount float64) {
	if err != nil {
		log.Fatal(err)
	}
	text, err := json.Marshal([]any{response.StatusCode, id, amount})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
}
