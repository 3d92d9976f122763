package waymark.client;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes processes and threads that share a folder write one after the other.
 *
 * <p>The lock of a file is that of the whole process, and closing any channel of the file releases it (fcntl(2)): threads
 * therefore take a lock in memory first. The system releases the file's lock when its process ends, so that a killed
 * writer never blocks the next one.
 */
final class FolderLock implements AutoCloseable {
    private static final ConcurrentHashMap<String, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private final ReentrantLock threads;
    private final FileChannel channel;

    private FolderLock(ReentrantLock threads, FileChannel channel) {
        this.threads = threads;
        this.channel = channel;
    }

    /**
     * Waits for the lock of a folder that exists.
     *
     * @return null if it was not free in time
     */
    @Nullable
    static FolderLock acquire(File folder, long millisMax) throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millisMax);
        ReentrantLock threads = THREADS.computeIfAbsent(folder.getCanonicalPath(), path -> new ReentrantLock());
        FileChannel channel = null;
        FileLock lock = null;
        boolean isMine = false;
        try {
            isMine = threads.tryLock(millisMax, TimeUnit.MILLISECONDS);
            if (!isMine) return null;
            channel = FileChannel.open(
                    new File(folder, "lock").toPath(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            for (lock = tryLock(channel); lock == null; lock = tryLock(channel)) {
                if (System.nanoTime() - end >= 0) return null;
                Thread.sleep(Limits.LOCK_RETRY_MILLIS);
            }
            return new FolderLock(threads, channel);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            if (lock == null && channel != null) channel.close();
            if (lock == null && isMine) threads.unlock();
        }
    }

    /** Releases the lock. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // The descriptor is closed in any case, and with it the lock.
        } finally {
            threads.unlock();
        }
    }

    @Nullable
    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException other) {
            return null;
        }
    }
}
