package waymark.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Collects tests and runs them one after the other; a small runner, so that the tests need no library either. */
final class Suite {
    /** The body of a test; what it throws is the failure. */
    interface Body {
        void run() throws Throwable;
    }

    /** A condition that becomes true. */
    interface Condition {
        boolean holds() throws Exception;
    }

    private static final long TEST_SECONDS_MAX = 300;
    private static final long SLOW_MILLIS = 3000;
    private static final long WAIT_SECONDS_MAX = 60;

    private final List<String> names = new ArrayList<>();
    private final List<Body> bodies = new ArrayList<>();

    void test(String name, Body body) {
        names.add(name);
        bodies.add(body);
    }

    /** Runs the tests whose names contain one of the texts, or all; returns the number that failed. */
    int run(String[] filters) throws InterruptedException {
        int failed = 0;
        int done = 0;
        long begun = System.nanoTime();
        for (int index = 0; index < names.size(); index++) {
            String name = names.get(index);
            if (filters.length > 0 && Arrays.stream(filters).noneMatch(name::contains)) continue;
            done++;
            long start = System.nanoTime();
            Throwable failure = result(name, bodies.get(index));
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            if (millis > SLOW_MILLIS) System.out.println(millis + " ms: " + name);
            if (failure == null) continue;
            failed++;
            System.out.println("FAILED " + name);
            failure.printStackTrace(System.out);
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
        System.out.println(done + " tests, " + failed + " failed, " + seconds + " s");
        return done == 0 ? 1 : failed;
    }

    private static Throwable result(String name, Body body) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable error) {
                failure.set(error);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        thread.join(TimeUnit.SECONDS.toMillis(TEST_SECONDS_MAX));
        if (!thread.isAlive()) return failure.get();
        AssertionError hang = new AssertionError("not done after " + TEST_SECONDS_MAX + " s");
        hang.setStackTrace(thread.getStackTrace());
        return hang;
    }

    static void check(boolean condition, String what) {
        if (!condition) throw new AssertionError(what);
    }

    static void equal(Object actual, Object expected, String what) {
        boolean isSame = actual == null ? expected == null : actual.equals(expected);
        if (!isSame) throw new AssertionError(what + ": is " + actual + ", should be " + expected);
    }

    /** Waits until a condition holds; fails if it does not in time. */
    static void eventually(String what, Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS_MAX);
        while (!condition.holds()) {
            check(System.nanoTime() < end, "never happened: " + what);
            Thread.sleep(5);
        }
    }

    /** Runs what must fail with an error of a client; returns the error. */
    static RouteClientException fails(RouteClientException.Code code, Body body) throws Throwable {
        try {
            body.run();
        } catch (RouteClientException error) {
            if (error.code() != code) throw new AssertionError("the code should be " + code, error);
            return error;
        }
        throw new AssertionError("no error; the code should be " + code);
    }
}
