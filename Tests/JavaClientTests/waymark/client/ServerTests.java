package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;
import static waymark.client.Suite.eventually;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;

/** The client against the real server, whose program is in the system property {@code waymark.server}. */
final class ServerTests {
    private static final String SERVER = System.getProperty("waymark.server", "");

    private ServerTests() {}

    static void register(Suite suite) {
        if (SERVER.isEmpty()) {
            System.out.println("left out: tests with the real server, because -Dwaymark.server=PROGRAM is missing");
            return;
        }
        suite.test("the real server: polls, streams, a bundle, and answers after it was killed (C7.1, C8.5)", ServerTests::real);
    }

    /** A server of a test, with its own database. */
    private static final class Server implements AutoCloseable {
        final File folder;
        final String base;
        private final Process process;
        private final String token;

        Server() throws Exception {
            folder = Files.createTempDirectory("waymark-server").toFile();
            File log = new File(folder, "log");
            process = new ProcessBuilder(
                            SERVER, "serve", "--listen", "127.0.0.1:0", "--database", new File(folder, "w.db").getPath())
                    .redirectError(log)
                    .start();
            String[] found = {null};
            eventually("the server listens", () -> {
                String text = Files.exists(log.toPath()) ? Files.readString(log.toPath()) : "";
                int place = text.indexOf("listening on http");
                if (place < 0 || text.indexOf('\n', place) < 0) return false;
                found[0] = text.substring(text.indexOf("http", place), text.indexOf('\n', place)).trim();
                return true;
            });
            base = found[0].split(" ")[0];
            token = Files.readString(new File(folder, "w.db-admin-token").toPath()).trim();
        }

        /** Runs a command of the server's program; returns what it prints. */
        String command(String... arguments) throws Exception {
            String[] all = new String[arguments.length + 1];
            all[0] = SERVER;
            System.arraycopy(arguments, 0, all, 1, arguments.length);
            ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
            builder.environment().put("WAYMARK_SERVER", base);
            builder.environment().put("WAYMARK_TOKEN", token);
            Process command = builder.start();
            String output = ProcessTests.output(command);
            check(command.exitValue() == 0, String.join(" ", arguments) + ": " + output);
            return output;
        }

        /** Replaces the draft by one rule, and publishes it. */
        void publish(String screen) throws Exception {
            File draft = new File(folder, "draft.json");
            Files.writeString(draft.toPath(), "{\"rules\":[{\"id\":\"detail\",\"match\":[\"https://moments.example.com/m/:id\"],"
                    + "\"to\":{\"screen\":\"" + screen + "\"},\"when\":{\"platform\":[\"android\"]}}]}");
            command("draft", "replace", "--app", "moments", "--yes", draft.getPath());
            command("publish", "--app", "moments", "--message", screen);
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly().onExit().join();
            Fixture.remove(folder);
        }
    }

    private static void real() throws Throwable {
        File storage = Files.createTempDirectory("waymark-java").toFile();
        RouteContext context = RouteContext.builder().platform("android").build();
        RouteClient.Builder builder;
        try (Server server = new Server()) {
            server.command("app", "create", "moments");
            server.publish("First");
            builder = RouteClient.builder(server.base, "moments").storage(storage).context(context);
            File bundle = new File(server.folder, "Routes");
            server.command("bundle", "--app", "moments", "--output", bundle.getPath());
            try (RouteClient packed = RouteClient.builder(server.base, "moments")
                    .storage(new File(server.folder, "none")).bundle(bundle).context(context).build()) {
                equal(packed.launch().source() + " " + packed.launch().problems(), "BUNDLE []", "the bundle's index");
                equal(Fixture.answer(packed), "First", "the bundle's answer");
                check(packed.release().position() != null, "the bundle is of this server: " + packed.release());
            }
            try (RouteClient client = builder.build()) {
                equal(client.refresh(), RefreshResult.UPDATED, "the first refresh");
                equal(client.refresh(), RefreshResult.UNCHANGED, "the second refresh");
                equal(Fixture.answer(client), "First", "the answer");
                equal(resolvedByServer(server.base).get("screen"), "First", "the server's answer");
                client.startUpdating(UpdateMeans.EVENTS);
                eventually("a stream", () -> client.counters().connections() == 1);
                server.publish("Second");
                eventually("the release of the stream", () -> "Second".equals(Fixture.answer(client)));
                server.process.destroyForcibly().waitFor();
                eventually("the end of the stream", () -> client.counters().disconnections() > 0);
                equal(Fixture.answer(client), "Second", "after the server was killed (client.md C8.5)");
            }
        }
        try (RouteClient offline = builder.build()) {
            equal(offline.launch().source(), LaunchReport.Source.INDEX, "a launch without a server");
            equal(Fixture.answer(offline), "Second", "its answer");
        } finally {
            Fixture.remove(storage);
        }
    }

    private static Map<?, ?> resolvedByServer(String base) throws Exception {
        String query = "?platform=android&url=" + URLEncoder.encode(Fixture.LINK, "UTF-8");
        HttpURLConnection connection = (HttpURLConnection) new URL(base + "/v1/apps/moments/resolve" + query).openConnection();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            return (Map<?, ?>) Json.parse(reader.readLine(), 8);
        }
    }
}
