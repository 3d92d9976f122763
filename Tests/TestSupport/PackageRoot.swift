package import Foundation

/// The checkout from which the tests were compiled.
package enum PackageRoot {
    /// The folder of `Package.swift`.
    package static let url: URL = {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
                return folder
            }
            folder.deleteLastPathComponent()
        }
        preconditionFailure("no Package.swift above \(#filePath): the tests run from a checkout")
    }()

    /// The folder of a target: that of its name in one of the layers.
    package static func folder(of target: String) -> URL {
        let sources = url.appendingPathComponent("Sources")
        let layers = (try? FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)) ?? []
        let folders = layers.map { $0.appendingPathComponent(target) }
        guard let folder = folders.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            preconditionFailure("no layer has a target \(target)")
        }
        return folder
    }

    /// The bytes of a file, by its path inside the checkout.
    package static func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appendingPathComponent(path)))
    }

    /// The text of a file, by its path inside the checkout.
    package static func text(of path: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
    }
}
