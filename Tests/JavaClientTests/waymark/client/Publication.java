package waymark.client;

import java.nio.charset.StandardCharsets;

/** A release as a server publishes it: body, digest, head. Immutable; changes make a copy. */
final class Publication {
    final int version;
    final long epoch;
    final long sequence;
    final byte[] body;
    final String digest;
    final int interval;
    final String app;

    private Publication(int version, long epoch, long sequence, byte[] body, int interval, String app) {
        this.version = version;
        this.epoch = epoch;
        this.sequence = sequence;
        this.body = body;
        this.interval = interval;
        this.app = app;
        digest = Engine.sha256(body);
    }

    /** A release with one rule, whose screen has the version in its name. */
    static Publication make(int version) {
        return make(version, "", 1, "moments", 0);
    }

    /** The same with the conditions of the rule as JSON, a format, and bytes that make the body longer. */
    static Publication make(int version, String when, int format, String app, int padding) {
        String rule = "{\"id\":\"detail\",\"match\":[\"https://moments.example.com/m/:id\"],\"to\":{\"screen\":\"Detail"
                + version + "\"}" + (when.isEmpty() ? "" : ",\"when\":" + when) + "}";
        return of(version, "[[0,0]]", rule, format, app, padding);
    }

    /** A release with so many rules, each with a condition. */
    static Publication large(int version, int rules) {
        StringBuilder texts = new StringBuilder();
        StringBuilder order = new StringBuilder("[");
        for (int rule = 0; rule < rules; rule++) {
            String comma = rule == 0 ? "" : ",";
            order.append(comma).append('[').append(rule).append(",0]");
            texts.append(comma)
                    .append("{\"id\":\"r").append(rule).append("\",\"match\":[\"https://moments.example.com/p")
                    .append(rule).append("/:id/:name\"],\"to\":{\"parameters\":{\"from\":\"rule\"},\"screen\":\"Screen")
                    .append(rule % 50).append("V").append(version).append("\"},\"when\":{\"appVersion\":\">=1.")
                    .append(rule % 9).append("\",\"platform\":[\"android\",\"ios\"]}}");
        }
        return of(version, order.append(']').toString(), texts.toString(), 1, "moments", 0);
    }

    private static Publication of(int version, String order, String rules, int format, String app, int padding) {
        String text = "{\"app\":\"" + app + "\",\"format\":" + format + ",\"order\":" + order + ",\"padding\":\""
                + "x".repeat(padding) + "\",\"publishedAt\":\"2026-05-01T00:00:00Z\",\"rules\":[" + rules
                + "],\"settings\":{\"authority\":{},\"destinations\":[],\"origins\":[\"https://moments.example.com\"],"
                + "\"schemes\":[]},\"version\":" + version + "}";
        return new Publication(version, 1, version, text.getBytes(StandardCharsets.UTF_8), 30, app);
    }

    /** The same release at another position. */
    Publication at(long epoch, long sequence) {
        return new Publication(version, epoch, sequence, body, interval, app);
    }

    /** The same release with another poll interval in its head. */
    Publication every(int seconds) {
        return new Publication(version, epoch, sequence, body, seconds, app);
    }

    byte[] head() {
        return head("moments", "/v1/apps/moments/bodies/" + digest);
    }

    byte[] head(String app, String path) {
        return ("{\"app\":\"" + app + "\",\"body\":\"" + path + "\",\"channel\":\"production\",\"digest\":\"" + digest
                        + "\",\"epoch\":" + epoch + ",\"poll\":{\"interval\":" + interval
                        + ",\"jitter\":0},\"sequence\":" + sequence + ",\"version\":" + version + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    String event() {
        return "event: head\nid: " + epoch + "-" + sequence + "\ndata: "
                + new String(head(), StandardCharsets.UTF_8) + "\n\n";
    }
}
