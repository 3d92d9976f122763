package waymark.client;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The waits of an update loop, which other threads can end early; wake-ups coalesce.
 *
 * <p>One thread, the loop, calls the methods that wait or report an exchange. What a wake-up does depends on the phase:
 *
 * <ul>
 *   <li>working (polls, or is between two waits): it is kept, and ends the next pause.
 *   <li>pausing (until the next poll, or after a failure): it ends the pause.
 *   <li>retry after (as long as the server requires): it is dropped (client.md C5.3).
 *   <li>connecting (a stream that has not delivered a head): it is dropped, the request has just been sent.
 *   <li>streaming: it ends the stream, so that the loop opens a new one.
 * </ul>
 *
 * <p>In every phase a wake-up is dropped if the latest exchange began less than {@code freshMillis} ago and was answered or
 * is under way: another exchange would get the same answer.
 */
final class LoopPhases {
    private enum Phase {
        WORKING,
        PAUSING,
        RETRY_AFTER,
        CONNECTING,
        STREAMING
    }

    /** How an exchange with the server ended. */
    enum End {
        /** With an answer: wake-ups during it are done, and later ones are dropped for a moment. */
        ANSWERED,
        /** With an answer to a poll that replaces a stream: the next wake-up makes the loop try a stream again. */
        ANSWERED_INSTEAD_OF_STREAM,
        /** Without an answer: a wake-up during the exchange is kept, because the network may have come back. */
        UNANSWERED
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Waits waits;
    private final long freshMillis;

    private Phase phase = Phase.WORKING;
    private boolean isWoken;
    private boolean isRetryAfterOver;
    private boolean isStreamOver;
    private boolean isStopped;
    /** When the latest exchange began, if it was answered or is under way; -1 otherwise. */
    private long exchangeBegan = -1;

    LoopPhases(Waits waits, long freshMillis) {
        this.waits = waits;
        this.freshMillis = freshMillis;
    }

    // MARK: Calls from any thread

    /** Ends the pause or the stream under way, or the next pause. */
    void wake() {
        change(() -> {
            boolean isFresh = exchangeBegan >= 0 && waits.nowMillis() - exchangeBegan < freshMillis;
            if (isFresh || phase == Phase.RETRY_AFTER || phase == Phase.CONNECTING) return;
            isWoken = true;
        });
    }

    /** Ends the wait of a Retry-After under way, because the server has answered another request. */
    void endRetryAfter() {
        change(() -> isRetryAfterOver = phase == Phase.RETRY_AFTER);
    }

    /** Ends every wait, now and later. */
    void stop() {
        change(() -> isStopped = true);
    }

    boolean isStopped() {
        lock.lock();
        try {
            return isStopped;
        } finally {
            lock.unlock();
        }
    }

    /** The stream has delivered its first head, which counts as an exchange that began now. */
    void firstHeadArrived() {
        change(() -> {
            if (phase != Phase.CONNECTING) return;
            phase = Phase.STREAMING;
            isWoken = false;
            exchangeBegan = waits.nowMillis();
        });
    }

    /** The stream has ended. */
    void streamEnded() {
        change(() -> isStreamOver = true);
    }

    // MARK: Calls of the loop

    /** A poll begins; it answers all wake-ups before it. */
    void exchangeBegins() {
        change(() -> {
            isWoken = false;
            exchangeBegan = waits.nowMillis();
        });
    }

    /** The poll has ended. */
    void exchangeEnded(End end) {
        change(() -> {
            if (end != End.UNANSWERED) isWoken = false;
            if (end != End.ANSWERED) exchangeBegan = -1;
        });
    }

    /** Waits for the next poll; returns whether a wake-up ended the wait. */
    boolean pause(long millis) throws InterruptedException {
        return await(Phase.PAUSING, millis, () -> isWoken);
    }

    /** Waits as long as a Retry-After requires; returns whether the server has meanwhile answered another request. */
    boolean pauseForRetryAfter(long millis, BooleanSupplier isOver) throws InterruptedException {
        lock.lock();
        try {
            phase = Phase.RETRY_AFTER;
        } finally {
            lock.unlock();
        }
        // After the phase is set, because an answer before that found no wait to end.
        if (isOver.getAsBoolean()) endRetryAfter();
        return await(Phase.RETRY_AFTER, millis, () -> isRetryAfterOver);
    }

    /** A stream is being requested. */
    void streamBegins() {
        change(() -> {
            phase = Phase.CONNECTING;
            isStreamOver = false;
        });
    }

    /**
     * Waits until the stream has ended, a wake-up or {@link #stop} ends it, or it delivered no head in time.
     *
     * @return whether the stream ended by itself
     */
    boolean awaitStream(long openingMillis) throws InterruptedException {
        boolean isOver = await(Phase.CONNECTING, openingMillis, () -> isStreamOver || phase == Phase.STREAMING);
        if (!isOver || isStreamOver()) return isOver;
        await(Phase.STREAMING, Long.MAX_VALUE / 2, () -> isStreamOver || isWoken);
        return isStreamOver();
    }

    /** The loop has left the stream; returns whether a wake-up ended it. */
    boolean streamLeft() {
        lock.lock();
        try {
            boolean wasWoken = phase == Phase.STREAMING && isWoken && !isStreamOver;
            isWoken = false;
            exchangeBegan = -1;
            phase = Phase.WORKING;
            return wasWoken;
        } finally {
            lock.unlock();
        }
    }

    private boolean isStreamOver() {
        lock.lock();
        try {
            return isStreamOver;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a condition holds or the time is over; returns whether it held. */
    private boolean await(Phase waiting, long millis, BooleanSupplier condition) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            boolean isStream = waiting == Phase.CONNECTING || waiting == Phase.STREAMING;
            if (!isStream) phase = waiting;
            long end = waits.nowMillis() + millis;
            while (!isStopped && !condition.getAsBoolean()) {
                long left = end - waits.nowMillis();
                if (left <= 0) break;
                waits.await(changed, left);
            }
            boolean held = condition.getAsBoolean();
            if (!isStream) {
                phase = Phase.WORKING;
                isWoken = false;
                isRetryAfterOver = false;
            }
            return held;
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
