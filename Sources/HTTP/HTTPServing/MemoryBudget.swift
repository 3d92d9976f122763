import HTTPWire
import Synchronization
import SystemIO

/// Counts the memory that the connections of one loop hold, and what all loops hold together.
///
/// A connection holds the beginning of a head, requests after an answer that is not sent, copies of small answers, and
/// parts of a file.
/// Bodies and large answers of workers are counted by lane, over all loops. Other large answers are shared and not
/// counted.
final class MemoryBudget {
    /// Bytes that connections of this loop hold, without bodies: those of strangers, and of administrators.
    private var strangersHeld = 0, adminsHeld = 0
    /// The largest sum of held bytes, bodies and large answers since memory was last returned to the system.
    private var peakBytes = 0
    private let (strangersMax, adminsMax): (Int, Int)
    private let lanes: [Lane]
    private let counters: LoopCounters

    /// Gives the loop an equal part of the budget of all loops.
    init(_ shared: SharedState, counters: LoopCounters) {
        lanes = shared.lanes.all
        self.counters = counters
        let bytesMax = shared.limits.heldBytesMax / shared.inboxes.count
        adminsMax = min(shared.limits.adminHeldBytes / shared.inboxes.count, bytesMax / 4)
        strangersMax = bytesMax - adminsMax
    }

    /// Bytes of one part of a file: two of them take at most half of the smaller share.
    var filePartBytes: Int {
        max(ServingLimits.filePartBytesLeast, min(ServingLimits.filePartBytes, min(adminsMax, strangersMax) / 4))
    }

    /// Bytes that connections of this loop hold, without bodies.
    var heldBytes: Int { strangersHeld + adminsHeld }

    /// Whether a share is used up.
    var isExceeded: Bool { strangersHeld > strangersMax || adminsHeld > adminsMax }

    /// Whether the connections of administrators, or those of strangers, hold more than they may.
    func isExceeded(_ isAdmin: Bool) -> Bool { isAdmin ? adminsHeld > adminsMax : strangersHeld > strangersMax }

    /// Whether these hold more than 75 % of their share: the largest holders are closed until they hold less.
    func isNearlyExceeded(_ isAdmin: Bool) -> Bool {
        isAdmin ? adminsHeld > adminsMax / 4 * 3 : strangersHeld > strangersMax / 4 * 3
    }

    /// Whether enough memory was held that it should be returned to the system.
    var hasSurged: Bool { peakBytes > ServingLimits.surgeBytes }

    /// Bytes of all bodies and large answers.
    private var laneBytes: Int { lanes.reduce(0) { $0 + $1.bodies.bytes + $1.answers.bytes } }

    /// Updates the peak after a large answer arrived.
    func noteAnswers() { peakBytes = max(peakBytes, heldBytes + laneBytes) }

    /// Counts the bytes that a connection holds after a step.
    func update(_ io: PendingIO) {
        count(io, io.ownBytes)
        peakBytes = max(peakBytes, heldBytes)
    }

    /// Counts what a connection holds as its caller's now, and no longer as it was counted before.
    private func count(_ io: PendingIO, _ bytes: Int) {
        if io.held.isAdmin { adminsHeld -= io.held.bytes } else { strangersHeld -= io.held.bytes }
        if io.isAdmin { adminsHeld += bytes } else { strangersHeld += bytes }
        io.held = (bytes, io.isAdmin)
        counters.strangersHeldBytes.store(strangersHeld, ordering: .relaxed)
        counters.adminsHeldBytes.store(adminsHeld, ordering: .relaxed)
    }

    /// Counts the bytes of a body that have arrived.
    ///
    /// - Throws: 503 if the bodies of the lane, or of its strangers, together are too large.
    func reserve(_ count: Int, for io: PendingIO) throws(RequestRefusal) {
        let more = count - io.reservedBytes
        guard more != 0, let lane = io.lane else { return }
        let isWithin = lane.bodies.add(more, isKnown: io.isKnown)
        io.reservedBytes = count
        peakBytes = max(peakBytes, heldBytes + laneBytes)
        guard isWithin else {
            lane.bodies.refused.add(1, ordering: .relaxed)
            throw RequestRefusal(503, "too many bodies arrive at once")
        }
    }

    /// Stops counting a body.
    func releaseBody(_ io: PendingIO) {
        guard io.reservedBytes > 0 else { return }
        _ = io.lane?.bodies.add(-io.reservedBytes, isKnown: io.isKnown)
        io.reservedBytes = 0
    }

    /// Stops counting a connection's memory and its body.
    func release(_ io: PendingIO) {
        count(io, 0)
        releaseBody(io)
    }

    /// Returns free memory to the system after a surge, when three quarters of the peak are free again.
    ///
    /// malloc(3) keeps free memory between used pieces. malloc_trim(3) takes long, so it runs on a separate thread.
    func returnToSystem() {
        guard heldBytes + laneBytes < peakBytes / 4 else { return }
        // What is still held counts for the next surge.
        peakBytes = heldBytes
        do throws(Errno) { try Threads.start { ProcessMemory.returnFreePages() }.detach() } catch {
            // Without a thread the memory is returned after the next surge.
        }
    }
}
