// Requests as JSON lines in, answers as JSON lines out, through the Java client that openapi-generator makes.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DomesticPaymentsApi;
import org.openapitools.client.model.PayoutRequest;

public class Caller {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("PAYMENTS_URL"));
        String credential = "Bearer " + System.getenv("PAYMENTS_TOKEN");
        client.setRequestInterceptor(request -> request.header("Authorization", credential));
        DomesticPaymentsApi api = new DomesticPaymentsApi(client);
        ObjectMapper mapper = client.getObjectMapper();

        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode asked = mapper.readTree(line);
            PayoutRequest request = mapper.readValue(asked.get("payload").toString(), PayoutRequest.class);
            String key = UUID.randomUUID().toString();
            var answer = api.createDomesticPaymentWithHttpInfo(key, "e30..c2lnbmF0dXJl", request);
            System.out.println(mapper.writeValueAsString(
                new Object[] {answer.getStatusCode(), answer.getData().getDomesticPaymentId(), null}));
        }
    }
}
