#if canImport(Darwin)
public import Foundation
public import RouteModel

extension RouteClient {
    /// A folder for `cache:` that the system does not purge and a background launch may read.
    ///
    /// Below Application Support, not Caches, which the system empties when space runs short. The client keeps what it
    /// makes there out of backups and readable from the first unlock on.
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

    /// Says where an address leads, with the release, the context and the time of this moment.
    /// - Parameters:
    ///   - url: the address as it came in.
    ///   - explaining: also tell why each candidate won or lost; for people, slower.
    /// - Returns: the answer, with its trail.
    public func resolve(_ url: URL, explaining: Bool = false) -> Resolution {
        resolve(url.absoluteString, explaining: explaining)
    }
}
#endif
