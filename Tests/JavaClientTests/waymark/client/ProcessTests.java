package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes that are killed while they write, or share a folder (client.md C4.2, C4.4). */
final class ProcessTests {
    private ProcessTests() {}

    static void register(Suite suite) {
        suite.test("a process killed at any step leaves the old release or the new one", ProcessTests::killed);
        suite.test("two processes update one folder, and launches from it always have a release", ProcessTests::shared);
        suite.test("a release is used although another process never releases the lock", ProcessTests::locked);
        suite.test("a slower process does not replace a later release (C4.4)", ProcessTests::overtaken);
    }

    private static void killed() throws Throwable {
        boolean isDone = false;
        boolean hasNew = false;
        int steps = 0;
        while (!isDone) {
            steps++;
            try (Fixture fixture = new Fixture(Publication.make(1))) {
                fixture.client().refresh();
                Process child = Fixture.program(
                                ChildProgram.class, "kill", fixture.endpointFolder().getPath(), "" + steps)
                        .start();
                String said = output(child);
                check(child.waitFor() == 137 || said.equals("done"), said);
                isDone = said.equals("done");
                RouteClient client = fixture.client();
                String answer = Fixture.answer(client);
                check(client.launch().problems().isEmpty(), said + ": " + client.launch().problems());
                check("Detail1".equals(answer) && !hasNew || "Detail2".equals(answer), said + ": " + answer);
                hasNew = "Detail2".equals(answer);
                check(client.release().position() != null, said + ": the head is that of the release");
                fixture.server.publish(Publication.make(3));
                client.refresh();
                equal(fixture.files().size(), 3, said + ", files after the next update: " + fixture.files().keySet());
                equal(Fixture.answer(fixture.client()), "Detail3", said);
            }
        }
        check(steps > 15, "steps: " + steps);
    }

    private static void shared() throws Throwable {
        int last = 40;
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            fixture.client().refresh();
            List<Process> children = new ArrayList<>();
            for (int number = 0; number < 2; number++) {
                children.add(Fixture.program(
                                ChildProgram.class, "update", fixture.server.base(), "moments", fixture.folder.getPath(), "" + last)
                        .start());
            }
            long latest = 0;
            int version = 1;
            while (children.get(0).isAlive() || children.get(1).isAlive()) {
                if (version < last) fixture.server.publish(Publication.make(++version));
                RouteClient client = fixture.builder().build();
                check(client.launch().problems().isEmpty(), "problems: " + client.launch().problems());
                long seen = client.release() == null ? 0 : client.release().version();
                check(seen >= latest, "release " + seen + " after " + latest);
                latest = seen;
                client.close();
                Thread.sleep(15);
            }
            for (Process child : children) equal(output(child), "done", "a process");
            equal(Fixture.answer(fixture.client()), "Detail" + last, "at the end");
        }
    }

    private static void locked() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            client.refresh();
            client.core.files.lockMillisMax = 100;
            Process child = Fixture.program(ChildProgram.class, "lock", fixture.endpointFolder().getPath()).start();
            BufferedReader reader = new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
            equal(reader.readLine(), "locked", "the other process");
            fixture.server.publish(Publication.make(2));
            equal(client.refresh(), RefreshResult.UPDATED, "the refresh");
            equal(Fixture.answer(client), "Detail2", "from memory");
            equal(client.lastFailure().code(), RouteClientException.Code.STORAGE_UNWRITABLE, "the failure");
            equal(Fixture.answer(fixture.client()), "Detail1", "not stored");
            child.destroyForcibly().waitFor();
            equal(client.refresh(), RefreshResult.UNCHANGED, "the next refresh");
            equal(Fixture.answer(fixture.client()), "Detail2", "stored: the lock ended with its process");
        }
    }

    private static void overtaken() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient slow = fixture.client();
            slow.refresh();
            RouteClient fast = fixture.client();
            Publication two = Publication.make(2);
            Publication three = Publication.make(3);
            fixture.server.publish(two);
            boolean[] isFirst = {true};
            fixture.server.misbehave((isHead, good) -> {
                if (isHead || !isFirst[0]) return null;
                isFirst[0] = false;
                try {
                    // While the slow client fetches release 2, another one stores release 3.
                    new ReleaseFiles(fixture.endpointFolder()).store(new ReleaseFiles.Update(
                            Head.read(three.head()), three.body, Engine.compile(three.body, three.digest)));
                } catch (RouteClientException error) {
                    throw new java.io.IOException(error);
                }
                return null;
            });
            equal(slow.refresh(), RefreshResult.UPDATED, "the slow refresh");
            equal(Fixture.answer(slow), "Detail3", "uses the later one");
            equal(Fixture.answer(fixture.client()), "Detail3", "which stays stored");
            fixture.server.publish(three);
            equal(fast.refresh(), RefreshResult.UPDATED, "another client");
            equal(fixture.server.bodies, 2, "uses the stored body");
        }
    }

    static String output(Process process) throws Exception {
        byte[] bytes = process.getInputStream().readAllBytes();
        check(process.waitFor(60, TimeUnit.SECONDS), "the process does not end");
        return new String(bytes, StandardCharsets.UTF_8).trim();
    }
}
