package waymark.client;

import waymark.client.LoopPhases.End;
import waymark.client.RouteClientException.Code;

/**
 * Keeps a client's release up to date until it is stopped (client.md sections 5 and 6).
 *
 * <p>Each step opens a stream of heads or sends one poll; {@link PollSchedule} decides which, and how long to wait
 * afterwards. No step follows another one without a wait, except after a wake-up (client.md C8.6).
 */
final class UpdateLoop implements Runnable {
    final UpdateMeans means;
    final LoopPhases phases;
    private final ClientCore core;
    private final long openingMillis;
    private final Thread thread = Threads.daemon("waymark-updates", this);
    private PollSchedule schedule = new PollSchedule();

    UpdateLoop(ClientCore core, UpdateMeans means, long wakeFreshMillis, long openingMillis) {
        this.core = core;
        this.means = means;
        this.openingMillis = openingMillis;
        phases = new LoopPhases(core.waits, wakeFreshMillis);
    }

    void start() {
        thread.start();
    }

    void stop() {
        phases.stop();
        thread.interrupt();
    }

    @Override
    public void run() {
        try {
            while (waitForRetryAfter()) pause(step());
        } catch (InterruptedException stopped) {
            // stop() was called.
        }
    }

    /** Waits until the wait of a Retry-After is over; returns false when the loop is to end. */
    private boolean waitForRetryAfter() throws InterruptedException {
        while (!phases.isStopped()) {
            long left = core.retryAfterMillis();
            if (left <= 0) return true;
            boolean isAnswered = phases.pauseForRetryAfter(left, () -> !core.hasRetryAfter());
            if (!isAnswered || means == UpdateMeans.EVENTS && schedule.triesStream()) continue;
            // The app called refresh() and got an answer: that replaces this loop's next poll.
            pause(afterSuccess());
        }
        return false;
    }

    private void pause(long millis) throws InterruptedException {
        if (phases.pause(millis)) schedule = new PollSchedule();
    }

    /** Opens one stream or sends one poll; returns how many milliseconds to wait afterwards. */
    private long step() throws InterruptedException {
        // Polls for the first release, because a network that delays streams would delay the release, too.
        if (means == UpdateMeans.EVENTS && core.release() == null) {
            long wait = poll();
            return schedule.failures() == 0 ? 0 : wait;
        }
        if (means == UpdateMeans.POLLING || !schedule.triesStream()) return poll();
        HeadStream stream = new HeadStream(core, phases);
        boolean isWoken = stream.listen(openingMillis);
        if (phases.isStopped()) throw new InterruptedException();
        if (isWoken) {
            schedule = new PollSchedule();
            return 0;
        }
        core.countDisconnection(stream.failure());
        if (stream.wasHeadRefused()) return schedule.afterFailure(core.waits.random());
        if (stream.isConnected()) {
            return schedule.afterStream(core.jitterSeconds(), stream.retryMillis(), core.waits.random());
        }
        RouteClientException failure = stream.failure();
        if (failure != null && failure.retryAfterSeconds() >= 0) {
            schedule.streamWasRefused();
            return 0;
        }
        long wait = poll();
        // If the poll fails, too, the cause is the network or the server, not the stream.
        if (schedule.failures() == 0) schedule.streamWasRefused();
        return wait;
    }

    private long poll() throws InterruptedException {
        phases.exchangeBegins();
        try {
            core.refreshes.refresh();
            phases.exchangeEnded(means == UpdateMeans.POLLING ? End.ANSWERED : End.ANSWERED_INSTEAD_OF_STREAM);
            return afterSuccess();
        } catch (RouteClientException error) {
            boolean isUnanswered = error.code() == Code.UNREACHABLE || error.code() == Code.TIMED_OUT;
            phases.exchangeEnded(isUnanswered ? End.UNANSWERED : End.ANSWERED);
        } catch (RuntimeException | Error defect) {
            // Without this the loop, and on Android the app, would end.
            Announcer.log("a refresh threw", defect);
            phases.exchangeEnded(End.ANSWERED);
        }
        return schedule.afterFailure(core.waits.random());
    }

    private long afterSuccess() {
        return schedule.afterSuccess(core.intervalSeconds(), core.jitterSeconds(), core.waits.random());
    }
}
