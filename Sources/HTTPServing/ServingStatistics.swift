import Synchronization

/// What a server has done since it started, summed over its loops.
package struct ServingStatistics: Sendable, Hashable {
    /// Connections open now.
    package var open = 0
    /// Connections accepted.
    package var accepted = 0
    /// Connections turned away: too many, or no descriptors.
    package var refused = 0
    /// Connections closed because their time was up.
    package var timedOut = 0
    /// Connections closed because all together held too much memory, and they the most.
    package var shed = 0
    /// Requests read.
    package var requests = 0
    /// Answers by the first digit of their status, 1…5.
    package var answers = [0, 0, 0, 0, 0]
    /// Bytes received.
    package var bytesReceived = 0
    /// Bytes sent.
    package var bytesSent = 0
    /// Event streams open now.
    package var streams = 0
    /// Watchers dropped because they did not read.
    package var watchersDropped = 0
    /// Requests turned away because no worker would have had time.
    package var workRefused = 0

    /// Requests waiting for a worker now.
    package var workWaiting = 0
    /// How long requests waited for a worker.
    package var workWaits = WaitTimes()
    /// Bytes that watchers of streams had not taken when the loops looked last, at most half a second ago.
    package var watcherBacklogBytes = 0

    /// Nothing done yet.
    package init() {}
}

/// One loop's counters: written by its thread alone, read by any.
final class LoopCounters: Sendable {
    let connectionsOpen = Atomic(0)
    let connectionsAccepted = Atomic(0)
    let connectionsRefused = Atomic(0)
    let connectionsTimedOut = Atomic(0)
    let connectionsShed = Atomic(0)
    let requests = Atomic(0)
    let responses2 = Atomic(0)
    let responses3 = Atomic(0)
    let responses4 = Atomic(0)
    let responses5 = Atomic(0)
    let bytesReceived = Atomic(0)
    let bytesSent = Atomic(0)
    let streamsOpen = Atomic(0)
    let watchersDropped = Atomic(0)
    let workRefused = Atomic(0)
    let watcherBacklogBytes = Atomic(0)

    @inline(__always)
    func noteResponse(_ status: Int) {
        switch status {
        case ..<300: responses2.raise()
        case ..<400: responses3.raise()
        case ..<500: responses4.raise()
        default: responses5.raise()
        }
    }

    func add(to sum: inout ServingStatistics) {
        sum.open += connectionsOpen.current
        sum.accepted += connectionsAccepted.current
        sum.refused += connectionsRefused.current
        sum.timedOut += connectionsTimedOut.current
        sum.shed += connectionsShed.current
        sum.requests += requests.current
        let classes = [responses2.current, responses3.current, responses4.current, responses5.current]
        for (index, count) in classes.enumerated() { sum.answers[index + 1] += count }
        sum.bytesReceived += bytesReceived.current
        sum.bytesSent += bytesSent.current
        sum.streams += streamsOpen.current
        sum.watchersDropped += watchersDropped.current
        sum.workRefused += workRefused.current
        if streamsOpen.current > 0 { sum.watcherBacklogBytes += watcherBacklogBytes.current }
    }
}

extension Atomic where Value == Int {
    /// Adds, by the only thread that writes: a plain load and store, no locked instruction.
    @inline(__always)
    borrowing func raise(_ amount: Int = 1) {
        store(load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }

    /// The value now.
    var current: Int { load(ordering: .relaxed) }
}
