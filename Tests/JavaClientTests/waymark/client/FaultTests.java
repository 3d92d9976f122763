package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;
import static waymark.client.Suite.fails;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import waymark.client.RouteClientException.Code;
import waymark.client.ScriptedServer.Reply;

/** Faults of server and network: the last good release stays in use (client.md C4.5). */
final class FaultTests {
    private static final byte[] PAGE =
            "<html>Welcome to the airport. Please accept our terms.</html>".getBytes(StandardCharsets.UTF_8);

    /** One row of the table, which is that of the Swift client. */
    private static final class Row {
        final String name;
        final Code code;
        final ScriptedServer.Fault fault;

        Row(String name, Code code, ScriptedServer.Fault fault) {
            this.name = name;
            this.code = code;
            this.fault = fault;
        }
    }

    private FaultTests() {}

    private static List<Row> table() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(statuses());
        rows.addAll(contents());
        return rows;
    }

    private static List<Row> statuses() {
        String date = "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT";
        return Arrays.asList(
                new Row("404", Code.UNKNOWN_APP, (isHead, good) -> Reply.http(404, "application/problem+json", bytes("{}"))),
                new Row("500", Code.UNEXPECTED_STATUS, (isHead, good) -> Reply.http(500, "", bytes(""))),
                new Row("503 on the head, with a date", Code.UNEXPECTED_STATUS, (isHead, good) ->
                        Reply.http(503, "", bytes(""), date, "Date: Sun, 06 Nov 1994 08:49:30 GMT")),
                new Row("503 on the body", Code.UNEXPECTED_STATUS, (isHead, good) ->
                        isHead ? null : Reply.http(503, "", bytes(""), "Retry-After: 7")),
                new Row("redirect to a login page", Code.UNEXPECTED_STATUS, (isHead, good) ->
                        Reply.http(302, "", bytes(""), "Location: http://login.example/")),
                new Row("captive portal: HTML with 200", Code.UNEXPECTED_CONTENT, (isHead, good) ->
                        Reply.http(200, "text/html", PAGE)),
                new Row("captive portal with a wrong content type", Code.UNEXPECTED_CONTENT, (isHead, good) ->
                        Reply.json(PAGE)),
                new Row("captive portal that answers with JSON", Code.UNEXPECTED_CONTENT, (isHead, good) ->
                        Reply.json(bytes("{\"login\":\"/\"}"))),
                new Row("no HTTP at all", Code.UNEXPECTED_CONTENT, (isHead, good) ->
                        Reply.raw("220 mail.example ESMTP\r\n\r\n")),
                new Row("hangs up", Code.UNREACHABLE, (isHead, good) -> Reply.raw("")));
    }

    private static List<Row> contents() {
        Publication next = Publication.make(2);
        return Arrays.asList(
                new Row("truncated head", Code.UNREACHABLE, (isHead, good) ->
                        isHead ? good.without(good.bytes.length / 4) : null),
                new Row("truncated body", Code.UNREACHABLE, (isHead, good) ->
                        isHead ? null : good.without(good.bytes.length / 4)),
                new Row("wrong digest", Code.WRONG_DIGEST, (isHead, good) ->
                        isHead ? null : Reply.json(Publication.make(3).body)),
                new Row("truncated body with a matching Content-Length", Code.WRONG_DIGEST, (isHead, good) ->
                        isHead ? null : Reply.json(Arrays.copyOf(next.body, next.body.length - 9))),
                new Row("truncated gzip", Code.UNEXPECTED_CONTENT, (isHead, good) -> isHead ? null : packed(next, 9)),
                new Row("gzip of another body", Code.WRONG_DIGEST, (isHead, good) ->
                        isHead ? null : packed(Publication.make(3), 0)),
                new Row("empty body", Code.WRONG_DIGEST, (isHead, good) -> isHead ? null : Reply.json(bytes(""))),
                new Row("body with a wrong type", Code.UNEXPECTED_CONTENT, (isHead, good) ->
                        isHead ? null : Reply.http(200, "text/plain", next.body)),
                new Row("a head far too long", Code.TOO_LARGE, (isHead, good) ->
                        isHead ? Reply.json(bytes(" ".repeat(100_000))) : null),
                new Row("another app's head", Code.UNEXPECTED_CONTENT, (isHead, good) ->
                        isHead ? Reply.json(next.head("other", "/v1/apps/moments/bodies/" + next.digest)) : null),
                new Row("a body outside the app", Code.UNEXPECTED_CONTENT, (isHead, good) ->
                        isHead ? Reply.json(next.head("moments", "/v1/apps/other/bodies/" + next.digest)) : null));
    }

    static void register(Suite suite) {
        suite.test("the fault table has the 21 rows of the Swift client", () -> equal(table().size(), 21, "rows"));
        for (Row row : table()) suite.test("fault: " + row.name + " (C2.1, C2.3, C3.1, C3.2, C4.5, C8.1)", () -> changesNothing(row));
        suite.test("a body of a later format is refused with its own code (C4.5)", FaultTests::laterFormat);
        suite.test("errors contain Retry-After", FaultTests::retryAfter);
        suite.test("a compressed body is decompressed", FaultTests::compressed);
        suite.test("a silent server, no server, no network (C8.5)", FaultTests::unreachable);
        suite.test("a server that sends byte by byte ends at the time limit (C2.3)", FaultTests::drip);
        suite.test("decompression of a gzip bomb stops at the limit (C2.3)", FaultTests::bomb);
        suite.test("redirects are not followed, and a 304 without a condition is refused (C2.2)", FaultTests::redirects);
        suite.test("a clock change affects only rules with a time window", FaultTests::clock);
    }

    private static void changesNothing(Row row) throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            equal(client.refresh(), RefreshResult.UPDATED, "the first refresh");
            Map<String, String> files = fixture.files();
            fixture.server.publish(Publication.make(2));
            fixture.server.misbehave(row.fault);
            RouteClientException error = fails(row.code, client::refresh);
            check(client.lastFailure() == error && client.counters().failures().get(row.code) == 1, "it is counted");
            equal(Fixture.answer(client), "Detail1", "in memory");
            equal(fixture.files(), files, "on the disk");
            equal(Fixture.answer(fixture.client()), "Detail1", "after a restart");
            fixture.server.behave();
            equal(client.refresh(), RefreshResult.UPDATED, "the next good refresh");
            equal(Fixture.answer(client), "Detail2", "afterwards");
        }
    }

    private static void laterFormat() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            client.refresh();
            fixture.server.publish(Publication.make(2, "", 3, "moments", 0));
            fails(Code.UNSUPPORTED_FORMAT, client::refresh);
            fails(Code.UNSUPPORTED_FORMAT, client::refresh);
            equal(fixture.server.bodies, 2, "the body is not fetched again (client.md C4.5)");
            equal(Fixture.answer(client), "Detail1", "the answer");
        }
    }

    private static void retryAfter() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            fixture.server.misbehave((isHead, good) -> Reply.http(503, "", bytes(""), "Retry-After: 7"));
            RouteClientException error = fails(Code.UNEXPECTED_STATUS, fixture.client()::refresh);
            check(error.retryAfterSeconds() == 7 && error.status() == 503, "seconds: " + error);
            fixture.server.misbehave(table().get(2).fault);
            error = fails(Code.UNEXPECTED_STATUS, fixture.client()::refresh);
            equal(error.retryAfterSeconds(), 7L, "a date, relative to the server's clock");
        }
    }

    private static void compressed() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(2))) {
            fixture.server.misbehave((isHead, good) -> isHead ? null : packed(Publication.make(2), 0));
            fixture.client().refresh();
            fixture.server.close();
            equal(Fixture.answer(fixture.client()), "Detail2", "from the storage");
        }
    }

    private static void unreachable() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            fixture.client().refresh();
            fixture.server.misbehave((isHead, good) -> new Reply(new byte[0], true));
            RouteClient.Builder impatient = fixture.builder();
            impatient.transport = new HttpTransport(100, 10_000);
            RouteClient silent = fixture.client(impatient);
            fails(Code.TIMED_OUT, silent::refresh);
            equal(Fixture.answer(silent), "Detail1", "with a silent server");
            fixture.server.close();
            RouteClient alone = fixture.client();
            fails(Code.UNREACHABLE, alone::refresh);
            equal(Fixture.answer(alone), "Detail1", "without a server");
            RouteClient nowhere = fixture.client(
                    RouteClient.builder("http://255.255.255.255", "moments").storage(fixture.folder));
            fails(Code.UNREACHABLE, nowhere::refresh);
            equal(Fixture.answer(nowhere), "Detail1", "from the storage of the other address");
        }
    }

    private static void drip() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            for (boolean isInHead : new boolean[] {true, false}) {
                fixture.server.misbehave((isHead, good) -> {
                    if (isHead != isInHead) return null;
                    Reply slow = new Reply(good.bytes, false);
                    slow.drip = 20;
                    return slow;
                });
                RouteClient.Builder impatient = fixture.builder();
                impatient.transport = new HttpTransport(2000, 300);
                fails(Code.TIMED_OUT, fixture.client(impatient)::refresh);
            }
        }
    }

    private static void bomb() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            byte[] packed = ScriptedServer.gzip(new byte[Limits.BODY_BYTES_MAX + 1]);
            fixture.server.misbehave((isHead, good) ->
                    isHead ? null : Reply.http(200, "application/json", packed, "Content-Encoding: gzip"));
            fails(Code.TOO_LARGE, fixture.client()::refresh);
        }
    }

    private static void redirects() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            for (int status : new int[] {301, 302, 303, 304, 307, 308}) {
                fixture.server.misbehave((isHead, good) ->
                        Reply.http(status, "", bytes(""), "Location: /v1/apps/moments/head"));
                equal(fails(Code.UNEXPECTED_STATUS, client::refresh).status(), status, "the status");
            }
            equal(fixture.server.heads, 6, "requests (client.md C2.2)");
        }
    }

    private static void clock() throws Throwable {
        String window = "{\"after\":\"2026-01-01T00:00:00Z\",\"before\":\"2027-01-01T00:00:00Z\"}";
        long[] now = {0};
        try (Fixture fixture = new Fixture(Publication.make(1, window, 1, "moments", 0))) {
            RouteClient client = fixture.client(fixture.builder().clock(() -> now[0]));
            client.refresh();
            String[] times = {"2026-06-01T00:00:00Z", "1970-01-01T00:00:00Z", "2026-12-31T23:59:59Z", "2106-02-07T06:28:16Z"};
            for (String time : times) {
                now[0] = java.time.Instant.parse(time).toEpochMilli();
                equal(Fixture.answer(client), time.startsWith("2026") ? "Detail1" : null, "at " + time);
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Reply packed(Publication publication, int dropped) throws java.io.IOException {
        byte[] packed = ScriptedServer.gzip(publication.body);
        return Reply.http(
                200, "application/json", Arrays.copyOf(packed, packed.length - dropped), "Content-Encoding: gzip");
    }
}
