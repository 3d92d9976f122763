package waymark.client;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A native object that several threads use: it is freed when it is closed and the last use has ended.
 *
 * <p>A use is counted from {@link #acquire} to {@link #release}. The owner is one use, which {@link #close} ends.
 */
abstract class SharedHandle {
    private final AtomicInteger uses = new AtomicInteger(1);
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final long handle;

    SharedHandle(long handle) {
        this.handle = handle;
    }

    /** Begins a use; false if the object was freed, so that it must not be used. */
    final boolean acquire() {
        while (true) {
            int count = uses.get();
            if (count == 0) return false;
            if (uses.compareAndSet(count, count + 1)) return true;
        }
    }

    /** Ends a use. */
    final void release() {
        if (uses.decrementAndGet() == 0) free(handle);
    }

    /** Ends the owner's use; later calls do nothing. */
    final void close() {
        if (isClosed.compareAndSet(false, true)) release();
    }

    /** The pointer, valid during a use. */
    final long handle() {
        return handle;
    }

    abstract void free(long handle);
}
