import CanonicalJSON
import DataPlane
import HTTPExchange
import ReleaseStore
import RouteModel
import StoreRecords

/// `/v1/apps/{app}/channels/{channel}`.
struct Channels: Sendable {
    let store: any RuleStore
    let snapshots: SnapshotSource

    var endpoints: [Endpoint] {
        let path = "/v1/apps/{app}/channels/{channel}"
        return [
            Endpoint(
                "readChannel", .get, path, access: .role(.viewer), summary: "The release that a channel points at.",
                success: .init(200, .channel, tag: .number(.channel)), handler: .answer(read)),
            Endpoint(
                "moveChannel", .put, path, access: .role(.publisher),
                summary:
                    "Points a channel at a release, for example for an immediate rollback; with `public`, makes it.",
                precondition: .init(.channel, creates: true, current: read),
                request: .json(.channelTarget, example: #"{"version": 2, "public": true}"#),
                success: .init(200, .channel, tag: .number(.channel)), handler: .answer(move)),
            Endpoint(
                "deleteChannel", .delete, path, access: .role(.publisher),
                summary:
                    "Deletes a channel; the last public one needs its exact tag. Made again, it continues its sequence.",
                precondition: .init(.channel, current: read), success: .init(204), handler: .answer(delete)),
        ]
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        Self.answer(try store.channel(request.app, request.value("channel")))
    }

    @Sendable private func move(_ request: EndpointRequest) throws -> Answer {
        let name = request.value("channel")
        guard NameGrammar.isChannelName(name) else {
            throw Problem.unprocessable(
                "invalid-value", "\(name) is not the name of a channel: write \(NameGrammar.nameHint)")
        }
        try request.caller.check(channel: name, of: request.app)
        var reader = try ObjectReader(request.body, known: ["version", "public"])
        let version = reader.integer("version", in: 1...Int(Int32.max), required: true)
        let isPublic = reader.flag("public")
        try reader.finish()
        guard let version else { throw Problem.fault("a checked version is missing") }
        let channels = try store.channels(request.app)
        let current = channels.first { $0.name == name }
        // A misspelt name is reported as that, whatever If-Match says of the channel that was meant.
        guard current != nil || isPublic != nil else {
            throw StoreError.unknownChannel(name, of: request.app, among: channels.map(\.name))
        }
        let precondition = try request.precondition(.channel, current: current?.sequence ?? 0)
        let channel: ChannelRecord
        do throws(StoreError) {
            channel = try store.moveChannel(
                request.app, name, to: version, isPublic: isPublic, if: precondition, by: request.caller.principal,
                at: request.now)
        } catch {
            // The address of this request names a channel, which is there: 410 would be wrong.
            guard error.code == .removed else { throw error }
            throw Problem.conflict(error.code.rawValue, error.sentence)
        }
        snapshots.refresh(request.app)
        guard current?.isPublic == true, !channel.isPublic else { return Self.answer(channel) }
        // People who take a mistake back expect that it is gone.
        return Self.answer(channel, publicReleases: try store.publicReleases(request.app))
    }

    @Sendable private func delete(_ request: EndpointRequest) throws -> Answer {
        let name = request.value("channel")
        try request.caller.check(channel: name, of: request.app)
        let precondition = try request.ifMatch.precondition(
            .channel, current: try store.channel(request.app, name).sequence)
        try store.deleteChannel(
            request.app, name, if: precondition, by: request.caller.principal, at: request.now)
        snapshots.refresh(request.app)
        return .done()
    }

    private static func answer(_ channel: ChannelRecord, publicReleases: Int? = nil) -> Answer {
        let count = publicReleases.map { JSONValue.integer(Int64($0)) }
        return .json(
            200, count.map { channel.json.adding("publicReleases", $0) } ?? channel.json,
            fields: [.tag(.channel, channel.sequence)])
    }
}

extension Schema {
    /// A channel.
    static let channel = Schema.record(
        "Channel",
        [
            "app": name, "channel": name, "version": .nullable(count), "public": .flag, "sequence": count,
            "changedAt": instant, "publicReleases?": count,
        ])
    fileprivate static let channelTarget = Schema.record(
        "ChannelTarget", ["version": version, "public?": .nullable(.flag)])
}
