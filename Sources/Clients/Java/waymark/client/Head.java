package waymark.client;

import java.nio.charset.CharacterCodingException;
import java.util.Map;

/** The small document that names the current release of a channel (release.md R6), and its bytes. */
final class Head {
    final String app;
    final String channel;
    final Position position;
    final long version;
    final String digest;
    final String body;
    final long intervalSeconds;
    final long jitterSeconds;
    /** The head as the server sent it; the storage keeps these bytes. */
    final byte[] bytes;

    private Head(Map<?, ?> members, Map<?, ?> poll, byte[] bytes) {
        app = text(members, "app");
        channel = text(members, "channel");
        position = new Position(number(members, "epoch"), number(members, "sequence"));
        version = number(members, "version");
        digest = text(members, "digest");
        body = text(members, "body");
        intervalSeconds = number(poll, "interval");
        jitterSeconds = number(poll, "jitter");
        this.bytes = bytes;
    }

    /**
     * Reads a head; unknown members are ignored.
     *
     * @throws IllegalArgumentException if it is not a head, with the reason
     */
    static Head read(byte[] bytes) {
        Object root;
        try {
            root = Json.parse(Utf8.strict(bytes), Limits.JSON_DEPTH_MAX);
        } catch (CharacterCodingException error) {
            throw new IllegalArgumentException("the head is not UTF-8", error);
        }
        if (!(root instanceof Map)) throw new IllegalArgumentException("the head is not an object");
        Object poll = ((Map<?, ?>) root).get("poll");
        if (!(poll instanceof Map)) throw invalid("poll");
        Head head = new Head((Map<?, ?>) root, (Map<?, ?>) poll, bytes);
        if (!Endpoint.isName(head.app)) throw invalid("app");
        if (!Endpoint.isName(head.channel)) throw invalid("channel");
        if (!isDigest(head.digest)) throw invalid("digest");
        if (!head.body.startsWith("/") || head.body.startsWith("//")) throw invalid("body");
        return head;
    }

    /** Whether a text is a SHA-256 in 64 lower-case hexadecimal digits. */
    static boolean isDigest(String text) {
        if (text.length() != 64) return false;
        for (int index = 0; index < text.length(); index++) {
            char digit = text.charAt(index);
            if (!(digit >= '0' && digit <= '9' || digit >= 'a' && digit <= 'f')) return false;
        }
        return true;
    }

    private static String text(Map<?, ?> members, String name) {
        Object value = members.get(name);
        if (!(value instanceof String)) throw invalid(name);
        return (String) value;
    }

    private static long number(Map<?, ?> members, String name) {
        Object value = members.get(name);
        if (!(value instanceof Long) || (Long) value < 0) throw invalid(name);
        return (Long) value;
    }

    private static IllegalArgumentException invalid(String name) {
        return new IllegalArgumentException("the head's \"" + name + "\" is missing or not valid");
    }
}
