import HTTPWire
import LinkAnswers

/// What header fields mean, by a hash of them, for one loop; reading them anew for each request would cost more than the
/// whole answer.
///
/// The fields themselves are not kept. The hash has 64 bits and a key of the process (SipHash), so that no client can make
/// fields that are taken for others.
struct ClientTable {
    private var keys = [UInt64](repeating: 0, count: LinkServingLimits.clientsMax)
    private var clients = [LinkClient?](repeating: nil, count: LinkServingLimits.clientsMax)

    /// The client of a request.
    mutating func client(_ view: borrowing RequestView) -> LinkClient {
        let fields = ClientFields(view)
        let key = fields.hash(view.buffer)
        let place = Int(truncatingIfNeeded: key) & (LinkServingLimits.clientsMax - 1)
        if keys[place] == key, let client = clients[place] { return client }
        let client = LinkClient(
            userAgent: fields.userAgent.map { view.text($0) }, platform: fields.platform.map { view.text($0) },
            language: fields.language.map { view.text($0) })
        (keys[place], clients[place]) = (key, client)
        return client
    }
}

/// The places of the fields that tell what a client is; of repeated ones the first counts.
struct ClientFields {
    private(set) var userAgent, platform, language: Range<Int>?

    init(_ view: borrowing RequestView) {
        for index in view.head.fields.indices {
            let field = view.head.fields[index]
            guard field.isKnown(.other) else { continue }
            switch field.name.count {
            case 10 where userAgent == nil && view.matchesFolding(field.name, "user-agent"): userAgent = field.value
            case 15 where language == nil && view.matchesFolding(field.name, "accept-language"):
                language = field.value
            case 18 where platform == nil && view.matchesFolding(field.name, "sec-ch-ua-platform"):
                platform = field.value
            default: break
            }
        }
    }

    /// A hash of the three values and their lengths.
    func hash(_ buffer: WireBytes) -> UInt64 {
        var hasher = Hasher()
        for range in [userAgent, platform, language] {
            hasher.combine(range?.count ?? -1)
            guard var place = range?.lowerBound, let end = range?.upperBound else { continue }
            while place < end {
                let count = min(8, end - place)
                hasher.combine(buffer.word(at: place, count: count))
                place += count
            }
        }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
