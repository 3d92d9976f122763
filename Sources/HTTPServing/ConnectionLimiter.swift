import HTTPWire
import Synchronization

/// Counts the connections of all loops, in all and for each IPv4 address or IPv6 network, and limits both.
///
/// Peers on unix sockets have no address: only their total is limited. The mode of the socket's file controls access.
final class ConnectionLimiter: Sendable {
    private struct Counts {
        var all = 0
        var byAddress: [PeerAddress: Int32] = [:]
    }

    private let counts = Mutex(Counts())
    private let connectionsMax: Int
    private let connectionsPerAddressMax: Int

    init(connectionsMax: Int, connectionsPerAddressMax: Int) {
        self.connectionsMax = connectionsMax
        self.connectionsPerAddressMax = connectionsPerAddressMax
    }

    /// Counts a new connection; false if there are too many, and then it is not counted.
    func admit(_ peer: PeerAddress) -> Bool {
        counts.withLock { counts in
            guard counts.all < connectionsMax else { return false }
            guard peer != .none else {
                counts.all += 1
                return true
            }
            // One look-up: an address at its limit has an entry already, so a refusal adds none.
            let isWithin = Self.increment(
                &counts.byAddress[peer.rateLimitKey, default: 0], max: connectionsPerAddressMax)
            if isWithin { counts.all += 1 }
            return isWithin
        }
    }

    /// Stops counting a connection that `admit` counted.
    func release(_ peer: PeerAddress) {
        counts.withLock { counts in
            counts.all -= 1
            guard let place = counts.byAddress.index(forKey: peer.rateLimitKey) else { return }
            if counts.byAddress.values[place] > 1 {
                counts.byAddress.values[place] -= 1
            } else {
                counts.byAddress.remove(at: place)
            }
        }
    }

    private static func increment(_ count: inout Int32, max countMax: Int) -> Bool {
        guard count < countMax else { return false }
        count += 1
        return true
    }
}
