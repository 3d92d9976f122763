package waymark.client;

/** Sends GET requests to the server; never follows a redirect (client.md C2.2). */
interface Transport {
    /** The parts of an answer that the client uses; the content of statuses other than 200 is empty. */
    final class Answer {
        final int status;
        @Nullable final String contentType;
        @Nullable final String retryAfter;
        @Nullable final String date;
        byte[] content = new byte[0];

        Answer(int status, @Nullable String contentType, @Nullable String retryAfter, @Nullable String date) {
            this.status = status;
            this.contentType = contentType;
            this.retryAfter = retryAfter;
            this.date = date;
        }

        /** The media type without parameters, in lower case; empty without one. */
        String mediaType() {
            if (contentType == null) return "";
            int end = contentType.indexOf(';');
            return contentType
                    .substring(0, end < 0 ? contentType.length() : end)
                    .trim()
                    .toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Receives a stream piece by piece, on the thread that called {@link #stream}. */
    interface Receiver {
        /** The status and the fields; an exception ends the stream. */
        void begin(Answer answer) throws RouteClientException;

        /** Some bytes; false ends the stream. */
        boolean receive(byte[] bytes, int count) throws RouteClientException;
    }

    /** Requests an address and reads the whole answer; any status is an answer. */
    Answer get(String address, int bytesMax, Exchange exchange) throws RouteClientException;

    /** Requests an address whose answer is endless, and reads it to its end. */
    void stream(String address, Exchange exchange, Receiver receiver) throws RouteClientException;
}
