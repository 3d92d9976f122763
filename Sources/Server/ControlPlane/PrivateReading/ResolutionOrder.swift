import CanonicalJSON
import DataPlane
import HTTPExchange
import RouteDocuments
import RouteModel
import StoreRecords

/// A request for the resolutions of many addresses in many contexts.
struct ResolutionOrder: Sendable {
    /// Which rules answer.
    enum Rules: Sendable, Hashable {
        /// Those of the draft.
        case draft
        /// Those of a release.
        case release(Int)
        /// Those of the release that a channel points at.
        case channel(String)
    }

    /// Which rules answer.
    let rules: Rules
    /// The addresses, at least one.
    let addresses: [String]
    /// The contexts, at least one.
    let contexts: [Context]
    /// The instant for conditions that depend on the clock; nil for now.
    let at: Instant?
    /// Whether each resolution is explained.
    let isExplained: Bool

    /// Reads the body `{"addresses", "contexts", "release", "channel", "at", "explain"}`; throws 400 and 422.
    init(body: [UInt8]) throws(Problem) {
        var reader = try ObjectReader(
            body, known: ["addresses", "contexts", "release", "channel", "at", "explain"])
        at = reader.instant("at")
        isExplained = reader.flag("explain") ?? false
        addresses =
            reader.texts(
                "addresses", bytesMax: DataLimits.addressBytesMax, counts: 1...ReadingLimits.addressesMax) ?? []
        if !reader.has("addresses") {
            reader.refuse(
                "addresses", "addresses is missing", hint: "Write a list such as [\"https://shop.example/i/7\"].",
                code: "missing-key")
        }
        rules = Self.rules(&reader)
        let decoded = reader.contexts("contexts", counts: 1...ReadingLimits.contextsMax)
        let pairs = addresses.count * max(1, decoded?.count ?? 1)
        let pairsMax = isExplained ? ReadingLimits.explainedPairsMax : ReadingLimits.pairsMax
        if pairs > pairsMax {
            reader.refuse(
                "addresses",
                "\(addresses.count) addresses in \(decoded?.count ?? 1) contexts are \(pairs) resolutions; one request gives "
                    + "at most \(pairsMax)\(isExplained ? " with explanations" : "")", hint: "Send several requests.")
        }
        try reader.finish()
        var contexts: [Context] = []
        for context in decoded ?? [] { contexts.append(try RequestDecoding.accepted(context)) }
        self.contexts = contexts.isEmpty ? [Context()] : contexts
    }

    /// The draft, a release or a channel; the channel `production` if the request says nothing.
    static func rules(_ reader: inout ObjectReader) -> Rules {
        let channel = reader.text("channel", bytesMax: ExchangeLimits.titleBytesMax)
        guard let node = reader.node("release") else { return .channel(channel ?? ChannelRecord.production) }
        if channel != nil {
            reader.refuse("channel", "there are both release and channel", hint: "Send one of them.")
        }
        if node.stringValue == "draft" { return .draft }
        if let number = node.integerValue, number > 0, let version = Int(exactly: number) { return .release(version) }
        reader.refuse("release", "release must be the number of a release, or \"draft\"", code: "wrong-type")
        return .draft
    }
}
