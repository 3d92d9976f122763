import CanonicalJSON
import Foundation
import ReleaseStore
import RouteModel
import SQLKit
import StoreDatabases
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("Loss of power after an answer", .scheduled)
struct PowerLossTests {
    @Test("every write that was answered with 2xx is on disk at every later flush, for every kind of write")
    func answered() async throws {
        let folder = try TemporaryDirectory()
        let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [path = folder.path as String] in
            try losePowerBehindAnswers(in: path)
        }
        let output = String(decoding: child?.standardOutputContent ?? [], as: UTF8.self)
        for line in output.split(separator: "\n") where line.hasPrefix("counts: ") { print(line) }
    }
}

/// One write of each kind; `{id}` is the id of the token created before.
private let writes: [(String, String, String?)] = [
    ("POST", "/v1/apps", #"{"app":"shop"}"#), ("PATCH", "/v1/apps/shop", #"{"title":"Shop"}"#),
    ("PUT", "/v1/apps/shop/draft", #"{"settings":{"origins":["https://shop.example"]},"rules":[]}"#),
    ("PUT", "/v1/apps/shop/draft/settings", #"{"origins":["https://shop.example"]}"#),
    ("POST", "/v1/apps/shop/draft/rules", #"{"id":"a","match":["/a"],"to":{"screen":"A"}}"#),
    ("PUT", "/v1/apps/shop/draft/rules/a", #"{"match":["/a"],"to":{"screen":"B"}}"#),
    (
        "PUT", "/v1/apps/shop/expectations",
        #"{"expectations":[{"url":"https://x.example","expect":{"unmatched":true}}]}"#
    ),
    ("PUT", "/v1/apps/shop/screens/ios/1.0", #"{"screens":{"A":[],"B":[],"C":[]}}"#),
    ("POST", "/v1/apps/shop/releases", #"{"message":"short"}"#),
    ("PUT", "/v1/apps/shop/draft", ballast), ("POST", "/v1/apps/shop/releases", #"{"message":"long"}"#),
    ("POST", "/v1/apps/shop/draft/rules?publish=1", #"{"id":"c","match":["/c"],"to":{"screen":"C"}}"#),
    ("POST", "/v1/apps/shop/releases/1/restore", #"{"message":"back"}"#),
    ("PUT", "/v1/apps/shop/channels/next", #"{"version":2,"public":false}"#),
    ("DELETE", "/v1/apps/shop/draft/rules/a", nil),
    ("POST", "/v1/tokens", #"{"name":"t","role":"viewer"}"#), ("DELETE", "/v1/tokens/{id}", nil),
    ("POST", "/v1/backup", nil), ("DELETE", "/v1/apps/shop", nil),
]

/// A draft with long notes and long paths, so that its release is staged in several pieces while it is checked.
private let ballast: String = {
    let (path, note) = (String(repeating: "p", count: 400), String(repeating: "x", count: 4000))
    let rules = (0..<160).map {
        #"{"id":"b\#($0)","match":["/b/\#(path)/\#($0)"],"to":{"screen":"B"},"note":"\#(note)"}"#
    }
    return #"{"settings":{"origins":["https://shop.example"]},"rules":[\#(rules.joined(separator: ","))]}"#
}()

/// An acknowledged write: its audit row, and the range of flushes during the request.
private struct Acknowledgement {
    let name: String
    let row: AuditRecord
    let flushes: Range<Int>
}

private func losePowerBehindAnswers(in folder: String) throws {
    DiskProbe.install()
    let desk = try Desk()
    var acknowledgements: [Acknowledgement] = []
    var token = ""
    for (method, path, body) in writes {
        let begun = DiskProbe.flushCount
        let answer = desk.send(method, path.replacing("{id}", with: token), body)
        let flushes = begun..<DiskProbe.flushCount
        try #require((200..<300).contains(answer.status), "\(method) \(path): \(answer.text)")
        try #require(!flushes.isEmpty, "\(method) \(path) was answered without a flush")
        if path == "/v1/tokens" { token = answer.json["id"]?.stringValue ?? "" }
        let row = try #require(try desk.store.auditPage(AuditQuery(limit: 1)).rows.first)
        acknowledgements.append(.init(name: "\(method) \(path)", row: row, flushes: flushes))
    }
    let moments = DiskProbe.stopWatching()
    var generator = SeededGenerator.fromEnvironment(default: 11)
    for index in moments.indices {
        let next = index + 1 < moments.count ? moments[index + 1] : moments[index]
        let certain = acknowledgements.last { $0.flushes.upperBound <= index + 1 }
        for files in [moments[index].files, PowerLoss.mix(moments[index].files, next.files, using: &generator)] {
            try verify(files, holds: certain, at: index, in: folder, database: desk.database)
        }
    }
    print(
        "counts: \(writes.count) kinds of writes, \(moments.count) flushes, each cut twice, nothing answered was lost")
}

/// Checks the pages, the audit's hash chain, which covers all earlier rows, and the last acknowledged row.
///
/// A write and its row are one transaction.
private func verify(
    _ files: [String: Data], holds certain: Acknowledgement?, at index: Int, in folder: String, database: String
) throws {
    try PowerLoss.withFiles(files, of: database, in: "\(folder)/\(index)") { path in
        // The probe knows the files of SQLite only, and the head file is none of these.
        let store = try SQLiteRuleStore(path: path, at: Instant(milliseconds: 1_800_000_000_000), acceptsHead: true)
        defer { store.close() }
        guard case .intact = try StoreInspection(of: path).audit else {
            throw StoreError(.corrupt, "audit at \(index)", hint: "")
        }
        var connection = try Connection(path, .readOnly)
        defer { connection.close() }
        let damage = try connection.damage()
        try #require(damage.isEmpty, "flush \(index): \(damage)")
        guard let certain else { return }
        let rows = try store.auditPage(AuditQuery(before: certain.row.sequence + 1, limit: 1)).rows
        try #require(rows == [certain.row], "flush \(index): \(certain.name) is lost")
    }
}
