package waymark.client;

/** A place in the history of a channel; positions decide which of two heads is later (release.md R6.2). */
public final class Position implements Comparable<Position> {
    private final long epoch;
    private final long sequence;

    Position(long epoch, long sequence) {
        this.epoch = epoch;
        this.sequence = sequence;
    }

    /**
     * The epoch, which grows when a store is put back from a backup; compared first.
     *
     * @return the epoch, from 0
     */
    public long epoch() {
        return epoch;
    }

    /**
     * The sequence, which grows with every move of the channel.
     *
     * @return the sequence, from 0
     */
    public long sequence() {
        return sequence;
    }

    @Override
    public int compareTo(Position other) {
        int byEpoch = Long.compare(epoch, other.epoch);
        return byEpoch != 0 ? byEpoch : Long.compare(sequence, other.sequence);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Position && compareTo((Position) other) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(epoch) + Long.hashCode(sequence);
    }

    /** Returns the epoch, a hyphen and the sequence, as the ids of an event stream. */
    @Override
    public String toString() {
        return epoch + "-" + sequence;
    }
}
