package waymark.client;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Closes clients that were collected without {@link RouteClient#close}, so that the memory of the engine is freed.
 *
 * <p>By a queue of phantom references: java.lang.ref.Cleaner needs Android API level 33.
 */
final class Reaper extends PhantomReference<RouteClient> {
    private static final ReferenceQueue<RouteClient> QUEUE = new ReferenceQueue<>();
    /** Keeps the references themselves from being collected. */
    private static final Set<Reaper> ALL = ConcurrentHashMap.newKeySet();

    static {
        Threads.daemon("waymark-reaper", Reaper::run).start();
    }

    private final ClientCore core;

    private Reaper(RouteClient client, ClientCore core) {
        super(client, QUEUE);
        this.core = core;
    }

    /** Closes a core when its client is collected. */
    static Reaper watch(RouteClient client, ClientCore core) {
        Reaper reference = new Reaper(client, core);
        ALL.add(reference);
        return reference;
    }

    /** Ends the watch over a client that was closed. */
    void forget() {
        ALL.remove(this);
        clear();
    }

    private static void run() {
        while (true) {
            try {
                Reaper reference = (Reaper) QUEUE.remove();
                ALL.remove(reference);
                reference.core.close();
            } catch (InterruptedException ignored) {
                // No code interrupts this thread; it ends with the program.
            }
        }
    }
}
