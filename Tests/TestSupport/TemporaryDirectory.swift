package import Foundation

/// A fresh folder that is removed when the last reference goes.
package final class TemporaryDirectory: Sendable {
    /// Where it is.
    package let url: URL

    /// Its path without a trailing slash.
    package var path: String { url.path }

    /// Makes the folder below the system's temporary directory.
    package init(_ label: String = "waymark") throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(label)-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of a file inside.
    package func file(_ name: String) -> String { url.appendingPathComponent(name).path }

    deinit { try? FileManager.default.removeItem(at: url) }
}
