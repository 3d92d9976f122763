import HTTPWire

/// The open event streams of one loop: which events they have, what they depend on, and whose slots they use.
///
/// A stream that needs no grant, and whose client is its peer, has no entry here: it costs what an idle connection
/// costs.
final class StreamRegister {
    private struct Held {
        let grant: any StreamGrant
        /// Whether the grant may end without a report.
        var isPassing: Bool
    }

    private let places: StreamSlots?
    private let counters: LoopCounters
    /// The number of the newest event of each topic that this loop has sent; at most one entry for each topic.
    private var newest: [Int32: Int] = [:]
    /// Streams that began with an event which the loop has not sent to the others yet, and the number of that event.
    private var ahead: [Int32: Int] = [:]
    private var held: [Int32: Held] = [:]
    /// The clients of streams whose peers are proxies.
    private var sources: [Int32: PeerAddress] = [:]
    /// Number of streams.
    private(set) var count = 0
    /// Whether a grant may end without a report; stored, because each sweep reads it.
    private(set) var hasPassing = false

    init(places: StreamSlots?, counters: LoopCounters) {
        self.places = places
        self.counters = counters
    }

    /// Adds a stream.
    func begin(_ descriptor: Int32, _ start: StreamStart, peer: PeerAddress) {
        if count == 0 {
            newest.removeAll(keepingCapacity: true)
            ahead.removeAll(keepingCapacity: true)
        }
        count += 1
        counters.streamsOpen.raise()
        if places != nil, start.source != peer { sources[descriptor] = start.source }
        if let grant = start.grant {
            // The next sweep looks at it again.
            held[descriptor] = Held(grant: grant, isPassing: true)
            hasPassing = true
        }
        let topic = Int32(truncatingIfNeeded: start.topic)
        places?.begin(topic)
        guard let last = newest[topic] else {
            newest[topic] = start.number
            return
        }
        // The handler has seen a change whose message is still on its way to this loop.
        if start.number > last { ahead[descriptor] = start.number }
    }

    /// Removes a stream that ends, and gives its slot back.
    func end(_ descriptor: Int32, of topic: Int32, peer: PeerAddress) {
        count -= 1
        places?.end(topic)
        counters.streamsOpen.raise(-1)
        ahead[descriptor] = nil
        held[descriptor] = nil
        giveBack(sources.removeValue(forKey: descriptor) ?? peer)
    }

    /// Gives back the slot of a stream that did not begin.
    func giveBack(_ source: PeerAddress) { places?.giveBack(source) }

    /// Notes an event of a topic that is to be sent; false if streams of the topic have a newer one, or there are none.
    ///
    /// Several threads report changes, so that an older event may arrive after a newer one.
    func advance(_ topic: Int32, to number: Int) -> Bool {
        guard let last = newest[topic], number > last else { return false }
        newest[topic] = number
        return true
    }

    /// Whether a stream began with an event, or with a newer one.
    func has(_ number: Int, _ descriptor: Int32) -> Bool {
        guard let first = ahead[descriptor] else { return false }
        if first <= number { ahead[descriptor] = nil }
        return first >= number
    }

    /// Whether a stream depends on a grant.
    func isHeld(_ descriptor: Int32) -> Bool { held[descriptor] != nil }

    /// The streams whose grants have ended: of all, or only of those that may end without a report.
    func lapsed(onlyPassing: Bool) -> [Int32] {
        guard onlyPassing ? hasPassing : !held.isEmpty else { return [] }
        hasPassing = false
        var ended: [Int32] = []
        for (descriptor, one) in held where one.isPassing || !onlyPassing {
            let standing = one.grant.standing
            if standing == .ended { ended.append(descriptor) }
            if standing == .passing { hasPassing = true }
            held[descriptor]?.isPassing = standing == .passing
        }
        return ended
    }
}
