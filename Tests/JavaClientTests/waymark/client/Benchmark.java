package waymark.client;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.util.Arrays;

/**
 * Measures the client with 10,000 rules: {@code java waymark.client.Benchmark [RULES]}.
 *
 * <p>Each launch is a process of its own, because a launch happens once in a process. Prints the middle of nine launches.
 */
public final class Benchmark {
    private static final int LAUNCHES = 9;
    private static final int LINKS = 200_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Benchmark() {}

    /**
     * Measures, or is one of the measured processes.
     *
     * @param arguments the number of rules; or {@code launch} or {@code open} and the storage folder
     * @throws Exception if something cannot be measured
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2) {
            System.out.println(arguments[0].equals("launch") ? launch(new File(arguments[1])) : open(new File(arguments[1])));
            return;
        }
        int rules = arguments.length == 0 ? 10_000 : Integer.parseInt(arguments[0]);
        Publication publication = Publication.large(1, rules);
        try (Fixture fixture = new Fixture(publication)) {
            RouteClient client = fixture.client();
            client.refresh();
            long body = fixture.file("body-").length();
            long index = fixture.file("index-").length();
            System.out.printf("%d rules: body %d bytes, index %d bytes%n", rules, body, index);
            File folder = fixture.folder;
            File name = fixture.endpointFolder();
            // The folder's name depends on the server's address.
            File server = new File(folder.getPath() + ".server");
            Files.writeString(server.toPath(), fixture.server.base());
            server.deleteOnExit();
            measure("launch with the stored index", "launch", folder, () -> {});
            measure("launch with the body, which is compiled and stored", "launch", folder, () -> remove(name));
            measure("digest and wm_open of the body, without storing an index", "open", folder, () -> {});
            resolving(client);
        }
    }

    private static void measure(String what, String task, File folder, Runnable prepare) throws Exception {
        long[] first = new long[LAUNCHES];
        long[] processor = new long[LAUNCHES];
        long[] kilobytes = new long[LAUNCHES];
        for (int launch = 0; launch < LAUNCHES; launch++) {
            prepare.run();
            String[] said = ProcessTests.output(Fixture.program(Benchmark.class, task, folder.getPath()).start()).split(" ");
            first[launch] = Long.parseLong(said[0]);
            processor[launch] = Long.parseLong(said[1]);
            kilobytes[launch] = Long.parseLong(said[2]);
        }
        Arrays.sort(first);
        Arrays.sort(processor);
        Arrays.sort(kilobytes);
        System.out.printf(
                "%s: first answer after %.1f ms (%.1f to %.1f), %.1f ms on the processor, %d kB more resident memory%n",
                what, first[LAUNCHES / 2] / 1000.0, first[0] / 1000.0, first[LAUNCHES - 1] / 1000.0,
                processor[LAUNCHES / 2] / 1000.0, kilobytes[LAUNCHES / 2]);
    }

    /** Microseconds by the clock, and on the processor, which the load of the machine changes less. */
    private static String times(long begun, long spent) {
        return (System.nanoTime() - begun) / 1000 + " " + (THREADS.getCurrentThreadCpuTime() - spent) / 1000;
    }

    /** Microseconds from the builder to the first answer, and the kilobytes of memory that this took. */
    private static String launch(File folder) throws Exception {
        String base = Files.readString(new File(folder.getPath() + ".server").toPath());
        long before = ThreadTests.residentKilobytes();
        long spent = THREADS.getCurrentThreadCpuTime();
        long begun = System.nanoTime();
        RouteClient client = RouteClient.builder(base, "moments")
                .storage(folder)
                .context(RouteContext.builder().platform("android").appVersion("7.2").build())
                .build();
        String screen = client.resolve("https://moments.example.com/p77/1/a").screen();
        String times = times(begun, spent);
        if (!"Screen27V1".equals(screen)) throw new IllegalStateException("the answer is " + screen);
        return times + " " + (ThreadTests.residentKilobytes() - before);
    }

    /** The same for a client that would keep the body alone. */
    private static String open(File folder) throws Exception {
        File body = null;
        for (File file : new File(folder, folder.list()[0]).listFiles()) if (file.getName().startsWith("body-")) body = file;
        long before = ThreadTests.residentKilobytes();
        long spent = THREADS.getCurrentThreadCpuTime();
        long begun = System.nanoTime();
        byte[] bytes = StoredFiles.read(StoredFiles.in(body.getParentFile()), body.getName(), Limits.BODY_BYTES_MAX);
        Engine.verify(bytes, body.getName().substring(5, 69));
        long handle = Native.open(bytes, new byte[1][]);
        NativeContext context =
                new NativeContext(RouteContext.builder().platform("android").appVersion("7.2").build());
        byte[] address = Utf8.bytes("https://moments.example.com/p77/1/a");
        ResolutionReader.read(Native.resolve(handle, context.handle(), address, System.currentTimeMillis(), 0));
        return times(begun, spent) + " " + (ThreadTests.residentKilobytes() - before);
    }

    private static void remove(File folder) {
        for (File file : folder.listFiles()) if (file.getName().startsWith("index-")) file.delete();
    }

    private static void resolving(RouteClient client) {
        client.setContext(RouteContext.builder().platform("android").appVersion("7.2").build());
        for (int round = 0; round < 4; round++) {
            long begun = THREADS.getCurrentThreadCpuTime();
            for (int link = 0; link < LINKS; link++) client.resolve("https://moments.example.com/p" + link % 10_000 + "/1/a?b=c");
            long nanos = (THREADS.getCurrentThreadCpuTime() - begun) / LINKS;
            if (round == 3) System.out.printf("resolve, with the typed result: %.1f µs on the processor%n", nanos / 1000.0);
        }
    }
}
