// Steps of a payout as JSON lines in, answers as JSON lines out, through the Go client that openapi-generator makes.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"payments/client"
)

type asked struct {
	Step, Id, Reference string
	Payload             json.RawMessage
}

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("PAYMENTS_URL")}}
	payouts := client.NewAPIClient(configuration).PayoutsAPI
	known := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("PAYMENTS_TOKEN"))

	for lines := json.NewDecoder(os.Stdin); ; {
		var next asked
		if err := lines.Decode(&next); err == io.EOF {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		answer, err := answered(known, payouts, next)
		if err != nil {
			log.Fatal(err)
		}
		text, err := json.Marshal(answer)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(string(text))
	}
}

func answered(known context.Context, payouts *client.PayoutsAPIService, next asked) ([]any, error) {
	switch next.Step {
	case "create":
		var request client.PayoutRequest
		if err := json.Unmarshal(next.Payload, &request); err != nil {
			return nil, err
		}
		record, response, err := payouts.CreatePayout(known).PayoutRequest(request).IdempotencyKey(key()).Execute()
		var refused *client.GenericOpenAPIError
		if errors.As(err, &refused) {
			if problem, is := refused.Model().(client.Problem); is {
				return []any{response.StatusCode, problem.GetExistingId()}, nil
			}
		}
		if err != nil {
			return nil, err
		}
		return []any{response.StatusCode, record.GetId(), record.GetStatus()}, nil
	case "get":
		record, response, err := payouts.GetPayout(known, next.Id).Execute()
		if err != nil {
			return nil, err
		}
		return []any{response.StatusCode, record.GetId(), record.GetStatus()}, nil
	default:
		page, response, err := payouts.ListPayouts(known).Reference(next.Reference).Execute()
		if err != nil {
			return nil, err
		}
		answer := []any{response.StatusCode}
		for _, record := range page.GetData() {
			answer = append(answer, record.GetId())
		}
		return answer, nil
	}
}

func key() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return fmt.Sprintf("%x", bytes)
}
