package waymark.client;

/** Every bound of this package, with its reason. */
final class Limits {
    /** A head has at most 640 bytes; a longer answer is not from a Waymark server (client.md C2.3). */
    static final int HEAD_BYTES_MAX = 16 * 1024;

    /** 100,000 rules are about 25 MB of JSON; more than this is too much for a phone (client.md C2.3). */
    static final int BODY_BYTES_MAX = 64 * 1024 * 1024;

    /** An index is smaller than its body; this bound protects against files that are not an index. */
    static final int INDEX_BYTES_MAX = 128 * 1024 * 1024;

    /** The file {@code origin} of a bundle: the names of an app and a channel, and sixteen digits. */
    static final int ORIGIN_BYTES_MAX = 256;

    /** Arrays and objects inside each other in JSON that is read; an explanation has six. */
    static final int JSON_DEPTH_MAX = 8;

    /** Events that wait for a slow listener; older ones are dropped. */
    static final int EVENTS_BUFFERED_MAX = 64;

    /** How often opening the storage starts again because another process replaced its files meanwhile. */
    static final int OPENING_ATTEMPTS_MAX = 4;

    /** The shortest poll interval: with 0 every client would poll without a pause (client.md C5.1). */
    static final long POLL_MILLIS_MIN = 1000;

    /** The longest poll interval, jitter and {@code Retry-After}: a longer one would keep clients from new releases. */
    static final long POLL_MILLIS_MAX = 24 * 60 * 60 * 1000L;

    /** An exchange without new bytes for this long fails; also the time to connect. */
    static final int ANSWER_SILENCE_MILLIS = 15_000;

    /** The time for a whole exchange, on the slowest networks. */
    static final int ANSWER_MILLIS = 120_000;

    /** A stream without new bytes for this long has failed: the server sends a comment every 20 seconds (client.md C6.1). */
    static final int STREAM_SILENCE_MILLIS = 50_000;

    /** The time until a stream delivers its first head; if none arrives, a proxy buffers the stream (client.md C6.3). */
    static final long STREAM_OPENING_MILLIS = 10_000;

    /** One event of a stream with all its lines: a head and its name. */
    static final int STREAM_EVENT_BYTES_MAX = HEAD_BYTES_MAX;

    /** How long after an answered exchange began, or a stream delivered its first head, a wake-up is ignored. */
    static final long WAKE_FRESH_MILLIS = 1000;

    /** The most polls between two tries of a stream: about 35 minutes at the server's default interval. */
    static final int POLLS_BETWEEN_STREAMS_MAX = 32;

    /** The first wait after a failed refresh (client.md C5.2). */
    static final long BACKOFF_MILLIS_MIN = 1000;

    /** The longest wait after failed refreshes, unless {@code Retry-After} is longer (client.md C5.2). */
    static final long BACKOFF_MILLIS_MAX = 5 * 60 * 1000;

    /** How long an update waits for the update of another process, which writes three files. */
    static final long LOCK_MILLIS_MAX = 5000;

    /** The wait between two tries to get the lock of another process. */
    static final long LOCK_RETRY_MILLIS = 10;

    /** The most bytes of one write; tests end the process between two. */
    static final int WRITE_CHUNK_BYTES = 64 * 1024;

    /** The buffer for an answer as it arrives. */
    static final int READ_CHUNK_BYTES = 16 * 1024;

    /** How long a thread without work stays: a second refresh often follows soon. */
    static final long IDLE_THREAD_MILLIS = 10_000;

    /** Characters of a link that is handed over: as many as the rules read (client.md C9.1). */
    static final int HANDED_BYTES_MAX = 8192;

    /** Bytes of a campaign value (client.md C9.6). */
    static final int CAMPAIGN_BYTES_MAX = 256;

    /** Bytes of a value of a context, and attributes of one (language.md L4). */
    static final int CONTEXT_VALUE_BYTES_MAX = 4096;

    static final int CONTEXT_ATTRIBUTES_MAX = 64;

    private Limits() {}
}
