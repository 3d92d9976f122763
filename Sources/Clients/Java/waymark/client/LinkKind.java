package waymark.client;

/** How a link came to the app; rules test it as {@code source}, and it decides what the link may open. */
public enum LinkKind {
    /** A web address that the system gave to the app (an Android App Link). */
    APP_LINK("universalLink"),
    /** An address with a scheme of the app. */
    CUSTOM_SCHEME("customScheme"),
    /** From a notification. */
    PUSH("push"),
    /** From a page in the app's web view. */
    WEB_VIEW("webView"),
    /** From the app's own code. Never use it for the data of an intent that another app can send. */
    INTERNAL("internal");

    private final String source;

    LinkKind(String source) {
        this.source = source;
    }

    /**
     * The word that rules test.
     *
     * @return the word, the same on all platforms
     */
    public String source() {
        return source;
    }

    /**
     * Whether the link may come from outside the app.
     *
     * @return whether
     */
    public boolean isExternal() {
        return this != INTERNAL;
    }
}
