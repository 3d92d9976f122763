import Synchronization

/// Counts open connections, in all and per address, over all loops.
final class ConnectionLimits: Sendable {
    private let counts: Mutex<Counts>
    private let max: Int
    private let perAddressMax: Int

    private struct Counts {
        var all = 0
        var byAddress: [[UInt8]: Int] = [:]
    }

    init(max: Int, perAddressMax: Int) {
        counts = Mutex(Counts())
        self.max = max
        self.perAddressMax = perAddressMax
    }

    /// Whether one more is within the limits; it is counted then.
    func enter(_ address: [UInt8]) -> Bool {
        counts.withLock { counts in
            guard counts.all < max, counts.byAddress[address, default: 0] < perAddressMax else { return false }
            counts.all += 1
            counts.byAddress[address, default: 0] += 1
            return true
        }
    }

    func leave(_ address: [UInt8]) {
        counts.withLock { counts in
            counts.all -= 1
            guard let count = counts.byAddress[address] else { return }
            counts.byAddress[address] = count > 1 ? count - 1 : nil
        }
    }
}
