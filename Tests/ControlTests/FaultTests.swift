import CanonicalJSON
import Foundation
import SQLKit
import StoreDatabases
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog

@Suite("Failures of the database", .scheduled)
struct FaultTests {
    @Test("each kind of write failure gives its problem code, reads continue, and writes work again without a restart")
    func disk() async throws {
        await #expect(processExitsWith: .success) { try failTheDisk() }
    }

    @Test("while another program holds the lock, writes fail with store-busy and reads continue")
    func locked() throws {
        let desk = try Desk()
        desk.makeShop()
        var other = try Connection(desk.database, .readWrite)
        defer { other.close() }
        try other.begin(.immediate)
        let refused = desk.send("POST", "/v1/apps/shop/draft/rules", #"{"match":["/x"],"to":{"screen":"X"}}"#)
        #expect(refused.status == 503 && refused.text.contains("store-busy"), "\(refused.text)")
        #expect(refused.text.contains("Another program is writing") && refused["Retry-After"] != nil)
        #expect(desk.send("GET", "/v1/apps/shop/draft").status == 200)
        #expect(desk.send("GET", "/v1/apps/shop/rules", token: nil).status == 200)
        try other.rollback()
        let done = desk.send("POST", "/v1/apps/shop/draft/rules", #"{"match":["/x"],"to":{"screen":"X"}}"#)
        #expect(done.status == 201, "\(done.text)")
    }

    @Test("damaged pages give store-corrupt, clients are still served, and all works once the file is repaired")
    func corrupt() throws {
        let folder = try TemporaryDirectory()
        let file: URL
        do {
            let desk = try Desk(folder: folder)
            desk.makeShop()
            let rules = (0..<2000).map { #"{"id":"r\#($0)","match":["/r/\#($0)"],"to":{"screen":"R"}}"# }
            let settings = #"{"origins":["https://shop.example"]}"#
            let draft = #"{"settings":\#(settings),"rules":[\#(rules.joined(separator: ","))]}"#
            #expect(desk.send("PUT", "/v1/apps/shop/draft", draft).status == 200)
            file = URL(filePath: desk.database)
        }
        let whole = try Data(contentsOf: file)
        // The desk starts on the undamaged file and has not read the draft. Only the last pages, which hold the
        // rules of the draft, are damaged.
        let desk = try Desk(folder: folder)
        var damaged = whole
        for page in stride(from: 4096 * 30, to: whole.count, by: 4096) {
            damaged.replaceSubrange(page..<page + 100, with: Data(repeating: 0xFF, count: 100))
        }
        try write(damaged, over: file)
        let draft = desk.send("GET", "/v1/apps/shop/draft")
        #expect(draft.status == 503 && draft.text.contains("store-corrupt"), "\(draft.text.prefix(300))")
        #expect(draft.text.contains("Restore the latest backup"))
        let edit = desk.send("PUT", "/v1/apps/shop/draft", #"{"rules":[]}"#)
        #expect(edit.status == 503 && edit.text.contains("store-corrupt"), "\(edit.text.prefix(300))")
        for path in ["rules", "head", "releases/1/rules", "resolve?url=https://shop.example/item/1"] {
            #expect(desk.send("GET", "/v1/apps/shop/\(path)", token: nil).status == 200, "\(path)")
        }
        try write(whole, over: file)
        let again = desk.send("GET", "/v1/apps/shop/draft")
        #expect(again.json["rules"]?.arrayValue?.count == 2000, "\(again.text.prefix(300))")
        let mended = desk.send("PUT", "/v1/apps/shop/draft", #"{"rules":[]}"#)
        #expect(mended.status == 200, "\(mended.text)")
        #expect(desk.send("GET", "/readyz").status == 200)
    }

    /// Overwrites in place, because the server has the file open.
    private func write(_ bytes: Data, over file: URL) throws {
        let handle = try FileHandle(forUpdating: file)
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }
}

/// Failures of writing and flushing as SQLite result codes, each with the problem code and hint that it must give.
private let faults: [(name: String, write: Int32?, sync: Int32?, code: String, hint: String)] = [
    ("the disk is full", 13, nil, "store-disk-full", "Free space"),
    ("the file became read-only", 8, nil, "store-read-only", "Let the server's account write"),
    ("writing fails (SQLITE_IOERR_WRITE)", 778, nil, "store-storage", "check the disk"),
    ("flushing fails (SQLITE_IOERR_FSYNC)", nil, 1034, "store-storage", "check the disk"),
]

private func failTheDisk() throws {
    DiskProbe.install(watching: false)
    let desk = try Desk()
    desk.makeShop()
    let rules = "/v1/apps/shop/draft/rules"
    for (number, fault) in faults.enumerated() {
        let before = desk.send("GET", "/v1/apps/shop/draft")
        DiskProbe.fail(write: fault.write, sync: fault.sync)
        for (method, path, body) in [
            ("POST", rules, #"{"match":["/a"],"to":{"screen":"A"}}"#),
            ("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#), ("POST", "/v1/apps", #"{"app":"other"}"#),
            ("PUT", "/v1/apps/shop/channels/production", #"{"version":1}"#),
        ] {
            let answer = desk.send(method, path, body)
            try #require(answer.status == 503, "\(fault.name): \(method) \(path): \(answer.text)")
            try #require(answer.text.contains(fault.code) && answer.text.contains(fault.hint), "\(answer.text)")
            try #require(answer["Retry-After"] != nil)
        }
        // SQLite does not write a page whose content is unchanged, so the clock must advance.
        desk.now += 2000
        desk.components.readiness.tryWriting()
        let ready = desk.send("GET", "/readyz")
        try #require(ready.status == 200 && ready.json["checks"]?["database"]?["ok"] == false, "\(ready.text)")
        try #require(desk.send("GET", "/readyz?for=writes").status == 503)
        try #require(ready.json["checks"]?["releases"]?["ok"] == true)
        for path in ["rules", "head", "resolve?url=https://shop.example/item/1"] {
            try #require(desk.send("GET", "/v1/apps/shop/\(path)", token: nil).status == 200)
        }
        try #require(desk.send("GET", "/v1/apps/shop/draft").bytes == before.bytes, "\(fault.name) changed the draft")
        DiskProbe.fail()
        desk.now += 2000
        desk.components.readiness.tryWriting()
        let added = desk.send("POST", rules, #"{"id":"n\#(number)","match":["/n\#(number)"],"to":{"screen":"N"}}"#)
        try #require(added.status == 201, "after \(fault.name): \(added.text)")
        let published = desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#)
        try #require(published.json["version"]?.integerValue == Int64(number + 2), "\(published.text)")
        try #require(desk.send("GET", "/readyz?for=writes").status == 200)
    }
    guard case .intact = try StoreInspection(of: desk.database).audit else {
        throw StoreError(.corrupt, "the audit", hint: "")
    }
}
