package waymark.client;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import waymark.client.LaunchReport.Source;
import waymark.client.RouteClientException.Code;

/** Releases that a build tool, or a client of another server, has stored; a launch reads them and never changes them. */
final class ForeignReleases {
    private ForeignReleases() {}

    /**
     * Opens the release in an app's package.
     *
     * <p>A position is valid only for the server and channel that it came from. For a bundle of another one the head is
     * null, so that the first head of this server replaces it. One of another app is refused (client.md C1.3).
     */
    @Nullable
    static Opened openBundle(BundleSource files, Endpoint endpoint, List<RouteClientException> problems) {
        try {
            Head head = ReleaseFiles.readHead(files);
            if (head == null) {
                throw new RouteClientException(
                        Code.STORAGE_UNREADABLE, "the bundle has no head.json", "run `waymark bundle`");
            }
            if (!head.app.equals(endpoint.app)) {
                throw new RouteClientException(
                        Code.STORAGE_UNREADABLE,
                        "the bundle has a release of the app " + head.app + ", not of " + endpoint.app,
                        "run `waymark bundle --app " + endpoint.app + "`");
            }
            Engine engine = openUnchanging(files, head, problems);
            byte[] origin = StoredFiles.read(files, "origin", Limits.ORIGIN_BYTES_MAX);
            boolean isSame =
                    origin != null && new String(origin, StandardCharsets.UTF_8).equals(endpoint.folderName());
            return new Opened(engine, isSame ? head : null, Source.BUNDLE);
        } catch (RouteClientException error) {
            problems.add(error);
            return null;
        }
    }

    /**
     * Opens the storage of the same app and channel under another server's address, for a server that has moved.
     *
     * <p>The head is null, because its position is not valid for this server. The problems of the other storage are not
     * reported.
     */
    @Nullable
    static Opened openOtherServer(File storage, Endpoint endpoint) {
        String[] names = storage.list();
        if (names == null) return null;
        Opened latest = null;
        for (String name : names) {
            if (name.equals(endpoint.folderName()) || !endpoint.isSameChannel(name)) continue;
            Opened opened = openForeign(StoredFiles.in(new File(storage, name)));
            if (opened != null) latest = Opened.later(latest, opened);
        }
        return latest == null ? null : new Opened(latest.engine, null, Source.OTHER_SERVER);
    }

    @Nullable
    private static Opened openForeign(BundleSource files) {
        // Another process may have stored a later release since the head was read.
        for (int attempt = 0; attempt < Limits.OPENING_ATTEMPTS_MAX; attempt++) {
            try {
                Head head = ReleaseFiles.readHead(files);
                if (head == null) return null;
                return new Opened(openUnchanging(files, head, new ArrayList<>()), head, Source.OTHER_SERVER);
            } catch (RouteClientException error) {
                continue;
            }
        }
        return null;
    }

    /** Opens the release of a head; compiles the body if the index cannot be used. */
    private static Engine openUnchanging(BundleSource files, Head head, List<RouteClientException> problems)
            throws RouteClientException {
        try {
            Engine engine = ReleaseFiles.openIndex(files, head.digest);
            if (engine != null) return engine;
        } catch (RouteClientException error) {
            problems.add(error);
        }
        byte[] body = StoredFiles.read(files, ReleaseFiles.bodyName(head.digest), Limits.BODY_BYTES_MAX);
        if (body == null) {
            throw new RouteClientException(Code.STORAGE_UNREADABLE, ReleaseFiles.bodyName(head.digest) + " is missing");
        }
        Engine.verify(body, head.digest);
        Engine engine = Engine.openIndex(Engine.compile(body, head.digest));
        try {
            engine.requireSame(head);
        } catch (RouteClientException error) {
            engine.close();
            throw error;
        }
        return engine;
    }
}
