// Requests as JSON lines in, answers as JSON lines out, through the Java client that openapi-generator makes.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PayoutsApi;
import org.openapitools.client.model.PayoutRequest;

public class Caller {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("PAYMENTS_URL"));
        String credential = "Bearer " + System.getenv("PAYMENTS_TOKEN");
        client.setRequestInterceptor(request -> request.header("Authorization", credential));
        PayoutsApi api = new PayoutsApi(client);
        ObjectMapper mapper = client.getObjectMapper();

        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode asked = mapper.readTree(line);
            // Several variants match a body, as classes of objects with cases state no constants: one is named.
            Class<?> variant = Class.forName("org.openapitools.client.model." + asked.get("component").asText());
            PayoutRequest request = new PayoutRequest();
            request.setActualInstance(mapper.readValue(asked.get("payload").toString(), variant));
            String key = UUID.randomUUID().toString();
            var answer = api.createPayoutWithHttpInfo(request, key);
            System.out.println(mapper.writeValueAsString(
                new Object[] {answer.getStatusCode(), answer.getData().getId(), answer.getData().getAmount()}));
        }
    }
}
