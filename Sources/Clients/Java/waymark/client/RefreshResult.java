package waymark.client;

/** What a refresh found. */
public enum RefreshResult {
    /** Another release is in use now: {@link RouteClient#release()}. */
    UPDATED,
    /** The channel still points at the release in use. */
    UNCHANGED,
    /** The head was older than the latest one, so it came from a stale HTTP cache; it was ignored (client.md C3.3). */
    IGNORED
}
