import ReleaseStore
import RouteDocuments
import RouteModel
import StoreDatabases
import StoreRecords
import SystemIO

/// What makes a server one of several on a shared database.
struct NodeParts: Sendable {
    let database: SharedDatabase
    let status: NodeStatus
    let follower: NodeFollower

    /// The name of this server: of the settings, or of the machine (proc(5)).
    static func name(_ settings: ServerSettings) -> String {
        if let name = settings.nodeName { return name }
        let bytes = (try? Files.read("/proc/sys/kernel/hostname", bytesMax: ServerLimits.hostNameBytesMax)) ?? []
        let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return name.isEmpty ? "localhost" : name
    }

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
        let (name, startedAt) = (name(settings), clocks.now())
        return Nodes(isShared: false) {
            NodeRecord(
                name: name, version: ServerVersion.current, startedAt: startedAt, seenAt: clocks.now(),
                position: store.statistics.position ?? StorePosition(epoch: 0, sequence: 0), behindMilliseconds: 0)
        } others: {
            []
        }
    }
}
