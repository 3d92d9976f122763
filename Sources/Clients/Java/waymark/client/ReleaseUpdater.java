package waymark.client;

import java.util.ArrayList;
import waymark.client.LaunchReport.Source;
import waymark.client.RouteClientException.Code;

/** Updates files and memory to a head: fetches its body, verifies it, stores it, then uses it. One refresh at a time. */
final class ReleaseUpdater {
    private final ClientCore core;
    /** A release that could not be stored; every refresh tries again (client.md C4.3). */
    @Nullable private ReleaseFiles.Update unwritten;
    /** The latest digest whose body this version cannot use, and why (client.md C4.5). */
    @Nullable private String unusableDigest;
    @Nullable private RouteClientException unusableReason;

    ReleaseUpdater(ClientCore core) {
        this.core = core;
    }

    /** The table of client.md C3.3. */
    synchronized RefreshResult update(Head head, Exchange exchange) throws RouteClientException {
        Head seen = core.head();
        ReleaseInfo inUse = core.release();
        int order = seen == null ? 1 : head.position.compareTo(seen.position);
        if (order < 0) return RefreshResult.IGNORED;
        if (order == 0 && !head.digest.equals(seen.digest)) {
            throw new RouteClientException(
                    Code.CONFLICTING_HEAD,
                    "position " + head.position + " has the body " + seen.digest + " here and " + head.digest
                            + " on the server",
                    "the server's store was replaced without raising its epoch: clear this storage folder");
        }
        if (inUse != null && head.digest.equals(inUse.digest())) {
            updateStorage(head, order > 0, exchange);
            return RefreshResult.UNCHANGED;
        }
        Opened stored = openLater(head, true);
        if (stored != null) return core.use(stored);
        ReleaseFiles.Update update = fetch(head, exchange);
        Engine engine = Engine.openIndex(update.index);
        try {
            engine.requireSame(head);
        } catch (RouteClientException error) {
            engine.close();
            throw unusable(head, error);
        }
        boolean isOvertaken = Boolean.FALSE.equals(store(update));
        // Another process has meanwhile stored a later release: use that one (client.md C4.4).
        stored = isOvertaken ? openLater(head, false) : null;
        if (stored == null) return core.use(new Opened(engine, head, Source.BODY));
        engine.close();
        return core.use(stored);
    }

    /** The stored release of another process: at this head's position or later with its digest, or any later one. */
    @Nullable
    private Opened openLater(Head head, boolean needsSameDigest) {
        Opened stored = core.files.open(new ArrayList<>());
        if (stored == null) return null;
        Position position = stored.position();
        boolean isUsable = position != null && position.compareTo(head.position) >= (needsSameDigest ? 0 : 1);
        if (isUsable && (!needsSameDigest || stored.engine.digest.equals(head.digest))) return stored;
        stored.engine.close();
        return null;
    }

    private ReleaseFiles.Update fetch(Head head, Exchange exchange) throws RouteClientException {
        if (head.digest.equals(unusableDigest) && unusableReason != null) throw unusableReason;
        byte[] body = core.channel.body(head, exchange);
        // After a wrong digest the next fetch may return other bytes.
        Engine.verify(body, head.digest);
        try {
            return new ReleaseFiles.Update(head, body, Engine.compile(body, head.digest));
        } catch (RouteClientException error) {
            throw unusable(head, error);
        }
    }

    /** Notes a body with the right digest that cannot be used: the same bytes would fail again. */
    private RouteClientException unusable(Head head, RouteClientException reason) {
        unusableDigest = head.digest;
        unusableReason = reason;
        return reason;
    }

    /**
     * Stores the release in use and its head, if the storage does not have them.
     *
     * <p>An earlier write may have failed, the system may have purged the folder, or the channel has moved away and back.
     */
    private void updateStorage(Head head, boolean isMoved, Exchange exchange) throws RouteClientException {
        if (unwritten != null && unwritten.head.digest.equals(head.digest)) {
            store(new ReleaseFiles.Update(head, unwritten.body, unwritten.index));
        } else if (!core.files.holds(head.digest)) {
            store(fetch(head, exchange));
        } else if (isMoved) {
            try {
                core.files.storeHead(head);
            } catch (RouteClientException error) {
                report(error);
            }
        }
        if (isMoved) core.move(head);
    }

    /**
     * Stores a release, or keeps it in memory for the next try.
     *
     * @return false if the storage has a later one; null if nothing could be written
     */
    @Nullable
    private Boolean store(ReleaseFiles.Update update) {
        try {
            boolean isStored = core.files.store(update);
            unwritten = null;
            return isStored;
        } catch (RouteClientException error) {
            unwritten = update;
            report(error);
            return null;
        }
    }

    private void report(RouteClientException error) {
        core.count(error);
        core.announcer.announce(listener -> listener.onStorageFailed(error));
    }
}
