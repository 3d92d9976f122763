package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;
import static waymark.client.Suite.eventually;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import waymark.client.RouteClientException.Code;

/** What code of the program throws that the client calls: it is reported, and ends no thread and no answer. */
final class ThrowingTests {
    /** Waits that end after a twentieth of their time. */
    private static final Waits FAST = new Waits() {
        @Override
        public long nowMillis() {
            return System.nanoTime() / 50_000;
        }

        @Override
        public double random() {
            return 0;
        }

        @Override
        public void await(Condition condition, long millis) throws InterruptedException {
            condition.await(millis * 50, TimeUnit.MICROSECONDS);
        }
    };

    private ThrowingTests() {}

    static void register(Suite suite) {
        suite.test("a clock that throws is logged, and the system's is used", ThrowingTests::clock);
        suite.test("a bundle that throws is a problem of the launch, and the client works", ThrowingTests::bundle);
        suite.test("what throws in an update ends neither the loop nor a stream", ThrowingTests::defects);
        suite.test("a program's proxy selector that throws is a failure as of the network", ThrowingTests::selector);
        suite.test("listeners that throw harm neither the client nor the others, on any executor", ThrowingTests::listeners);
    }

    /** Runs a test whose failures are logged on purpose; returns what was logged. */
    private static List<String> logged(Suite.Body body) throws Exception {
        Logger logger = Logger.getLogger("waymark.client");
        List<String> records = Collections.synchronizedList(new ArrayList<>());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                records.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        try {
            body.run();
        } catch (Throwable error) {
            throw new AssertionError(error);
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        return records;
    }

    private static void clock() throws Exception {
        List<String> records = logged(() -> {
            for (RuntimeException error : new RuntimeException[] {new IllegalStateException("no time"), new NullPointerException()}) {
                try (Fixture fixture = new Fixture(Publication.make(1, "{\"after\":\"2020-01-01T00:00:00Z\"}", 1, "moments", 0))) {
                    RouteClient client = fixture.client(fixture.builder().clock(() -> {
                        throw error;
                    }));
                    client.refresh();
                    equal(Fixture.answer(client), "Detail1", "the screen");
                    equal(client.explain(Fixture.LINK).screen(), "Detail1", "the screen");
                    fixture.server.misbehave((isHead, good) -> StorageTests.unavailable(3600));
                    Suite.fails(Code.UNEXPECTED_STATUS, client::refresh);
                }
            }
        });
        check(records.size() >= 4 && records.stream().allMatch("the clock threw"::equals), records.toString());
    }

    private static void bundle() throws Exception {
        BundleSource failing = name -> new InputStream() {
            @Override
            public int read() {
                throw new IllegalStateException("no stream");
            }
        };
        BundleSource throwing = name -> {
            throw new IllegalStateException("no assets");
        };
        BundleSource late = name -> {
            if (name.equals("head.json")) return new ByteArrayInputStream(Publication.make(1).head());
            throw new NullPointerException();
        };
        for (BundleSource source : new BundleSource[] {failing, throwing, late, name -> null}) {
            try (Fixture fixture = new Fixture(Publication.make(1))) {
                RouteClient client = fixture.client(fixture.builder().bundle(source));
                equal(client.launch().source(), LaunchReport.Source.NOTHING, "the source");
                check(!client.launch().problems().isEmpty(), "a problem");
                for (RouteClientException problem : client.launch().problems()) {
                    equal(problem.code(), Code.STORAGE_UNREADABLE, "the code of " + problem);
                }
                client.refresh();
                equal(Fixture.answer(client), "Detail1", "the screen");
            }
        }
    }

    private static void defects() throws Exception {
        AtomicInteger left = new AtomicInteger();
        AtomicInteger streams = new AtomicInteger();
        List<String> records = logged(() -> {
            for (UpdateMeans means : UpdateMeans.values()) {
                for (Throwable defect : new Throwable[] {new IllegalStateException("defect"), new AssertionError("defect")}) {
                    try (Fixture fixture = new Fixture(Publication.make(1).every(1))) {
                        RouteClient.Builder builder = fixture.builder();
                        Transport real = builder.transport;
                        left.set(3);
                        streams.set(2);
                        fixture.server.stream(null);
                        builder.transport = new Transport() {
                            private void defect(AtomicInteger left) {
                                if (left.getAndDecrement() <= 0) return;
                                if (defect instanceof Error) throw (Error) defect;
                                throw (RuntimeException) defect;
                            }

                            @Override
                            public Answer get(String address, int bytesMax, Exchange exchange) throws RouteClientException {
                                defect(left);
                                return real.get(address, bytesMax, exchange);
                            }

                            @Override
                            public void stream(String address, Exchange exchange, Receiver receiver) throws RouteClientException {
                                defect(streams);
                                real.stream(address, exchange, receiver);
                            }
                        };
                        builder.waits = FAST;
                        RouteClient client = fixture.client(builder);
                        client.startUpdating(means);
                        eventually("a release", () -> "Detail1".equals(Fixture.answer(client)));
                        if (means == UpdateMeans.EVENTS) {
                            eventually("a stream", () -> client.counters().connections() == 1);
                        }
                    }
                }
            }
        });
        equal(Collections.frequency(records, "a refresh threw"), 12, "refreshes");
        equal(Collections.frequency(records, "a stream threw"), 4, "streams");
    }

    private static void selector() throws Exception {
        ProxySelector before = ProxySelector.getDefault();
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            ProxySelector.setDefault(new ProxySelector() {
                @Override
                public List<Proxy> select(URI address) {
                    throw new SecurityException("missing INTERNET permission?");
                }

                @Override
                public void connectFailed(URI address, SocketAddress there, IOException error) {}
            });
            RouteClientException error = Suite.fails(Code.UNREACHABLE, client::refresh);
            check(error.getMessage().contains("INTERNET"), error.getMessage());
            equal(client.counters().failures().get(Code.UNREACHABLE), 1L, "failures");
            ProxySelector.setDefault(before);
            equal(client.refresh(), RefreshResult.UPDATED, "the refresh");
        } catch (Throwable error) {
            throw new AssertionError(error);
        } finally {
            ProxySelector.setDefault(before);
        }
    }

    /** A listener that throws from every method. */
    private static RouteClientListener throwing(AtomicInteger calls) {
        return (RouteClientListener) java.lang.reflect.Proxy.newProxyInstance(
                ThrowingTests.class.getClassLoader(), new Class<?>[] {RouteClientListener.class}, (proxy, method, values) -> {
                    if (method.getDeclaringClass() == Object.class) return method.getName().equals("hashCode") ? 0 : null;
                    if (calls.incrementAndGet() % 2 == 0) throw new AssertionError(method.getName());
                    throw new IllegalStateException(method.getName());
                });
    }

    private static void listeners() throws Exception {
        Logger logger = Logger.getLogger("waymark.client");
        logger.setUseParentHandlers(false);
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            AtomicInteger thrown = new AtomicInteger();
            AtomicInteger heard = new AtomicInteger();
            Executor refusing = work -> {
                throw new RejectedExecutionException("ended");
            };
            client.addListener(refusing, throwing(new AtomicInteger()));
            client.addListener(work -> {
                throw new IllegalStateException("no executor");
            }, throwing(new AtomicInteger()));
            client.addListener(Runnable::run, throwing(thrown));
            client.addListener(Runnable::run, new RouteClientListener() {
                @Override
                public void onUpdated(ReleaseInfo release) {
                    heard.incrementAndGet();
                }
            });
            client.setContext(RouteContext.builder().platform("android").build());
            equal(client.refresh(), RefreshResult.UPDATED, "the refresh");
            equal(client.refresh(), RefreshResult.UNCHANGED, "the refresh");
            client.startUpdating(UpdateMeans.EVENTS);
            for (int version = 2; version < 6; version++) {
                fixture.server.publish(Publication.make(version));
                String screen = "Detail" + version;
                client.refresh();
                eventually(screen, () -> screen.equals(Fixture.answer(client)));
            }
            eventually("events", () -> heard.get() == 5 && thrown.get() >= 7);
        } finally {
            logger.setUseParentHandlers(true);
        }
    }
}
