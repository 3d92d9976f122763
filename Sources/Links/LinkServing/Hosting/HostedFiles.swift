package import DataPlane
import HTTPExchange
package import HTTPWire
import LinkAnswers
package import ReleaseStore
import RouteDocuments
package import StoreRecords
import Synchronization

/// The link files of all hosts, in memory, as the public releases of the channel `production` have them; it also tells the
/// responder of links which hosts there are.
///
/// A host without a public release has no files: then nothing is answered here.
package final class HostedFiles: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotSource
    private let state = Mutex(State())
    private let paths: [(path: [UInt8], kind: LinkFileKind)]

    private struct Host {
        let app: String
        let version: Int
        let files: [LinkFileKind: LinkFile]
    }

    private struct State {
        var hosts: [String: Host] = [:]
        /// The names of each app's hosts with files, so that a change of one app does not look at the others.
        var names: [String: [String]] = [:]
        /// The sites of these hosts.
        var sites = LinkSites()
        var links: LoopLinks?
        /// The names of each app's hosts as one pass over the store has found them; nil once all apps are loaded.
        var found: [String: [String]]?
    }

    /// Makes an empty table; ``load(_:serving:)`` fills it.
    package init(store: any RuleStore, snapshots: SnapshotSource) {
        self.store = store
        self.snapshots = snapshots
        paths = LinkFileKind.allCases.map { (Array($0.path.utf8), $0) }
    }

    /// Finds the hosts of all apps in one pass over the store, for the first ``load(_:serving:)`` of each app.
    package func find() throws(StoreError) {
        let found = Dictionary(grouping: try store.allHosts(), by: \.app).mapValues { $0.map(\.name) }
        state.withLock { $0.found = found }
    }

    /// Tells a responder of links which hosts there are, now and after each change.
    ///
    /// Call it when all apps are loaded: from then on a change asks the store for the hosts of its app.
    package func join(_ links: LoopLinks) {
        links.replace(
            state.withLock { state in
                state.links = links
                state.found = nil
                return state.sites
            })
    }

    /// How many hosts have files.
    package var count: Int { state.withLock { $0.hosts.count } }

    /// Reads the files of an app's hosts; the next request sees them.
    ///
    /// Calls for one app must not overlap.
    ///
    /// - Parameters:
    ///   - app: The app; one that was deleted has no hosts.
    ///   - version: The release that its channel `production` serves without a token; nil if there is none.
    ///   - known: The names of its hosts; nil to ask the store.
    /// - Throws: The failure of a read; the files stay as they were.
    package func load(_ app: String, serving version: Int?, hosts known: [String]? = nil) throws(StoreError) {
        let names: [String]
        do throws(StoreError) {
            if version == nil { names = [] } else if let known { names = known } else { names = try hosts(of: app) }
        } catch {
            guard error.code == .notFound else { throw error }
            return replace([:], nil, of: app)
        }
        guard let version, !names.isEmpty else { return replace([:], nil, of: app) }
        let isUnchanged = state.withLock { state in
            names.allSatisfy { state.hosts[$0]?.app == app && state.hosts[$0]?.version == version }
                && state.names[app]?.count == names.count
        }
        if isUnchanged { return }
        guard let document = try store.releaseSurfaces(app, version), let surfaces = ReleaseSurfaces(document: document)
        else { return replace([:], nil, of: app) }
        let release = try snapshots.index(of: app, version).map { LinkRelease(surfaces, index: $0) }
        var fresh: [String: Host] = [:]
        for name in names {
            guard let files = surfaces.files[name] else { continue }
            let made = LinkFileKind.allCases.map { ($0, LinkFile($0.bytes(files))) }
            fresh[name] = Host(app: app, version: version, files: Dictionary(made) { first, _ in first })
        }
        replace(fresh, release, of: app)
    }

    private func hosts(of app: String) throws(StoreError) -> [String] {
        if let found = state.withLock({ $0.found }) { return found[app] ?? [] }
        return try store.hosts(of: app).map(\.name)
    }

    private func replace(_ fresh: [String: Host], _ release: LinkRelease?, of app: String) {
        // A site depends on the hosts and the release of its own app alone.
        let sites = LinkSites(owners: fresh.mapValues(\.app), releases: release.map { [app: $0] } ?? [:])
        let change = state.withLock { state -> (LoopLinks, LinkSites)? in
            // A host that was given to another app, which is loaded already, is that app's.
            let before = (state.names.removeValue(forKey: app) ?? []).filter { state.hosts[$0]?.app == app }
            guard !before.isEmpty || !fresh.isEmpty else { return nil }
            for name in before { state.hosts[name] = nil }
            state.hosts.merge(fresh) { _, new in new }
            state.names[app] = fresh.isEmpty ? nil : Array(fresh.keys)
            state.sites.replace(before, by: sites)
            return state.links.map { ($0, state.sites) }
        }
        if let (links, sites) = change { links.replace(sites) }
    }

    /// The answer to a GET or HEAD for a link file, on an event loop; nil for other paths and for hosts without files.
    package func answer(_ view: borrowing RequestView) -> PreparedResponse? {
        for entry in paths where view.matches(view.head.path, bytes: entry.path) {
            guard let field = view.head.host, !view.isRepeated(.host) else { return nil }
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
        return state.withLock { $0.hosts[key]?.files[kind] }
    }
}
