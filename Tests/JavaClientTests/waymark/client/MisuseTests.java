package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;
import static waymark.client.Suite.eventually;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import waymark.client.RouteClientException.Code;

/** What a program can do wrong: contexts, options, listeners and calls. A mistake is named, and harms no answer. */
final class MisuseTests {
    private static final String LONG = String.join("", Collections.nCopies(1366, "好"));

    private MisuseTests() {}

    static void register(Suite suite) {
        suite.test("every member of a context that is too long is refused by its name where it is set", MisuseTests::members);
        suite.test("every option that is wrong is refused by its name", MisuseTests::options);
        suite.test("resolve never throws", MisuseTests::resolve);
        suite.test("listeners that throw harm neither the client nor the others, on any executor", MisuseTests::listeners);
        suite.test("ready with a limit ends with the reason", MisuseTests::ready);
        suite.test("release is one object until it changes", MisuseTests::release);
    }

    private static Throwable thrown(Suite.Body body) {
        try {
            body.run();
            return null;
        } catch (Throwable error) {
            return error;
        }
    }

    private static void refused(String name, Suite.Body body) {
        Throwable error = thrown(body);
        boolean isNamed = error instanceof IllegalArgumentException || error instanceof NullPointerException;
        check(isNamed && String.valueOf(error.getMessage()).contains(name), name + ": " + error);
    }

    private static void members() {
        List<BiFunction<RouteContext.Builder, String, RouteContext.Builder>> setters = Arrays.asList(
                RouteContext.Builder::platform, RouteContext.Builder::region, RouteContext.Builder::build,
                RouteContext.Builder::source, RouteContext.Builder::appVersion, RouteContext.Builder::osVersion,
                RouteContext.Builder::deviceId, RouteContext.Builder::locale,
                (builder, value) -> builder.attribute("userId", value));
        List<String> names = Arrays.asList(
                "platform", "region", "build", "source", "appVersion", "osVersion", "deviceID", "locale", "attributes.userId");
        for (int index = 0; index < names.size(); index++) {
            BiFunction<RouteContext.Builder, String, RouteContext.Builder> setter = setters.get(index);
            refused(names.get(index) + " has more than 4096 bytes", () -> setter.apply(RouteContext.builder(), LONG));
            RouteContext full = setter.apply(RouteContext.builder(), LONG.substring(2) + "\uD800").build();
            new NativeContext(full).close();
            setter.apply(RouteContext.builder(), null).build();
        }
        RouteContext.Builder many = RouteContext.builder();
        for (int index = 0; index < 64; index++) many.attribute("a" + index, "v");
        refused("attributes.next is one too many", () -> many.attribute("next", "v"));
        new NativeContext(many.build()).close();
        refused("an attribute's name is null", () -> RouteContext.builder().attribute(null, "v"));
        refused("an attribute's name has more than", () -> RouteContext.builder().attribute(LONG, "v"));
    }

    private static void options() throws Exception {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            for (String wrong : new String[] {null, "", "Not A Name"}) {
                refused("app name", () -> RouteClient.builder(fixture.server.base(), wrong).storage(fixture.folder).build());
                refused("channel name", () -> fixture.builder().channel(wrong).build());
                refused("address", () -> RouteClient.builder(wrong, "m").storage(fixture.folder).build());
            }
            refused("storage", () -> RouteClient.builder(fixture.server.base(), "moments").build());
            refused("context", () -> fixture.builder().context(null));
            refused("clock", () -> fixture.builder().clock(null));
            RouteClient client = fixture.client();
            refused("context", () -> client.setContext(null));
            refused("context", () -> client.updateContext(before -> null));
            refused("listener", () -> client.addListener(Runnable::run, null));
            refused("executor", () -> client.addListener(null, new RouteClientListener() {}));
        }
    }

    private static void resolve() throws Exception {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            for (int round = 0; round < 2; round++) {
                for (String address : new String[] {null, "", "\uD800", "no address", LONG}) {
                    equal(client.resolve(address, null, null).outcome(), Resolution.Outcome.FAILED, "of " + address);
                    client.explain(address);
                }
                for (long at : new long[] {Long.MIN_VALUE, -1, Long.MAX_VALUE}) client.resolve(Fixture.LINK, null, at);
                client.refresh();
            }
            equal(Fixture.answer(client), "Detail1", "the screen");
        }
    }

    /** A listener that throws from every method. */
    private static RouteClientListener throwing(AtomicInteger calls) {
        return (RouteClientListener) java.lang.reflect.Proxy.newProxyInstance(
                MisuseTests.class.getClassLoader(), new Class<?>[] {RouteClientListener.class}, (proxy, method, values) -> {
                    if (method.getDeclaringClass() == Object.class) return method.getName().equals("hashCode") ? 0 : null;
                    if (calls.incrementAndGet() % 2 == 0) throw new AssertionError(method.getName());
                    throw new IllegalStateException(method.getName());
                });
    }

    private static void listeners() throws Exception {
        java.util.logging.Logger logger = java.util.logging.Logger.getLogger("waymark.client");
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

    private static void ready() throws Exception {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            fixture.server.misbehave((isHead, good) -> ScriptedServer.Reply.raw(""));
            Suite.fails(Code.UNREACHABLE, client::refresh);
            Throwable late = thrown(() -> client.ready(10).join());
            check(late instanceof CompletionException, String.valueOf(late));
            RouteClientException reason = (RouteClientException) late.getCause();
            equal(reason.code(), Code.TIMED_OUT, "the code");
            check(reason.getMessage().contains("within 10 ms; unreachable: "), reason.getMessage());
            check(reason.getMessage().contains("(without a network, only a bundle"), reason.getMessage());
            fixture.server.behave();
            client.refresh();
            equal(client.ready(10).join().version(), 1L, "the release");
        } catch (Throwable error) {
            throw new AssertionError(error);
        }
    }

    private static void release() throws Exception {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            client.refresh();
            ReleaseInfo first = client.release();
            client.refresh();
            check(client.release() == first && client.ready().join() == first, "one object");
            fixture.server.publish(Publication.make(2));
            client.refresh();
            check(client.release() != first, "another release");
        }
    }
}
