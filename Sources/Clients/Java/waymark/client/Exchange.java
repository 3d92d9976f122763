package waymark.client;

import java.net.HttpURLConnection;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import waymark.client.RouteClientException.Code;

/** One or more requests that another thread, or a deadline, can end. */
final class Exchange {
    private static final ScheduledThreadPoolExecutor DEADLINES = deadlines();

    @Nullable private HttpURLConnection connection;
    private boolean isAborted;
    private boolean isLate;

    /** Begins a request, which ends after so many milliseconds; 0 for no deadline. */
    synchronized Deadline begin(HttpURLConnection connection, long millis) throws RouteClientException {
        if (isAborted) throw new RouteClientException(Code.CANCELLED, "the request was cancelled");
        this.connection = connection;
        return new Deadline(millis == 0 ? null : DEADLINES.schedule(this::expire, millis, TimeUnit.MILLISECONDS));
    }

    /** Ends the request under way, and those that follow. */
    synchronized void abort() {
        isAborted = true;
        disconnect();
    }

    synchronized boolean isAborted() {
        return isAborted;
    }

    /** Whether the deadline ended the request. */
    synchronized boolean isLate() {
        return isLate;
    }

    private synchronized void expire() {
        isLate = connection != null;
        disconnect();
    }

    /** On a thread of its own, because a JVM's disconnect() waits while another thread reads chunks. */
    private void disconnect() {
        HttpURLConnection ended = connection;
        connection = null;
        if (ended != null) Threads.daemon("waymark-disconnect", ended::disconnect).start();
    }

    /** The end of a request. */
    final class Deadline {
        @Nullable private final ScheduledFuture<?> timer;

        private Deadline(@Nullable ScheduledFuture<?> timer) {
            this.timer = timer;
        }

        /** Removes the deadline: the request has ended. */
        void end() {
            if (timer != null) timer.cancel(false);
            synchronized (Exchange.this) {
                connection = null;
            }
        }
    }

    /** Runs something after so many milliseconds; the result cancels that. */
    static Runnable later(long millis, Runnable run) {
        ScheduledFuture<?> timer = DEADLINES.schedule(run, millis, TimeUnit.MILLISECONDS);
        return () -> timer.cancel(false);
    }

    private static ScheduledThreadPoolExecutor deadlines() {
        ScheduledThreadPoolExecutor timers =
                new ScheduledThreadPoolExecutor(1, work -> Threads.daemon("waymark-deadlines", work));
        timers.setRemoveOnCancelPolicy(true);
        timers.setKeepAliveTime(Limits.IDLE_THREAD_MILLIS, TimeUnit.MILLISECONDS);
        timers.allowCoreThreadTimeOut(true);
        return timers;
    }
}
