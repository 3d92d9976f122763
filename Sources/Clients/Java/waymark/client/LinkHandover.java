package waymark.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Reads what a server's pages of links hand over to the app (client.md, section 9): the link, and campaign values.
 *
 * <p>The server sends who has no app to a store. The store hands a text over to the app at its first start, and this class
 * reads the link in it. All methods are pure functions; nothing that tells people apart is read.
 *
 * <pre>{@code
 * LinkHandover handover = LinkHandover.builder()
 *         .host("go.shop.example").secondHost("open.shop.example", "go.shop.example").campaign("utm_source").build();
 * HandedLink link = handover.referrer(details.getInstallReferrer());
 * if (link.address() != null) open(router.decide(link.address(), LinkKind.APP_LINK));
 * }</pre>
 */
public final class LinkHandover {
    private static final String SCHEME = "https://";

    private final Set<String> hosts;
    private final Map<String, String> secondHosts;
    private final Set<String> campaign;

    private LinkHandover(Builder builder) {
        hosts = new HashSet<>(builder.hosts);
        secondHosts = new HashMap<>(builder.secondHosts);
        campaign = new HashSet<>(builder.campaign);
    }

    /**
     * Begins a reader.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * What arrived as an App Link: a link of a second host becomes the same link of the first one.
     *
     * @param address what {@code intent.getDataString()} returned
     * @return the link, which is the address itself if it is not one of an own host
     */
    public HandedLink arriving(String address) {
        String own = ownLink(Objects.requireNonNull(address, "address"));
        return own == null ? new HandedLink(address, new LinkedHashMap<>()) : new HandedLink(own, campaignOf(own));
    }

    /**
     * What a store handed over at the first start: Google Play's install referrer, or AppGallery's.
     *
     * <p>Read it once, and remember that: the store gives it again for 90 days.
     *
     * @param text the referrer
     * @return the link if there is one of an own host, and the campaign values
     */
    public HandedLink referrer(String text) {
        Map<String, String> items = items(Objects.requireNonNull(text, "text"));
        String link = items.get("link");
        return new HandedLink(link == null ? null : ownLink(link), chosen(items));
    }

    /**
     * What a person pasted; blanks and line ends around it do not count.
     *
     * @param text the text, read from the clipboard after a tap of the person only
     * @return the link if the text is one of an own host, else none
     */
    public HandedLink pasted(String text) {
        int start = 0;
        int end = Objects.requireNonNull(text, "text").length();
        while (start < end && isBlank(text.charAt(start))) start++;
        while (end > start && isBlank(text.charAt(end - 1))) end--;
        String own = ownLink(text.substring(start, end));
        return new HandedLink(own, own == null ? new LinkedHashMap<>() : campaignOf(own));
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t' || character == '\n' || character == '\r';
    }

    /** The link if it is one of an own host (C9.1), with the first host in place of a second one; null for others. */
    private @Nullable String ownLink(String text) {
        if (text.length() > Limits.HANDED_BYTES_MAX || !text.startsWith(SCHEME)) return null;
        int slash = text.indexOf('/', SCHEME.length());
        if (slash < 0) return null;
        for (int index = slash; index < text.length(); index++) {
            char character = text.charAt(index);
            if (character <= 0x20 || character >= 0x7F || "\"<>\\".indexOf(character) >= 0) return null;
        }
        String host = text.substring(SCHEME.length(), slash);
        String first = hosts.contains(host) ? host : secondHosts.get(host);
        return first == null ? null : SCHEME + first + text.substring(slash);
    }

    private Map<String, String> campaignOf(String address) {
        int fragment = address.indexOf('#');
        String whole = fragment < 0 ? address : address.substring(0, fragment);
        int mark = whole.indexOf('?');
        return chosen(items(mark < 0 ? "" : whole.substring(mark + 1)));
    }

    private Map<String, String> chosen(Map<String, String> items) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Map.Entry<String, String> item : items.entrySet()) {
            boolean isShort = item.getValue().getBytes(StandardCharsets.UTF_8).length <= Limits.CAMPAIGN_BYTES_MAX;
            if (isShort && campaign.contains(item.getKey())) values.put(item.getKey(), item.getValue());
        }
        return values;
    }

    /** The items of a form (URL Standard, section 5.1): of each name the first. */
    private static Map<String, String> items(String form) {
        Map<String, String> items = new LinkedHashMap<>();
        for (String item : form.split("&")) {
            if (item.isEmpty()) continue;
            int equals = item.indexOf('=');
            String name = decode(equals < 0 ? item : item.substring(0, equals));
            if (!items.containsKey(name)) items.put(name, equals < 0 ? "" : decode(item.substring(equals + 1)));
        }
        return items;
    }

    /** Unlike URLDecoder, an escape that is none stays as it is. */
    private static String decode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
        for (int index = 0; index < bytes.length; index++) {
            int high = bytes[index] == '%' && index + 2 < bytes.length ? Character.digit(bytes[index + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(bytes[index + 2], 16);
            if (low >= 0) {
                decoded.write(high << 4 | low);
                index += 2;
            } else {
                decoded.write(bytes[index] == '+' ? ' ' : bytes[index]);
            }
        }
        return new String(decoded.toByteArray(), StandardCharsets.UTF_8);
    }

    /** Collects the hosts of an app, and the names of its campaign values. */
    public static final class Builder {
        private final Set<String> hosts = new HashSet<>();
        private final Map<String, String> secondHosts = new HashMap<>();
        private final Set<String> campaign = new HashSet<>();

        private Builder() {}

        /**
         * Adds a host whose links the app opens.
         *
         * @param name the host in lower case
         * @return this builder
         */
        public Builder host(String name) {
            hosts.add(Objects.requireNonNull(name, "name"));
            return this;
        }

        /**
         * Adds a second host: buttons of pages lead there, and the rules are those of the first host.
         *
         * @param name the second host in lower case
         * @param first the first host
         * @return this builder
         */
        public Builder secondHost(String name, String first) {
            secondHosts.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(first, "first"));
            return this;
        }

        /**
         * Adds names of query parameters that are campaign values, such as {@code utm_source}.
         *
         * @param names the names
         * @return this builder
         */
        public Builder campaign(String... names) {
            for (String name : Objects.requireNonNull(names, "names")) {
                campaign.add(Objects.requireNonNull(name, "names"));
            }
            return this;
        }

        /**
         * Makes the reader.
         *
         * @return the reader
         */
        public LinkHandover build() {
            return new LinkHandover(this);
        }
    }
}
