package waymark.client;

/**
 * The waits of an update loop in milliseconds, and when to try a stream (client.md section 5, C6.3).
 *
 * <p>Does no I/O and reads no clock; random numbers from 0 to below 1 are parameters. Used by one thread.
 */
final class PollSchedule {
    private int failures;
    private int streamRefusals;
    private int pollsBeforeStream;

    /** Failures since the last success. */
    int failures() {
        return failures;
    }

    /** Whether the next step is to open a stream. */
    boolean triesStream() {
        return pollsBeforeStream == 0;
    }

    /** The wait after a successful poll: the interval plus a random part of the jitter (client.md C5.1). */
    long afterSuccess(long intervalSeconds, long jitterSeconds, double random) {
        failures = 0;
        if (pollsBeforeStream > 0) pollsBeforeStream--;
        return Math.max(millis(intervalSeconds), Limits.POLL_MILLIS_MIN) + (long) (millis(jitterSeconds) * random);
    }

    /** The wait after a failure: doubled each time, and a random value from half of it to all of it (client.md C5.2). */
    long afterFailure(double random) {
        // 2^9 times the shortest wait is longer than the longest.
        long doubled = Limits.BACKOFF_MILLIS_MIN << Math.min(failures, 9);
        failures++;
        return (long) (Math.min(doubled, Limits.BACKOFF_MILLIS_MAX) * (0.5 + random / 2));
    }

    /** The wait for a {@code Retry-After}: a day at most, plus a random part of the jitter (client.md C5.3). */
    static long retryAfter(long seconds, long jitterSeconds, double random) {
        return millis(seconds) + (long) (millis(jitterSeconds) * random);
    }

    /**
     * The wait after a connected stream has ended: a random part of the jitter and one second, plus the stream's field
     * {@code retry}, five minutes at most (client.md C6.3).
     *
     * <p>The random part spreads the clients, because a server that stops ends all streams at the same time.
     */
    long afterStream(long jitterSeconds, long retryMillis, double random) {
        failures = 0;
        streamRefusals = 0;
        return (long) ((millis(jitterSeconds) + Limits.BACKOFF_MILLIS_MIN) * random)
                + Math.min(Math.max(retryMillis, 0), Limits.BACKOFF_MILLIS_MAX);
    }

    /** Records that a stream failed where a poll succeeded: the next one is tried after one poll, then two, then four. */
    void streamWasRefused() {
        pollsBeforeStream = Math.min(1 << Math.min(streamRefusals, 16), Limits.POLLS_BETWEEN_STREAMS_MAX);
        streamRefusals++;
    }

    /** Seconds in milliseconds, from 0 to one day. */
    private static long millis(long seconds) {
        return Math.min(Math.max(seconds, 0), Limits.POLL_MILLIS_MAX / 1000) * 1000;
    }
}
