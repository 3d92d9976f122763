import Foundation
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer

@Suite("Compacting a database without a server", .scheduled)
struct CompactTests {
    private func refusal(_ path: String) -> String {
        do throws(ServerStartError) {
            _ = try OfflineDatabase.compact(path)
            return ""
        } catch { return error.detail }
    }

    @Test("a database that is open, missing or foreign is refused; a closed one is intact afterwards")
    func compact() throws {
        let folder = try TemporaryDirectory()
        let path: String
        do {
            let desk = try Desk(folder: folder)
            desk.makeShop()
            path = desk.database
            #expect(refusal(path).contains("has the database"))
        }
        let (before, after) = try OfflineDatabase.compact(path)
        #expect(before > 0 && after > 0)
        let found = try OfflineDatabase.inspect(path)
        #expect(found.complaints.isEmpty && found.releases == 1)
        // The file beside the database still fits it.
        #expect(try Desk(folder: folder).send("GET", "/v1/apps/shop/rules", token: nil).status == 200)
        #expect(refusal(folder.file("none.db")).contains("there is no database"))
        try "no database".write(toFile: folder.file("text.db"), atomically: true, encoding: .utf8)
        #expect(!refusal(folder.file("text.db")).isEmpty)
        #expect(try String(contentsOfFile: folder.file("text.db"), encoding: .utf8) == "no database")
    }
}
