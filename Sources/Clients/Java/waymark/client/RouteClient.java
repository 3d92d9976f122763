package waymark.client;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Resolves addresses with rules that a server publishes and this device stores.
 *
 * <p>Making a client reads the stored release and needs no network. {@link #resolve(String)} answers without waiting from
 * the release in use. {@link #refresh()} and {@link #startUpdating} fetch later releases; a release is used whole or not
 * at all.
 *
 * <pre>{@code
 * RouteClient routes = RouteClient.builder("https://routes.example.com", "moments")
 *         .storage(new File(context.getFilesDir(), "waymark"))
 *         .context(RouteContext.builder().platform("android").appVersion("7.2").build())
 *         .build();
 * routes.startUpdating(UpdateMeans.POLLING);
 * Resolution resolution = routes.resolve("https://moments.example.com/m/42");
 * }</pre>
 *
 * <p>Make one client for each channel in a process, where the app starts, and share it. Processes may share a storage
 * folder.
 */
public final class RouteClient implements AutoCloseable {
    final ClientCore core;
    private final LaunchReport launch;
    private final long wakeFreshMillis;
    private final long openingMillis;
    private final Reaper reaper;

    private RouteClient(Builder builder) {
        Endpoint endpoint = new Endpoint(builder.server, builder.app, builder.channel);
        if (builder.storage == null) {
            throw new IllegalArgumentException("a client needs a storage folder: call storage(folder)");
        }
        List<RouteClientException> problems = new ArrayList<>();
        ReleaseFiles files = new ReleaseFiles(new File(builder.storage, endpoint.folderName()));
        Opened opened = files.open(problems);
        if (builder.bundle != null) {
            opened = Opened.later(opened, ForeignReleases.openBundle(builder.bundle, endpoint, problems));
        }
        if (opened == null) opened = ForeignReleases.openOtherServer(builder.storage, endpoint);
        core = new ClientCore(
                endpoint, files, builder.transport, builder.waits, builder.clock, builder.context, opened, problems);
        launch = new LaunchReport(
                opened == null ? LaunchReport.Source.NOTHING : opened.source, core.release(), problems);
        wakeFreshMillis = builder.wakeFreshMillis;
        openingMillis = builder.openingMillis;
        reaper = Reaper.watch(this, core);
    }

    /**
     * Begins a client.
     *
     * @param server the server's address, {@code https://HOST} or with a path below which {@code /v1} is
     * @param app the app's name
     * @return the builder
     */
    public static Builder builder(String server, String app) {
        return new Builder(server, app);
    }

    // MARK: Resolving

    /**
     * Resolves an address with the current release, context and time.
     *
     * <p>Never waits and never throws: uses no network, reads no file. Before the first release, and after {@link #close},
     * the outcome is {@link Resolution.Outcome#FAILED} with the code {@code not-ready}.
     *
     * @param address the address as the app received it
     * @return the outcome, with the redirects that led to it
     */
    public Resolution resolve(@Nullable String address) {
        return core.resolve(address, null, null, false);
    }

    /**
     * Resolves an address, and reports why each candidate rule matched or not; slower, for debugging.
     *
     * @param address the address as the app received it
     * @return the outcome, with {@link Resolution#explanation()}
     */
    public Resolution explain(@Nullable String address) {
        return core.resolve(address, null, null, true);
    }

    /**
     * Resolves an address for another context or another time.
     *
     * @param address the address as the app received it
     * @param context the context; null for that of this client
     * @param atMillis milliseconds since 1970-01-01 in UTC; null for now
     * @return the outcome, with the redirects that led to it
     */
    public Resolution resolve(@Nullable String address, @Nullable RouteContext context, @Nullable Long atMillis) {
        return core.resolve(address, context, atMillis, false);
    }

    // MARK: The release

    /**
     * What this client found in its storage when it was made.
     *
     * @return the report
     */
    public LaunchReport launch() {
        return launch;
    }

    /**
     * The release in use.
     *
     * @return the release; null before the first one has arrived
     */
    @Nullable
    public ReleaseInfo release() {
        return core.release();
    }

    /**
     * The first release, as soon as there is one. Sends no request: call {@link #startUpdating} or {@link #refresh}, too.
     *
     * @return completed with the release; with a {@link RouteClientException} when the client is closed before
     */
    public CompletableFuture<ReleaseInfo> ready() {
        return core.ready.thenApply(release -> release);
    }

    /**
     * The same with a limit: a first launch without a network and without a bundle ends here, with the reason.
     *
     * @param timeoutMillis how long to wait, in milliseconds
     * @return completed as {@link #ready()}; after the limit with {@link RouteClientException.Code#TIMED_OUT}, whose message
     *     has the latest failure
     */
    public CompletableFuture<ReleaseInfo> ready(long timeoutMillis) {
        return core.ready(timeoutMillis);
    }

    /**
     * Fetches the channel's head, and the release that it names if that is later than the one in use.
     *
     * <p>Waits for the network: do not call it on the main thread of an app. Calls at the same time share one exchange. If
     * anything fails, the last good release stays in use.
     *
     * @return what the refresh found
     * @throws RouteClientException why nothing could be used; listeners hear it, too
     * @throws InterruptedException if this thread was interrupted; the exchange ends if no other caller waits for it
     */
    public RefreshResult refresh() throws RouteClientException, InterruptedException {
        return core.refreshes.refresh();
    }

    /**
     * The same as {@link #refresh()} without waiting, for the main thread.
     *
     * @return completed with what the refresh found, or with a {@link RouteClientException}
     */
    public CompletableFuture<RefreshResult> refreshAsync() {
        return core.refreshes.refreshAsync();
    }

    // MARK: Staying up to date

    /**
     * Keeps the release up to date from now on; call it when the app comes to the foreground.
     *
     * <p>The first exchange begins at once, unless the wait of a {@code Retry-After} is not over. Calling this again with
     * other means changes them; with the same means it does nothing.
     *
     * @param means how to learn of new releases; ask the operators of the server before many apps use event streams
     */
    public void startUpdating(UpdateMeans means) {
        core.startUpdating(means, wakeFreshMillis, openingMillis);
    }

    /** Stops updating and ends the exchange under way; call it when the app goes to the background. */
    public void stopUpdating() {
        core.stopUpdating();
    }

    /**
     * Ends the wait before the next exchange; call it when the device has woken up or has a network again.
     *
     * <p>Does nothing for one second after an answered poll began or a stream delivered its first head, so that several
     * calls in a row cost one request. The wait of a {@code Retry-After} goes on (client.md C5.3). Without {@link
     * #startUpdating} nothing happens.
     */
    public void wake() {
        core.wake();
    }

    // MARK: The context

    /**
     * The facts about the app and the device that rules may test.
     *
     * @return the context in use
     */
    public RouteContext context() {
        return core.context();
    }

    /**
     * Replaces the context; resolutions use it from now on.
     *
     * @param context the new context
     */
    public void setContext(RouteContext context) {
        core.updateContext(before -> context);
    }

    /**
     * Changes a part of the context; no change of another thread is lost.
     *
     * @param change makes the new context of the one in use; called again if another thread changed it meanwhile
     */
    public void updateContext(UnaryOperator<RouteContext> change) {
        core.updateContext(change);
    }

    // MARK: Listening

    /**
     * Passes events to a listener from now on.
     *
     * @param executor where the listener is called, such as {@code context.getMainExecutor()}
     * @param listener the listener
     */
    public void addListener(Executor executor, RouteClientListener listener) {
        core.announcer.add(executor, listener);
    }

    /**
     * Passes no further events to a listener; one that its executor has begun may still arrive.
     *
     * @param listener the listener
     */
    public void removeListener(RouteClientListener listener) {
        core.announcer.remove(listener);
    }

    /**
     * What this client has done since it was made.
     *
     * @return a copy, which does not change
     */
    public ClientCounters counters() {
        return core.counters();
    }

    /**
     * The latest failure of a refresh or of the storage.
     *
     * @return the failure; null if there was none, or another refresh has begun since
     */
    @Nullable
    public RouteClientException lastFailure() {
        return core.lastFailure();
    }

    /** Ends all work and frees the memory of the release; later calls do nothing. */
    @Override
    public void close() {
        reaper.forget();
        core.close();
    }

    /** Collects what a client needs. */
    public static final class Builder {
        private final String server;
        private final String app;
        private String channel = "production";
        @Nullable private File storage;
        @Nullable private BundleSource bundle;
        private RouteContext context = RouteContext.EMPTY;
        private LongSupplier clock = System::currentTimeMillis;
        Transport transport = new HttpTransport(Limits.ANSWER_SILENCE_MILLIS, Limits.ANSWER_MILLIS);
        Waits waits = Waits.SYSTEM;
        long wakeFreshMillis = Limits.WAKE_FRESH_MILLIS;
        long openingMillis = Limits.STREAM_OPENING_MILLIS;

        private Builder(String server, String app) {
            this.server = server;
            this.app = app;
        }

        /**
         * Sets the channel; {@code production} without a call.
         *
         * @param channel its name
         * @return this builder
         */
        public Builder channel(String channel) {
            this.channel = channel;
            return this;
        }

        /**
         * Sets the folder for releases, which is made if it is missing; several apps and channels may share it.
         *
         * @param folder a folder that survives restarts, such as one below {@code context.getFilesDir()}
         * @return this builder
         */
        public Builder storage(File folder) {
            storage = Objects.requireNonNull(folder, "storage");
            return this;
        }

        /**
         * Sets a release in the app's package, used while the storage has nothing later.
         *
         * @param files the files that {@code waymark bundle} made
         * @return this builder
         */
        public Builder bundle(BundleSource files) {
            bundle = Objects.requireNonNull(files, "bundle");
            return this;
        }

        /**
         * Sets a release in a folder, as {@link #bundle(BundleSource)} does.
         *
         * @param folder the folder that {@code waymark bundle} made
         * @return this builder
         */
        public Builder bundle(File folder) {
            return bundle(StoredFiles.in(Objects.requireNonNull(folder, "bundle")));
        }

        /**
         * Sets the facts about the app and the device that rules may test.
         *
         * @param context the context
         * @return this builder
         */
        public Builder context(RouteContext context) {
            this.context = Objects.requireNonNull(context, "context");
            return this;
        }

        /**
         * Sets the wall clock for rules with a time window; the system's without a call. One that throws is logged, and the
         * system's is used.
         *
         * @param clock gives milliseconds since 1970-01-01 in UTC
         * @return this builder
         */
        public Builder clock(LongSupplier clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /**
         * Makes the client, which answers from the stored release if there is one.
         *
         * <p>A damaged or unwritable storage does not throw: {@link #launch()} lists the problems, and the client works from
         * memory.
         *
         * @return the client
         * @throws IllegalArgumentException if the server's address, a name or the context is not valid, or the storage
         *     folder is missing
         */
        public RouteClient build() {
            return new RouteClient(this);
        }
    }
}
