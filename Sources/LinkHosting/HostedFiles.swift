import HTTPExchange
package import HTTPWire
import LinkStore
package import ReleaseStore
import RouteDocuments
package import StoreRecords
import Synchronization

/// The link files of all hosts, in memory, as the public releases of the channel `production` have them.
///
/// A host without a public release has no files: then nothing is answered here.
package final class HostedFiles: Sendable {
    private let store: any RuleStore
    private let hosts = Mutex<[String: Host]>([:])
    private let paths: [(path: [UInt8], kind: LinkFileKind)]

    private struct Host {
        let app: String
        let version: Int
        let files: [LinkFileKind: LinkFile]
    }

    /// Makes an empty table; ``load(_:serving:)`` fills it.
    package init(store: any RuleStore) {
        self.store = store
        paths = LinkFileKind.allCases.map { (Array($0.path.utf8), $0) }
    }

    /// How many hosts have files.
    package var count: Int { hosts.withLock { $0.count } }

    /// Reads the files of an app's hosts; the next request sees them.
    ///
    /// Calls for one app must not overlap.
    ///
    /// - Parameters:
    ///   - app: The app; one that was deleted has no hosts.
    ///   - version: The release that its channel `production` serves without a token; nil if there is none.
    /// - Throws: The failure of a read; the files stay as they were.
    package func load(_ app: String, serving version: Int?) throws(StoreError) {
        let names: [String]
        do throws(StoreError) { names = version == nil ? [] : try store.hosts(of: app).map(\.name) } catch {
            guard error.code == .notFound else { throw error }
            return replace([:], of: app)
        }
        guard let version, !names.isEmpty else { return replace([:], of: app) }
        let known = hosts.withLock { hosts in
            names.allSatisfy { hosts[$0]?.app == app && hosts[$0]?.version == version }
                && hosts.values.count { $0.app == app } == names.count
        }
        if known { return }
        guard let document = try store.releaseSurfaces(app, version), let surfaces = ReleaseSurfaces(document: document)
        else { return replace([:], of: app) }
        var fresh: [String: Host] = [:]
        for name in names {
            guard let files = surfaces.files[name] else { continue }
            let made = LinkFileKind.allCases.map { ($0, LinkFile($0.bytes(files))) }
            fresh[name] = Host(app: app, version: version, files: Dictionary(made) { first, _ in first })
        }
        replace(fresh, of: app)
    }

    private func replace(_ fresh: [String: Host], of app: String) {
        hosts.withLock { hosts in
            hosts = hosts.filter { $0.value.app != app || fresh[$0.key] != nil }
            hosts.merge(fresh) { _, new in new }
        }
    }

    /// The answer to a GET or HEAD for a link file, on an event loop; nil for other paths and for hosts without files.
    package func answer(_ view: borrowing RequestView) -> PreparedResponse? {
        for entry in paths where view.matches(view.head.path, bytes: entry.path) {
            guard let field = view.first(.host), !view.isRepeated(.host) else { return nil }
            guard let file = file(entry.kind, of: view.text(field)) else { return nil }
            return file.answer(ifNoneMatch: view.first(.ifNoneMatch).map { view.text($0) })
        }
        return nil
    }

    /// The file of a host, which is given as the field `Host` has it.
    package func file(_ kind: LinkFileKind, of field: String) -> LinkFile? {
        let name = field.lowercased().prefix { $0 != ":" }
        // A final dot marks a complete name (RFC 1034 section 3.1); it is the same host.
        let key = String(name.hasSuffix(".") ? name.dropLast() : name)
        return hosts.withLock { $0[key]?.files[kind] }
    }
}
