package waymark.client;

import java.io.File;

/** Another process of the tests. */
public final class ChildProgram {
    private ChildProgram() {}

    /**
     * Runs one task.
     *
     * @param arguments {@code kill FOLDER STEP}: stores release 2 and ends without a word after that step; {@code lock
     *     FOLDER}: keeps the folder locked until its input ends; {@code update SERVER APP FOLDER VERSION}: refreshes
     *     until it has that version
     * @throws Exception if the task fails
     */
    public static void main(String[] arguments) throws Exception {
        File folder = new File(arguments[arguments[0].equals("update") ? 3 : 1]);
        switch (arguments[0]) {
            case "kill":
                kill(folder, Integer.parseInt(arguments[2]));
                return;
            case "lock":
                try (FolderLock lock = FolderLock.acquire(folder, 5000)) {
                    System.out.println(lock == null ? "busy" : "locked");
                    while (System.in.read() >= 0) {}
                }
                return;
            default:
                update(arguments[1], arguments[2], folder, Integer.parseInt(arguments[4]));
        }
    }

    private static void kill(File folder, int last) throws Exception {
        ReleaseFiles files = new ReleaseFiles(folder);
        int[] count = {0};
        files.steps = step -> {
            if (++count[0] == last) {
                System.out.println("killed after: " + step);
                Runtime.getRuntime().halt(137);
            }
        };
        Publication next = next();
        files.store(new ReleaseFiles.Update(Head.read(next.head()), next.body, Engine.compile(next.body, next.digest)));
        System.out.println("done");
    }

    /** The release that a killed program stores. */
    static Publication next() {
        return Publication.make(2, "", 1, "moments", 100_000);
    }

    private static void update(String server, String app, File folder, int version) throws Exception {
        try (RouteClient client = RouteClient.builder(server, app).storage(folder).build()) {
            while (client.release() == null || client.release().version() < version) client.refresh();
            for (RouteClientException.Code code : client.counters().failures().keySet()) System.out.println("failed: " + code);
        }
        System.out.println("done");
    }
}
