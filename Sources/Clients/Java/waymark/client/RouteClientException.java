package waymark.client;

/** Why an operation of a client failed; the last good release stays in use (client.md C4.5). */
public final class RouteClientException extends Exception {
    private static final long serialVersionUID = 1;

    /** The kinds of failures. */
    public enum Code {
        /** No answer: no network, no such host, connection refused, connection lost. */
        UNREACHABLE("unreachable"),
        /** An answer did not arrive in time. */
        TIMED_OUT("timedOut"),
        /** The client was closed, or every caller that waited was interrupted. */
        CANCELLED("cancelled"),
        /** The server has no such app or channel, or it is private (404): it answers alike, so that names do not leak. */
        UNKNOWN_APP("unknownApp"),
        /** The server answered with a status other than 200. */
        UNEXPECTED_STATUS("unexpectedStatus"),
        /** An answer that is not from a Waymark server: wrong content type, or not the documented JSON. */
        UNEXPECTED_CONTENT("unexpectedContent"),
        /** An answer was longer than its limit. */
        TOO_LARGE("tooLarge"),
        /** A body does not have the digest that its head names. */
        WRONG_DIGEST("wrongDigest"),
        /** A body with the right digest could not be read. */
        INVALID_BODY("invalidBody"),
        /** A body has a format that this version cannot read. */
        UNSUPPORTED_FORMAT("unsupportedFormat"),
        /** A head has the position of the latest one but names another release. */
        CONFLICTING_HEAD("conflictingHead"),
        /** A stored file cannot be read, or is damaged. */
        STORAGE_UNREADABLE("cacheUnreadable"),
        /** A file cannot be stored. */
        STORAGE_UNWRITABLE("cacheUnwritable");

        private final String word;

        Code(String word) {
            this.word = word;
        }

        /**
         * The stable word for logs, the same as that of the Swift client.
         *
         * @return the word
         */
        public String word() {
            return word;
        }
    }

    /** What was wrong, with its code. */
    private final Code code;

    /** What to do, if that is known. */
    @Nullable private final String hint;

    /** The status, or 0. */
    private final int status;

    /** The value of Retry-After in seconds, or -1. */
    private final long retryAfterSeconds;

    RouteClientException(Code code, String detail) {
        this(code, detail, null, 0, -1, null);
    }

    RouteClientException(Code code, String detail, @Nullable Throwable cause) {
        this(code, detail, null, 0, -1, cause);
    }

    RouteClientException(Code code, String detail, @Nullable String hint) {
        this(code, detail, hint, 0, -1, null);
    }

    RouteClientException(
            Code code,
            String detail,
            @Nullable String hint,
            int status,
            long retryAfterSeconds,
            @Nullable Throwable cause) {
        super(code.word() + ": " + detail + (hint == null ? "" : " (" + hint + ")"), cause);
        this.code = code;
        this.hint = hint;
        this.status = status;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /**
     * The kind of failure.
     *
     * @return the code
     */
    public Code code() {
        return code;
    }

    /**
     * What to do about it.
     *
     * @return a sentence for people; null if nothing is known
     */
    @Nullable
    public String hint() {
        return hint;
    }

    /**
     * The HTTP status.
     *
     * @return the status; 0 if there was no answer
     */
    public int status() {
        return status;
    }

    /**
     * How long to wait before the next request.
     *
     * @return seconds ({@code Retry-After}); -1 if the server sent none
     */
    public long retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
