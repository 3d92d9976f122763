package waymark.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a new client found in its storage. */
public final class LaunchReport {
    /** Where the first answers come from. */
    public enum Source {
        /** From the stored compiled index. */
        INDEX,
        /** From the stored body: its index was missing, damaged or of another format, and was compiled again. */
        BODY,
        /** From the release in the app's package. */
        BUNDLE,
        /** From the storage of the same app and channel under another server's address, until this server's first head. */
        OTHER_SERVER,
        /** From nothing: no release has arrived yet. */
        NOTHING
    }

    private final Source source;
    @Nullable private final ReleaseInfo release;
    private final List<RouteClientException> problems;

    LaunchReport(Source source, @Nullable ReleaseInfo release, List<RouteClientException> problems) {
        this.source = source;
        this.release = release;
        this.problems = Collections.unmodifiableList(new ArrayList<>(problems));
    }

    /**
     * Where the first answers come from.
     *
     * @return the source
     */
    public Source source() {
        return source;
    }

    /**
     * The release that the client began with.
     *
     * @return the release; null without one
     */
    @Nullable
    public ReleaseInfo release() {
        return release;
    }

    /**
     * What was wrong with the storage and the bundle; the client works nevertheless.
     *
     * @return the problems, in the order in which they were found
     */
    public List<RouteClientException> problems() {
        return problems;
    }
}
