import CanonicalJSON
package import DataPlane
package import HTTPExchange
package import ReleaseStore
import RouteDocuments
import RouteModel
import StoreRecords

/// `/v1/hosts`: which app's release says what is served at a host.
package struct Hosts: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotSource

    /// Makes the resource; the snapshots of the apps concerned are refreshed after each change.
    package init(store: any RuleStore, snapshots: SnapshotSource) {
        self.store = store
        self.snapshots = snapshots
    }

    /// The endpoints, in the order of the contract.
    package var endpoints: [Endpoint] {
        let (path, segments) = ("/v1/hosts/{host}", ["host": Schema.host])
        return [
            Endpoint(
                "listHosts", .get, "/v1/hosts", access: .unlimited(.admin),
                summary: "The hosts that belong to apps, by name.", query: QueryParameter.page(.text()),
                success: .init(200, .page("hosts", of: .hostOwner)), handler: .answer(list)),
            Endpoint(
                "readHost", .get, path, access: .unlimited(.admin), summary: "The app that a host belongs to.",
                segments: segments, success: .init(200, .hostOwner, tag: .number(.host)), handler: .answer(read)),
            Endpoint(
                "putHost", .put, path, access: .unlimited(.admin),
                summary:
                    "Gives a host to an app; only that app's releases say what is served at it. `\"h0\"` is the tag of a host without app.",
                segments: segments, precondition: .init(.host, creates: true, current: read),
                request: .json(.newHostOwner, example: #"{"app": "market"}"#),
                success: .init(200, .hostOwner, tag: .number(.host)), handler: .answer(put)),
            Endpoint(
                "deleteHost", .delete, path, access: .unlimited(.admin),
                summary: "Takes a host from its app; nothing is served at it any more.", segments: segments,
                precondition: .init(.host, current: read), success: .init(204), handler: .answer(delete)),
        ]
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let limit = try request.limit()
        let found = try store.hosts(after: request.query["after"], limit: limit + 1)
        return ListPage.answer(
            to: request, "hosts", found.prefix(limit), hasMore: found.count > limit, cursor: \.name, json: \.json)
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        Self.answer(try store.host(request.value("host")))
    }

    @Sendable private func put(_ request: EndpointRequest) throws -> Answer {
        let name = request.value("host")
        guard HostName.isValid(name) else {
            throw Problem.unprocessable("invalid-value", "\(name) is not the name of a host: write \(HostName.hint)")
        }
        try Self.refuseOwnName(name, request)
        var reader = try ObjectReader(request.body, known: ["app"])
        let app = reader.text("app", bytesMax: ExchangeLimits.titleBytesMax, required: true)
        try reader.finish()
        guard let app else { throw Problem.fault("a checked app is missing") }
        let current = try store.findHost(name)
        let precondition = try request.precondition(.host, current: current?.revision ?? 0)
        let change: (before: HostRecord?, after: HostRecord)
        do throws(StoreError) {
            change = try store.putHost(name, of: app, if: precondition, by: request.caller.principal, at: request.now)
        } catch {
            // The address of this request names a host: 404 would be about that.
            guard error.code == .notFound else { throw error }
            throw Problem.unprocessable("invalid-value", "there is no app \(app): list the apps with GET /v1/apps")
        }
        if let before = change.before?.app, before != app { snapshots.refresh(before) }
        snapshots.refresh(app)
        return Self.answer(change.after)
    }

    @Sendable private func delete(_ request: EndpointRequest) throws -> Answer {
        let name = request.value("host")
        let precondition = try request.ifMatch.precondition(.host, current: try store.host(name).revision)
        let before = try store.deleteHost(name, if: precondition, by: request.caller.principal, at: request.now)
        snapshots.refresh(before.app)
        return .done()
    }

    /// Refuses the name under which the request itself came, and that of this machine, where the console always is: from
    /// the next publish on, links alone would be answered there.
    private static func refuseOwnName(_ name: String, _ request: EndpointRequest) throws(Problem) {
        let own = request.fields.host?.lowercased().prefix { $0 != ":" }
        guard name == "localhost" || own.map({ $0 == name || $0 == name + "." }) == true else { return }
        throw .unprocessable(
            "invalid-value",
            "the API is used under the name \(name), and a host of links answers nothing but links: give one of the two another name"
        )
    }

    private static func answer(_ host: HostRecord) -> Answer {
        .json(200, host.json, fields: [.tag(.host, host.revision)])
    }
}

extension HostRecord {
    fileprivate var json: JSONValue {
        [
            "host": .string(name), "app": .string(app), "revision": .integer(Int64(revision)),
            "changedAt": .string(changedAt.description),
        ]
    }
}

extension Schema {
    /// The name of a host.
    fileprivate static let host = Schema.text(pattern: HostName.pattern, count: 1...HostName.bytesMax)
    fileprivate static let hostOwner = Schema.record(
        "HostOwner", ["host": host, "app": name, "revision": count, "changedAt": instant])
    fileprivate static let newHostOwner = Schema.record("HostOwner", ["app": name])
}
