package waymark.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Passes events to the listeners, each on its own executor, one after the other. */
final class Announcer {
    private final List<Mailbox> mailboxes = new ArrayList<>();

    synchronized void add(Executor executor, RouteClientListener listener) {
        mailboxes.add(new Mailbox(
                Objects.requireNonNull(executor, "executor"), Objects.requireNonNull(listener, "listener")));
    }

    synchronized void remove(RouteClientListener listener) {
        Objects.requireNonNull(listener, "listener");
        mailboxes.removeIf(mailbox -> mailbox.listener == listener);
    }

    synchronized void removeAll() {
        mailboxes.clear();
    }

    /** Passes an event on; must not be called under a lock, because an executor may call the listener at once. */
    void announce(Consumer<RouteClientListener> event) {
        for (Mailbox mailbox : enqueue(event)) mailbox.start();
    }

    /** Adds an event behind the earlier ones; the caller starts the result when it holds no lock. */
    synchronized List<Mailbox> enqueue(Consumer<RouteClientListener> event) {
        List<Mailbox> idle = new ArrayList<>();
        for (Mailbox mailbox : mailboxes) {
            if (mailbox.post(event)) idle.add(mailbox);
        }
        return idle;
    }

    /** Reports what code of the app, or a defect, threw where nothing may be thrown. */
    static void log(String what, Throwable thrown) {
        Logger.getLogger("waymark.client").log(Level.WARNING, what, thrown);
    }

    /** The events that wait for one listener. */
    static final class Mailbox implements Runnable {
        private final Executor executor;
        private final RouteClientListener listener;
        private final ArrayDeque<Consumer<RouteClientListener>> waiting = new ArrayDeque<>();
        private boolean isRunning;

        Mailbox(Executor executor, RouteClientListener listener) {
            this.executor = executor;
            this.listener = listener;
        }

        /** Adds an event; returns whether the mailbox is to be started. */
        private synchronized boolean post(Consumer<RouteClientListener> event) {
            if (waiting.size() == Limits.EVENTS_BUFFERED_MAX) waiting.removeFirst();
            waiting.addLast(event);
            boolean wasIdle = !isRunning;
            isRunning = true;
            return wasIdle;
        }

        /** Passes one event on; the next one is a new task, so that other work of the executor comes between. */
        @Override
        public void run() {
            Consumer<RouteClientListener> event;
            synchronized (this) {
                event = waiting.pollFirst();
            }
            try {
                if (event != null) event.accept(listener);
            } catch (Throwable thrown) {
                // It harms neither the thread of the executor, which may be the client's own, nor other listeners.
                log("a listener threw", thrown);
            } finally {
                boolean hasMore;
                synchronized (this) {
                    hasMore = !waiting.isEmpty();
                    isRunning = hasMore;
                }
                if (hasMore) start();
            }
        }

        void start() {
            try {
                executor.execute(this);
            } catch (RuntimeException ended) {
                synchronized (this) {
                    isRunning = false;
                    waiting.clear();
                }
            }
        }
    }
}
