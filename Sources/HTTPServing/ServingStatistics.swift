import Synchronization

/// What a server has counted, all loops together.
package struct ServingStatistics: Sendable, Hashable {
    /// Connections taken.
    package var accepted = 0
    /// Connections turned away at a limit.
    package var refused = 0
    /// Connections open now.
    package var open = 0
    /// Streams open now.
    package var streams = 0
    /// Bytes received.
    package var bytesReceived = 0
    /// Bytes sent.
    package var bytesSent = 0
    /// Answers by the first digit of their status, 1…5.
    package var answers = [0, 0, 0, 0, 0]
}

/// One loop's counters: written by its thread alone, read by any.
final class LoopCounters: Sendable {
    let accepted = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let open = Atomic<Int>(0)
    let streams = Atomic<Int>(0)
    let received = Atomic<Int>(0)
    let sent = Atomic<Int>(0)
    private let class1 = Atomic<Int>(0)
    private let class2 = Atomic<Int>(0)
    private let class3 = Atomic<Int>(0)
    private let class4 = Atomic<Int>(0)
    private let class5 = Atomic<Int>(0)

    func note(status: Int) {
        switch status {
        case 200..<300: class2.raise(by: 1)
        case 300..<400: class3.raise(by: 1)
        case 400..<500: class4.raise(by: 1)
        case 500..<600: class5.raise(by: 1)
        default: class1.raise(by: 1)
        }
    }

    func add(to sum: inout ServingStatistics) {
        sum.accepted += accepted.now
        sum.refused += refused.now
        sum.open += open.now
        sum.streams += streams.now
        sum.bytesReceived += received.now
        sum.bytesSent += sent.now
        for (index, count) in [class1.now, class2.now, class3.now, class4.now, class5.now].enumerated() {
            sum.answers[index] += count
        }
    }
}

extension Atomic<Int> {
    /// Only one thread writes, so that reading and writing need not be one step.
    func raise(by count: Int) { store(load(ordering: .relaxed) &+ count, ordering: .relaxed) }

    var now: Int { load(ordering: .relaxed) }
}
