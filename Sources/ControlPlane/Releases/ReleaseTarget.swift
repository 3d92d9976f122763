import CanonicalJSON
import HTTPExchange
import RouteModel
import StoreRecords

/// What a request says of the release that it makes: the channel and the message.
struct ReleaseTarget: Sendable {
    /// The release's message.
    let message: String
    /// The channel that will point at the release.
    let channel: ChannelOrder

    /// Reads the parameters of a write of a draft.
    ///
    /// - Parameters:
    ///   - query: The parameters.
    ///   - fallback: The message of a request without one.
    /// - Throws: 400.
    init(_ query: QueryItems, fallback: String) throws(Problem) {
        message = query["message"] ?? fallback
        guard message.utf8.count <= ExchangeLimits.messageBytesMax else {
            throw .badRequest("the message is longer than \(ExchangeLimits.messageBytesMax) bytes")
        }
        let name = query["channel"] ?? ChannelRecord.production
        guard NameGrammar.isChannelName(name) else { throw .badRequest("\(name) is not the name of a channel") }
        let isPublic = query["public"] == nil ? nil : try query.flag("public")
        channel = ChannelOrder(
            name, isCreating: try query.flag("createChannel"), isPublic: isPublic, isQuery: true)
        guard !channel.isCreating || isPublic != nil else {
            throw .badRequest(
                "?createChannel=1 needs ?public=1, or ?public=0 for a channel that clients need a token for")
        }
    }

    /// Reads the request body of a publish or a restore.
    ///
    /// Throws 400 and 422.
    init(body: [UInt8]) throws(Problem) {
        var reader = try ObjectReader(body, known: ["message", "channel", "createChannel", "public"])
        message = reader.text("message", bytesMax: ExchangeLimits.messageBytesMax, required: true) ?? ""
        let name = reader.text("channel", bytesMax: ExchangeLimits.titleBytesMax) ?? ChannelRecord.production
        if !NameGrammar.isChannelName(name) { reader.refuse("channel", "\(name) is not the name of a channel") }
        let isCreating = reader.flag("createChannel") ?? false
        channel = ChannelOrder(name, isCreating: isCreating, isPublic: reader.flag("public"))
        if isCreating, channel.isPublic == nil {
            reader.refuse(
                "createChannel", "it does not say whether clients need a token for the new channel",
                hint: "Add \"public\": true, or false for a channel that clients need a token for.", code: "missing-key"
            )
        }
        try reader.finish()
    }

    /// The members of ``Schema/newRelease``.
    static let members: [String: Schema] = [
        "message": .text(count: 0...ExchangeLimits.messageBytesMax), "channel": .nullable(.name),
        "createChannel": .nullable(.flag), "public": .nullable(.flag),
    ]

    /// The same as query parameters, beside `publish`.
    static let query = [
        QueryParameter(
            "message", "the release's message when publishing", .text(count: 0...ExchangeLimits.messageBytesMax)),
        .channel,
        .flag("createChannel", "1: make the channel if it does not exist; needs `public`"),
        .flag("public", "1 or 0: whether clients read the new channel without a token; never changes a channel"),
    ]
}
