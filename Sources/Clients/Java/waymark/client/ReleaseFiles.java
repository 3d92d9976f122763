package waymark.client;

import java.io.File;
import java.io.IOException;
import java.util.List;
import waymark.client.LaunchReport.Source;
import waymark.client.RouteClientException.Code;

/**
 * The folder that stores the last good release of one channel (client.md section 4).
 *
 * <ul>
 *   <li>{@code head.json}: the head as the server sent it. The release that it names is active.
 *   <li>{@code body-<digest>.json}: the exact bytes of the body; the digest is verified each time it is read.
 *   <li>{@code index-<digest>.wmi}: the same body compiled, which a launch opens without reading the body.
 *   <li>{@code lock}: locked while files are replaced.
 * </ul>
 *
 * <p>An update writes body, index and head in this order. A process killed between any two steps leaves the old head with
 * its files, or the new head with its files.
 */
final class ReleaseFiles {
    /** A release to be stored: verified and compiled. */
    static final class Update {
        final Head head;
        final byte[] body;
        final byte[] index;

        Update(Head head, byte[] body, byte[] index) {
            this.head = head;
            this.body = body;
            this.index = index;
        }
    }

    final File folder;
    private final BundleSource files;
    /** Called after each change on the disk; tests end the process there. */
    StoredFiles.Steps steps = step -> {};
    /** How long an update waits for that of another process. */
    long lockMillisMax = Limits.LOCK_MILLIS_MAX;

    ReleaseFiles(File folder) {
        this.folder = folder;
        files = StoredFiles.in(folder);
    }

    static String bodyName(String digest) {
        return "body-" + digest + ".json";
    }

    static String indexName(String digest) {
        return "index-" + digest + ".wmi";
    }

    // MARK: Reading

    /**
     * Opens the release to start with: the index that the head names; else the body that it names, compiled again;
     * without a usable head the valid body with the highest version.
     *
     * <p>Needs no lock, because files are replaced whole. What is wrong with them is added to {@code problems}.
     */
    @Nullable
    Opened open(List<RouteClientException> problems) {
        String tried = null;
        for (int attempt = 0; attempt < Limits.OPENING_ATTEMPTS_MAX; attempt++) {
            Head head = null;
            try {
                head = readHead();
            } catch (RouteClientException error) {
                problems.add(error);
            }
            if (head == null) break;
            Opened opened = open(head, problems);
            if (opened != null) return opened;
            // Another process may have stored a later release since the head was read; then the head has changed.
            if (head.digest.equals(tried)) break;
            tried = head.digest;
        }
        return openOrphan(problems);
    }

    @Nullable
    private Opened open(Head head, List<RouteClientException> problems) {
        try {
            Engine engine = openIndex(files, head.digest);
            if (engine != null) return new Opened(engine, head, Source.INDEX);
        } catch (RouteClientException error) {
            problems.add(error);
        }
        try {
            Engine engine = rebuild(head.digest, problems);
            return engine == null ? null : new Opened(engine, head, Source.BODY);
        } catch (RouteClientException error) {
            problems.add(error);
            return null;
        }
    }

    /** Opens the index of a body; null if there is none (client.md C1.2). */
    @Nullable
    static Engine openIndex(BundleSource files, String digest) throws RouteClientException {
        byte[] index = StoredFiles.read(files, indexName(digest), Limits.INDEX_BYTES_MAX);
        if (index == null) return null;
        Engine engine = Engine.openIndex(index);
        if (engine.digest.equals(digest)) return engine;
        engine.close();
        throw new RouteClientException(Code.STORAGE_UNREADABLE, indexName(digest) + " is the index of another body");
    }

    /** Compiles the stored body again and stores the index; a failure to store it is only reported. */
    @Nullable
    private Engine rebuild(String digest, List<RouteClientException> problems) throws RouteClientException {
        byte[] body = StoredFiles.read(files, bodyName(digest), Limits.BODY_BYTES_MAX);
        if (body == null) return null;
        Engine.verify(body, digest);
        byte[] index = Engine.compile(body, digest);
        Engine engine = Engine.openIndex(index);
        try {
            storeIndex(index, digest);
        } catch (RouteClientException error) {
            problems.add(error);
        }
        return engine;
    }

    /** Opens a body without a head: the first update may have been killed, or the head is damaged. */
    @Nullable
    private Opened openOrphan(List<RouteClientException> problems) {
        Engine best = null;
        for (String name : names()) {
            if (!name.startsWith("body-") || !name.endsWith(".json")) continue;
            try {
                Engine engine = rebuild(name.substring(5, name.length() - 5), problems);
                if (engine == null) continue;
                boolean isBetter = best == null || engine.version > best.version;
                Engine worse = isBetter ? best : engine;
                if (worse != null) worse.close();
                if (isBetter) best = engine;
            } catch (RouteClientException error) {
                problems.add(error);
            }
        }
        return best == null ? null : new Opened(best, null, Source.BODY);
    }

    /** The stored head; null if there is none. */
    @Nullable
    Head readHead() throws RouteClientException {
        return readHead(files);
    }

    @Nullable
    static Head readHead(BundleSource files) throws RouteClientException {
        byte[] bytes = StoredFiles.read(files, "head.json", Limits.HEAD_BYTES_MAX);
        if (bytes == null) return null;
        try {
            return Head.read(bytes);
        } catch (IllegalArgumentException error) {
            throw new RouteClientException(Code.STORAGE_UNREADABLE, "head.json: " + error.getMessage(), error);
        }
    }

    /** Whether a release's head and body are stored; the system may have purged the folder. */
    boolean holds(String digest) {
        return new File(folder, "head.json").exists() && new File(folder, bodyName(digest)).exists();
    }

    // MARK: Writing

    /**
     * Stores a release, and removes the files of the others.
     *
     * @return false if another process has meanwhile stored a later one, which then stays (client.md C4.4)
     */
    boolean store(Update update) throws RouteClientException {
        if (!folder.isDirectory() && !folder.mkdirs() && !folder.isDirectory()) {
            throw new RouteClientException(Code.STORAGE_UNWRITABLE, folder + " cannot be made");
        }
        return locked(lockMillisMax, () -> {
            steps.after("folder locked");
            if (isStoredLater(update.head)) return false;
            write(bodyName(update.head.digest), "body", update.body);
            write(indexName(update.head.digest), "index", update.index);
            writeHead(update.head);
            removeOthers(update.head.digest);
            return true;
        });
    }

    /** Replaces only the head, for a release whose other files are stored. */
    boolean storeHead(Head head) throws RouteClientException {
        return locked(lockMillisMax, () -> {
            if (isStoredLater(head)) return false;
            writeHead(head);
            return true;
        });
    }

    /** Writes an index again, unless another process has the lock or has stored another release. */
    private void storeIndex(byte[] index, String digest) throws RouteClientException {
        try (FolderLock lock = FolderLock.acquire(folder, 0)) {
            Head stored = storedHead();
            // The next launch does it.
            if (lock == null || stored != null && !stored.digest.equals(digest)) return;
            write(indexName(digest), "index", index);
        } catch (IOException error) {
            throw unwritable(error);
        }
    }

    private interface Work {
        boolean run() throws IOException;
    }

    private boolean locked(long millisMax, Work work) throws RouteClientException {
        try (FolderLock lock = FolderLock.acquire(folder, millisMax)) {
            if (lock != null) return work.run();
        } catch (IOException error) {
            throw unwritable(error);
        }
        throw new RouteClientException(
                Code.STORAGE_UNWRITABLE,
                "another process has locked " + folder + " for too long",
                "the release is used from memory; the next refresh tries again");
    }

    private RouteClientException unwritable(IOException error) {
        return new RouteClientException(Code.STORAGE_UNWRITABLE, folder + ": " + error, error);
    }

    private void write(String name, String part, byte[] bytes) throws IOException {
        StoredFiles.replace(new File(folder, name), bytes, step -> steps.after(part + " " + step));
    }

    private void writeHead(Head head) throws IOException {
        write("head.json", "head", head.bytes);
        StoredFiles.flush(folder);
        steps.after("folder flushed");
    }

    private boolean isStoredLater(Head head) {
        Head stored = storedHead();
        return stored != null && stored.position.compareTo(head.position) > 0;
    }

    /** The stored head; null also if it is damaged, because the update replaces it. */
    @Nullable
    private Head storedHead() {
        try {
            return readHead();
        } catch (RouteClientException damaged) {
            return null;
        }
    }

    /** Removes the files of other releases and of interrupted updates; the caller has the lock. */
    private void removeOthers(String digest) throws IOException {
        for (String name : names()) {
            if (name.equals(bodyName(digest)) || name.equals(indexName(digest))) continue;
            boolean isOurs = name.startsWith("body-") || name.startsWith("index-") || name.endsWith(StoredFiles.TEMPORARY);
            if (isOurs && new File(folder, name).delete()) steps.after("removed " + name.substring(0, 5));
        }
    }

    private String[] names() {
        String[] names = folder.list();
        return names == null ? new String[0] : names;
    }
}
