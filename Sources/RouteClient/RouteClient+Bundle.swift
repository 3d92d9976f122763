import RouteModel

extension RouteClient {
    /// Fetches a channel's release into a folder that an app can carry and give to its client as `bundle:`.
    ///
    /// For build tools; nothing else is kept in the folder. A release of another server, app or channel that is there is
    /// removed first.
    /// - Parameters:
    ///   - server: where the server is.
    ///   - app: the app's name.
    ///   - channel: the channel's name.
    ///   - folder: where to write; made if missing.
    /// - Returns: the release in the folder.
    /// - Throws: why there is none, or why it could not be written.
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
            throw RouteClientError(.cacheUnreadable, "\(folder) holds no release")
        }
        return release
    }
}
