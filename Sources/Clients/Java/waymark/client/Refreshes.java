package waymark.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Runs one refresh at a time; callers at the same time share it (client.md C5.4). */
final class Refreshes {
    /** A refresh and the number of its callers; it is aborted when all of them have left. */
    private static final class Shared {
        final CompletableFuture<RefreshResult> result = new CompletableFuture<>();
        final Exchange exchange = new Exchange();
        int callers = 1;
    }

    private final ClientCore core;
    private final ReleaseUpdater updater;
    private final ThreadPoolExecutor worker;
    @Nullable private Shared running;

    Refreshes(ClientCore core) {
        this.core = core;
        updater = new ReleaseUpdater(core);
        worker = new ThreadPoolExecutor(
                1, 1, Limits.IDLE_THREAD_MILLIS, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(),
                work -> Threads.daemon("waymark-refresh", work));
        worker.allowCoreThreadTimeOut(true);
    }

    /** Fetches the head, and the release that it names; waits for the result. */
    RefreshResult refresh() throws RouteClientException, InterruptedException {
        Shared shared = joinOrStart();
        try {
            return shared.result.get();
        } catch (InterruptedException error) {
            leave(shared);
            throw error;
        } catch (ExecutionException error) {
            throw cause(error);
        }
    }

    /** The same without waiting. */
    CompletableFuture<RefreshResult> refreshAsync() {
        // A copy, so that a caller that completes or cancels it changes nothing for the others.
        return joinOrStart().result.thenApply(result -> result);
    }

    /**
     * Uses a head that a stream delivered, on this thread; waits for a refresh under way, which may be older, and does
     * nothing if the stream is over by then.
     */
    void use(Head delivered, BooleanSupplier isOver) throws RouteClientException {
        Shared mine = new Shared();
        while (true) {
            if (isOver.getAsBoolean()) return;
            Shared other;
            synchronized (this) {
                other = running;
                if (other == null) {
                    running = mine;
                    core.refreshBegins();
                    break;
                }
            }
            other.result.handle((result, error) -> null).join();
        }
        perform(mine, delivered);
        try {
            mine.result.join();
        } catch (CompletionException error) {
            throw cause(error);
        }
    }

    void close() {
        Shared current;
        synchronized (this) {
            current = running;
        }
        if (current != null) current.exchange.abort();
        worker.shutdown();
    }

    private Shared joinOrStart() {
        Shared started;
        synchronized (this) {
            if (running != null) {
                running.callers++;
                return running;
            }
            started = new Shared();
            running = started;
            core.refreshBegins();
        }
        try {
            worker.execute(() -> perform(started, null));
        } catch (RejectedExecutionException closed) {
            end(started);
            started.result.completeExceptionally(ClientCore.closed());
        }
        return started;
    }

    private void leave(Shared shared) {
        synchronized (this) {
            if (--shared.callers > 0) return;
            // A later caller must not join an aborted refresh; it gets its own.
            if (running == shared) running = null;
        }
        shared.exchange.abort();
    }

    private synchronized void end(Shared shared) {
        if (running == shared) running = null;
    }

    /** Does one refresh, then counts and announces its result. */
    private void perform(Shared shared, @Nullable Head delivered) {
        try {
            Head head = delivered == null ? core.channel.head(shared.exchange) : delivered;
            RefreshResult result = updater.update(head, shared.exchange);
            end(shared);
            core.count(result, head);
            ReleaseInfo release = core.release();
            core.announcer.announce(listener -> {
                if (result == RefreshResult.UPDATED && release != null) listener.onUpdated(release);
                if (result == RefreshResult.UNCHANGED) listener.onUnchanged();
                if (result == RefreshResult.IGNORED) listener.onIgnored(head.position);
            });
            shared.result.complete(result);
        } catch (RouteClientException error) {
            end(shared);
            core.count(error);
            core.keepRetryAfter(error);
            core.announcer.announce(listener -> listener.onRefreshFailed(error));
            shared.result.completeExceptionally(error);
        } catch (RuntimeException | Error error) {
            // A defect, or no memory: the callers get it, and the next refresh begins anew.
            end(shared);
            shared.result.completeExceptionally(error);
        }
    }

    private static RouteClientException cause(Exception error) {
        Throwable cause = error.getCause();
        if (cause instanceof RouteClientException) return (RouteClientException) cause;
        if (cause instanceof Error) throw (Error) cause;
        throw new IllegalStateException(cause);
    }
}
