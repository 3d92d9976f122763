package waymark.client;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The client under test of {@code Config/vectors/run.py}: answers one JSON object a line. */
public final class VectorClient {
    private Engine engine;

    private VectorClient() {}

    /**
     * Answers requests from standard input.
     *
     * @param arguments none
     * @throws Exception if a request cannot be read
     */
    public static void main(String[] arguments) throws Exception {
        VectorClient client = new VectorClient();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<?, ?> request = (Map<?, ?>) Json.parse(line, 64);
            switch ((String) request.get("do")) {
                case "open":
                    out.println(client.open(text(request, "body")));
                    break;
                case "resolve":
                    out.println(client.resolve(request));
                    break;
                default:
                    out.println(follow(request));
            }
        }
        out.flush();
    }

    private String open(String body) {
        byte[] bytes = Utf8.bytes(body);
        String digest = Engine.sha256(bytes);
        String result = "opened";
        try {
            Engine opened = Engine.openIndex(Engine.compile(bytes, digest));
            if (engine != null) engine.close();
            engine = opened;
        } catch (RouteClientException error) {
            boolean isLater = error.code() == RouteClientException.Code.UNSUPPORTED_FORMAT;
            result = isLater ? "unsupported-format" : "invalid-body";
        }
        return "{\"digest\":\"" + digest + "\",\"result\":\"" + result + "\"}";
    }

    private String resolve(Map<?, ?> request) {
        RouteContext.Builder context = RouteContext.builder();
        Map<?, ?> facts = (Map<?, ?>) request.get("context");
        for (Map.Entry<?, ?> fact : facts.entrySet()) set(context, (String) fact.getKey(), fact.getValue());
        NativeContext held = new NativeContext(context.build());
        // A leap second is the second after the 59th; java.time would make it the 59th.
        String at = text(request, "at");
        long now = Instant.parse(at.replace(":60", ":59")).toEpochMilli() + (at.contains(":60") ? 1000 : 0);
        Resolution resolution = engine.resolve(held, Utf8.bytes(text(request, "address")), now, true);
        held.close();
        return json(resolution);
    }

    private static void set(RouteContext.Builder context, String name, Object value) {
        switch (name) {
            case "platform": context.platform((String) value); break;
            case "region": context.region((String) value); break;
            case "build": context.build((String) value); break;
            case "source": context.source((String) value); break;
            case "appVersion": context.appVersion((String) value); break;
            case "osVersion": context.osVersion((String) value); break;
            case "deviceID": context.deviceId((String) value); break;
            case "locale": context.locale((String) value); break;
            case "signedIn": context.signedIn((Boolean) value); break;
            default:
                for (Map.Entry<?, ?> attribute : ((Map<?, ?>) value).entrySet()) {
                    context.attribute((String) attribute.getKey(), (String) attribute.getValue());
                }
        }
    }

    // MARK: The typed resolution as JSON

    private static String json(Resolution resolution) {
        StringBuilder json = new StringBuilder("{\"outcome\":");
        Json.appendString(json, resolution.outcome().name().toLowerCase(java.util.Locale.ROOT));
        member(json, "original", resolution.original());
        member(json, "screen", resolution.screen());
        member(json, "transition", resolution.transition());
        member(json, "address", resolution.address());
        member(json, "reason", resolution.reason());
        if (resolution.failure() != null) {
            json.append(",\"failure\":{\"code\":");
            Json.appendString(json, resolution.failure().code());
            json.append('}');
        }
        Parameters parameters = resolution.parameters();
        json.append(",\"layers\":{\"path\":");
        layer(json, parameters.path());
        json.append(",\"constants\":");
        layer(json, parameters.constants());
        json.append(",\"query\":");
        layer(json, parameters.query());
        json.append(",\"carried\":");
        layer(json, parameters.carried());
        json.append("},\"parameters\":{");
        String comma = "";
        for (Map.Entry<String, Object> parameter : parameters.asMap().entrySet()) {
            json.append(comma);
            comma = ",";
            Json.appendString(json, parameter.getKey());
            json.append(':');
            value(json, parameter.getValue());
        }
        json.append("},\"trail\":[");
        comma = "";
        for (Resolution.Hop hop : resolution.trail()) {
            json.append(comma).append("{\"alternative\":").append(hop.alternative());
            comma = ",";
            member(json, "rule", hop.rule());
            member(json, "from", hop.from());
            member(json, "to", hop.to());
            json.append('}');
        }
        return json.append("],\"version\":").append(resolution.version()).append('}').toString();
    }

    private static void member(StringBuilder json, String name, String value) {
        if (value == null) return;
        json.append(",\"").append(name).append("\":");
        Json.appendString(json, value);
    }

    private static void layer(StringBuilder json, List<Parameters.Item> items) {
        json.append('[');
        String comma = "";
        for (Parameters.Item item : items) {
            json.append(comma).append("{\"name\":");
            comma = ",";
            Json.appendString(json, item.name());
            json.append(",\"value\":");
            value(json, item.isTail() ? item.segments() : item.text());
            json.append('}');
        }
        json.append(']');
    }

    private static void value(StringBuilder json, Object value) {
        if (value instanceof String) {
            Json.appendString(json, (String) value);
            return;
        }
        json.append('[');
        String comma = "";
        for (Object segment : (List<?>) value) {
            json.append(comma);
            comma = ",";
            Json.appendString(json, (String) segment);
        }
        json.append(']');
    }

    // MARK: Heads

    /** A server that gives the head and the bodies of one step after the other. */
    private static final class Steps implements Transport {
        private byte[] head = new byte[0];
        private final Map<String, byte[]> bodies = new HashMap<>();
        private boolean hasSentBody;

        void play(Map<?, ?> step) {
            head = Utf8.bytes(text(step, "head"));
            for (Map.Entry<?, ?> body : ((Map<?, ?>) step.get("bodies")).entrySet()) {
                bodies.put((String) body.getKey(), Utf8.bytes((String) body.getValue()));
            }
            hasSentBody = false;
        }

        @Override
        public Answer get(String address, int bytesMax, Exchange exchange) {
            boolean isHead = address.replaceAll("\\?.*", "").endsWith("/head");
            if (!isHead) hasSentBody = true;
            byte[] content = isHead ? head : bodies.get(address.substring(address.lastIndexOf('/') + 1));
            Answer answer = new Answer(content == null ? 404 : 200, "application/json", null, null);
            if (content != null) answer.content = content;
            return answer;
        }

        @Override
        public void stream(String address, Exchange exchange, Receiver receiver) {}
    }

    private static String follow(Map<?, ?> request) throws Exception {
        Steps server = new Steps();
        File folder = Files.createTempDirectory("waymark-vectors").toFile();
        StringBuilder json = new StringBuilder("{\"steps\":[");
        RouteClient.Builder builder = RouteClient.builder("https://server.example", text(request, "app"))
                .channel(text(request, "channel"))
                .storage(folder);
        builder.transport = server;
        try (RouteClient client = builder.build()) {
            String comma = "";
            for (Object step : (List<?>) request.get("steps")) {
                server.play((Map<?, ?>) step);
                json.append(comma).append("{\"result\":\"").append(result(client)).append('"');
                comma = ",";
                long version = client.release() == null ? 0 : client.release().version();
                if (client.lastFailure() != null) member(json, "code", client.lastFailure().code().word());
                json.append(",\"version\":").append(version).append(",\"fetched\":").append(server.hasSentBody).append('}');
            }
        } finally {
            Fixture.remove(folder);
        }
        return json.append("]}").toString();
    }

    private static String result(RouteClient client) throws InterruptedException {
        try {
            return client.refresh().name().toLowerCase(java.util.Locale.ROOT);
        } catch (RouteClientException refused) {
            return "refused";
        }
    }

    private static String text(Map<?, ?> members, String name) {
        return (String) members.get(name);
    }
}
