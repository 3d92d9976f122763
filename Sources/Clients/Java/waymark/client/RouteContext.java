package waymark.client;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What the rules may know about this app and device; it stays on the device and is never sent (client.md C7.2).
 *
 * <p>A value that is unknown is left out, and satisfies no condition on it. Values are compared byte for byte. The names are
 * those of the guide for app teams.
 */
public final class RouteContext {
    /** A context that knows nothing. */
    public static final RouteContext EMPTY = builder().build();

    /** The members of the JSON object, sorted by name; values are texts and booleans. */
    private final Map<String, Object> facts;

    private final Map<String, String> attributes;

    private RouteContext(Builder builder) {
        facts = Collections.unmodifiableMap(new TreeMap<>(builder.facts));
        attributes = Collections.unmodifiableMap(new TreeMap<>(builder.attributes));
    }

    /**
     * Begins a context without values.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Begins a context with the values of this one.
     *
     * @return the builder
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.facts.putAll(facts);
        builder.attributes.putAll(attributes);
        return builder;
    }

    /** The context as the JSON that the engine reads. */
    byte[] json() {
        StringBuilder json = new StringBuilder("{\"attributes\":{");
        String comma = "";
        for (Map.Entry<String, String> attribute : attributes.entrySet()) {
            json.append(comma);
            comma = ",";
            Json.appendString(json, attribute.getKey());
            json.append(':');
            Json.appendString(json, attribute.getValue());
        }
        json.append('}');
        for (Map.Entry<String, Object> fact : facts.entrySet()) {
            json.append(",\"").append(fact.getKey()).append("\":");
            if (fact.getValue() instanceof Boolean) {
                json.append(fact.getValue());
            } else {
                Json.appendString(json, (String) fact.getValue());
            }
        }
        return Utf8.bytes(json.append('}').toString());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof RouteContext)) return false;
        RouteContext context = (RouteContext) other;
        return facts.equals(context.facts) && attributes.equals(context.attributes);
    }

    @Override
    public int hashCode() {
        return 31 * facts.hashCode() + attributes.hashCode();
    }

    @Override
    public String toString() {
        return facts + " " + attributes;
    }

    /**
     * Collects the values of a context; null makes a value unknown again. A value of more than 4,096 bytes in UTF-8, or with
     * a surrogate that has no pair, is refused with its name by an {@link IllegalArgumentException}.
     */
    public static final class Builder {
        private final Map<String, Object> facts = new TreeMap<>();
        private final Map<String, String> attributes = new TreeMap<>();

        private Builder() {}

        /**
         * Sets the platform.
         *
         * @param platform a word that the app and the people who write rules have agreed on, such as {@code android}
         * @return this builder
         */
        public Builder platform(@Nullable String platform) {
            return fact("platform", platform);
        }

        /**
         * Sets the region.
         *
         * @param region a country code, such as {@code CN}
         * @return this builder
         */
        public Builder region(@Nullable String region) {
            return fact("region", region);
        }

        /**
         * Sets the kind of build.
         *
         * @param build {@code store}, {@code internal} or {@code debug}; this gives no protection
         * @return this builder
         */
        public Builder build(@Nullable String build) {
            return fact("build", build);
        }

        /**
         * Sets how the address came in; {@link LinkRouter} sets it for each link.
         *
         * @param source {@code universalLink}, {@code customScheme}, {@code push}, {@code webView} or {@code internal}
         * @return this builder
         */
        public Builder source(@Nullable String source) {
            return fact("source", source);
        }

        /**
         * Sets the version of the app.
         *
         * @param version up to four numbers with dots, such as {@code 7.2}
         * @return this builder
         */
        public Builder appVersion(@Nullable String version) {
            return fact("appVersion", version);
        }

        /**
         * Sets the version of the system.
         *
         * @param version up to four numbers with dots
         * @return this builder
         */
        public Builder osVersion(@Nullable String version) {
            return fact("osVersion", version);
        }

        /**
         * Sets an identifier of the device, for rollouts.
         *
         * @param identifier any text that stays the same
         * @return this builder
         */
        public Builder deviceId(@Nullable String identifier) {
            return fact("deviceID", identifier);
        }

        /**
         * Sets the locale.
         *
         * @param locale a BCP 47 tag, such as {@code Locale.toLanguageTag()} returns
         * @return this builder
         */
        public Builder locale(@Nullable String locale) {
            return fact("locale", locale);
        }

        /**
         * Sets whether a user is signed in.
         *
         * @param signedIn whether; null if it is unknown
         * @return this builder
         */
        public Builder signedIn(@Nullable Boolean signedIn) {
            return fact("signedIn", signedIn);
        }

        /**
         * Sets a value of the app's own.
         *
         * @param name the name that rules use
         * @param value its value; null removes it
         * @return this builder
         * @throws IllegalArgumentException if there are more than 64, or name or value is not valid
         */
        public Builder attribute(String name, @Nullable String value) {
            requireText("an attribute's name", Objects.requireNonNull(name, "an attribute's name is null"));
            if (value == null) {
                attributes.remove(name);
            } else {
                attributes.put(name, requireText("attributes." + name, value));
            }
            if (attributes.size() > Limits.CONTEXT_ATTRIBUTES_MAX) {
                attributes.remove(name);
                throw new IllegalArgumentException(
                        "attributes." + name + " is one too many: a context has at most "
                                + Limits.CONTEXT_ATTRIBUTES_MAX + " attributes");
            }
            return this;
        }

        /**
         * Makes the context.
         *
         * @return the context
         */
        public RouteContext build() {
            return new RouteContext(this);
        }

        private Builder fact(String name, @Nullable Object value) {
            if (value == null) {
                facts.remove(name);
            } else {
                facts.put(name, value instanceof String ? requireText(name, (String) value) : value);
            }
            return this;
        }

        /** The engine refuses other values, and then the whole context. */
        private static String requireText(String name, String value) {
            if (!Utf8.isWellFormed(value)) throw new IllegalArgumentException(name + " has half of a surrogate pair");
            if (Utf8.bytes(value).length <= Limits.CONTEXT_VALUE_BYTES_MAX) return value;
            throw new IllegalArgumentException(
                    name + " has more than " + Limits.CONTEXT_VALUE_BYTES_MAX + " bytes");
        }
    }
}
