package waymark.client;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import waymark.client.RouteClientException.Code;

/** A release that the engine has opened. */
final class Engine extends SharedHandle {
    /** A flag of {@code wm_resolve}: the resolution has an explanation. */
    private static final int EXPLAIN = 1;

    final String app;
    final String digest;
    final long version;

    private Engine(long handle) {
        super(handle);
        Map<?, ?> facts = object(Native.describe(handle));
        app = (String) facts.get("app");
        digest = (String) facts.get("digest");
        version = (Long) facts.get("version");
    }

    /** Opens a compiled index; the engine checks all of it (client.md C1.2). */
    static Engine openIndex(byte[] file) throws RouteClientException {
        byte[][] problems = new byte[1][];
        long handle = Native.openIndex(file, problems);
        if (handle == 0) throw new RouteClientException(Code.STORAGE_UNREADABLE, problem(problems, "detail"));
        return new Engine(handle);
    }

    /** Compares the SHA-256 of a body with a digest (client.md C3.1, C8.1). */
    static void verify(byte[] body, String digest) throws RouteClientException {
        String actual = sha256(body);
        if (actual.equals(digest)) return;
        throw new RouteClientException(
                Code.WRONG_DIGEST,
                "a body of " + body.length + " bytes has the digest " + actual + ", not " + digest,
                "it was truncated or changed on the way; the last good release stays in use");
    }

    /** Compiles a body whose digest was verified to an index. */
    static byte[] compile(byte[] body, String digest) throws RouteClientException {
        byte[][] problems = new byte[1][];
        byte[] index = Native.compile(body, problems);
        if (index != null) return index;
        throw new RouteClientException(
                problem(problems, "code").equals("unsupported-format") ? Code.UNSUPPORTED_FORMAT : Code.INVALID_BODY,
                "body " + digest + ": " + problem(problems, "detail"),
                problem(problems, "hint"));
    }

    /** Checks that a release has the app and the version of its head (client.md C3.1). */
    void requireSame(Head head) throws RouteClientException {
        if (app.equals(head.app) && version == head.version) return;
        throw new RouteClientException(
                Code.INVALID_BODY,
                "body " + digest + " is release " + version + " of " + app + ", but its head names " + head.version
                        + " of " + head.app);
    }

    /** The resolution of an address; the caller has begun a use of this object and of the context. */
    Resolution resolve(NativeContext context, byte[] address, long now, boolean explains) {
        return ResolutionReader.read(
                Native.resolve(handle(), context.handle(), address, now, explains ? EXPLAIN : 0));
    }

    @Override
    void free(long handle) {
        Native.close(handle);
    }

    /** The SHA-256 of bytes in hexadecimal; every JVM and every Android has it. */
    static String sha256(byte[] bytes) {
        byte[] hash;
        try {
            hash = MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException(error);
        }
        StringBuilder text = new StringBuilder(64);
        for (byte part : hash) {
            text.append(Character.forDigit(part >> 4 & 0xF, 16)).append(Character.forDigit(part & 0xF, 16));
        }
        return text.toString();
    }

    private static Map<?, ?> object(byte[] json) {
        return (Map<?, ?>) Json.parse(new String(json, StandardCharsets.UTF_8), Limits.JSON_DEPTH_MAX);
    }

    private static String problem(byte[][] problems, String member) {
        Object text = object(problems[0]).get(member);
        return text instanceof String ? (String) text : "";
    }
}
