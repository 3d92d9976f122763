import HTTPWire
import Synchronization

/// Counts the connections of all loops, in all and for each IPv4 address or IPv6 network, and limits both.
///
/// The last slots are lent: a connection loses such a slot after a short time, unless a request shows that its caller
/// is known. Peers on unix sockets have no address: only their total is limited. The mode of the socket's file decides
/// which accounts may connect.
final class ConnectionLimiter: Sendable {
    /// Whether a connection gets a slot.
    enum Admission {
        /// There are too many.
        case refused
        /// One of the last slots, for a short time.
        case lent
        /// A slot for as long as the connection is open.
        case kept
    }

    private struct Counts {
        var all = 0
        var byAddress: [PeerAddress: Int32] = [:]
    }

    private let counts = Mutex(Counts())
    private let connectionsMax: Int
    /// Connections in all, and from one address, beyond which slots are lent.
    private let (keptMax, keptPerAddressMax): (Int, Int32)
    private let connectionsPerAddressMax: Int32

    /// Makes free slots.
    ///
    /// - Parameters:
    ///   - connectionsMax: connections in all.
    ///   - perAddressMax: connections from one address.
    ///   - lent: how many of the last slots, in all and for one address, are lent; at most a quarter of all.
    init(connectionsMax: Int, perAddressMax: Int, lent: Int) {
        self.connectionsMax = connectionsMax
        connectionsPerAddressMax = Int32(clamping: perAddressMax)
        keptMax = connectionsMax - min(lent, connectionsMax / 4)
        keptPerAddressMax = Int32(clamping: perAddressMax - min(lent, perAddressMax / 4))
    }

    /// Counts a new connection; if it is refused, it is not counted.
    func admit(_ peer: PeerAddress) -> Admission {
        counts.withLock { counts in
            guard counts.all < connectionsMax else { return .refused }
            let isLent = counts.all >= keptMax
            guard peer != .none else {
                counts.all += 1
                return isLent ? .lent : .kept
            }
            // One look-up: an address at its limit has an entry already, so a refusal adds none.
            let admission = admit(&counts.byAddress[peer.rateLimitKey, default: 0])
            if admission != .refused { counts.all += 1 }
            return isLent && admission == .kept ? .lent : admission
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

    private func admit(_ count: inout Int32) -> Admission {
        guard count < connectionsPerAddressMax else { return .refused }
        count += 1
        return count > keptPerAddressMax ? .lent : .kept
    }
}
