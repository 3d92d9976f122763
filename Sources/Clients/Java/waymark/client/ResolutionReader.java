package waymark.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Makes a resolution of the JSON that the engine answers with; the engine's JSON is always well-formed. */
final class ResolutionReader {
    private ResolutionReader() {}

    static Resolution read(byte[] json) {
        Map<?, ?> root = (Map<?, ?>) Json.parse(new String(json, StandardCharsets.UTF_8), Limits.JSON_DEPTH_MAX);
        Resolution resolution = new Resolution(outcome(text(root, "outcome")), text(root, "original"));
        resolution.screen = (String) root.get("screen");
        resolution.transition = (String) root.get("transition");
        resolution.address = (String) root.get("address");
        resolution.reason = (String) root.get("reason");
        resolution.version = (Long) root.get("version");
        Map<?, ?> failure = (Map<?, ?>) root.get("failure");
        if (failure != null) {
            resolution.failure = new Resolution.Failure(text(failure, "code"), text(failure, "detail"));
        }
        resolution.trail = trail(list(root, "trail"));
        if (root.containsKey("explanation")) resolution.explanation = explanation(list(root, "explanation"));
        resolution.parameters = parameters(root);
        return resolution;
    }

    private static Resolution.Outcome outcome(String word) {
        switch (word) {
            case "screen":
                return Resolution.Outcome.SCREEN;
            case "address":
                return Resolution.Outcome.ADDRESS;
            case "blocked":
                return Resolution.Outcome.BLOCKED;
            case "unmatched":
                return Resolution.Outcome.UNMATCHED;
            default:
                return Resolution.Outcome.FAILED;
        }
    }

    private static List<Resolution.Hop> trail(List<?> steps) {
        List<Resolution.Hop> trail = new ArrayList<>(steps.size());
        for (Object step : steps) {
            Map<?, ?> hop = (Map<?, ?>) step;
            trail.add(new Resolution.Hop(
                    text(hop, "rule"), (Long) hop.get("alternative"), text(hop, "from"), (String) hop.get("to")));
        }
        return Collections.unmodifiableList(trail);
    }

    private static List<Resolution.Candidate> explanation(List<?> hops) {
        List<Resolution.Candidate> candidates = new ArrayList<>();
        for (Object hop : hops) {
            String address = text((Map<?, ?>) hop, "address");
            for (Object tried : list((Map<?, ?>) hop, "candidates")) {
                Map<?, ?> candidate = (Map<?, ?>) tried;
                candidates.add(new Resolution.Candidate(
                        address,
                        text(candidate, "rule"),
                        (Long) candidate.get("alternative"),
                        (String) candidate.get("component"),
                        (String) candidate.get("detail")));
            }
        }
        return Collections.unmodifiableList(candidates);
    }

    private static Parameters parameters(Map<?, ?> root) {
        Map<?, ?> layers = (Map<?, ?>) root.get("layers");
        @SuppressWarnings("unchecked") // names are texts, and values are texts or lists of texts
        Map<String, Object> flat = (Map<String, Object>) root.get("parameters");
        return new Parameters(
                layer(layers, "path"),
                layer(layers, "constants"),
                layer(layers, "query"),
                layer(layers, "carried"),
                Collections.unmodifiableMap(flat));
    }

    private static List<Parameters.Item> layer(Map<?, ?> layers, String name) {
        List<?> values = list(layers, name);
        if (values.isEmpty()) return Collections.emptyList();
        List<Parameters.Item> items = new ArrayList<>(values.size());
        for (Object value : values) {
            Map<?, ?> item = (Map<?, ?>) value;
            items.add(new Parameters.Item(text(item, "name"), item.get("value")));
        }
        return Collections.unmodifiableList(items);
    }

    private static List<?> list(Map<?, ?> members, String name) {
        return (List<?>) members.get(name);
    }

    private static String text(Map<?, ?> members, String name) {
        return (String) members.get(name);
    }
}
