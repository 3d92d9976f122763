package waymark.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;

/** A server on the loopback interface that serves one release, and misbehaves as a test says. */
final class ScriptedServer implements AutoCloseable {
    /** What is sent for a request; with {@code holds} the connection stays open afterwards. */
    static final class Reply {
        final byte[] bytes;
        final boolean holds;
        /** The pause between two bytes, in milliseconds; 0 sends all at once. */
        int drip;

        Reply(byte[] bytes, boolean holds) {
            this.bytes = bytes;
            this.holds = holds;
        }

        static Reply raw(String text) {
            return new Reply(text.getBytes(StandardCharsets.ISO_8859_1), false);
        }

        static Reply http(int status, String type, byte[] content, String... fields) {
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " x\r\nConnection: close\r\n");
            if (!type.isEmpty()) head.append("Content-Type: ").append(type).append("\r\n");
            for (String field : fields) head.append(field).append("\r\n");
            head.append("Content-Length: ").append(content.length).append("\r\n\r\n");
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            all.writeBytes(content);
            return new Reply(all.toByteArray(), false);
        }

        static Reply json(byte[] content) {
            return http(200, "application/json", content);
        }

        static Reply stream(String type, String text) {
            return new Reply(("HTTP/1.1 200 OK\r\nContent-Type: " + type
                            + "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(text))
                    .getBytes(StandardCharsets.UTF_8), true);
        }

        /** The reply without its last bytes. */
        Reply without(int count) {
            byte[] rest = new byte[bytes.length - count];
            System.arraycopy(bytes, 0, rest, 0, rest.length);
            return new Reply(rest, false);
        }
    }

    /** Makes the reply to a request; null for the good one. */
    interface Fault {
        Reply reply(boolean isHead, Reply good) throws IOException;
    }

    private final ServerSocket listener;
    private final List<Socket> open = new ArrayList<>();
    private final List<Socket> streams = new ArrayList<>();
    private volatile Publication publication;
    /** All publications by digest: a body never changes. */
    private final Map<String, Publication> published = new ConcurrentHashMap<>();
    private volatile Fault fault = (isHead, good) -> null;
    private volatile Reply streamReply = Reply.http(404, "", new byte[0]);
    private volatile boolean servesStreams;
    volatile int heads;
    volatile int bodies;
    volatile int streamRequests;

    ScriptedServer(Publication publication) throws IOException {
        this.publication = publication;
        published.put(publication.digest, publication);
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread accepting = new Thread(this::accept, "scripted-server");
        accepting.setDaemon(true);
        accepting.start();
    }

    String base() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    void misbehave(Fault fault) {
        this.fault = fault;
    }

    void behave() {
        fault = (isHead, good) -> null;
    }

    /** From now on serves streams of heads, or this instead. */
    void stream(Reply instead) {
        servesStreams = instead == null;
        if (instead != null) streamReply = instead;
    }

    synchronized void publish(Publication next) throws IOException {
        publication = next;
        published.put(next.digest, next);
        for (Socket stream : streams) {
            try {
                stream.getOutputStream().write(chunk(next.event()).getBytes(StandardCharsets.UTF_8));
            } catch (IOException ended) {
                // The client has left the stream.
            }
        }
    }

    /** Ends all streams. */
    synchronized void hangUp() throws IOException {
        for (Socket stream : streams) {
            stream.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            stream.close();
        }
        streams.clear();
    }

    synchronized int streamCount() {
        return streams.size();
    }

    @Override
    public synchronized void close() throws IOException {
        listener.close();
        for (Socket socket : open) socket.close();
    }

    static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            // In small arrays, because -Xcheck:jni copies the whole array at each step of the compression.
            for (int start = 0; start < content.length; start += 16_384) {
                gzip.write(Arrays.copyOfRange(content, start, Math.min(start + 16_384, content.length)));
            }
        }
        return packed.toByteArray();
    }

    private static String chunk(String text) {
        return text.isEmpty() ? "" : Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + text + "\r\n";
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                synchronized (this) {
                    // A blocked accept can still return a connection when the listener has just been closed.
                    if (listener.isClosed()) {
                        socket.close();
                        return;
                    }
                    open.add(socket);
                }
                Thread serving = new Thread(() -> serve(socket), "scripted-connection");
                serving.setDaemon(true);
                serving.start();
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try {
            String request = head(socket.getInputStream());
            if (request.isEmpty()) {
                socket.close();
                return;
            }
            Reply reply = reply(request.split(" ")[1], socket);
            OutputStream out = socket.getOutputStream();
            if (reply.drip == 0) {
                out.write(reply.bytes);
            } else {
                for (byte part : reply.bytes) {
                    out.write(part);
                    Thread.sleep(reply.drip);
                }
            }
            if (!reply.holds) socket.close();
        } catch (IOException | InterruptedException ended) {
            // The client has closed the connection.
        }
    }

    private synchronized Reply reply(String target, Socket socket) throws IOException {
        if (target.contains("/events")) {
            streamRequests++;
            if (!servesStreams) return streamReply;
            streams.add(socket);
            return Reply.stream("text/event-stream", ": hello\n\n" + publication.event());
        }
        boolean isHead = target.endsWith("/head");
        if (isHead) heads++;
        else bodies++;
        Publication named = isHead ? publication : published.get(target.substring(target.lastIndexOf('/') + 1));
        if (named == null) named = publication;
        Reply good = Reply.json(isHead ? named.head() : named.body);
        Reply bad = fault.reply(isHead, good);
        return bad == null ? good : bad;
    }

    /** Reads a request to its empty line; empty if the client sent none. */
    private static String head(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int part = in.read();
            if (part < 0) return "";
            text.append((char) part);
        }
        return text.toString();
    }
}
