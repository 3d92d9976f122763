import Digests
import Foundation
import OfflineStore
import ReleaseStore
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Tokens made without a server", .scheduled)
struct OfflineTokensTests {
    /// A closed database with one app.
    private func database(in folder: TemporaryDirectory) throws -> String {
        let path = folder.file("waymark.db")
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        try store.makeApp("shop")
        return path
    }

    private func refusal(
        _ path: String, role: String = "admin", apps: [String] = [], channels: [String] = []
    ) -> OfflineError? {
        do throws(OfflineError) {
            _ = try OfflineTokens.create(database: path, name: "x", role: role, apps: apps, channels: channels)
            return nil
        } catch { return error }
    }

    @Test("a token is stored as the hash of its secret, with its role, apps and channels")
    func create() throws {
        let folder = try TemporaryDirectory()
        let path = try database(in: folder)
        let made = try OfflineTokens.create(
            database: path, name: "ci", role: "publisher", apps: [], channels: ["shop/staging"])
        let admin = try OfflineTokens.create(database: path, name: "recovery", role: "admin", apps: [])
        let store = try SQLiteRuleStore(path: path, at: .make())
        defer { store.close() }
        let record = try #require(try store.token(made.id))
        #expect(record.name == "ci" && record.role == .publisher && record.scope == .only(["shop"]))
        #expect(record.channels.channelsByApp == ["shop": ["staging"]])
        #expect(record.secretHash == SHA256.hash(Array(made.secret.utf8)))
        #expect(try store.token(admin.id)?.scope == .all)
        let row = try #require(try store.audit(AuditQuery(limit: 10)).first { $0.action == "token.create" })
        #expect(row.by.name == "waymark token create")
    }

    @Test("a channel that does not exist is refused if its name is similar to the name of one that does")
    func similarChannel() throws {
        let folder = try TemporaryDirectory()
        let path = try database(in: folder)
        let store = try SQLiteRuleStore(path: path, at: .make())
        _ = try store.publish(.make(basis: 2, version: 1), app: "shop")
        store.close()
        let similar = try #require(refusal(path, channels: ["shop/prodution"]))
        #expect(similar.detail == "there is no channel prodution of shop")
        #expect(similar.hint == #"Did you mean "shop/production"? Otherwise make the channel first."#)
        #expect(refusal(path, channels: ["shop/beta"]) == nil)
    }

    @Test("a wrong role, channel or file is refused and changes nothing")
    func refusals() throws {
        let folder = try TemporaryDirectory()
        let path = try database(in: folder)
        #expect(refusal(path, role: "admn")?.detail == "there is no role admn")
        #expect(refusal(path, role: "admn")?.hint?.contains("admin") == true)
        #expect(refusal(path, channels: ["shop"])?.hint == "write APP/CHANNEL, such as shop/staging")
        #expect(refusal(path, apps: ["other"], channels: ["shop/staging"])?.hint == "add --app shop")
        #expect(refusal(path, apps: ["shpo"])?.detail == "there is no app shpo")
        #expect(refusal(path, apps: ["shpo"])?.hint == #"Did you mean "shop"?"#)
        #expect(refusal(path, channels: ["boks/staging"])?.hint == "Create the app first, or correct its name.")
        #expect(refusal(folder.file("none.db"))?.detail.contains("there is no database") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.file("none.db")))
        let store = try SQLiteRuleStore(path: path, at: .make())
        #expect(refusal(path)?.detail.contains("has the database") == true)
        #expect(try store.tokens().isEmpty)
        store.close()
        try FileManager.default.removeItem(atPath: folder.file("waymark.db-head"))
        #expect(refusal(path)?.hint?.contains("--accept-head") == true)
    }
}
