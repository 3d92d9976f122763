import HTTPWire
import Synchronization
import SystemIO

/// Counts the memory that the connections of one loop hold, and the bodies of all loops.
///
/// A connection holds the beginning of a head, requests after an answer that is not sent, and copies of small answers.
/// Bodies are counted separately, over all loops; large answers are shared and not counted.
final class MemoryBudget {
    /// Bytes that connections of this loop hold, without bodies.
    private(set) var heldBytes = 0
    /// The largest sum of held bytes and bodies since memory was last returned to the system.
    private var peakBytes = 0
    private let heldBytesMax: Int
    private let shared: SharedState

    /// Gives the loop an equal part of the budget of all loops.
    init(_ shared: SharedState) {
        self.shared = shared
        heldBytesMax = shared.limits.heldBytesMax / shared.inboxes.count
    }

    /// Whether connections hold more than they may.
    var isExceeded: Bool { heldBytes > heldBytesMax }

    /// Whether connections hold so much that the largest holders are still closed: after they are, a quarter is free.
    var isNearlyExceeded: Bool { heldBytes > heldBytesMax / 4 * 3 }

    /// Whether enough memory was held that it should be returned to the system.
    var hasSurged: Bool { peakBytes > ServingLimits.surgeBytes }

    /// Updates the count of a connection's memory after a step.
    func update(_ io: PendingIO) {
        let held = io.ownBytes
        heldBytes += held - io.heldBytes
        io.heldBytes = held
        peakBytes = max(peakBytes, heldBytes)
    }

    /// Counts the bytes of a body that have arrived.
    ///
    /// - Throws: 503 if the bodies of all connections together are too large.
    func reserve(_ count: Int, for io: PendingIO) throws(RequestRefusal) {
        let more = count - io.reservedBytes
        guard more != 0 else { return }
        let total = shared.bodyBytes.add(more, ordering: .relaxed).newValue
        io.reservedBytes = count
        peakBytes = max(peakBytes, heldBytes + total)
        guard total <= shared.limits.bodyMemoryBytesMax else {
            throw RequestRefusal(503, "too many request bodies arrive at the same time")
        }
    }

    /// Stops counting a body.
    func releaseBody(_ io: PendingIO) {
        guard io.reservedBytes > 0 else { return }
        shared.bodyBytes.subtract(io.reservedBytes, ordering: .relaxed)
        io.reservedBytes = 0
    }

    /// Stops counting a connection's memory and its body.
    func release(_ io: PendingIO) {
        heldBytes -= io.heldBytes
        io.heldBytes = 0
        releaseBody(io)
    }

    /// After a surge, when three quarters of its memory are free again: returns free memory to the system.
    ///
    /// malloc(3) keeps free memory between used pieces. malloc_trim(3) takes long, so it runs on a separate thread.
    func returnToSystem() {
        guard heldBytes + shared.bodyBytes.load(ordering: .relaxed) < peakBytes / 4 else { return }
        // Memory that is still held counts for the next surge.
        peakBytes = heldBytes
        do throws(Errno) { try Threads.start { ProcessMemory.returnFreePages() }.detach() } catch {
            // Without a thread the memory is returned after the next surge.
        }
    }
}
