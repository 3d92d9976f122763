package waymark.client;

import waymark.client.RouteClientException.Code;

/**
 * One stream of heads, from its request to its end.
 *
 * <p>A thread of its own reads it. From the moment a loop is stopped or leaves the stream, heads that have not begun to be
 * used have no effect; the connection is closed as soon as the system can do so.
 */
final class HeadStream implements Transport.Receiver {
    private final ClientCore core;
    private final LoopPhases phases;
    private final Exchange exchange = new Exchange();
    private final EventStreamReader reader = new EventStreamReader();

    // Guarded by this object:
    private boolean isLeft;
    private boolean isConnected;
    private boolean wasHeadRefused;
    @Nullable private RouteClientException failure;

    HeadStream(ClientCore core, LoopPhases phases) {
        this.core = core;
        this.phases = phases;
    }

    /** Reads the stream until it ends, or the loop leaves it; returns whether a wake-up ended it. */
    boolean listen(long openingMillis) throws InterruptedException {
        phases.streamBegins();
        Threads.daemon("waymark-stream", this::read).start();
        try {
            boolean hasEnded = phases.awaitStream(openingMillis);
            synchronized (this) {
                if (!hasEnded && !isConnected) {
                    failure = new RouteClientException(Code.TIMED_OUT, "the stream of heads delivered no head");
                }
            }
        } finally {
            synchronized (this) {
                isLeft = true;
            }
            exchange.abort();
        }
        return phases.streamLeft();
    }

    /** Whether it delivered a head. */
    synchronized boolean isConnected() {
        return isConnected;
    }

    /** Whether a head that it delivered could not be used. */
    synchronized boolean wasHeadRefused() {
        return wasHeadRefused;
    }

    /** Why it failed; null if it delivered a head and then ended normally. */
    @Nullable
    synchronized RouteClientException failure() {
        return failure;
    }

    /** The wait before the next connection, by the stream's field {@code retry}. */
    synchronized long retryMillis() {
        return reader.retryMillis();
    }

    private void read() {
        RouteClientException reason = null;
        try {
            core.channel.stream(exchange, this);
        } catch (RouteClientException error) {
            reason = error;
        } catch (RuntimeException | Error defect) {
            // The loop waits for the end of this thread.
            Announcer.log("a stream threw", defect);
            reason = new RouteClientException(Code.UNREACHABLE, "the stream of heads: " + defect, defect);
        }
        synchronized (this) {
            if (reason == null && !isConnected) {
                reason = new RouteClientException(Code.TIMED_OUT, "the stream of heads delivered no head");
            }
            if (!isLeft) failure = reason;
        }
        phases.streamEnded();
    }

    @Override
    public void begin(Transport.Answer answer) throws RouteClientException {
        try {
            core.channel.requireStream(answer);
        } catch (RouteClientException refusal) {
            // Kept here and not where the loop reads the result, because the loop may have been stopped before that.
            core.keepRetryAfter(refusal);
            throw refusal;
        }
    }

    @Override
    public boolean receive(byte[] bytes, int count) throws RouteClientException {
        java.util.List<EventStreamReader.Event> events;
        synchronized (this) {
            if (isOver()) return false;
            events = reader.feed(bytes, count);
        }
        for (EventStreamReader.Event event : events) {
            // Events with other names are ignored (client.md C6.1).
            if (event.name.equals("head") && !use(core.channel.head(event.content))) return false;
        }
        return true;
    }

    /** Whether nothing more is to be used. A loop that was stopped leaves its stream only when its thread runs next. */
    private synchronized boolean isOver() {
        return isLeft || phases.isStopped();
    }

    /** Treats a head as one that was fetched (client.md C6.2); returns whether to read on. */
    private boolean use(Head head) {
        boolean isFirst;
        synchronized (this) {
            if (isOver()) return false;
            isFirst = !isConnected;
            isConnected = true;
        }
        if (isFirst) {
            phases.firstHeadArrived();
            core.countConnection();
        }
        try {
            core.refreshes.use(head, this::isOver);
            return true;
        } catch (RouteClientException refused) {
            synchronized (this) {
                wasHeadRefused = true;
            }
            return false;
        }
    }
}
