import CanonicalJSON
import HTTPExchange
import RouteModel
import StoreRecords

/// What a request says of the release that it makes: the channel, the message, and what it permits.
struct ReleaseTarget: Sendable {
    /// The release's message.
    let message: String
    /// The channel that will point at the release.
    let channel: ChannelOrder
    /// What the publisher says about the release besides the message; nil for nothing.
    let notes: String?
    /// Whether the release may have far fewer rules than the one that the channel serves.
    let allowsShrink: Bool
    /// The rules of the draft that are published; nil for all of it.
    let only: RuleSelection?

    /// Reads the parameters of a write of a draft.
    ///
    /// - Parameters:
    ///   - query: The parameters.
    ///   - fallback: The message of a request without one.
    /// - Throws: 400 and 422.
    init(_ query: QueryItems, fallback: String) throws(Problem) {
        let given = query["message"] ?? ""
        message = given.isEmpty ? fallback : given
        guard message.utf8.count <= ExchangeLimits.messageBytesMax else {
            throw .badRequest("the message is longer than \(ExchangeLimits.messageBytesMax) bytes")
        }
        let name = try Self.channel(query)
        let isPublic = query["public"] == nil ? nil : try query.flag("public")
        channel = ChannelOrder(
            name, isCreating: try query.flag("createChannel"), isPublic: isPublic, isQuery: true)
        allowsShrink = try query.flag("allowShrink")
        only = nil
        notes = nil
        guard !channel.isCreating || isPublic != nil else {
            throw .unprocessable(
                "invalid-value",
                "?createChannel=1 needs ?public=1, or ?public=0 for a channel that clients need a token for")
        }
    }

    /// `?channel=`, by default `production`; throws 400.
    static func channel(_ query: QueryItems) throws(Problem) -> String {
        let name = query["channel"] ?? ChannelRecord.production
        guard NameGrammar.isChannelName(name) else {
            throw .badRequest("\(name) is not the name of a channel: write \(NameGrammar.nameHint)")
        }
        return name
    }

    /// Reads the request body of a publish or a restore.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - isRestore: Whether it is a restore, which says by itself which rules it publishes.
    /// - Throws: 400 and 422.
    init(body: [UInt8], isRestore: Bool = false) throws(Problem) {
        let members =
            ["message", "notes", "channel", "createChannel", "public", "base"]
            + (isRestore ? [] : ["allowShrink", "only"])
        var reader = try ObjectReader(body, known: members)
        message = reader.text("message", bytesMax: ExchangeLimits.messageBytesMax, required: true) ?? ""
        if reader.has("message"), message.isEmpty {
            reader.refuse(
                "message", "the message is empty",
                hint: "Write what changes, for those who read the list of releases.")
        }
        let name = reader.text("channel", bytesMax: ExchangeLimits.titleBytesMax) ?? ChannelRecord.production
        if !NameGrammar.isChannelName(name) {
            reader.refuse("channel", "\(name) is not the name of a channel", hint: "Write \(NameGrammar.nameHint).")
        }
        let isCreating = reader.flag("createChannel") ?? false
        channel = ChannelOrder(
            name, isCreating: isCreating, isPublic: reader.flag("public"),
            base: reader.integer("base", in: 0...ExchangeLimits.cursorMax))
        if isCreating, channel.isPublic == nil {
            reader.refuse(
                "createChannel", "it does not say whether clients need a token for the new channel",
                hint: "Add \"public\": true, or false for a channel that clients need a token for.", code: "missing-key"
            )
        }
        let notes = reader.text("notes", bytesMax: ExchangeLimits.messageBytesMax) ?? ""
        self.notes = notes.isEmpty ? nil : notes
        allowsShrink = isRestore ? true : reader.flag("allowShrink") ?? false
        only = isRestore ? nil : RuleSelection("only", in: &reader)
        try reader.finish()
    }

    /// The members of a publish and of a restore.
    private static let shared: [String: Schema] = [
        "message": .text(count: 1...ExchangeLimits.messageBytesMax), "channel?": .nullable(.name),
        "notes?": .nullable(.text(count: 0...ExchangeLimits.messageBytesMax)), "createChannel?": .nullable(.flag),
        "public?": .nullable(.flag), "base?": .nullable(.total),
    ]

    /// The request body of a publish.
    static let publication = Schema.record(
        "Publication",
        shared.merging([
            "allowShrink?": .nullable(.flag),
            "only?": .nullable(.list(.ruleID, count: 1...ControlLimits.selectedRulesMax)),
        ]) { first, _ in first })

    /// The request body of a restore.
    static let restoration = Schema.record("Restoration", shared)

    /// The same as query parameters, beside `publish`.
    static let query = [
        QueryParameter(
            "message", "the release's message when publishing", .text(count: 0...ExchangeLimits.messageBytesMax)),
        .channel,
        .flag("createChannel", "1: make the channel if it does not exist; needs `public`"),
        .flag("allowShrink", "1: publish even if no rule is left, or more than half of the channel's rules leave"),
        .flag("public", "1 or 0: whether clients read the new channel without a token; never changes a channel"),
    ]
}
