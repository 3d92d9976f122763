import CanonicalJSON
import DataPlane
import HTTPExchange
import HTTPWire
import ReleaseStore
import RouteModel
import StoreRecords

/// `/v1/apps` and `/v1/apps/{app}`.
struct Apps: Sendable {
    let store: any RuleStore
    let snapshots: SnapshotSource
    /// The poll settings of new apps, if the request has none.
    let defaultPoll: PollSettings

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "listApps", .get, "/v1/apps", access: .token, summary: "The apps that the token may read.",
                query: [QueryParameter("q", "only apps whose name or title contains this, without ASCII case")]
                    + QueryParameter.page(.text()),
                success: .init(200, .page("apps", of: .app, hasTotal: true)), handler: .answer(list)),
            Endpoint(
                "createApp", .post, "/v1/apps", access: .unlimited(.admin),
                summary: "Creates an app with an empty draft.",
                request: .json(.newApp, example: #"{"app": "market", "title": "Market"}"#),
                success: .init(201, .app, tag: .number(.app)),
                links: Endpoint.Link.to(
                    [
                        "readApp", "updateApp", "deleteApp", "readDraft", "addRule", "checkDraft", "publish",
                        "listReleases",
                    ], ["app": "$response.body#/app"]),
                handler: .answer(create)),
            Endpoint(
                "readApp", .get, "/v1/apps/{app}", access: .role(.viewer), summary: "An app with its channels.",
                success: .init(200, .app, tag: .part(.app)), handler: .answer(read)),
            Endpoint(
                "updateApp", .patch, "/v1/apps/{app}", access: .unlimited(.admin),
                summary: "Changes title, polling or retention; members that are left out keep their values.",
                precondition: .init(.app, current: read),
                request: .json(
                    .appChanges,
                    example: #"""
                        {
                          "title": "Market, all countries", "poll": { "interval": 600, "jitter": 120 },
                          "retentionReleases": 200, "retentionDays": 180
                        }
                        """#),
                success: .init(200, .app, tag: .number(.app)), handler: .answer(update)),
            Endpoint(
                "deleteApp", .delete, "/v1/apps/{app}", access: .unlimited(.admin),
                summary: "Deletes an app; its name is never used again.", precondition: .init(.app, current: read),
                success: .init(204), handler: .answer(delete)),
        ]
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let limit = try request.limit()
        let (scope, text) = (request.caller.token.scope, request.query["q"])
        let found = try store.apps(
            in: scope, containing: text, after: request.query["after"] ?? "", most: limit + 1)
        return ListPage.answer(
            to: request, "apps", found.prefix(limit), hasMore: found.count > limit,
            total: try store.appCount(in: scope, containing: text), cursor: \.name, json: \.json)
    }

    @Sendable private func create(_ request: EndpointRequest) throws -> Answer {
        var reader = try ObjectReader(request.body, known: ["app", "title", "poll"])
        let name = reader.text("app", bytesMax: ExchangeLimits.titleBytesMax, required: true)
        let title = reader.text("title", bytesMax: ExchangeLimits.titleBytesMax)
        let poll = Self.poll(&reader, over: defaultPoll)
        if let name, !NameGrammar.isAppName(name) {
            reader.refuse(
                "app", "\(name) is not the name of an app",
                hint: "Write \(NameGrammar.nameHint).")
        }
        try reader.finish()
        guard let name else { throw Problem.fault("a checked name is missing") }
        let app = try store.createApp(
            name, title: title ?? name, poll: poll ?? defaultPoll, by: request.caller.principal, at: request.now,
            recording: request.recordingKey?.recording(Self.created))
        snapshots.refresh(app.name)
        return Self.created(app)
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        let app = try store.app(request.app)
        let channels = try store.channels(request.app)
        return .json(200, app.json(channels: channels), fields: [.tag(.app, app.revision)])
    }

    @Sendable private func update(_ request: EndpointRequest) throws -> Answer {
        var reader = try ObjectReader(
            request.body, known: ["title", "poll", "retentionReleases", "retentionDays"])
        let title = reader.text("title", bytesMax: ExchangeLimits.titleBytesMax)
        let current = try store.app(request.app)
        let poll = Self.poll(&reader, over: current.poll)
        let retention = Self.retention(&reader, over: current.retention)
        try reader.finish()
        let app = try store.changeApp(
            request.app, title: title, poll: poll, retention: retention,
            if: try request.ifMatch.precondition(.app, current: current.revision), by: request.caller.principal,
            at: request.now)
        snapshots.refresh(request.app)
        return .json(200, app.json, fields: [.tag(.app, app.revision)])
    }

    @Sendable private func delete(_ request: EndpointRequest) throws -> Answer {
        let precondition = try request.ifMatch.precondition(.app, current: try store.app(request.app).revision)
        try store.deleteApp(request.app, if: precondition, by: request.caller.principal, at: request.now)
        snapshots.refresh(request.app)
        return .done()
    }

    @Sendable private static func created(_ app: AppRecord) -> Answer {
        .json(201, app.json, fields: [HeaderField("Location", "/v1/apps/\(app.name)"), .tag(.app, app.revision)])
    }

    /// The retention of a document: null is the server's setting, and a member that is left out keeps its value.
    private static func retention(_ reader: inout ObjectReader, over before: AppRetention) -> AppRetention {
        AppRetention(
            releases: reader.integer("retentionReleases", in: RetentionRule.releasesRange)
                ?? (reader.isNull("retentionReleases") ? nil : before.releases),
            days: reader.integer("retentionDays", in: RetentionRule.daysRange)
                ?? (reader.isNull("retentionDays") ? nil : before.days))
    }

    /// The poll settings of a document; a member that is left out keeps its value.
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

extension Schema {
    /// An app.
    static let app = Schema.record(
        "App",
        [
            "app": name, "title": .text(), "poll": poll, "revision": count, "createdAt": instant,
            "channels?": .list(channel), "retentionReleases?": count, "retentionDays?": count,
        ])
    fileprivate static let newApp = Schema.record(
        "App", ["app": name, "title?": .nullable(title), "poll?": .nullable(poll)])
    fileprivate static let appChanges = Schema.record(
        "AppChanges",
        [
            "title?": .nullable(title), "poll?": .nullable(poll),
            "retentionReleases?": .nullable(.integer(RetentionRule.releasesRange)),
            "retentionDays?": .nullable(.integer(RetentionRule.daysRange)),
        ])
}
