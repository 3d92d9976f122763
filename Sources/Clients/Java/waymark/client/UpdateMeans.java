package waymark.client;

/** How a client learns of new releases. */
public enum UpdateMeans {
    /** By polling, at the interval that the server's heads give. */
    POLLING,
    /** By a stream of Server-Sent Events; by polling where no stream can be opened. */
    EVENTS
}
