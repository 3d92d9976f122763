import Foundation
package import Testing

/// Generated files of the repository: a test compares them, or writes them again if `WAYMARK_RENEW` is set.
package enum Renewal {
    /// Expects a file to equal a text; if `WAYMARK_RENEW` is set, writes the text into the file instead.
    package static func expect(
        _ path: String, holds text: String, suite: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let url = PackageRoot.url.appendingPathComponent(path)
        if ProcessInfo.processInfo.environment["WAYMARK_RENEW"] != nil {
            try Data(text.utf8).write(to: url)
            return
        }
        let committed = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        let pairs = zip(committed.split(separator: "\n"), text.split(separator: "\n"))
        let place = pairs.first { $0 != $1 }.map { "\($0)\nshould be\n\($1)" } ?? "one is longer than the other"
        #expect(
            committed == text,
            """
            \(path) differs from what the code makes; WAYMARK_RENEW=1 swift test --filter \(suite) writes it again.
            The first difference:
            \(place)
            """, sourceLocation: sourceLocation)
    }
}
