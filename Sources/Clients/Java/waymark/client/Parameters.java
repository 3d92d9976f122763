package waymark.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The parameters of a screen: four layers that do not overwrite each other, and one flat view (language.md L5.10). */
public final class Parameters {
    /** No parameters. */
    static final Parameters NONE = new Parameters(
            Collections.emptyList(), Collections.emptyList(), Collections.emptyList(), Collections.emptyList(),
            Collections.emptyMap());

    /** One name with its value. */
    public static final class Item {
        private final String name;
        private final Object value;

        Item(String name, Object value) {
            this.name = name;
            this.value = value;
        }

        /**
         * The name as it is in the pattern, rule or query.
         *
         * @return the name
         */
        public String name() {
            return name;
        }

        /**
         * The value, decoded once.
         *
         * @return the text; segments of a tail are joined by {@code /}
         */
        public String text() {
            return Parameters.text(value);
        }

        /**
         * The segments of a tail.
         *
         * @return the segments; a text is one segment
         */
        public List<String> segments() {
            return Parameters.segments(value);
        }

        /**
         * Whether the value is the segments of a tail.
         *
         * @return whether
         */
        public boolean isTail() {
            return value instanceof List;
        }
    }

    private final List<Item> path;
    private final List<Item> constants;
    private final List<Item> query;
    private final List<Item> carried;
    private final Map<String, Object> flat;

    Parameters(List<Item> path, List<Item> constants, List<Item> query, List<Item> carried, Map<String, Object> flat) {
        this.path = path;
        this.constants = constants;
        this.query = query;
        this.carried = carried;
        this.flat = flat;
    }

    /**
     * The first value of a name in the order path, constants, query, carried.
     *
     * @param name the name; ASCII letter case is ignored, and inside a layer the exact spelling is preferred
     * @return the text; null if there is no such parameter
     */
    @Nullable
    public String get(String name) {
        Item item = first(name);
        return item == null ? null : item.text();
    }

    /**
     * The segments of the first value of a name.
     *
     * @param name the name, as for {@link #get}
     * @return the segments; null if there is no such parameter
     */
    @Nullable
    public List<String> segments(String name) {
        Item item = first(name);
        return item == null ? null : item.segments();
    }

    /**
     * The flat view: each name once, with its first value.
     *
     * @return texts, and a {@code List<String>} for the segments of a tail
     */
    public Map<String, Object> asMap() {
        return flat;
    }

    /**
     * The captures of the last match from host, path and query.
     *
     * @return the items
     */
    public List<Item> path() {
        return path;
    }

    /**
     * The constants of the rule.
     *
     * @return the items
     */
    public List<Item> constants() {
        return constants;
    }

    /**
     * The query items of the last address, in order, with repeated names.
     *
     * @return the items
     */
    public List<Item> query() {
        return query;
    }

    /**
     * The captures of earlier hops, the latest hop first.
     *
     * @return the items
     */
    public List<Item> carried() {
        return carried;
    }

    @Nullable
    private Item first(String name) {
        Objects.requireNonNull(name, "name");
        for (List<Item> layer : Arrays.asList(path, constants, query, carried)) {
            Item other = null;
            for (Item item : layer) {
                if (item.name.equals(name)) return item;
                if (other == null && isSame(item.name, name)) other = item;
            }
            if (other != null) return other;
        }
        return null;
    }

    /** Whether two names differ at most in ASCII letter case. */
    private static boolean isSame(String one, String other) {
        if (one.length() != other.length()) return false;
        for (int index = 0; index < one.length(); index++) {
            if (lower(one.charAt(index)) != lower(other.charAt(index))) return false;
        }
        return true;
    }

    private static char lower(char character) {
        return character >= 'A' && character <= 'Z' ? (char) (character | 0x20) : character;
    }

    private static String text(Object value) {
        return value instanceof List ? String.join("/", segments(value)) : (String) value;
    }

    private static List<String> segments(Object value) {
        if (!(value instanceof List)) return Collections.singletonList((String) value);
        List<String> segments = new ArrayList<>();
        for (Object segment : (List<?>) value) segments.add((String) segment);
        return Collections.unmodifiableList(segments);
    }

    @Override
    public String toString() {
        return flat.toString();
    }
}
