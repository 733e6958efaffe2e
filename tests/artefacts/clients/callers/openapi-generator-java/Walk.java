// Steps of a payout as JSON lines in, answers as JSON lines out, through the Java client that openapi-generator makes.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PayoutsApi;
import org.openapitools.client.model.PayoutRequest;
import org.openapitools.client.model.Problem;

public class Walk {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("PAYMENTS_URL"));
        String credential = "Bearer " + System.getenv("PAYMENTS_TOKEN");
        client.setRequestInterceptor(request -> request.header("Authorization", credential));
        PayoutsApi payouts = new PayoutsApi(client);
        ObjectMapper mapper = client.getObjectMapper();

        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode asked = mapper.readTree(line);
            List<Object> answer = new ArrayList<>();
            switch (asked.get("step").asText()) {
                case "create":
                    try {
                        var request = mapper.readValue(asked.get("payload").toString(), PayoutRequest.class);
                        var created = payouts.createPayoutWithHttpInfo(request, UUID.randomUUID().toString());
                        answer.add(created.getStatusCode());
                        answer.add(created.getData().getId());
                        answer.add(created.getData().getStatus());
                    } catch (ApiException error) {
                        answer.add(error.getCode());
                        answer.add(mapper.readValue(error.getResponseBody(), Problem.class).getExistingId());
                    }
                    break;
                case "get":
                    var found = payouts.getPayoutWithHttpInfo(asked.get("id").asText());
                    answer.add(found.getStatusCode());
                    answer.add(found.getData().getId());
                    answer.add(found.getData().getStatus());
                    break;
                default:
                    var page = payouts.listPayoutsWithHttpInfo(asked.get("reference").asText(), null, null);
                    answer.add(page.getStatusCode());
                    page.getData().getData().forEach(one -> answer.add(one.getId()));
            }
            System.out.println(mapper.writeValueAsString(answer));
        }
    }
}
