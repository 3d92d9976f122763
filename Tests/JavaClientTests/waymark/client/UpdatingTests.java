package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;
import static waymark.client.Suite.eventually;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import waymark.client.ScriptedServer.Reply;

/** Polling and streams (client.md sections 5 and 6). */
final class UpdatingTests {
    /** A clock that moves only by waits, which end at once; remembers them. */
    private static final class VirtualWaits implements Waits {
        final List<Long> waits = Collections.synchronizedList(new ArrayList<>());
        private volatile long now = 1000;
        private volatile int left;

        VirtualWaits(int count) {
            left = count;
        }

        @Override
        public long nowMillis() {
            return now;
        }

        @Override
        public double random() {
            return 0.5;
        }

        @Override
        public void await(Condition condition, long millis) throws InterruptedException {
            if (left == 0) {
                condition.await();
                return;
            }
            left--;
            waits.add(millis);
            now += millis;
        }
    }

    private UpdatingTests() {}

    static void register(Suite suite) {
        suite.test("polling waits for interval and jitter; after failures the waits double (C5.1, C5.2, C8.6)", UpdatingTests::waits);
        suite.test("each good answer sets the next wait, also where nothing else of its head is new (C5.1)", UpdatingTests::paces);
        suite.test("Retry-After is kept, also against a wake-up; a refresh that is answered ends it (C5.3)", UpdatingTests::retryAfter);
        suite.test("the first release is polled, and a stream delivers all later ones (C6.1, C6.2)", UpdatingTests::stream);
        suite.test("a stream that ended is opened again (C6.3)", UpdatingTests::reconnects);
        suite.test("if no stream can be opened the client polls, and uses nothing of the answer (C6.3)", UpdatingTests::fallsBack);
        suite.test("a stream that delivers no head is left (C6.3)", UpdatingTests::silentStream);
        suite.test("a stream refused with Retry-After is not requested earlier", UpdatingTests::streamRetryAfter);
        suite.test("a body that cannot be fetched when a stream names it is fetched later", UpdatingTests::bodyLater);
        suite.test("a wake-up sends one request, or opens the stream again", UpdatingTests::wakes);
        suite.test("wake-ups soon after an answered exchange are dropped", UpdatingTests::fresh);
        suite.test("a client without references is closed although a stream is open", UpdatingTests::collected);
        suite.test("after stopping nothing is used", UpdatingTests::stops);
        suite.test("a head that arrives before the stopped loop has left its stream is not used", UpdatingTests::lateHead);
        suite.test("a head that waits for a refresh when the loop is stopped is not used", UpdatingTests::waitingHead);
    }

    private static void waits() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            VirtualWaits virtual = new VirtualWaits(6);
            int[] requests = {0};
            fixture.server.misbehave((isHead, good) -> isHead && ++requests[0] <= 3 ? Reply.http(500, "", new byte[0]) : null);
            RouteClient.Builder builder = fixture.builder();
            builder.waits = virtual;
            RouteClient client = fixture.client(builder);
            client.startUpdating(UpdateMeans.POLLING);
            client.startUpdating(UpdateMeans.POLLING);
            eventually("six waits and the seventh request", () -> virtual.waits.size() == 6 && fixture.server.heads == 7);
            equal(virtual.waits, Arrays.asList(750L, 1500L, 3000L, 30_000L, 30_000L, 30_000L), "waits (client.md C5.1, C5.2)");
        }
    }

    private static void paces() throws Throwable {
        Publication first = Publication.make(1);
        List<Publication> heads = Arrays.asList(
                first, first.every(7), first.every(900), first.at(1, 2).every(11), first.at(1, 2).every(0), first.every(40),
                Publication.make(3).every(13), Publication.make(3).every(14));
        List<Long> expected = Arrays.asList(30_000L, 7000L, 900_000L, 11_000L, 1000L, 1000L, 13_000L, 14_000L);
        for (boolean isStored : new boolean[] {false, true}) {
            try (Fixture fixture = new Fixture(first)) {
                if (isStored) fixture.client().refresh();
                int before = fixture.server.heads;
                VirtualWaits virtual = new VirtualWaits(heads.size());
                fixture.server.misbehave((isHead, good) -> {
                    if (!isHead) return null;
                    Publication next = heads.get(Math.min(fixture.server.heads - before, heads.size()) - 1);
                    fixture.server.publish(next);
                    return Reply.json(next.head());
                });
                RouteClient.Builder builder = fixture.builder();
                builder.waits = virtual;
                RouteClient client = fixture.client(builder);
                client.startUpdating(UpdateMeans.POLLING);
                eventually("all waits", () -> virtual.waits.size() == heads.size());
                equal(virtual.waits, expected, "waits (client.md C5.1)");
            }
        }
    }

    private static void retryAfter() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            fixture.server.misbehave((isHead, good) -> StorageTests.unavailable(3600));
            VirtualWaits virtual = new VirtualWaits(1);
            RouteClient.Builder builder = fixture.builder();
            builder.waits = virtual;
            builder.wakeFreshMillis = 0;
            RouteClient client = fixture.client(builder);
            client.startUpdating(UpdateMeans.POLLING);
            // The first wait is that after a failure; then the loop waits for the rest of the hour.
            eventually("the failure", () -> virtual.waits.size() == 1);
            for (int wake = 0; wake < 50; wake++) {
                client.wake();
                Thread.sleep(1);
            }
            equal(fixture.server.heads, 1, "requests (client.md C5.3)");
            client.stopUpdating();
            client.startUpdating(UpdateMeans.POLLING);
            Thread.sleep(30);
            equal(fixture.server.heads, 1, "requests after a new start");
            fixture.server.behave();
            client.refresh();
            equal(Fixture.answer(client), "Detail1", "the answer");
            check(fixture.server.heads == 2, "it replaces the loop's next poll: " + fixture.server.heads);
        }
    }

    private static RouteClient streaming(Fixture fixture) throws Exception {
        fixture.server.stream(null);
        RouteClient.Builder builder = fixture.builder();
        builder.wakeFreshMillis = 0;
        RouteClient client = fixture.client(builder);
        client.startUpdating(UpdateMeans.EVENTS);
        eventually("a connection", () -> client.counters().connections() == 1);
        return client;
    }

    private static void stream() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = streaming(fixture);
            for (int version = 2; version <= 4; version++) {
                String screen = "Detail" + version;
                fixture.server.publish(Publication.make(version));
                eventually(screen, () -> screen.equals(Fixture.answer(client)));
            }
            check(fixture.server.heads == 1 && fixture.server.streamRequests == 1, "requests");
            fixture.server.publish(Publication.make(3));
            eventually("an older head", () -> client.counters().ignored() == 1);
            equal(Fixture.answer(client), "Detail4", "after an older head (client.md C6.2)");
            equal(client.counters().disconnections(), 0L, "disconnections");
        }
    }

    private static void reconnects() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = streaming(fixture);
            fixture.server.hangUp();
            eventually("the end", () -> client.counters().disconnections() == 1);
            fixture.server.publish(Publication.make(2));
            eventually("the new release", () -> "Detail2".equals(Fixture.answer(client)));
            check(client.counters().connections() == 2 && fixture.server.heads == 1, "requests");
        }
    }

    private static void fallsBack() throws Throwable {
        List<Reply> replies = Arrays.asList(
                Reply.http(404, "", new byte[0]),
                Reply.http(503, "", new byte[0]),
                Reply.raw(""),
                Reply.raw("220 mail\r\n\r\n"),
                Reply.http(200, "text/html", "<html>".getBytes()),
                Reply.stream("text/html", "event: head\ndata: {}\n\n"),
                Reply.stream("text/event-stream", "event: head\ndata: {}\n\n"),
                Reply.stream("text/event-stream", "event: head\ndata: <html>\n\n"),
                Reply.stream("text/event-stream", Publication.make(9).event().replace("moments", "other")),
                Reply.stream("text/event-stream", "data: " + "x".repeat(100_000)));
        for (Reply reply : replies) {
            try (Fixture fixture = new Fixture(Publication.make(1))) {
                fixture.server.stream(reply);
                RouteClient client = fixture.client();
                client.startUpdating(UpdateMeans.EVENTS);
                eventually("the loss", () -> client.counters().disconnections() == 1);
                eventually("a poll", () -> client.counters().unchanged() == 1);
                equal(Fixture.answer(client), "Detail1", "the answer");
                check(client.counters().connections() == 0 && fixture.server.heads == 2, "requests");
            }
        }
    }

    private static void silentStream() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            fixture.server.stream(Reply.stream("text/event-stream", ": no head\n\n"));
            RouteClient.Builder builder = fixture.builder();
            builder.openingMillis = 50;
            RouteClient client = fixture.client(builder);
            client.startUpdating(UpdateMeans.EVENTS);
            eventually("the loss", () -> client.counters().disconnections() == 1);
            eventually("a poll (client.md C6.3)", () -> client.counters().unchanged() == 1);
        }
    }

    private static void streamRetryAfter() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            fixture.server.stream(StorageTests.unavailable(3600));
            RouteClient client = fixture.client();
            client.startUpdating(UpdateMeans.EVENTS);
            eventually("the loss", () -> client.counters().disconnections() == 1);
            client.stopUpdating();
            client.startUpdating(UpdateMeans.EVENTS);
            client.wake();
            Thread.sleep(50);
            check(fixture.server.streamRequests == 1 && fixture.server.heads == 1, "requests");
        }
    }

    private static void bodyLater() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = streaming(fixture);
            fixture.server.misbehave((isHead, good) -> isHead ? null : Reply.http(500, "", new byte[0]));
            fixture.server.publish(Publication.make(2));
            eventually("the failure", () -> client.lastFailure() != null);
            equal(Fixture.answer(client), "Detail1", "the answer");
            fixture.server.behave();
            eventually("the new release", () -> "Detail2".equals(Fixture.answer(client)));
        }
    }

    private static void wakes() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1).every(3600))) {
            RouteClient.Builder builder = fixture.builder();
            builder.wakeFreshMillis = 0;
            RouteClient client = fixture.client(builder);
            client.wake();
            client.startUpdating(UpdateMeans.POLLING);
            eventually("the first release", () -> Fixture.answer(client) != null);
            fixture.server.publish(Publication.make(2).every(3600));
            eventually("the next one", () -> {
                client.wake();
                return "Detail2".equals(Fixture.answer(client));
            });
            equal(fixture.server.streamRequests, 0, "streams");
            fixture.server.stream(null);
            client.startUpdating(UpdateMeans.EVENTS);
            eventually("a connection", () -> client.counters().connections() == 1);
            client.wake();
            eventually("another one", () -> client.counters().connections() == 2);
            equal(client.counters().disconnections(), 0L, "a wake-up is no disconnection");
        }
    }

    private static void fresh() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1).every(3600))) {
            RouteClient.Builder builder = fixture.builder();
            builder.wakeFreshMillis = 3_600_000;
            RouteClient client = fixture.client(builder);
            client.startUpdating(UpdateMeans.POLLING);
            eventually("the first release", () -> client.counters().updates() == 1);
            for (int wake = 0; wake < 30; wake++) {
                client.wake();
                Thread.sleep(1);
            }
            equal(fixture.server.heads, 1, "requests");
        }
    }

    private static void collected() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            ClientCore core = abandoned(fixture);
            eventually("the client is closed", () -> {
                System.gc();
                return core.isClosed();
            });
        }
    }

    /** The core of a client that nothing else refers to. */
    private static ClientCore abandoned(Fixture fixture) throws Exception {
        fixture.server.stream(null);
        RouteClient client = fixture.builder().build();
        client.startUpdating(UpdateMeans.EVENTS);
        eventually("a connection", () -> client.counters().connections() == 1);
        return client.core;
    }

    private static void stops() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = streaming(fixture);
            client.stopUpdating();
            fixture.server.publish(Publication.make(2));
            Thread.sleep(50);
            equal(Fixture.answer(client), "Detail1", "the answer");
            client.refresh();
            equal(Fixture.answer(client), "Detail2", "refresh still works");
            equal(client.counters().disconnections(), 0L, "stopping is no disconnection");
        }
    }
    private static void lateHead() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            LoopPhases phases = new LoopPhases(client.core.waits, 0);
            HeadStream stream = new HeadStream(client.core, phases);
            check(receive(stream, Publication.make(1)), "reads on");
            equal(Fixture.answer(client), "Detail1", "the answer");
            phases.stop();
            fixture.server.publish(Publication.make(2));
            check(!receive(stream, Publication.make(2)), "the end of the stream");
            equal(Fixture.answer(client), "Detail1", "the answer after the stop");
        }
    }

    private static void waitingHead() throws Throwable {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            client.refresh();
            fixture.server.publish(Publication.make(2));
            fixture.server.misbehave((isHead, good) -> {
                asked.countDown();
                RefreshTests.await(gate);
                return Reply.http(500, "", new byte[0]);
            });
            CompletableFuture<RefreshResult> refresh = client.refreshAsync();
            asked.await();
            LoopPhases phases = new LoopPhases(client.core.waits, 0);
            HeadStream stream = new HeadStream(client.core, phases);
            Thread reader = new Thread(() -> {
                try {
                    receive(stream, Publication.make(2));
                } catch (RouteClientException error) {
                    throw new IllegalStateException(error);
                }
            });
            reader.start();
            eventually("the head waits", () -> reader.getState() == Thread.State.WAITING);
            phases.stop();
            fixture.server.behave();
            gate.countDown();
            reader.join();
            check(refresh.isCompletedExceptionally(), "the refresh has failed");
            equal(Fixture.answer(client), "Detail1", "the answer after the stop");
        }
    }

    private static boolean receive(HeadStream stream, Publication publication) throws RouteClientException {
        byte[] event = publication.event().getBytes(StandardCharsets.UTF_8);
        return stream.receive(event, event.length);
    }
}
