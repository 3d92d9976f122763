package waymark.client;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import waymark.client.RouteClientException.Code;

/** A transport that uses {@link HttpURLConnection}, with the system's proxies and trust settings. */
final class HttpTransport implements Transport {
    private final int silenceMillis;
    private final int wholeMillis;

    HttpTransport(int silenceMillis, int wholeMillis) {
        this.silenceMillis = silenceMillis;
        this.wholeMillis = wholeMillis;
    }

    @Override
    public Answer get(String address, int bytesMax, Exchange exchange) throws RouteClientException {
        HttpURLConnection connection = open(address, "application/json", "gzip", silenceMillis);
        boolean isWhole = false;
        Exchange.Deadline deadline = exchange.begin(connection, wholeMillis);
        try {
            Answer answer = answer(connection, address);
            if (answer.status == 200) answer.content = content(connection, address, bytesMax);
            isWhole = answer.status == 200;
            return answer;
        } catch (IOException | RuntimeException error) {
            throw translated(error, address, exchange);
        } finally {
            deadline.end();
            if (!isWhole) connection.disconnect();
        }
    }

    @Override
    public void stream(String address, Exchange exchange, Receiver receiver) throws RouteClientException {
        // Some systems ask for gzip by themselves, and would hold events back until a block of gzip is full.
        HttpURLConnection connection =
                open(address, "text/event-stream", "identity", Limits.STREAM_SILENCE_MILLIS);
        Exchange.Deadline deadline = exchange.begin(connection, 0);
        try {
            receiver.begin(answer(connection, address));
            InputStream stream = connection.getInputStream();
            byte[] chunk = new byte[Limits.READ_CHUNK_BYTES];
            while (true) {
                int count = stream.read(chunk);
                if (count < 0 || !receiver.receive(chunk, count)) return;
            }
        } catch (IOException | RuntimeException error) {
            throw translated(error, address, exchange);
        } finally {
            deadline.end();
            connection.disconnect();
        }
    }

    private HttpURLConnection open(String address, String accept, String coding, int silence)
            throws RouteClientException {
        try {
            HttpURLConnection connection = (HttpURLConnection) new URL(address).openConnection();
            // The redirect of a captive portal leads to another server (client.md C2.2).
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout(silenceMillis);
            connection.setReadTimeout(silence);
            connection.setRequestProperty("Accept", accept);
            connection.setRequestProperty("Accept-Encoding", coding);
            return connection;
        } catch (IOException | RuntimeException error) {
            throw new RouteClientException(Code.UNREACHABLE, address + ": " + error, error);
        }
    }

    private static Answer answer(HttpURLConnection connection, String address)
            throws IOException, RouteClientException {
        int status = connection.getResponseCode();
        if (status < 0) throw noHttp(address, null);
        return new Answer(
                status,
                connection.getHeaderField("Content-Type"),
                connection.getHeaderField("Retry-After"),
                connection.getHeaderField("Date"));
    }

    /** Reads the content, at most {@code bytesMax} bytes after decompression (client.md C2.3). */
    private static byte[] content(HttpURLConnection connection, String address, int bytesMax)
            throws IOException, RouteClientException {
        long announced = connection.getContentLengthLong();
        String coding = connection.getContentEncoding();
        boolean isPacked = coding != null && coding.trim().toLowerCase(Locale.ROOT).matches("(x-)?gzip");
        if (!isPacked && announced > bytesMax) throw tooLarge(address, bytesMax);
        ByteArrayOutputStream content = new ByteArrayOutputStream(Limits.READ_CHUNK_BYTES);
        Counted raw = new Counted(connection.getInputStream());
        try (InputStream plain = isPacked ? new GZIPInputStream(raw, Limits.READ_CHUNK_BYTES) : raw) {
            byte[] chunk = new byte[Limits.READ_CHUNK_BYTES];
            for (int count = plain.read(chunk); count >= 0; count = plain.read(chunk)) {
                content.write(chunk, 0, count);
                if (content.size() > bytesMax) throw tooLarge(address, bytesMax);
            }
        } catch (EOFException | ZipException error) {
            if (raw.count < announced) throw new IOException("the answer was cut off", error);
            throw new RouteClientException(Code.UNEXPECTED_CONTENT, address + " has damaged gzip: " + error, error);
        }
        // The JVM returns what has arrived of a shorter answer without an error.
        if (raw.count < announced) throw new IOException("the answer was cut off after " + raw.count + " bytes");
        return content.toByteArray();
    }

    private static RouteClientException tooLarge(String address, int bytesMax) {
        return new RouteClientException(Code.TOO_LARGE, address + " is longer than " + bytesMax + " bytes");
    }

    private static RouteClientException noHttp(String address, @Nullable Throwable cause) {
        return new RouteClientException(Code.UNEXPECTED_CONTENT, address + " did not answer with HTTP", cause);
    }

    /** A program's proxy selector may throw anything, and Android a SecurityException without the permission INTERNET. */
    private RouteClientException translated(Exception error, String address, Exchange exchange) {
        if (exchange.isLate()) {
            return new RouteClientException(
                    Code.TIMED_OUT, address + ": no whole answer after " + wholeMillis + " ms", error);
        }
        if (exchange.isAborted()) return new RouteClientException(Code.CANCELLED, address + ": cancelled", error);
        if (error instanceof SocketTimeoutException) {
            return new RouteClientException(Code.TIMED_OUT, address + ": " + error.getMessage(), error);
        }
        boolean isNoHttp = error instanceof ProtocolException || "Invalid Http response".equals(error.getMessage());
        if (isNoHttp) return noHttp(address, error);
        return new RouteClientException(Code.UNREACHABLE, address + ": " + error, error);
    }

    /** Counts the bytes that arrived, before decompression. */
    private static final class Counted extends FilterInputStream {
        long count;

        Counted(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            int part = super.read();
            if (part >= 0) count++;
            return part;
        }

        @Override
        public int read(byte[] bytes, int start, int length) throws IOException {
            int got = super.read(bytes, start, length);
            if (got > 0) count += got;
            return got;
        }
    }
}
