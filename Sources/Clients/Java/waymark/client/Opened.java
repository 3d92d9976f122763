package waymark.client;

/** A release that was opened, and where it came from; without a use its engine is closed. */
final class Opened {
    final Engine engine;
    @Nullable final Head head;
    final LaunchReport.Source source;

    Opened(Engine engine, @Nullable Head head, LaunchReport.Source source) {
        this.engine = engine;
        this.head = head;
        this.source = source;
    }

    /** The position; null if it is not known. */
    @Nullable
    Position position() {
        return head == null ? null : head.position;
    }

    /** The one to start with: the stored one, unless the bundle's is at a later position (client.md C1.3). */
    @Nullable
    static Opened later(@Nullable Opened stored, @Nullable Opened bundled) {
        if (stored == null || bundled == null) return stored == null ? bundled : stored;
        Position ours = stored.position();
        Position theirs = bundled.position();
        boolean isLater = theirs != null && (ours == null || theirs.compareTo(ours) > 0);
        (isLater ? stored : bundled).engine.close();
        return isLater ? bundled : stored;
    }
}
