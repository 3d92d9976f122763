import CanonicalJSON
import HTTPExchange
import RouteModel
import StoreRecords

/// `GET /v1/nodes`: the servers that share the store.
struct Nodes: Sendable {
    private let isShared: Bool
    private let own: @Sendable () -> NodeRecord
    private let others: @Sendable () throws(StoreError) -> [NodeRecord]

    /// Makes the resource.
    ///
    /// - Parameters:
    ///   - isShared: Whether the store is on a database server.
    ///   - own: What this node says of itself.
    ///   - others: What all nodes have said, from the store.
    init(
        isShared: Bool, own: @escaping @Sendable () -> NodeRecord,
        others: @escaping @Sendable () throws(StoreError) -> [NodeRecord]
    ) {
        self.isShared = isShared
        self.own = own
        self.others = others
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "listNodes", .get, "/v1/nodes", access: .unlimited(.admin),
                summary:
                    "The servers that share the database, by name: what each has applied, and when it last said so. While the database is away, the one that answers.",
                success: .init(200, .nodes), handler: .answer(list))
        ]
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let own = own()
        var records: [NodeRecord] = []
        var isAway = false
        do throws(StoreError) { records = try others() } catch {
            guard error.code == .away else { throw error }
            isAway = true
        }
        records = records.filter { $0.name != own.name } + [own]
        let nodes = records.sorted { $0.name < $1.name }.map { node -> JSONValue in
            [
                "name": .string(node.name), "version": .string(node.version),
                "startedAt": .string(node.startedAt.description), "seenAt": .string(node.seenAt.description),
                "position": .string(node.position.description),
                "behindSeconds": .integer(Int64(node.behindMilliseconds / 1000)),
                "answers": .bool(node.name == own.name),
            ]
        }
        return .json(
            200,
            [
                "store": isShared ? "postgresql" : "sqlite", "away": .bool(isAway), "nodes": .array(nodes),
            ])
    }
}

extension Schema {
    fileprivate static let node = Schema.record(
        "Node",
        [
            "name": .text(), "version": .text(), "startedAt": instant, "seenAt": instant,
            "position": .text(pattern: "^[0-9]+\\.[0-9]+$"), "behindSeconds": count, "answers": .flag,
        ])
    fileprivate static let nodes = Schema.record(
        "Nodes", ["store": .words(["postgresql", "sqlite"]), "away": .flag, "nodes": .list(node)])
}
