import Synchronization
package import SystemIO

/// Counts of a server since it started, summed over its loops.
package struct ServingStatistics: Sendable {
    /// Connections open now.
    package var open = 0
    /// Connections accepted.
    package var accepted = 0
    /// Connections refused: too many, or no descriptors.
    package var refused = 0
    /// Connections closed at a deadline.
    package var timedOut = 0
    /// Connections closed because all connections used too much memory; those with the most are closed first.
    package var shed = 0
    /// Downloads of files closed because the client took less than the least rate.
    package var downloadsDropped = 0
    /// Connections closed because their places were lent and no request showed a known caller.
    package var displaced = 0
    /// Requests read.
    package var requests = 0
    /// Bytes received.
    package var bytesReceived = 0
    /// Bytes sent.
    package var bytesSent = 0
    /// Event streams open now.
    package var streams = 0
    /// Event streams closed because their clients did not read.
    package var watchersDropped = 0
    /// Event streams ended because their clients lost the right to them.
    package var streamsRevoked = 0
    /// Event streams refused because all places, or those of an address, were taken.
    package var streamsRefused = (all: 0, address: 0)
    /// Requests refused because the workers' queue was full.
    package var workRefused = 0

    /// Requests waiting for a worker now.
    package var workWaiting = 0
    /// How long requests waited for a worker, in seconds.
    package var workWaits = Histogram(Histogram.waitSeconds)
    /// The lanes; if there are two, the last one is for administrators.
    package var lanes: [LaneStatistics] = []
    /// Bytes that connections hold without bodies and large answers: of strangers, and of administrators.
    package var held = (strangers: 0, admins: 0)
    /// Bytes that wait to be sent on event streams, as of each loop's last sweep, at most half a second ago.
    package var watcherBacklogBytes = 0

    /// All zero.
    package init() {}
}

/// One loop's counters: written by its thread alone, read by any thread.
final class LoopCounters: Sendable {
    let connectionsOpen = Atomic(0)
    let connectionsAccepted = Atomic(0)
    let connectionsRefused = Atomic(0)
    let connectionsTimedOut = Atomic(0)
    let connectionsShed = Atomic(0)
    let connectionsDisplaced = Atomic(0)
    let downloadsDropped = Atomic(0)
    let requests = Atomic(0)
    let bytesReceived = Atomic(0)
    let bytesSent = Atomic(0)
    let streamsOpen = Atomic(0)
    let watchersDropped = Atomic(0)
    let streamsRevoked = Atomic(0)
    let workRefused = Atomic(0)
    let watcherBacklogBytes = Atomic(0)
    let strangersHeldBytes = Atomic(0)
    let adminsHeldBytes = Atomic(0)

    func add(to sum: inout ServingStatistics) {
        sum.open += connectionsOpen.current
        sum.accepted += connectionsAccepted.current
        sum.refused += connectionsRefused.current
        sum.timedOut += connectionsTimedOut.current
        sum.shed += connectionsShed.current
        sum.displaced += connectionsDisplaced.current
        sum.downloadsDropped += downloadsDropped.current
        sum.requests += requests.current
        sum.bytesReceived += bytesReceived.current
        sum.bytesSent += bytesSent.current
        sum.streams += streamsOpen.current
        sum.watchersDropped += watchersDropped.current
        sum.streamsRevoked += streamsRevoked.current
        sum.held.strangers += strangersHeldBytes.current
        sum.held.admins += adminsHeldBytes.current
        sum.workRefused += workRefused.current
        if streamsOpen.current > 0 { sum.watcherBacklogBytes += watcherBacklogBytes.current }
    }
}

extension Atomic where Value == Int {
    /// Adds a number; only for the thread that writes: a load and a store, no locked instruction.
    @inline(__always)
    borrowing func raise(_ amount: Int = 1) {
        store(load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }

    /// The current value.
    var current: Int { load(ordering: .relaxed) }
}
