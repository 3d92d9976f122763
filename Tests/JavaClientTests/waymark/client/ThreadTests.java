package waymark.client;

import static waymark.client.Suite.check;
import static waymark.client.Suite.equal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Many threads, and the memory of the engine. */
final class ThreadTests {
    private static final int THREADS = 16;

    private ThreadTests() {}

    static void register(Suite suite) {
        suite.test("16 threads resolve during updates, changes of the context and close (C4.1)", ThreadTests::resolving);
        suite.test("the memory of replaced and closed releases is freed", ThreadTests::memory);
    }

    private static void resolving() throws Throwable {
        try (Fixture fixture = new Fixture(Publication.make(1))) {
            RouteClient client = fixture.client();
            client.refresh();
            AtomicBoolean ends = new AtomicBoolean();
            AtomicLong answers = new AtomicLong();
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            List<Thread> threads = new ArrayList<>();
            for (int own = 0; own < THREADS; own++) {
                String attribute = "n" + own;
                Thread thread = new Thread(() -> {
                    try {
                        long latest = 0;
                        while (!ends.get()) {
                            Resolution resolution = client.resolve(Fixture.LINK);
                            equal(resolution.screen(), "Detail" + resolution.version(), "one release");
                            check(resolution.version() >= latest, "never back: " + resolution.version() + " after " + latest);
                            latest = resolution.version();
                            long number = answers.incrementAndGet();
                            // Leaves time for the updates where there are fewer processors than threads.
                            if (number % 500 == 0) Thread.sleep(1);
                            if (number % 50 == 0) {
                                client.updateContext(context -> context.toBuilder().attribute(attribute, "" + number).build());
                            }
                        }
                    } catch (Throwable error) {
                        failures.add(error);
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (int version = 2; version <= 40; version++) {
                fixture.server.publish(Publication.make(version));
                equal(client.refresh(), RefreshResult.UPDATED, "release " + version);
            }
            ends.set(true);
            for (Thread thread : threads) thread.join();
            equal(failures, Collections.emptyList(), "failures");
            check(answers.get() > 1000, "answers: " + answers);
        }
        closing();
    }

    /** Resolving while the client is closed: an answer or not-ready, never a freed release. */
    private static void closing() throws Throwable {
        for (int round = 0; round < 15; round++) {
            try (Fixture fixture = new Fixture(Publication.make(1))) {
                RouteClient client = fixture.client();
                client.refresh();
                AtomicLong wrong = new AtomicLong();
                List<Thread> threads = new ArrayList<>();
                for (int number = 0; number < 4; number++) {
                    Thread thread = new Thread(() -> {
                        for (int link = 0; link < 200; link++) {
                            Resolution resolution = client.resolve(Fixture.LINK);
                            boolean isAnswer = "Detail1".equals(resolution.screen()) || resolution.failure() != null;
                            if (!isAnswer) wrong.incrementAndGet();
                        }
                    });
                    thread.start();
                    threads.add(thread);
                }
                client.close();
                for (Thread thread : threads) thread.join();
                equal(wrong.get(), 0L, "wrong answers");
            }
        }
    }

    private static void memory() throws Throwable {
        Publication large = Publication.large(1, 20_000);
        byte[] index = Engine.compile(large.body, large.digest);
        NativeContext facts = new NativeContext(RouteContext.EMPTY);
        long before = 0;
        for (int round = 0; round < 150; round++) {
            Engine engine = Engine.openIndex(index);
            facts.acquire();
            for (int link = 0; link < 20; link++) {
                engine.resolve(facts, Utf8.bytes(Fixture.LINK), 0, false);
                new NativeContext(RouteContext.EMPTY).close();
            }
            facts.release();
            engine.close();
            engine.close();
            check(!engine.acquire(), "a freed release is not used");
            if (round == 30) before = residentKilobytes();
        }
        facts.close();
        long grown = residentKilobytes() - before;
        long bound = 40L * index.length / 1024;
        check(grown < bound, "120 releases of " + index.length / 1024 + " kB left " + grown + " kB");
    }

    /** The resident memory of this process; 0 where the system does not tell it. */
    static long residentKilobytes() throws IOException {
        Path status = Paths.get("/proc/self/status");
        if (!Files.exists(status)) return 0;
        for (String line : Files.readAllLines(status, StandardCharsets.UTF_8)) {
            if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
        return 0;
    }
}
