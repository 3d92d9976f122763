package import HTTPWire
import Synchronization

/// The slots for event streams of all loops, in all and for each IPv4 address or IPv6 network.
///
/// A handler takes a slot before it begins a stream, and the loop gives it back when the stream ends. Clients on unix
/// sockets have no address: only their total is limited.
package final class StreamSlots: Sendable {
    /// Why there is no slot.
    package enum Refusal: Sendable, Hashable {
        /// There are too many streams.
        case all
        /// The client's address has too many.
        case address
    }

    private struct Counts {
        var all = 0
        var byAddress: [PeerAddress: Int32] = [:]
        var byTopic: [Int32: Int] = [:]
        var refused = (all: 0, address: 0)
    }

    private let counts = Mutex(Counts())
    private let streamsMax: Int
    private let perAddressMax: Int32

    /// Makes free slots: streams in all, and of one address.
    package init(streamsMax: Int = .max, perAddressMax: Int = .max) {
        self.streamsMax = streamsMax
        self.perAddressMax = Int32(clamping: perAddressMax)
    }

    /// Takes a slot for a client's address; the reason if there is none, and then nothing is taken.
    package func take(_ source: PeerAddress) -> Refusal? {
        counts.withLock { counts in
            guard counts.all < streamsMax else {
                counts.refused.all += 1
                return .all
            }
            if source != .none {
                let count = counts.byAddress[source.rateLimitKey] ?? 0
                guard count < perAddressMax else {
                    counts.refused.address += 1
                    return .address
                }
                counts.byAddress[source.rateLimitKey] = count + 1
            }
            counts.all += 1
            return nil
        }
    }

    /// Gives back a slot that `take` gave.
    func giveBack(_ source: PeerAddress) {
        counts.withLock { counts in
            counts.all -= 1
            guard let index = counts.byAddress.index(forKey: source.rateLimitKey) else { return }
            if counts.byAddress.values[index] > 1 {
                counts.byAddress.values[index] -= 1
            } else {
                counts.byAddress.remove(at: index)
            }
        }
    }

    /// Counts a stream of a topic that began.
    func begin(_ topic: Int32) { counts.withLock { $0.byTopic[topic, default: 0] += 1 } }

    /// Counts a stream of a topic that ended.
    func end(_ topic: Int32) {
        counts.withLock { counts in
            let left = (counts.byTopic[topic] ?? 0) - 1
            counts.byTopic[topic] = left > 0 ? left : nil
        }
    }

    /// Streams of each topic that are open now; topics without one are left out.
    package var topics: [Int32: Int] { counts.withLock { $0.byTopic } }

    /// Places in use.
    package var taken: Int { counts.withLock { $0.all } }

    /// How often there was no slot, for each reason.
    package var refused: (all: Int, address: Int) { counts.withLock { $0.refused } }
}
