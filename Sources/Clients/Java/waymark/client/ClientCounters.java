package waymark.client;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** What a client has done since it was made, in numbers. */
public final class ClientCounters {
    long resolutions;
    long refreshes;
    long updates;
    long unchanged;
    long ignored;
    long connections;
    long disconnections;
    long contextChanges;
    private final Map<RouteClientException.Code, Long> failures = new EnumMap<>(RouteClientException.Code.class);

    ClientCounters() {}

    ClientCounters copy(long resolutions) {
        ClientCounters copy = new ClientCounters();
        copy.resolutions = resolutions;
        copy.refreshes = refreshes;
        copy.updates = updates;
        copy.unchanged = unchanged;
        copy.ignored = ignored;
        copy.connections = connections;
        copy.disconnections = disconnections;
        copy.contextChanges = contextChanges;
        copy.failures.putAll(failures);
        return copy;
    }

    void count(RouteClientException failure) {
        Long before = failures.get(failure.code());
        failures.put(failure.code(), before == null ? 1 : before + 1);
    }

    /**
     * Addresses resolved.
     *
     * @return the number
     */
    public long resolutions() {
        return resolutions;
    }

    /**
     * Refreshes begun.
     *
     * @return the number
     */
    public long refreshes() {
        return refreshes;
    }

    /**
     * Refreshes after which another release was in use.
     *
     * @return the number
     */
    public long updates() {
        return updates;
    }

    /**
     * Refreshes that found nothing new.
     *
     * @return the number
     */
    public long unchanged() {
        return unchanged;
    }

    /**
     * Heads ignored because a later one had arrived before.
     *
     * @return the number
     */
    public long ignored() {
        return ignored;
    }

    /**
     * Streams of heads that delivered a head.
     *
     * @return the number
     */
    public long connections() {
        return connections;
    }

    /**
     * Streams of heads that this client did not end itself, or that could not be opened.
     *
     * @return the number
     */
    public long disconnections() {
        return disconnections;
    }

    /**
     * Changes of the context.
     *
     * @return the number
     */
    public long contextChanges() {
        return contextChanges;
    }

    /**
     * Failures of refreshes and of the storage.
     *
     * @return their numbers by kind
     */
    public Map<RouteClientException.Code, Long> failures() {
        return Collections.unmodifiableMap(failures);
    }
}
