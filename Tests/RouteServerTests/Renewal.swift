import Foundation
import TestSupport
import Testing

/// Files of the checkout that are made from the code: a test compares them, and writes them anew when asked to.
enum Renewal {
    /// Expects a file to hold a text; with `WAYMARK_RENEW` set it is written instead.
    static func expect(_ path: String, holds text: String, suite: String) throws {
        let url = PackageRoot.url.appendingPathComponent(path)
        if ProcessInfo.processInfo.environment["WAYMARK_RENEW"] != nil {
            try Data(text.utf8).write(to: url)
            return
        }
        let committed = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        let pairs = zip(committed.split(separator: "\n"), text.split(separator: "\n"))
        let place = pairs.first { $0 != $1 }.map { "\($0)\nshould be\n\($1)" } ?? "one of both is longer"
        #expect(
            committed == text,
            """
            \(path) is not what the code says; WAYMARK_RENEW=1 swift test --filter \(suite) writes it anew. First of all
            \(place)
            """)
    }
}
