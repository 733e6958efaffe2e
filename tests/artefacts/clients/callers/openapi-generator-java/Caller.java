// Requests as JSON lines in, answers as JSON lines out, through the Java client that openapi-generator makes.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PayInsApi;
import org.openapitools.client.api.PayoutsApi;
import org.openapitools.client.model.PayInRequest;
import org.openapitools.client.model.PayoutRequest;

public class Caller {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("PAYMENTS_URL"));
        String credential = "Bearer " + System.getenv("PAYMENTS_TOKEN");
        client.setRequestInterceptor(request -> request.header("Authorization", credential));
        PayInsApi payIns = new PayInsApi(client);
        PayoutsApi payouts = new PayoutsApi(client);
        ObjectMapper mapper = client.getObjectMapper();

        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode asked = mapper.readTree(line);
            String key = UUID.randomUUID().toString();
            String payload = asked.get("payload").toString();
            if (asked.get("direction").asText().equals("pay_in")) {
                var answer = payIns.createPayInWithHttpInfo(mapper.readValue(payload, PayInRequest.class), key);
                var record = answer.getData();
                System.out.println(mapper.writeValueAsString(
                    new Object[] {answer.getStatusCode(), record.getId(), record.getAmount()}));
            } else {
                var answer = payouts.createPayoutWithHttpInfo(mapper.readValue(payload, PayoutRequest.class), key);
                var record = answer.getData();
                System.out.println(mapper.writeValueAsString(
                    new Object[] {answer.getStatusCode(), record.getId(), record.getAmount()}));
            }
        }
    }
}
