package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;
import static waymark.client.Suite.fails;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import waymark.client.RouteClientException.Code;

/** JSON, UTF-8, Server-Sent Events, Retry-After, names and addresses of requests. */
final class ReaderTests {
    private ReaderTests() {}

    static void register(Suite suite) {
        suite.test("JSON: values, and what is not JSON", ReaderTests::json);
        suite.test("an unpaired surrogate becomes U+FFFD, not a question mark", ReaderTests::surrogates);
        suite.test("a stream gives the same events in pieces of any size (C6.1)", ReaderTests::pieces);
        suite.test("an endless line or event ends with the error tooLarge", ReaderTests::endless);
        suite.test("Retry-After: seconds and the three formats of dates", ReaderTests::retryAfter);
        suite.test("every server, app and channel has its own folder and addresses (C2.1)", ReaderTests::endpoints);
        suite.test("the waits of a schedule (C5.1, C5.2)", ReaderTests::schedule);
    }

    private static void json() {
        Object value = Json.parse(" {\"a\":[1,-2.5,true,null,\"\\u00e9\\n\\ud83d\\ude00\"],\"b\":{}} ", 8);
        equal(value.toString().replace(Json.NULL.toString(), "null"), "{a=[1, -2.5, true, null, é\n😀], b={}}", "the value");
        equal(((List<?>) Json.parse("[9223372036854775807]", 8)).get(0), Long.MAX_VALUE, "64 bits");
        String[] wrong = {
            "", "{", "[1,]", "{\"a\":1,\"a\":2}", "01", "1.", "+1", "nul", "\"\\x\"", "\"\\ud800\"", "\"\n\"", "1 2", "'a'",
            "{a:1}", "[[[[[[[[[[]]]]]]]]]]", "\"\\u12g4\"", "\u00001",
        };
        for (String text : wrong) {
            try {
                Json.parse(text, 8);
            } catch (IllegalArgumentException expected) {
                continue;
            }
            throw new AssertionError("was read: " + text);
        }
        StringBuilder written = new StringBuilder();
        Json.appendString(written, "\"\\\u0000\u001fé");
        equal(written.toString(), "\"\\\"\\\\\\u0000\\u001fé\"", "a written string");
    }

    private static void surrogates() {
        byte[] bytes = Utf8.bytes("https://h/\ud800a\udc00😀");
        equal(new String(bytes, StandardCharsets.UTF_8), "https://h/\ufffda\ufffd😀", "the text");
    }

    private static void pieces() throws Throwable {
        String text = "\ufeffevent: head\r\ndata: {\"a\":1}\rdata:  b\n\n: comment\nretry: 1500\nretry: x\nid: 4\n\n"
                + "data\n\nevent: other\n\ndata: é\nevent: late\r\n\r\ndata: unfinished";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Random random = new Random(4);
        for (int round = 0; round < 50; round++) {
            EventStreamReader reader = new EventStreamReader();
            List<String> events = new ArrayList<>();
            for (int start = 0; start < bytes.length; ) {
                int end = Math.min(bytes.length, start + 1 + random.nextInt(round == 0 ? bytes.length : 9));
                byte[] piece = Arrays.copyOfRange(bytes, start, end);
                for (EventStreamReader.Event event : reader.feed(piece, piece.length)) {
                    events.add(event.name + "=" + new String(event.content, StandardCharsets.UTF_8));
                }
                start = end;
            }
            equal(events, Arrays.asList("head={\"a\":1}\n b", "message=", "late=é"), "round " + round);
            equal(reader.retryMillis(), 1500L, "retry");
        }
    }

    private static void endless() throws Throwable {
        for (String line : new String[] {"data: x", "data: x\n"}) {
            byte[] bytes = line.repeat(10_000).getBytes(StandardCharsets.UTF_8);
            fails(Code.TOO_LARGE, () -> new EventStreamReader().feed(bytes, bytes.length));
        }
    }

    private static void retryAfter() {
        long now = 784_111_770_000L; // Sun, 06 Nov 1994 08:49:30 GMT
        equal(RetryAfter.seconds("120", null, 0), 120L, "seconds");
        equal(RetryAfter.seconds("99999999999999999999", null, 0), Long.MAX_VALUE, "many seconds");
        equal(RetryAfter.seconds("Sun, 06 Nov 1994 08:49:37 GMT", null, now), 7L, "by the device's clock");
        equal(RetryAfter.seconds("Sunday, 06-Nov-94 08:49:37 GMT", null, now), 7L, "RFC 850");
        equal(RetryAfter.seconds("Sun Nov  6 08:49:37 1994", null, now), 7L, "asctime");
        equal(RetryAfter.seconds("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:00 GMT", 5), 37L, "Date");
        equal(RetryAfter.seconds("Sun, 06 Nov 1994 08:49:20 GMT", null, now), 0L, "in the past");
        for (String wrong : new String[] {"", "-1", "soon", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT"}) {
            equal(RetryAfter.seconds(wrong, null, now), -1L, wrong);
        }
        equal(RetryAfter.seconds(null, null, now), -1L, "no field");
    }

    private static void endpoints() throws Throwable {
        Endpoint endpoint = new Endpoint("HTTPS://Routes.example.com:443/waymark/", "moments", "beta");
        equal(endpoint.headAddress(), "https://routes.example.com/waymark/v1/apps/moments/head?channel=beta", "head");
        Endpoint plain = new Endpoint("http://127.0.0.1:8080", "moments", "production");
        equal(plain.eventsAddress(), "http://127.0.0.1:8080/v1/apps/moments/events", "events");
        check(!plain.folderName().equals(endpoint.folderName()), "folders differ");
        check(plain.folderName().matches("moments-production-[0-9a-f]{16}"), plain.folderName());
        check(plain.isSameChannel("moments-production-0123456789abcdef"), "another server");
        check(!plain.isSameChannel("moments-production-0123456789abcdeg"), "no identity");
        fails(Code.UNEXPECTED_CONTENT, () -> plain.bodyAddress("/v1/apps/other/bodies/1"));
        String[] wrong = {"", "routes.example.com", "ftp://h", "https://", "https://u@h", "https://h/?a", "https://h/#a", "http://h h"};
        for (String server : wrong) {
            refused(() -> new Endpoint(server, "moments", "production"));
        }
        for (String name : new String[] {"", "Shop", "-a", "a/b", "a".repeat(33)}) {
            refused(() -> new Endpoint("https://h", name, "production"));
            refused(() -> new Endpoint("https://h", "shop", name));
        }
    }

    static void refused(Suite.Body body) throws Throwable {
        try {
            body.run();
        } catch (IllegalArgumentException expected) {
            return;
        }
        throw new AssertionError("was not refused");
    }

    private static void schedule() {
        PollSchedule schedule = new PollSchedule();
        equal(schedule.afterSuccess(30, 10, 0.5), 35_000L, "interval and jitter");
        equal(schedule.afterSuccess(0, 0, 0.9), 1000L, "at least a second");
        equal(schedule.afterSuccess(Long.MAX_VALUE, Long.MAX_VALUE, 0.5), 129_600_000L, "at most a day each");
        long[] doubling = {1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000};
        for (long wait : doubling) {
            double random = 0.5;
            equal(schedule.afterFailure(random), (long) (wait * 0.75), "after failure " + schedule.failures());
        }
        schedule.afterSuccess(1, 1, 0);
        equal(schedule.afterFailure(0.999999), 999L, "doubles from the beginning after a success");
        equal(PollSchedule.retryAfter(Long.MAX_VALUE, 10, 0.5), 86_405_000L, "Retry-After: a day at most");
        equal(schedule.afterStream(9, 2000, 0.5), 7000L, "after a stream");
        equal(schedule.afterStream(0, Long.MAX_VALUE, 0), 300_000L, "retry: five minutes at most");
        for (int polls : new int[] {1, 2, 4, 8, 16, 32, 32}) {
            schedule.streamWasRefused();
            for (int poll = 0; poll < polls; poll++) {
                check(!schedule.triesStream(), "poll " + poll + " of " + polls);
                schedule.afterSuccess(1, 0, 0);
            }
            check(schedule.triesStream(), "a stream after " + polls);
        }
    }
}
