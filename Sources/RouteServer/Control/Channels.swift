import CanonicalJSON
import ReleaseStore
import RouteModel

/// `/v1/apps/{app}/channels/{channel}`.
struct Channels: Sendable {
    let store: any RuleStore
    /// Brings a move into the snapshots before it is answered.
    let snapshots: SnapshotKeeper

    func read(_ request: ControlRequest) throws(Problem) -> Answer {
        let channel = try asking { () throws(StoreError) in
            try store.channel(request.app, request.value("channel"))
        }
        return Self.answer(channel)
    }

    func move(_ request: ControlRequest) throws(Problem) -> Answer {
        let name = request.value("channel")
        guard NameGrammar.isChannelName(name) else {
            throw .unprocessable("invalid-value", "\(name) is not the name of a channel")
        }
        var reader = try ObjectReader(request.body, known: ["version", "public"])
        let version = reader.integer("version", in: 1...Int(Int32.max), required: true)
        let isPublic = reader.flag("public")
        try reader.finish()
        guard let version else { throw .fault("a checked version is missing") }
        let current = try existing(request.app, name)
        let precondition = try request.ifMatch.precondition(.channel, current: current?.sequence ?? 0)
        let by = request.caller.principal
        let channel = try asking(.channel) { () throws(StoreError) in
            try store.moveChannel(
                request.app, name, to: version,
                isPublic: isPublic ?? current?.isPublic ?? (name == ChannelRecord.production), if: precondition, by: by,
                at: request.now)
        }
        snapshots.refresh(request.app)
        return Self.answer(channel)
    }

    /// The channel, or nil where it has yet to be made; 404 where there is no such app.
    private func existing(_ app: String, _ name: String) throws(Problem) -> ChannelRecord? {
        let channels = try asking { () throws(StoreError) in try store.channels(app) }
        return channels.first { $0.name == name }
    }

    private static func answer(_ channel: ChannelRecord) -> Answer {
        .json(200, channel.json, fields: [.tag(.channel, channel.sequence)])
    }
}
