package waymark.client;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import waymark.client.RouteClientException.Code;

/**
 * The state of a client, without the object that the app holds: threads refer to this one only, so that a client without
 * references is collected and closed.
 */
final class ClientCore {
    final Endpoint endpoint;
    final ChannelReader channel;
    final ReleaseFiles files;
    final Waits waits;
    final Announcer announcer = new Announcer();
    final CompletableFuture<ReleaseInfo> ready = new CompletableFuture<>();
    final Refreshes refreshes;

    private final LongSupplier clock;
    private final LongAdder resolutions = new LongAdder();
    /** The release in use; null before the first one, and after close. */
    @Nullable private volatile Engine engine;
    private volatile NativeContext nativeContext;
    private volatile boolean isClosed;

    // Guarded by this object:
    private RouteContext context;
    @Nullable private ReleaseInfo release;
    /** The latest head that was accepted; heads at lower positions are ignored. */
    @Nullable private Head head;
    /** The latest head that was not ignored: its poll sets the waits (client.md C5.1). */
    @Nullable private Head answered;
    private final ClientCounters counters = new ClientCounters();
    @Nullable private RouteClientException lastFailure;
    /** The end of the wait that a Retry-After sets, on the clock of the waits; -1 without one. */
    private long retryAfterEnd = -1;
    @Nullable private UpdateLoop loop;

    ClientCore(
            Endpoint endpoint,
            ReleaseFiles files,
            Transport transport,
            Waits waits,
            LongSupplier clock,
            RouteContext context,
            @Nullable Opened opened,
            List<RouteClientException> problems) {
        this.endpoint = endpoint;
        this.files = files;
        this.waits = waits;
        this.clock = () -> {
            try {
                return clock.getAsLong();
            } catch (Throwable thrown) {
                Announcer.log("the clock threw", thrown);
                return System.currentTimeMillis();
            }
        };
        this.context = context;
        nativeContext = new NativeContext(context);
        channel = new ChannelReader(endpoint, transport, this.clock);
        refreshes = new Refreshes(this);
        for (RouteClientException problem : problems) counters.count(problem);
        if (opened == null) return;
        engine = opened.engine;
        head = opened.head;
        answered = head;
        release = info(opened);
        ready.complete(release);
    }

    // MARK: Resolving

    /** Resolves by one release and one context from the first step to the last (client.md C4.1, C7.1). */
    Resolution resolve(@Nullable String passed, @Nullable RouteContext other, @Nullable Long at, boolean explains) {
        resolutions.increment();
        String address = passed == null ? "" : passed;
        byte[] text = Utf8.bytes(address);
        NativeContext given = other == null ? null : new NativeContext(other);
        try {
            while (true) {
                Engine current = engine;
                if (current == null) return Resolution.notReady(address);
                // An engine that was replaced after it was read: read the new one.
                if (!current.acquire()) continue;
                try {
                    NativeContext facts = given == null ? nativeContext : given;
                    if (!facts.acquire()) continue;
                    try {
                        return current.resolve(facts, text, at == null ? clock.getAsLong() : at, explains);
                    } finally {
                        facts.release();
                    }
                } finally {
                    current.release();
                }
            }
        } finally {
            if (given != null) given.close();
        }
    }

    // MARK: The release

    /** Replaces the release; a resolution under way finishes with the one that it began with (client.md C4.1). */
    RefreshResult use(Opened opened) throws RouteClientException {
        Engine before;
        ReleaseInfo now;
        synchronized (this) {
            if (isClosed) {
                opened.engine.close();
                throw closed();
            }
            if (head != null && opened.head != null && head.position.compareTo(opened.head.position) > 0) {
                opened.engine.close();
                return RefreshResult.IGNORED;
            }
            before = engine;
            engine = opened.engine;
            head = opened.head;
            release = info(opened);
            now = release;
        }
        if (before != null) before.close();
        ready.complete(now);
        return RefreshResult.UPDATED;
    }

    /** Notes a later position of the release in use. */
    synchronized void move(Head later) {
        if (head != null && head.position.compareTo(later.position) > 0) return;
        head = later;
        if (release != null) release = release.at(later.position);
    }

    @Nullable
    synchronized ReleaseInfo release() {
        return release;
    }

    @Nullable
    synchronized Head head() {
        return head;
    }

    synchronized long intervalSeconds() {
        return answered == null ? 0 : answered.intervalSeconds;
    }

    synchronized long jitterSeconds() {
        return answered == null ? 0 : answered.jitterSeconds;
    }

    private ReleaseInfo info(Opened opened) {
        return new ReleaseInfo(
                endpoint.app, endpoint.channel, opened.engine.version, opened.engine.digest, opened.position());
    }

    // MARK: The context

    synchronized RouteContext context() {
        return context;
    }

    /** Changes the context; a change of another thread in between is not lost, because the function is called again. */
    void updateContext(UnaryOperator<RouteContext> change) {
        Objects.requireNonNull(change, "change");
        while (true) {
            RouteContext before = context();
            RouteContext after = Objects.requireNonNull(change.apply(before), "context");
            if (after.equals(before)) return;
            NativeContext facts = new NativeContext(after);
            NativeContext replaced = facts;
            List<Announcer.Mailbox> mailboxes = Collections.emptyList();
            synchronized (this) {
                if (context == before && !isClosed) {
                    replaced = nativeContext;
                    nativeContext = facts;
                    context = after;
                    counters.contextChanges++;
                    // Under the lock, so that the last event has the context in use.
                    mailboxes = announcer.enqueue(listener -> listener.onContextChanged(after));
                }
            }
            for (Announcer.Mailbox mailbox : mailboxes) mailbox.start();
            replaced.close();
            if (replaced != facts || isClosed) return;
        }
    }

    /** The first release; fails after so many milliseconds with the latest failure. */
    CompletableFuture<ReleaseInfo> ready(long millis) {
        CompletableFuture<ReleaseInfo> limited = ready.thenApply(release -> release);
        if (limited.isDone()) return limited;
        Runnable cancel = Exchange.later(millis, () -> limited.completeExceptionally(late(millis)));
        limited.whenComplete((release, error) -> cancel.run());
        return limited;
    }

    private RouteClientException late(long millis) {
        RouteClientException last = lastFailure();
        return new RouteClientException(
                Code.TIMED_OUT,
                "no release has arrived within " + millis + " ms" + (last == null ? "" : "; " + last.getMessage()),
                "without a network, only a bundle gives the first launch its rules: call bundle()");
    }

    // MARK: Counters and failures

    synchronized ClientCounters counters() {
        return counters.copy(resolutions.sum());
    }

    @Nullable
    synchronized RouteClientException lastFailure() {
        return lastFailure;
    }

    synchronized void refreshBegins() {
        counters.refreshes++;
        lastFailure = null;
    }

    synchronized void count(RouteClientException failure) {
        counters.count(failure);
        lastFailure = failure;
    }

    /** Counts a result; the server has answered, so that an earlier Retry-After no longer applies. */
    void count(RefreshResult result, Head received) {
        UpdateLoop waiting;
        synchronized (this) {
            if (result != RefreshResult.IGNORED) answered = received;
            if (result == RefreshResult.UPDATED) counters.updates++;
            if (result == RefreshResult.UNCHANGED) counters.unchanged++;
            if (result == RefreshResult.IGNORED) counters.ignored++;
            waiting = retryAfterEnd < 0 ? null : loop;
            retryAfterEnd = -1;
        }
        if (waiting != null) waiting.phases.endRetryAfter();
    }

    void countConnection() {
        synchronized (this) {
            counters.connections++;
        }
        announcer.announce(RouteClientListener::onConnected);
    }

    void countDisconnection(@Nullable RouteClientException failure) {
        synchronized (this) {
            counters.disconnections++;
        }
        announcer.announce(listener -> listener.onDisconnected(failure));
    }

    /** Keeps the wait of a Retry-After, plus a random part of the jitter (client.md C5.3). */
    synchronized void keepRetryAfter(RouteClientException failure) {
        if (failure.retryAfterSeconds() < 0) return;
        retryAfterEnd = waits.nowMillis()
                + PollSchedule.retryAfter(failure.retryAfterSeconds(), jitterSeconds(), waits.random());
    }

    /** What is left of the wait of a Retry-After, in milliseconds; 0 or less without one. */
    synchronized long retryAfterMillis() {
        return retryAfterEnd < 0 ? 0 : retryAfterEnd - waits.nowMillis();
    }

    /** Whether a Retry-After applies, also one whose wait is over: the server has not answered since. */
    synchronized boolean hasRetryAfter() {
        return retryAfterEnd >= 0;
    }

    // MARK: Updating and closing

    void startUpdating(UpdateMeans means, long wakeFreshMillis, long openingMillis) {
        Objects.requireNonNull(means, "means");
        UpdateLoop before;
        UpdateLoop next;
        synchronized (this) {
            if (isClosed || loop != null && loop.means == means) return;
            before = loop;
            next = new UpdateLoop(this, means, wakeFreshMillis, openingMillis);
            loop = next;
        }
        if (before != null) before.stop();
        next.start();
    }

    void stopUpdating() {
        UpdateLoop before;
        synchronized (this) {
            before = loop;
            loop = null;
        }
        if (before != null) before.stop();
    }

    void wake() {
        UpdateLoop current;
        synchronized (this) {
            current = loop;
        }
        if (current != null) current.phases.wake();
    }

    boolean isClosed() {
        return isClosed;
    }

    static RouteClientException closed() {
        return new RouteClientException(Code.CANCELLED, "the client is closed");
    }

    /** Ends all work and frees the memory of the engine; later calls do nothing. */
    void close() {
        Engine before;
        synchronized (this) {
            if (isClosed) return;
            isClosed = true;
            before = engine;
            engine = null;
        }
        stopUpdating();
        refreshes.close();
        announcer.removeAll();
        if (before != null) before.close();
        nativeContext.close();
        ready.completeExceptionally(closed());
    }
}
