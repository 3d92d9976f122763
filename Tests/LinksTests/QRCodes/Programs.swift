import Foundation
import TestSupport

/// Programs of others that codes are compared with.
enum Programs {
    /// Node, which runs the console's generator.
    static let node = found("node", first: ".build/node/bin/node")
    /// The reader of Debian's zbar-tools.
    static let zbarimg = found("zbarimg")

    private static func found(_ name: String, first: String? = nil) -> URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let own = first.map { [PackageRoot.url.appendingPathComponent($0).path] } ?? []
        let path = (own + folders.map { "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile)
        if path == nil { print("QR codes: skipped, no \(name); Config/scripts/install-libraries test installs it") }
        return path.map { URL(filePath: $0) }
    }
}
