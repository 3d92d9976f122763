package import Foundation

/// A new folder, which is removed in deinit.
package final class TemporaryDirectory: Sendable {
    /// The folder's URL.
    package let url: URL

    /// The folder's path without a trailing slash.
    package var path: String { url.path }

    /// Makes the folder in the system's temporary directory.
    package init(_ label: String = "waymark") throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(label)-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of a file in the folder.
    package func file(_ name: String) -> String { url.appendingPathComponent(name).path }

    deinit { try? FileManager.default.removeItem(at: url) }
}
