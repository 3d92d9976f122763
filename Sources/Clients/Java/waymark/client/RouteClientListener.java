package waymark.client;

/**
 * Hears what changes in a client, on the executor that it was added with, one event after the other.
 *
 * <p>A listener that falls behind loses the oldest events, not the newest. What it throws is logged, and harms nothing. An app implements the methods that it needs.
 */
public interface RouteClientListener {
    /**
     * Another release is in use.
     *
     * @param release the release
     */
    default void onUpdated(ReleaseInfo release) {}

    /** A refresh found nothing new. */
    default void onUnchanged() {}

    /**
     * A head older than the latest one was ignored.
     *
     * @param position the position of that head
     */
    default void onIgnored(Position position) {}

    /**
     * A refresh failed; the last good release stays in use.
     *
     * @param failure why
     */
    default void onRefreshFailed(RouteClientException failure) {}

    /**
     * A release could not be stored; it is used from memory, and the next refresh tries to store it again.
     *
     * @param failure why
     */
    default void onStorageFailed(RouteClientException failure) {}

    /** A stream of heads delivered its first head: new releases arrive as they are published. */
    default void onConnected() {}

    /**
     * A stream of heads ended or could not be opened; the client polls until it opens the next one.
     *
     * @param failure why; null if the server ended the stream
     */
    default void onDisconnected(@Nullable RouteClientException failure) {}

    /**
     * The app changed its context; resolutions use it from now on.
     *
     * @param context the new context
     */
    default void onContextChanged(RouteContext context) {}
}
