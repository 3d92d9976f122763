package waymark.client;

/** Identifies the release in use. */
public final class ReleaseInfo {
    private final String app;
    private final String channel;
    private final long version;
    private final String digest;
    @Nullable private final Position position;

    ReleaseInfo(String app, String channel, long version, String digest, @Nullable Position position) {
        this.app = app;
        this.channel = channel;
        this.version = version;
        this.digest = digest;
        this.position = position;
    }

    ReleaseInfo at(Position position) {
        return new ReleaseInfo(app, channel, version, digest, position);
    }

    /**
     * The name of the app.
     *
     * @return the name
     */
    public String app() {
        return app;
    }

    /**
     * The channel that the release came from.
     *
     * @return the name
     */
    public String channel() {
        return channel;
    }

    /**
     * The number of the release.
     *
     * @return the number, from 1
     */
    public long version() {
        return version;
    }

    /**
     * The SHA-256 of the body.
     *
     * @return 64 hexadecimal digits
     */
    public String digest() {
        return digest;
    }

    /**
     * The position of its head.
     *
     * @return the position; null if it is not known, such as for a release of another server
     */
    @Nullable
    public Position position() {
        return position;
    }

    @Override
    public String toString() {
        return app + "/" + channel + " release " + version + (position == null ? "" : " at " + position);
    }
}
