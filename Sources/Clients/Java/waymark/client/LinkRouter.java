package waymark.client;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import waymark.client.LinkDecision.Rejection;

/**
 * Decides what the links that reach an app open; shows nothing itself.
 *
 * <p>Links from outside may open only screens that the app exported, whatever the rules say (as in RouteNavigation, the
 * library for Apple systems). An app registers its screens, passes the data string of an intent, and does what the {@link
 * LinkDecision} says.
 *
 * <pre>{@code
 * LinkRouter router = LinkRouter.builder(routes)
 *         .screen("MomentDetail", ScreenRegistration.exported().requires("id"))
 *         .screen("InternalMenu", ScreenRegistration.internal())
 *         .build();
 * LinkDecision decision = router.decide(intent.getDataString());
 * }</pre>
 */
public final class LinkRouter {
    /** Schemes of addresses that run code, read files, or start any component of any app. */
    private static final List<String> NEVER = Arrays.asList(
            "intent", "android-app", "javascript", "data", "file", "content", "blob", "about", "view-source", "vbscript");

    private final RouteClient client;
    private final Map<String, ScreenRegistration> screens;
    private final Set<String> schemes;
    private final boolean opensPages;
    private final LinkHandover handover;

    private LinkRouter(Builder builder) {
        client = builder.client;
        screens = Collections.unmodifiableMap(new HashMap<>(builder.screens));
        schemes = Collections.unmodifiableSet(new HashSet<>(builder.schemes));
        opensPages = builder.opensPages;
        handover = builder.handover;
    }

    /**
     * Begins a router.
     *
     * @param client resolves the links
     * @return the builder
     */
    public static Builder builder(RouteClient client) {
        return new Builder(Objects.requireNonNull(client, "client"));
    }

    /**
     * Decides about the data of an intent that the system delivered: a web address is an {@link LinkKind#APP_LINK}, any
     * other one a {@link LinkKind#CUSTOM_SCHEME}.
     *
     * @param data what {@code intent.getDataString()} returned
     * @return the decision
     */
    public LinkDecision decide(@Nullable String data) {
        return decide(data, data != null && isWeb(data) ? LinkKind.APP_LINK : LinkKind.CUSTOM_SCHEME);
    }

    /**
     * Decides about a link.
     *
     * @param address the address
     * @param kind how it came; also the {@code source} of the context for this link
     * @return the decision
     */
    public LinkDecision decide(@Nullable String address, LinkKind kind) {
        Objects.requireNonNull(kind, "kind");
        if (address == null || address.isEmpty()) {
            Resolution none = new Resolution(Resolution.Outcome.UNMATCHED, "");
            return LinkDecision.reject(none, Rejection.NO_ADDRESS, "the link has no address");
        }
        // A tap on a page of a link opens the second host, whose links are those of the first one (client.md C9.2).
        if (kind == LinkKind.APP_LINK) address = String.valueOf(handover.arriving(address).address());
        RouteContext context = client.context().toBuilder().source(kind.source()).build();
        Resolution resolution = client.resolve(address, context, null);
        switch (resolution.outcome()) {
            case SCREEN:
                return screen(resolution, kind);
            case ADDRESS:
                return target(resolution, String.valueOf(resolution.address()));
            case BLOCKED:
                return LinkDecision.reject(resolution, Rejection.BLOCKED, String.valueOf(resolution.reason()));
            case UNMATCHED:
                return pageOr(LinkDecision.reject(resolution, Rejection.NOT_FOUND, "no rule matches"), kind);
            default:
                return failed(resolution, kind);
        }
    }

    private LinkDecision screen(Resolution resolution, LinkKind kind) {
        String name = String.valueOf(resolution.screen());
        ScreenRegistration screen = screens.get(name);
        if (screen == null) return pageOr(LinkDecision.reject(resolution, Rejection.UNKNOWN_SCREEN, name), kind);
        if (kind.isExternal() && !screen.isExported()) {
            return LinkDecision.reject(resolution, Rejection.NOT_EXPORTED, name);
        }
        for (String parameter : screen.requiredParameters()) {
            if (resolution.parameters().get(parameter) == null) {
                return LinkDecision.reject(resolution, Rejection.MISSING_PARAMETER, parameter);
            }
        }
        return LinkDecision.screen(resolution);
    }

    /** An address that a rule names: web pages, and the schemes that the app allows. */
    private LinkDecision target(Resolution resolution, String address) {
        String scheme = scheme(address);
        boolean isAllowed = isWeb(address) || schemes.contains(scheme);
        return isAllowed
                ? LinkDecision.page(resolution, address, null)
                : LinkDecision.reject(resolution, Rejection.SCHEME_NOT_ALLOWED, scheme);
    }

    private LinkDecision failed(Resolution resolution, LinkKind kind) {
        Resolution.Failure failure = resolution.failure();
        String code = failure == null ? "" : failure.code();
        String detail = failure == null ? "" : failure.detail();
        if (code.equals(Resolution.Failure.INVALID_ADDRESS)) {
            return LinkDecision.reject(resolution, Rejection.NOT_AN_ADDRESS, detail);
        }
        Rejection rejection = code.equals(Resolution.Failure.NOT_READY) ? Rejection.NOT_READY : Rejection.FAILED;
        return pageOr(LinkDecision.reject(resolution, rejection, detail), kind);
    }

    /**
     * The web page of an address that leads to no screen, in place of a rejection.
     *
     * <p>Never for an {@link LinkKind#APP_LINK}, which came from the system: it might send the address back, in a loop.
     */
    private LinkDecision pageOr(LinkDecision rejected, LinkKind kind) {
        String address = rejected.resolution().original();
        if (!opensPages || kind == LinkKind.APP_LINK || !isWeb(address)) return rejected;
        return LinkDecision.page(rejected.resolution(), address, rejected);
    }

    private static boolean isWeb(String address) {
        String scheme = scheme(address);
        return scheme.equals("http") || scheme.equals("https");
    }

    /** What is before the first colon, in lower case; the engine has decided whether the text is an address. */
    private static String scheme(String address) {
        int colon = address.indexOf(':');
        return colon < 0 ? "" : address.substring(0, colon).toLowerCase(Locale.ROOT);
    }

    /** Collects the screens of an app, and what links may open in addition. */
    public static final class Builder {
        private final RouteClient client;
        private final Map<String, ScreenRegistration> screens = new HashMap<>();
        private final Set<String> schemes = new HashSet<>(Arrays.asList("mailto", "tel"));
        private boolean opensPages = true;
        private LinkHandover handover = LinkHandover.builder().build();

        private Builder(RouteClient client) {
            this.client = client;
        }

        /**
         * Registers a screen.
         *
         * @param name the name that rules use
         * @param screen who may open it, and what it needs
         * @return this builder
         */
        public Builder screen(String name, ScreenRegistration screen) {
            screens.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(screen, "screen"));
            return this;
        }

        /**
         * Allows rules to open addresses with further schemes; {@code http}, {@code https}, {@code mailto} and {@code tel}
         * are allowed without a call.
         *
         * @param names schemes without colon
         * @return this builder
         * @throws IllegalArgumentException for a scheme that starts components, runs code or reads files, such as {@code
         *     intent}
         */
        public Builder allowSchemes(String... names) {
            for (String name : Objects.requireNonNull(names, "names")) {
                String scheme = Objects.requireNonNull(name, "names").toLowerCase(Locale.ROOT);
                if (NEVER.contains(scheme)) {
                    throw new IllegalArgumentException("links must never open addresses with the scheme " + scheme);
                }
                schemes.add(scheme);
            }
            return this;
        }

        /**
         * Sets whether a web address that leads to no screen is opened as a page; it is without a call. An {@link
         * LinkKind#APP_LINK} never is.
         *
         * @param opensPages whether
         * @return this builder
         */
        public Builder opensPages(boolean opensPages) {
            this.opensPages = opensPages;
            return this;
        }

        /**
         * Sets the hosts of the app, so that links of a second host are those of the first one.
         *
         * @param handover the hosts
         * @return this builder
         */
        public Builder handover(LinkHandover handover) {
            this.handover = Objects.requireNonNull(handover, "handover");
            return this;
        }

        /**
         * Makes the router.
         *
         * @return the router
         */
        public LinkRouter build() {
            return new LinkRouter(this);
        }
    }
}
