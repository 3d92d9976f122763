import ReleaseStore
import RouteDocuments
import RouteModel
import StoreDatabases
import StoreRecords

/// What makes a server one of several on a shared database.
struct NodeParts: Sendable {
    let database: SharedDatabase
    let status: NodeStatus
    let follower: NodeFollower

    /// The resource of nodes; that of a server with a file has the server alone.
    static func resource(
        _ status: NodeStatus?, _ opened: OpenedDatabase, _ settings: ServerSettings, _ clocks: Clocks
    ) -> Nodes {
        if let status, let shared = opened.shared {
            return Nodes(isShared: true) {
                status.record(at: clocks.now())
            } others: { () throws(StoreError) in
                try shared.nodes()
            }
        }
        let store = opened.store
        let (name, startedAt) = (settings.nodeName, clocks.now())
        return Nodes(isShared: false) {
            NodeRecord(
                name: name, version: ServerVersion.current, startedAt: startedAt, seenAt: clocks.now(),
                position: store.statistics.position ?? StorePosition(epoch: 0, sequence: 0), behindMilliseconds: 0)
        } others: {
            []
        }
    }
}
