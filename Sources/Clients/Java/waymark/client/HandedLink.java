package waymark.client;

import java.util.Collections;
import java.util.Map;

/** What a server's pages of links handed over: the link, and campaign values. */
public final class HandedLink {
    private final @Nullable String address;
    private final Map<String, String> campaign;

    HandedLink(@Nullable String address, Map<String, String> campaign) {
        this.address = address;
        this.campaign = Collections.unmodifiableMap(campaign);
    }

    /**
     * The link, for {@link LinkRouter#decide(String, LinkKind)} with {@link LinkKind#APP_LINK}.
     *
     * @return the address; null if there is no link of an own host
     */
    public @Nullable String address() {
        return address;
    }

    /**
     * The campaign values by their names.
     *
     * @return the values; empty without any
     */
    public Map<String, String> campaign() {
        return campaign;
    }
}
