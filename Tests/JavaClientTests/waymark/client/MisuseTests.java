package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import waymark.client.RouteClientException.Code;

/** What a program can do wrong: contexts, options, listeners and calls. A mistake is named, and harms no answer. */
final class MisuseTests {
    private static final String LONG = String.join("", Collections.nCopies(1366, "好"));

    private MisuseTests() {}

    static void register(Suite suite) {
        suite.test("every member of a context that is too long is refused by its name where it is set", MisuseTests::members);
        suite.test("every option that is wrong is refused by its name", MisuseTests::options);
        suite.test("every null that is not allowed is refused by its name where it is passed", MisuseTests::nulls);
        suite.test("half of a surrogate pair is refused by the name of its member", MisuseTests::surrogates);
        suite.test("resolve never throws", MisuseTests::resolve);
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
            RouteContext full = setter.apply(RouteContext.builder(), LONG.substring(1)).build();
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
            refused("means", () -> client.startUpdating(null));
            refused("executor", () -> client.addListener(null, new RouteClientListener() {}));
        }
    }

    /** Each parameter of each public method, but those that are marked as nullable. */
    private static void nulls() throws Exception {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            Publication first = Publication.make(1);
            fixture.server.publish(first);
            client.refresh();
            Parameters parameters = client.resolve(Fixture.LINK).parameters();
            List<Object> receivers = Arrays.asList(
                    client, fixture.builder(), RouteContext.builder(), LinkRouter.builder(client),
                    LinkRouter.builder(client).build(), LinkHandover.builder(), LinkHandover.builder().build(),
                    ScreenRegistration.exported(), parameters);
            int count = 0;
            for (Object receiver : receivers) {
                for (Method method : receiver.getClass().getDeclaredMethods()) {
                    if (!Modifier.isPublic(method.getModifiers()) || method.isBridge() || method.isSynthetic()) continue;
                    for (int index = 0; index < method.getParameterCount(); index++) {
                        Class<?> type = method.getParameterTypes()[index];
                        boolean isNullable = Arrays.stream(method.getParameterAnnotations()[index])
                                .anyMatch(annotation -> annotation instanceof Nullable);
                        if (type.isPrimitive() || isNullable || method.getName().equals("equals")) continue;
                        refusesNull(receiver, method, index, null);
                        if (type.isArray()) refusesNull(receiver, method, index, new String[] {"a", null});
                        count++;
                    }
                }
            }
            check(count > 30, "only " + count + " parameters");
        }
    }

    private static void refusesNull(Object receiver, Method method, int index, Object given) throws Exception {
        Object[] values = new Object[method.getParameterCount()];
        for (int other = 0; other < values.length; other++) {
            Class<?> type = method.getParameterTypes()[other];
            if (type == String.class) values[other] = "https://a.example";
            if (type == LinkKind.class) values[other] = LinkKind.PUSH;
            if (type == ScreenRegistration.class) values[other] = ScreenRegistration.internal();
            if (type == Executor.class) values[other] = (Executor) Runnable::run;
            if (type == RouteClientListener.class) values[other] = new RouteClientListener() {};
        }
        values[index] = given;
        String what = receiver.getClass().getName() + " " + method + " at " + index;
        try {
            method.setAccessible(true);
            Object result = method.invoke(Modifier.isStatic(method.getModifiers()) ? null : receiver, values);
            // Names of servers, apps and channels are checked there.
            if (result instanceof RouteClient.Builder) ((RouteClient.Builder) result).build();
        } catch (InvocationTargetException thrown) {
            String message = String.valueOf(thrown.getCause().getMessage());
            boolean isNamed = thrown.getCause() instanceof NullPointerException && !message.contains("because");
            check(isNamed && !message.equals("null"), what + ": " + thrown.getCause());
            return;
        } catch (IllegalArgumentException named) {
            return;
        }
        throw new AssertionError("not refused: " + what);
    }

    private static void surrogates() {
        for (String half : new String[] {"\uD800", "a\uDC00b", "\uDC00\uD800", "\uD83D\uDE00\uD83D"}) {
            refused("attributes.group has half of a surrogate pair", () -> RouteContext.builder().attribute("group", half));
            refused("an attribute's name has half", () -> RouteContext.builder().attribute(half, "v"));
            refused("an attribute's name has half", () -> RouteContext.builder().attribute(half, null));
            refused("locale has half of a surrogate pair", () -> RouteContext.builder().locale(half));
        }
        new NativeContext(RouteContext.builder().attribute("\uD83D\uDE00", "\uD83D\uDE00").build()).close();
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
