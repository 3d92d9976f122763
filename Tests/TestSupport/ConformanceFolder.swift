package import Foundation

/// Test data of other projects, found through `WAYMARK_CONFORMANCE` or beside the checkout.
///
/// The data is not part of the package; a test that needs it is enabled by ``isPresent`` and prints one line of
/// counts per file through ``report(_:_:)``.
package enum ConformanceFolder {
    /// The folder: `WAYMARK_CONFORMANCE`, else `../shared/conformance` beside the package.
    package static var url: URL {
        if let path = ProcessInfo.processInfo.environment["WAYMARK_CONFORMANCE"], !path.isEmpty {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        return PackageRoot.url.deletingLastPathComponent().appendingPathComponent(
            "shared/conformance", isDirectory: true)
    }

    /// Whether the file exists; if not, prints a message that explains the skipped tests.
    package static func isPresent(_ name: String) -> Bool {
        let found = FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path)
        if !found {
            print("conformance \(name): skipped, no such file in \(url.path); set WAYMARK_CONFORMANCE to its folder")
        }
        return found
    }

    /// The bytes of one file.
    package static func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
    }

    /// One file parsed by Foundation; its strings must not contain unpaired surrogates.
    package static func json(_ name: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(contentsOf: url.appendingPathComponent(name)))
    }

    /// Prints a line with the counts of a conformance file.
    package static func report(_ name: String, _ counts: KeyValuePairs<String, Int>) {
        print("conformance \(name): " + counts.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    }
}
