package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;
import static waymark.client.Suite.eventually;
import static waymark.client.Suite.fails;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import waymark.client.RouteClientException.Code;
import waymark.client.ScriptedServer.Reply;

/** What a refresh fetches, uses and shares (client.md sections 2 to 4). */
final class RefreshTests {
    private RefreshTests() {}

    static void register(Suite suite) {
        suite.test("the first refresh fetches head and body, the next only the head (C2.4)", RefreshTests::first);
        suite.test("positions decide, not versions (C3.3)", RefreshTests::positions);
        suite.test("the same position with another digest is refused (C3.3)", RefreshTests::conflict);
        suite.test("a body of another app or release than its head is refused and fetched once (C3.1, C4.5)", RefreshTests::otherBody);
        suite.test("after a wrong digest the body is fetched again", RefreshTests::wrongDigest);
        suite.test("refreshes at the same time share one exchange (C5.4)", RefreshTests::shared);
        suite.test("an interrupted caller leaves, and the last one ends the exchange", RefreshTests::interrupted);
        suite.test("without rules every answer is not-ready, and names the address (C1.4)", RefreshTests::notReady);
        suite.test("listeners hear events on their executor, in order, and slow ones lose the oldest", RefreshTests::listeners);
        suite.test("the context: changes, no lost update, and what is refused", RefreshTests::context);
        suite.test("a closed client answers not-ready, and ends the exchange under way", RefreshTests::closed);
        suite.test("an explanation names the candidates, and parameters have four layers", RefreshTests::explanation);
    }

    private static void first() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            equal(client.launch().source(), LaunchReport.Source.NOTHING, "at launch");
            equal(client.refresh(), RefreshResult.UPDATED, "first");
            equal(client.refresh(), RefreshResult.UNCHANGED, "second");
            check(fixture.server.heads == 2 && fixture.server.bodies == 1, "requests (client.md C2.4)");
            equal(String.valueOf(client.release()), "moments/production release 1 at 1-1", "the release");
            equal(client.ready().get().digest(), Publication.make(1).digest, "ready");
            check(client.counters().updates() == 1 && client.counters().unchanged() == 1, "counters");
        }
    }

    private static void positions() throws Throwable {
        Publication one = Publication.make(1);
        Publication five = Publication.make(5);
        try (Fixture fixture = new Fixture(five)) {
            RouteClient client = fixture.client();
            client.refresh();
            fixture.server.publish(one.at(1, 4));
            equal(client.refresh(), RefreshResult.IGNORED, "an earlier position");
            equal(Fixture.answer(client), "Detail5", "the answer");
            fixture.server.publish(one.at(1, 6));
            equal(client.refresh(), RefreshResult.UPDATED, "a later position with a lower version");
            equal(Fixture.answer(client), "Detail1", "the answer");
            fixture.server.publish(one.at(2, 1));
            equal(client.refresh(), RefreshResult.UNCHANGED, "a later epoch with the same release");
            equal(fixture.server.bodies, 2, "bodies");
            fixture.server.publish(five.at(1, 9));
            equal(client.refresh(), RefreshResult.IGNORED, "an earlier epoch");
            equal(String.valueOf(fixture.client().release().position()), "2-1", "the stored position");
        }
    }

    private static void conflict() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            client.refresh();
            fixture.server.publish(Publication.make(2).at(1, 1));
            fails(Code.CONFLICTING_HEAD, client::refresh);
            equal(Fixture.answer(client), "Detail1", "the answer");
        }
    }

    private static void otherBody() throws Throwable {
        Publication other = Publication.make(2, "", 1, "other", 0);
        Publication later = Publication.make(3);
        try (Fixture fixture = new Fixture(other)) {
            RouteClient client = fixture.client();
            fails(Code.INVALID_BODY, client::refresh);
            fails(Code.INVALID_BODY, client::refresh);
            equal(fixture.server.bodies, 1, "bodies");
            fixture.server.misbehave((isHead, good) -> isHead
                    ? Reply.json(new String(later.head()).replace("\"version\":3", "\"version\":4").getBytes())
                    : Reply.json(later.body));
            fails(Code.INVALID_BODY, client::refresh);
            equal(client.release(), null, "the release");
        }
    }

    private static void wrongDigest() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            fixture.server.misbehave((isHead, good) -> isHead ? null : Reply.json(Publication.make(2).body));
            fails(Code.WRONG_DIGEST, client::refresh);
            fixture.server.behave();
            equal(client.refresh(), RefreshResult.UPDATED, "the next refresh");
        }
    }

    private static void shared() throws Throwable {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            fixture.server.misbehave((isHead, good) -> {
                asked.countDown();
                await(gate);
                return null;
            });
            RouteClient client = fixture.client();
            List<CompletableFuture<RefreshResult>> all = new ArrayList<>();
            all.add(client.refreshAsync());
            asked.await();
            for (int caller = 0; caller < 9; caller++) all.add(client.refreshAsync());
            gate.countDown();
            for (CompletableFuture<RefreshResult> one : all) equal(one.get(), RefreshResult.UPDATED, "the shared result");
            check(fixture.server.heads == 1 && fixture.server.bodies == 1, "requests (client.md C5.4)");
        }
    }

    private static void interrupted() throws Throwable {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            fixture.server.misbehave((isHead, good) -> {
                asked.countDown();
                await(gate);
                return null;
            });
            RouteClient client = fixture.client();
            List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
            Thread caller = new Thread(() -> {
                try {
                    client.refresh();
                } catch (Throwable error) {
                    thrown.add(error);
                }
            });
            caller.start();
            asked.await();
            caller.interrupt();
            caller.join();
            check(thrown.size() == 1 && thrown.get(0) instanceof InterruptedException, "thrown: " + thrown);
            eventually("the abandoned refresh ends", () -> client.counters().failures().containsKey(Code.CANCELLED));
            gate.countDown();
            fixture.server.behave();
            equal(client.refresh(), RefreshResult.UPDATED, "the next one");
        }
    }

    private static void notReady() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            Resolution resolution = fixture.client().resolve(Fixture.LINK);
            equal(resolution.outcome(), Resolution.Outcome.FAILED, "outcome");
            equal(resolution.failure().code(), "not-ready", "code (client.md C1.4)");
            equal(resolution.original(), Fixture.LINK, "original");
        }
    }

    private static void listeners() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            List<String> heard = Collections.synchronizedList(new ArrayList<>());
            RouteClientListener listener = new RouteClientListener() {
                @Override
                public void onUpdated(ReleaseInfo release) {
                    heard.add("updated " + release.version() + " on " + Thread.currentThread().getName());
                }

                @Override
                public void onRefreshFailed(RouteClientException failure) {
                    heard.add(failure.code().word());
                }

                @Override
                public void onIgnored(Position position) {
                    heard.add("ignored " + position);
                }
            };
            List<Runnable> queue = Collections.synchronizedList(new ArrayList<>());
            client.addListener(queue::add, listener);
            client.refresh();
            equal(heard.size(), 0, "nothing on the thread of the client");
            drain(queue);
            equal(heard, Collections.singletonList("updated 1 on " + Thread.currentThread().getName()), "heard");
            fixture.server.misbehave((isHead, good) -> Reply.http(500, "", new byte[0]));
            for (int failure = 0; failure < 70; failure++) fails(Code.UNEXPECTED_STATUS, client::refresh);
            fixture.server.behave();
            fixture.server.publish(Publication.make(1).at(0, 1));
            client.refresh();
            drain(queue);
            equal(heard.size(), 1 + Limits.EVENTS_BUFFERED_MAX, "heard, the oldest lost");
            equal(heard.get(heard.size() - 1), "ignored 0-1", "the newest");
            client.removeListener(listener);
            fixture.server.publish(Publication.make(2));
            client.refresh();
            drain(queue);
            equal(heard.size(), 1 + Limits.EVENTS_BUFFERED_MAX, "after removal");
        }
    }

    private static void drain(List<Runnable> queue) {
        while (!queue.isEmpty()) queue.remove(0).run();
    }

    private static void context() throws Throwable {
        String condition = "{\"attributes\":{\"tier\":[\"gold\"]},\"signedIn\":true}";
        try (Fixture fixture = new Fixture(Publication.make(1, condition, 1, "moments", 0))) {
            RouteClient client = fixture.client();
            client.refresh();
            equal(Fixture.answer(client), null, "without facts");
            client.updateContext(context -> context.toBuilder().signedIn(true).attribute("tier", "gold").build());
            equal(Fixture.answer(client), "Detail1", "with facts");
            equal(client.resolve(Fixture.LINK, RouteContext.EMPTY, null).screen(), null, "with another context");
            ReaderTests.refused(() -> client.setContext(RouteContext.builder().platform("x".repeat(100_000)).build()));
            equal(Fixture.answer(client), "Detail1", "after a refused context");
            long before = client.counters().contextChanges();
            Thread[] threads = new Thread[4];
            for (int thread = 0; thread < threads.length; thread++) {
                String name = "t" + thread;
                threads[thread] = new Thread(() -> {
                    for (int change = 0; change < 3; change++) {
                        String attribute = name + change;
                        client.updateContext(context -> context.toBuilder().attribute(attribute, "1").build());
                    }
                });
                threads[thread].start();
            }
            for (Thread thread : threads) thread.join();
            equal(client.counters().contextChanges() - before, 12L, "changes");
            for (int thread = 0; thread < 12; thread++) {
                check(client.context().toString().contains("t" + thread / 3 + thread % 3 + "=1"), "lost: " + thread);
            }
        }
    }

    private static void closed() throws Throwable {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            client.refresh();
            fixture.server.misbehave((isHead, good) -> {
                asked.countDown();
                await(gate);
                return null;
            });
            CompletableFuture<RefreshResult> open = client.refreshAsync();
            asked.await();
            client.close();
            client.close();
            try {
                open.get();
            } catch (ExecutionException error) {
                equal(((RouteClientException) error.getCause()).code(), Code.CANCELLED, "the exchange");
            }
            equal(client.resolve(Fixture.LINK).failure().code(), "not-ready", "the answer");
            fails(Code.CANCELLED, client::refresh);
            client.startUpdating(UpdateMeans.POLLING);
            gate.countDown();
            equal(fixture.server.heads, 2, "no request after close");
        }
    }

    private static void explanation() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.large(1, 3))) {
            RouteClient client = fixture.client();
            client.refresh();
            String link = "https://moments.example.com/p1/7/a%20b?Name=c&name=d";
            Resolution unmatched = client.explain(link);
            equal(unmatched.outcome(), Resolution.Outcome.UNMATCHED, "without a platform");
            equal(unmatched.explanation().get(0).rule(), "r1", "the candidate");
            equal(unmatched.explanation().get(0).failedComponent(), "platform", "why");
            client.setContext(RouteContext.builder().platform("android").appVersion("7.2").build());
            Resolution resolution = client.explain(link);
            equal(resolution.screen(), "Screen1V1", "the screen");
            equal(resolution.explanation().get(0).failedComponent(), null, "the winner");
            equal(resolution.parameters().get("NAME"), "a b", "the first layer wins");
            equal(resolution.parameters().get("from"), "rule", "a constant");
            equal(resolution.parameters().query().size(), 2, "the query");
            equal(resolution.parameters().get("nothing"), null, "no parameter");
            equal(resolution.trail().get(0).rule(), "r1", "the trail");
        }
    }

    static void await(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }
}
