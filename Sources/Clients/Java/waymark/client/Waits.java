package waymark.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** The time and the random numbers of waits; tests have their own. */
interface Waits {
    /** The system's. */
    Waits SYSTEM = new Waits() {
        @Override
        public long nowMillis() {
            return System.nanoTime() / 1_000_000;
        }

        @Override
        public double random() {
            return ThreadLocalRandom.current().nextDouble();
        }

        @Override
        public void await(Condition condition, long millis) throws InterruptedException {
            condition.await(millis, TimeUnit.MILLISECONDS);
        }
    };

    /** Milliseconds of a clock that no one sets. On Android it stands still while the device sleeps: waits get longer. */
    long nowMillis();

    /** A random number from 0 to below 1. */
    double random();

    /** Waits for a signal, at most so long; the caller has the lock. It may also return early. */
    void await(Condition condition, long millis) throws InterruptedException;
}
