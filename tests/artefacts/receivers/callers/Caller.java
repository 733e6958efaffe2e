// As caller.py.
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

final class Caller {
    private static final Set<String> HANDLED = ConcurrentHashMap.newKeySet();

    public static void main(String[] arguments) throws Exception {
        Scanner lines = new Scanner(System.in, "UTF-8");
        while (lines.hasNextLine()) {
            List<byte[]> parts = new ArrayList<>();
            for (String part : lines.nextLine().split(" ", -1)) {
                parts.add(Base64.getDecoder().decode(part));
            }
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (String one : new String(parts.get(0), ISO_8859_1).split("\n")) {
                String[] header = one.split(": ", 2);
                headers.put(header[0], header.length > 1 ? header[1] : "");
            }
            List<String> secrets =
                    parts.stream().skip(2).map(one -> new String(one, UTF_8)).collect(Collectors.toList());
            System.out.println(delivered(parts.get(1), headers, secrets));
        }
    }

    private static String delivered(byte[] body, Map<String, String> headers, List<String> secrets) throws Exception {
        int times = new String(body, UTF_8).contains("it comes thrice") ? 3 : 1;
        ByteArrayOutputStream acted = new ByteArrayOutputStream();
        CountDownLatch others = new CountDownLatch(times - 1);
        ExecutorService threads = Executors.newFixedThreadPool(times);
        List<Future<String>> given = new ArrayList<>();
        for (int time = 0; time < times; time++) {
            given.add(threads.submit(() -> {
                try {
                    return "" + Receiver.receive(body, headers::get, secrets, HANDLED, one -> act(one, others, acted));
                } catch (IllegalArgumentException wrong) {
                    acted.writeBytes(wrong.getMessage().getBytes(UTF_8));
                    return "error";
                } finally {
                    others.countDown();
                }
            }));
        }
        List<String> statuses = new ArrayList<>();
        for (Future<String> one : given) {
            statuses.add(one.get());
        }
        threads.shutdown();
        statuses.sort(null);
        return String.join("+", statuses) + " " + Base64.getEncoder().encodeToString(acted.toByteArray());
    }

    private static void act(byte[] body, CountDownLatch others, ByteArrayOutputStream acted) {
        try {
            others.await(2, TimeUnit.SECONDS);
        } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
        }
        if (new String(body, UTF_8).contains("it fails")) {
            throw new IllegalArgumentException("acting failed");
        }
        acted.writeBytes(body);
    }
}
