package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;
import static waymark.client.Suite.fails;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import waymark.client.LaunchReport.Source;
import waymark.client.RouteClientException.Code;
import waymark.client.ScriptedServer.Reply;

/** Launch from the storage, and a storage that is damaged, full, shared or moved (client.md sections 1 and 4). */
final class StorageTests {
    private StorageTests() {}

    static void register(Suite suite) {
        suite.test("a stored release is used at launch without a server, and older files are removed (C1.1)", StorageTests::launch);
        suite.test("a flipped bit anywhere in the index is detected; the body is compiled again (C1.2)", StorageTests::index);
        suite.test("a damaged body is not used; its index still is (C1.2)", StorageTests::body);
        suite.test("with a damaged head the valid body with the highest version is used", StorageTests::head);
        suite.test("with all files damaged the bundle is used, and the next refresh repairs the storage", StorageTests::all);
        suite.test("an incomplete temporary file is never read, and the next update removes it", StorageTests::temporary);
        suite.test("a folder that cannot be written leaves the release in memory, with an event (C4.3)", StorageTests::unwritable);
        suite.test("the next refresh stores the release again in a folder that the system purged", StorageTests::purged);
        suite.test("a full disk at any step leaves the old release or the new one", StorageTests::fullDisk);
        suite.test("a bundle is used at the first launch, and then the later one of both", StorageTests::bundle);
        suite.test("a bundle of another server is used until the first head, one of another app never (C1.3)", StorageTests::foreign);
        suite.test("the storage of another address of the server is used until the first head", StorageTests::moved);
        suite.test("a release that an older version of this client stored is used without a server", StorageTests::recorded);
        suite.test("an interrupted thread reads the storage, too", StorageTests::interrupted);
    }

    private static Fixture stored(int version) throws Exception {
        Fixture fixture = new Fixture(Publication.make(version));
        fixture.client().refresh();
        return fixture;
    }

    private static void launch() throws Throwable {
        try (Fixture fixture = stored(1)) {
            RouteClient client = fixture.client();
            equal(client.launch().source(), Source.INDEX, "source");
            fixture.server.publish(Publication.make(2));
            client.refresh();
            equal(fixture.files().size(), 3, "head, body and index of one release: " + fixture.files().keySet());
            fixture.server.close();
            RouteClient offline = fixture.client();
            equal(Fixture.answer(offline), "Detail2", "offline (client.md C1.1)");
            equal(String.valueOf(offline.release()), "moments/production release 2 at 1-2", "the release");
            check(offline.launch().problems().isEmpty(), "problems");
        }
    }

    private static void recorded() throws Throwable {
        int count = 0;
        for (File recording : new File("Tests/Compatibility/Recordings").listFiles()) {
            File kept = new File(recording, "java");
            if (!kept.exists()) continue;
            count += 1;
            Matcher server = Pattern.compile("\"server\":\"([^\"]+)\"")
                    .matcher(Files.readString(new File(recording, "client-commands.json").toPath()));
            check(server.find(), "the server of " + recording);
            File folder = Files.createTempDirectory("waymark-java").toFile();
            for (File endpoint : kept.listFiles()) {
                File copy = new File(folder, endpoint.getName());
                check(copy.mkdir(), "a folder for " + endpoint);
                for (File file : endpoint.listFiles()) Files.copy(file.toPath(), new File(copy, file.getName()).toPath());
            }
            try (RouteClient client = RouteClient.builder(server.group(1), "market").storage(folder).build()) {
                check(client.launch().problems().isEmpty(), recording + ": " + client.launch().problems());
                equal(client.release().version(), 2L, "the release of " + recording);
                equal(client.resolve("https://market.example/item/7").screen(), "Item", "an address of " + recording);
            } finally {
                Fixture.remove(folder);
            }
        }
        check(count > 0, "no recording has a release of this client");
    }

    private static void index() throws Throwable {
        try (Fixture fixture = stored(1)) {
            byte[] good = Files.readAllBytes(fixture.file("index-").toPath());
            for (int place = 0; place < good.length; place += 7) {
                byte[] bad = good.clone();
                bad[place] ^= (byte) (1 << place % 8);
                write(fixture.file("index-"), bad);
                RouteClient client = fixture.client();
                equal(client.launch().source(), Source.BODY, "flipped byte " + place);
                equal(Fixture.answer(client), "Detail1", "flipped byte " + place);
                client.close();
            }
            equal(fixture.client().launch().source(), Source.INDEX, "the index was stored again");
            check(fixture.file("index-").delete(), "remove the index");
            equal(fixture.client().launch().source(), Source.BODY, "without an index");
        }
    }

    private static void body() throws Throwable {
        try (Fixture fixture = stored(1)) {
            File body = fixture.file("body-");
            try (RandomAccessFile file = new RandomAccessFile(body, "rw")) {
                file.seek(20);
                file.write('X');
            }
            equal(Fixture.answer(fixture.client()), "Detail1", "by the index");
            write(fixture.file("index-"), new byte[] {1, 2, 3});
            RouteClient client = fixture.client();
            equal(client.launch().source(), Source.NOTHING, "without both (client.md C1.2, C8.1)");
            check(client.launch().problems().stream().anyMatch(problem -> problem.code() == Code.WRONG_DIGEST), "reported");
            client.refresh();
            equal(Fixture.answer(client), "Detail1", "fetched again");
            equal(fixture.client().launch().source(), Source.INDEX, "stored again");
        }
    }

    private static void head() throws Throwable {
        for (String text : new String[] {"", "{", "{}", "<html>"}) {
            try (Fixture fixture = stored(1)) {
                write(new File(fixture.endpointFolder(), "head.json"), text.getBytes());
                Publication later = Publication.make(7);
                write(new File(fixture.endpointFolder(), ReleaseFiles.bodyName(later.digest)), later.body);
                RouteClient client = fixture.client();
                equal(Fixture.answer(client), "Detail7", "with the head " + text);
                equal(client.release().position(), null, "the position is unknown");
                client.refresh();
                equal(Fixture.answer(client), "Detail1", "the first head decides");
            }
        }
    }

    private static void all() throws Throwable {
        try (Fixture fixture = stored(2); Fixture packed = stored(1)) {
            for (String name : fixture.files().keySet()) write(new File(fixture.endpointFolder(), name), "x".getBytes());
            RouteClient client = fixture.client(fixture.builder().bundle(packed.endpointFolder()));
            equal(client.launch().source(), Source.BUNDLE, "source");
            equal(Fixture.answer(client), "Detail1", "the bundle's answer");
            client.refresh();
            equal(Fixture.answer(fixture.client()), "Detail2", "after the repair");
        }
    }

    private static void temporary() throws Throwable {
        try (Fixture fixture = stored(1)) {
            File part = new File(fixture.endpointFolder(), "head.json" + StoredFiles.TEMPORARY);
            write(part, Publication.make(9).head());
            equal(Fixture.answer(fixture.client()), "Detail1", "the answer");
            fixture.server.publish(Publication.make(2));
            fixture.client().refresh();
            check(!part.exists(), "removed");
        }
    }

    private static void unwritable() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            // A file where the folder should be: no rights are needed for this failure, also for root.
            write(fixture.endpointFolder(), new byte[0]);
            RouteClient client = fixture.client();
            int[] failures = {0};
            client.addListener(Runnable::run, new RouteClientListener() {
                @Override
                public void onStorageFailed(RouteClientException failure) {
                    failures[0]++;
                }
            });
            equal(client.refresh(), RefreshResult.UPDATED, "the refresh (client.md C4.3)");
            equal(Fixture.answer(client), "Detail1", "from memory");
            check(failures[0] == 1 && client.lastFailure().code() == Code.STORAGE_UNWRITABLE, "the event");
            check(fixture.endpointFolder().delete(), "remove the file");
            equal(client.refresh(), RefreshResult.UNCHANGED, "the next refresh");
            equal(Fixture.answer(fixture.client()), "Detail1", "stored by the next refresh");
            equal(fixture.server.bodies, 1, "bodies");
        }
    }

    private static void purged() throws Throwable {
        try (Fixture fixture = stored(1)) {
            RouteClient client = fixture.client();
            Fixture.remove(fixture.endpointFolder());
            equal(client.refresh(), RefreshResult.UNCHANGED, "the refresh");
            equal(Fixture.answer(fixture.client()), "Detail1", "stored again");
        }
    }

    private static void fullDisk() throws Throwable {
        int steps = 0;
        for (int failing = 1; failing == 1 || steps >= failing - 1; failing++) {
            try (Fixture fixture = stored(1)) {
                ReleaseFiles files = new ReleaseFiles(fixture.endpointFolder());
                int[] count = {0};
                int last = failing;
                files.steps = step -> {
                    if (++count[0] == last) throw new IOException("No space left on device, after: " + step);
                };
                Publication next = Publication.make(2, "", 1, "moments", 200_000);
                byte[] index = Engine.compile(next.body, next.digest);
                ReleaseFiles.Update update = new ReleaseFiles.Update(Head.read(next.head()), next.body, index);
                if (count[0] < last) {
                    try {
                        files.store(update);
                    } catch (RouteClientException full) {
                        equal(full.code(), Code.STORAGE_UNWRITABLE, "the code");
                    }
                }
                steps = count[0];
                RouteClient client = fixture.client();
                check(client.launch().problems().isEmpty(), "step " + failing + ": " + client.launch().problems());
                String answer = Fixture.answer(client);
                check("Detail1".equals(answer) || "Detail2".equals(answer), "step " + failing + ": " + answer);
                check(client.release().position() != null, "step " + failing + ": the head is that of the release");
            }
            if (steps < failing) break;
        }
        check(steps > 15, "steps: " + steps);
    }

    private static void bundle() throws Throwable {
        try (Fixture fixture = stored(3)) {
            File packed = Files.createTempDirectory("waymark-bundle").toFile();
            copy(fixture.files(), fixture.endpointFolder(), packed);
            write(new File(packed, "origin"), fixture.endpointFolder().getName().getBytes());
            Fixture.remove(fixture.endpointFolder());
            RouteClient first = fixture.client(fixture.builder().bundle(packed));
            equal(first.launch().source(), Source.BUNDLE, "the first launch");
            equal(String.valueOf(first.release().position()), "1-3", "its position");
            fixture.server.publish(Publication.make(2));
            equal(first.refresh(), RefreshResult.IGNORED, "a head before the bundle's");
            fixture.server.publish(Publication.make(4));
            first.refresh();
            RouteClient second = fixture.client(fixture.builder().bundle(name -> {
                File file = new File(packed, name);
                return file.exists() ? Files.newInputStream(file.toPath()) : null;
            }));
            equal(second.launch().source(), Source.INDEX, "the storage is later");
            equal(Fixture.answer(second), "Detail4", "its answer");
            Fixture.remove(packed);
        }
    }

    private static void foreign() throws Throwable {
        try (Fixture other = stored(9); Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client(fixture.builder().bundle(other.endpointFolder()));
            equal(Fixture.answer(client), "Detail9", "the bundle of another server");
            client.refresh();
            equal(Fixture.answer(client), "Detail1", "after the first head (client.md C1.3)");
            RouteClient shop = fixture.client(RouteClient.builder(fixture.server.base(), "shop")
                    .storage(new File(fixture.folder, "shop"))
                    .bundle(other.endpointFolder()));
            equal(shop.launch().source(), Source.NOTHING, "a bundle of another app");
        }
    }

    private static void moved() throws Throwable {
        try (Fixture old = stored(9); ScriptedServer now = new ScriptedServer(Publication.make(1))) {
            RouteClient client =
                    old.client(RouteClient.builder(now.base(), "moments").storage(old.folder));
            equal(client.launch().source(), Source.OTHER_SERVER, "source");
            equal(Fixture.answer(client), "Detail9", "until the first head");
            client.refresh();
            equal(Fixture.answer(client), "Detail1", "afterwards");
            equal(Fixture.answer(old.client()), "Detail9", "the other storage is unchanged");
        }
    }

    private static void interrupted() throws Throwable {
        try (Fixture fixture = stored(1)) {
            Thread.currentThread().interrupt();
            RouteClient client = fixture.client();
            check(Thread.interrupted(), "still interrupted");
            equal(Fixture.answer(client), "Detail1", "the answer");
        }
    }

    static void write(File file, byte[] bytes) throws IOException {
        file.getParentFile().mkdirs();
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(bytes);
        }
    }

    private static void copy(Map<String, String> names, File from, File to) throws IOException {
        for (String name : names.keySet()) Files.copy(new File(from, name).toPath(), new File(to, name).toPath());
    }

    /** The reply that a test of several classes uses for a server in trouble. */
    static Reply unavailable(int seconds) {
        return Reply.http(503, "", new byte[0], "Retry-After: " + seconds);
    }
}
