import CanonicalJSON
import ReleaseStore
import RouteModel

/// `/v1/apps` and `/v1/apps/{app}`.
struct Apps: Sendable {
    let store: any RuleStore
    /// Knows of a new app before its maker does.
    let snapshots: SnapshotKeeper
    /// What new apps tell their clients when the request does not say.
    let defaultPoll: @Sendable () -> PollSettings

    func list(_ request: ControlRequest) throws(Problem) -> Answer {
        let scope = request.caller.token.scope
        let after = request.query["after"] ?? ""
        let limit = try request.limit()
        let apps = try asking { () throws(StoreError) in try store.apps() }
        let rest = apps.filter { scope.contains($0.name) && $0.name > after }.sorted { $0.name < $1.name }
        let page = rest.prefix(limit)
        let next = rest.count > limit ? page.last.map { JSONValue.string($0.name) } : nil
        return .json(200, ["apps": .array(page.map(\.json)), "next": next ?? .null])
    }

    func create(_ request: ControlRequest) throws(Problem) -> Answer {
        var reader = try ObjectReader(request.body, known: ["app", "title", "poll"])
        let name = reader.text("app", bytesMax: ServerLimits.titleBytesMax, required: true)
        let title = reader.text("title", bytesMax: ServerLimits.titleBytesMax)
        let poll = Self.poll(&reader, over: defaultPoll())
        if let name, !NameGrammar.isAppName(name) {
            reader.refuse(
                "app", "\(name) is not the name of an app",
                hint: "a-z, 0-9, dot, hyphen and underscore, a letter or digit first, at most 32")
        }
        try reader.finish()
        guard let name else { throw .fault("a checked name is missing") }
        let by = request.caller.principal
        let recording = request.recordingKey?.recording { (app: AppRecord) in Self.created(app) }
        let app = try asking { () throws(StoreError) in
            try store.createApp(
                name, title: title ?? name, poll: poll ?? defaultPoll(), by: by, at: request.now, recording: recording)
        }
        snapshots.refresh(app.name)
        return Self.created(app)
    }

    func read(_ request: ControlRequest) throws(Problem) -> Answer {
        let (app, channels) = try asking { () throws(StoreError) in
            (try store.app(request.app), try store.channels(request.app))
        }
        return .json(200, app.json(channels: channels), fields: [.tag(.app, app.revision)])
    }

    func update(_ request: ControlRequest) throws(Problem) -> Answer {
        var reader = try ObjectReader(request.body, known: ["title", "poll"])
        let title = reader.text("title", bytesMax: ServerLimits.titleBytesMax)
        let current = try asking { () throws(StoreError) in try store.app(request.app) }
        let poll = Self.poll(&reader, over: current.poll)
        try reader.finish()
        let precondition = try request.ifMatch.precondition(.app, current: current.revision)
        let by = request.caller.principal
        let app = try asking(.app) { () throws(StoreError) in
            try store.changeApp(request.app, title: title, poll: poll, if: precondition, by: by, at: request.now)
        }
        return .json(200, app.json, fields: [.tag(.app, app.revision)])
    }

    func delete(_ request: ControlRequest) throws(Problem) -> Answer {
        let current = try asking { () throws(StoreError) in try store.app(request.app) }
        let precondition = try request.ifMatch.precondition(.app, current: current.revision)
        let by = request.caller.principal
        try asking(.app) { () throws(StoreError) in
            try store.deleteApp(request.app, if: precondition, by: by, at: request.now)
        }
        return .done()
    }

    private static func created(_ app: AppRecord) -> Answer {
        .json(
            201, app.json, fields: [ProblemField("Location", "/v1/apps/\(app.name)"), .tag(.app, app.revision)])
    }

    /// The poll settings of a document; a member that it leaves out keeps its value.
    private static func poll(_ reader: inout ObjectReader, over before: PollSettings) -> PollSettings? {
        guard let node = reader.node("poll") else { return nil }
        let interval = node["interval"].map { $0.integerValue ?? -1 } ?? Int64(before.interval)
        let jitter = node["jitter"].map { $0.integerValue ?? -1 } ?? Int64(before.jitter)
        guard node.kind == .object, (1...86_400).contains(interval), (0...86_400).contains(jitter),
            node.members.allSatisfy({ ["interval", "jitter"].contains($0.name) })
        else {
            reader.refuse(
                "poll", "poll is not an object of interval (1…86400 seconds) and jitter (0…86400 seconds)",
                hint: #"write {"interval": 60, "jitter": 15}"#)
            return nil
        }
        return PollSettings(interval: Int(interval), jitter: Int(jitter))
    }
}
