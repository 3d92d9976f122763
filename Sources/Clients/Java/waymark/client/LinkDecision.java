package waymark.client;

/** Where a link leads, or why it is not followed; every link has a decision. */
public final class LinkDecision {
    /** What the app is to do. */
    public enum Action {
        /** Show the screen {@link LinkDecision#screen()}. */
        OPEN_SCREEN,
        /** Open the address {@link LinkDecision#page()} in a browser or another app. */
        OPEN_PAGE,
        /** Open nothing: {@link LinkDecision#rejection()} says why. */
        REJECT
    }

    /** Why a link is not followed. */
    public enum Rejection {
        /** There was no address. */
        NO_ADDRESS,
        /** The text is not an address. */
        NOT_AN_ADDRESS,
        /** No release has arrived yet; keep the link and try again. */
        NOT_READY,
        /** No rule matches the address. */
        NOT_FOUND,
        /** A rule blocks the address. */
        BLOCKED,
        /** A rule names a screen that this app has not registered, because the build is older than the rule. */
        UNKNOWN_SCREEN,
        /** The screen needs a parameter that is missing. */
        MISSING_PARAMETER,
        /** Links from outside may not open the screen. */
        NOT_EXPORTED,
        /** The app does not let links open addresses with this scheme. */
        SCHEME_NOT_ALLOWED,
        /** The rules are wrong, such as a loop of redirects. */
        FAILED
    }

    private final Resolution resolution;
    private final Action action;
    @Nullable private final String page;
    @Nullable private final Rejection rejection;
    @Nullable private final String detail;

    private LinkDecision(
            Resolution resolution,
            Action action,
            @Nullable String page,
            @Nullable Rejection rejection,
            @Nullable String detail) {
        this.resolution = resolution;
        this.action = action;
        this.page = page;
        this.rejection = rejection;
        this.detail = detail;
    }

    static LinkDecision screen(Resolution resolution) {
        return new LinkDecision(resolution, Action.OPEN_SCREEN, null, null, null);
    }

    static LinkDecision page(Resolution resolution, String page, @Nullable LinkDecision insteadOf) {
        return new LinkDecision(
                resolution,
                Action.OPEN_PAGE,
                page,
                insteadOf == null ? null : insteadOf.rejection,
                insteadOf == null ? null : insteadOf.detail);
    }

    static LinkDecision reject(Resolution resolution, Rejection rejection, String detail) {
        return new LinkDecision(resolution, Action.REJECT, null, rejection, detail);
    }

    /**
     * What to do.
     *
     * @return the action
     */
    public Action action() {
        return action;
    }

    /**
     * The name of the screen to show, which the app maps to code.
     *
     * @return the name; null for other actions
     */
    @Nullable
    public String screen() {
        return action == Action.OPEN_SCREEN ? resolution.screen() : null;
    }

    /**
     * The parameters of the screen.
     *
     * @return the parameters
     */
    public Parameters parameters() {
        return resolution.parameters();
    }

    /**
     * The address to open.
     *
     * @return an address with {@code http}, {@code https} or a scheme that the app allows; null for other actions
     */
    @Nullable
    public String page() {
        return page;
    }

    /**
     * Why the link is not followed; also set where a web page is opened instead of what the rules lead to.
     *
     * @return the reason; null if the link is followed
     */
    @Nullable
    public Rejection rejection() {
        return rejection;
    }

    /**
     * The screen, parameter, scheme or reason that belongs to the rejection.
     *
     * @return the text; null without a rejection
     */
    @Nullable
    public String detail() {
        return detail;
    }

    /**
     * What the rules say.
     *
     * @return the resolution
     */
    public Resolution resolution() {
        return resolution;
    }

    @Override
    public String toString() {
        return action + (rejection == null ? "" : " " + rejection + " " + detail) + ": " + resolution;
    }
}
