import HTTPWire
import LinkAnswers

/// What header fields mean, by a hash of them, for one loop; reading them anew for each request would cost more than the
/// whole answer.
///
/// The fields themselves are not kept. The hash has a secret key of the process, so that no client can make fields that are
/// taken for others.
final class ClientTable {
    private var entries = [(key: UInt64, client: LinkClient)?](repeating: nil, count: LinkServingLimits.clientsMax)

    /// The client of a request.
    func client(_ view: borrowing RequestView) -> LinkClient {
        let fields = ClientFields(view)
        let key = fields.hash(view.buffer)
        let place = Int(truncatingIfNeeded: key) & (LinkServingLimits.clientsMax - 1)
        if let entry = entries[place], entry.key == key { return entry.client }
        let client = LinkClient(
            userAgent: fields.userAgent.map { view.text($0) }, platform: fields.platform.map { view.text($0) },
            language: fields.language.map { view.text($0) })
        entries[place] = (key, client)
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
        var hash = KeyedHash()
        hash.combine(userAgent, buffer)
        hash.combine(platform, buffer)
        hash.combine(language, buffer)
        return hash.value
    }
}

/// A polynomial of the words of texts, at a secret place, modulo the prime 2^61 - 1 (Carter and Wegman 1979).
///
/// Two polynomials of n words are equal at n places at most: fields of 16 KB are taken for others with a probability below
/// 2^-49 as long as the place is secret. SipHash costs twice as much.
struct KeyedHash {
    private static let prime: UInt64 = 1 << 61 - 1
    private static let place = UInt64.random(in: 1 << 32..<prime)

    let place: UInt64
    /// The hash, below 2^62.
    private(set) var value: UInt64 = 1

    /// Begins at the place of the process, or in tests at another one below the prime.
    init(place: UInt64 = Self.place) { self.place = place }

    /// Adds the length of a range, or that there is none, and its bytes, seven as a word.
    @inline(__always)
    mutating func combine(_ range: Range<Int>?, _ buffer: WireBytes) {
        guard let range else { return combine(1 << 56) }
        combine(UInt64(range.count))
        var index = range.lowerBound
        while index &+ 7 <= range.upperBound {
            combine(buffer.word(at: index, count: 7))
            index &+= 7
        }
        if index < range.upperBound { combine(buffer.word(at: index, count: range.upperBound &- index)) }
    }

    /// Adds a word below 2^57.
    @inline(__always)
    private mutating func combine(_ word: UInt64) {
        let (high, low) = value.multipliedFullWidth(by: place)
        // 2^61 is 1 modulo the prime.
        value = (low & Self.prime) &+ (high &<< 3 | low &>> 61) &+ word
        value = (value & Self.prime) &+ value &>> 61
    }
}
