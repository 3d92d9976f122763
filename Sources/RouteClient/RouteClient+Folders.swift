import RouteModel

#if canImport(Darwin)
public import Foundation
#endif

extension RouteClient {
    /// Fetches a channel's release into a folder that an app can contain and give to its client as `bundle:`.
    ///
    /// For build tools; store nothing else in the folder. A release of another server, app or channel in it is removed
    /// first.
    /// - Parameters:
    ///   - server: the server's address.
    ///   - app: the app's name.
    ///   - channel: the channel's name.
    ///   - folder: where to write; made if missing.
    /// - Returns: the release in the folder.
    /// - Throws: `RouteClientError`, if the release cannot be fetched or written.
    public static func fetchBundle(
        server: String, app: String, channel: String = "production", into folder: String
    ) async throws(RouteClientError) -> ReleaseInfo {
        let endpoint = try Endpoint(server: server, app: app, channel: channel)
        let cache = ReleaseCache(folder: folder)
        try cache.claim(for: endpoint)
        let client = RouteClient(
            endpoint: endpoint, cache: cache, bundle: nil, context: .init(),
            transport: systemTransport(), clock: WallClock.now)
        try await client.refresh()
        if let failure = client.lastFailure { throw failure }
        guard let release = client.release else {
            throw RouteClientError(.cacheUnreadable, "\(folder) contains no release")
        }
        return release
    }
}

#if canImport(Darwin)
extension RouteClient {
    /// A folder for `cache:` that the system does not purge and that is readable when the app starts in the background.
    ///
    /// It is below Application Support and not below Caches, which the system empties when the disk is full. The client
    /// excludes the folders that it makes there from backups, and makes them readable from the first unlock on.
    /// - Parameter group: the identifier of an app group, to share the folder with the app's extensions.
    /// - Returns: the folder's path; it need not exist yet.
    public static func standardFolder(group: String? = nil) -> String {
        let files = FileManager.default
        let container = group.flatMap { files.containerURL(forSecurityApplicationGroupIdentifier: $0) }
        let support =
            container?.appendingPathComponent("Library", isDirectory: true)
            .appendingPathComponent("Application Support", isDirectory: true)
            ?? files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        let root = support ?? URL(fileURLWithPath: "Library/Application Support", isDirectory: true)
        return root.appendingPathComponent("waymark", isDirectory: true).path
    }

    /// Resolves an address with the current release, context and time.
    /// - Parameters:
    ///   - url: the address as the app received it.
    ///   - explaining: also report why each candidate rule matched or not; slower, for debugging.
    /// - Returns: the outcome, with the hops that led to it.
    public func resolve(_ url: URL, explaining: Bool = false) -> Resolution {
        resolve(url.absoluteString, explaining: explaining)
    }
}
#endif
