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
        return try await fetchBundle(
            ChannelReader(endpoint: endpoint, transport: systemTransport(), clock: WallClock.now), into: folder)
    }

    /// The same, with another transport.
    package static func fetchBundle(
        server: String, app: String, channel: String, into folder: String, by transport: any Transport
    ) async throws(RouteClientError) -> ReleaseInfo {
        let endpoint = try Endpoint(server: server, app: app, channel: channel)
        return try await fetchBundle(
            ChannelReader(endpoint: endpoint, transport: transport, clock: WallClock.now), into: folder)
    }

    private static func fetchBundle(
        _ channel: ChannelReader, into folder: String
    ) async throws(RouteClientError) -> ReleaseInfo {
        // Before the folder is changed: what answers may not be such a server.
        _ = try await channel.head(.any)
        let cache = ReleaseCache(folder: folder)
        try cache.claim(for: channel.endpoint)
        let client = RouteClient(
            channel, cache, bundle: nil, context: .init(), wakeFreshMilliseconds: Limits.wakeFreshMilliseconds,
            process: .other, trialMilliseconds: Limits.trialMilliseconds, lookMilliseconds: Limits.lookMilliseconds)
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
    /// - Returns: the folder's path; it need not exist yet.
    public static func standardFolder() -> String {
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        let root = support ?? URL(fileURLWithPath: "Library/Application Support", isDirectory: true)
        return root.appendingPathComponent("waymark", isDirectory: true).path
    }

    /// The same folder in the container of an app group, which the app and its extensions share.
    /// - Parameter group: the identifier of the group, as in the entitlements of the app and of each extension.
    /// - Returns: the folder's path; it need not exist yet.
    /// - Throws: `invalidConfiguration` if this process does not belong to the group. (macOS returns a folder for any
    ///   identifier.)
    public static func standardFolder(group: String) throws(RouteClientError) -> String {
        let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        guard let container else {
            throw RouteClientError(
                .invalidConfiguration, "this process does not belong to the app group \(group)",
                hint: "add the group to the entitlements of the app and of each extension, or correct its identifier")
        }
        return container.appendingPathComponent("Library", isDirectory: true)
            .appendingPathComponent("Application Support", isDirectory: true)
            .appendingPathComponent("waymark", isDirectory: true).path
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
