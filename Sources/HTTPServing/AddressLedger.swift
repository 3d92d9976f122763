import HTTPWire
import Synchronization

/// How many connections there are, in all and from each address or IPv6 network; shared by all loops.
///
/// Peers on unix sockets have no address and are counted in all alone: the socket's file says who may connect.
final class AddressLedger: Sendable {
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

    /// Counts a connection in; false where there are too many.
    func admit(_ peer: PeerAddress) -> Bool {
        counts.withLock { counts in
            guard counts.all < connectionsMax else { return false }
            guard peer != .none else {
                counts.all += 1
                return true
            }
            // Counted first, so that an address is looked up once; whoever is over the limit has others there.
            let isWithin = Self.count(in: &counts.byAddress[peer.customer, default: 0], connectionsPerAddressMax)
            if isWithin { counts.all += 1 }
            return isWithin
        }
    }

    /// Counts it out.
    func release(_ peer: PeerAddress) {
        counts.withLock { counts in
            counts.all -= 1
            guard let place = counts.byAddress.index(forKey: peer.customer) else { return }
            if counts.byAddress.values[place] > 1 {
                counts.byAddress.values[place] -= 1
            } else {
                counts.byAddress.remove(at: place)
            }
        }
    }

    private static func count(in count: inout Int32, _ countMax: Int) -> Bool {
        guard count < countMax else { return false }
        count += 1
        return true
    }
}
