// As caller.py.
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeMap;

final class Caller {
    public static void main(String[] secrets) throws Exception {
        Set<String> handled = new HashSet<>();
        Scanner lines = new Scanner(System.in, "UTF-8");
        while (lines.hasNextLine()) {
            String[] parts = lines.nextLine().split(" ", 2);
            byte[] body = Base64.getDecoder().decode(parts[1]);
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (String one : new String(Base64.getDecoder().decode(parts[0]), "UTF-8").split("\n")) {
                String[] header = one.split(": ", 2);
                headers.put(header[0], header.length > 1 ? header[1] : "");
            }
            String[] got = {""};
            String status;
            try {
                status = "" + Receiver.receive(body, headers::get, List.of(secrets), handled, one -> {
                    if (new String(one).contains("it fails")) {
                        throw new IllegalArgumentException("acting failed");
                    }
                    got[0] = Base64.getEncoder().encodeToString(one);
                });
            } catch (IllegalArgumentException wrong) {
                status = "error";
            }
            System.out.println(status + " " + got[0]);
        }
    }
}
