import Foundation
import ReleaseStore
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import Synchronization
import TestSupport
import Testing

@Suite("The place of a database", .scheduled)
struct DatabasePlaceTests {
    @Test("A path is a file, a URI is a server; its text has neither options nor a password")
    func texts() throws {
        let file = try DatabasePlace("data/waymark.db")
        #expect(file.isFile && file.description == "data/waymark.db" && file.filePrefix(in: "x") == "data/waymark.db")
        for scheme in ["postgresql", "postgres"] {
            let server = try DatabasePlace("\(scheme)://ada@db:5433/waymark?passfile=/etc/pass&sslmode=verify-full")
            #expect(!server.isFile && server.description == "postgresql://ada@db:5433/waymark")
            #expect(server.filePrefix(in: "/var/lib/waymark") == "/var/lib/waymark/waymark")
        }
    }

    @Test(
        "A URI with a password, or one that libpq does not understand, is refused without its text",
        arguments: [
            "postgresql://ada:s3cret@db/x", "postgresql://db/x?password=s3cret", "postgresql://db/x?sslpassword=s3cret",
            "postgresql://ada:s3cret@db:port/x", "postgresql://db/x?unknown=s3cret",
        ])
    func refused(text: String) {
        let error = #expect(throws: StoreError.self) { try DatabasePlace(text) }
        #expect(error?.code == .invalid && error.map { "\($0) \($0.hint)".contains("s3cret") } == false)
    }

    @Test("A file is checked, opened and found open")
    func file() throws {
        let folder = try TemporaryDirectory()
        let place = try DatabasePlace(folder.file("a.db"))
        #expect(try DatabaseCheck.state(of: place, acceptsHead: false, at: .make()) == .ready)
        let notices = Mutex<[OpenedDatabase.Notice]>([])
        let opened = try OpenedDatabase(place, at: .make(), acceptsHead: false) { notice in
            notices.withLock { $0.append(notice) }
        }
        #expect(notices.withLock { $0 }.map(\.isWarning) == [false])
        #expect(try DatabaseCheck.state(of: place, acceptsHead: false, at: .make()) == .open)
        opened.store.close()
        let missing = try DatabasePlace(folder.file("none/a.db"))
        #expect(code { _ = try DatabaseCheck.state(of: missing, acceptsHead: false, at: .make()) } == .readOnly)
    }

    @Test("A store is no target of a copy; a copy that was killed is one, and no store")
    func targets() throws {
        let folder = try TemporaryDirectory()
        let place = try DatabasePlace(folder.file("a.db"))
        let copy = try OpenedDatabase(copyAt: place, at: .make())
        try copy.store.checkWritable(at: .make())
        // The files as they are while the process runs, which is what a kill leaves.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file("a.db" + suffix), toPath: folder.file("b.db" + suffix))
        }
        copy.store.close()
        for name in ["a.db", "b.db"] {
            let left = try DatabasePlace(folder.file(name))
            #expect(code { _ = try OpenedDatabase(left, at: .make(), acceptsHead: true) { _ in } } == .newer)
            try OpenedDatabase(copyAt: left, at: .make()).store.close()
        }
        let store = try DatabasePlace(folder.file("c.db"))
        try OpenedDatabase(store, at: .make(), acceptsHead: false) { _ in }.store.close()
        #expect(code { _ = try OpenedDatabase(copyAt: store, at: .make()) } == .invalid)
        #expect(try DatabaseCheck.state(of: store, acceptsHead: false, at: .make()) == .ready)
    }

    @Test(
        "A schema of a server is checked, opened and found open",
        .enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.skipMessage)"))
    func server() throws {
        guard case .schema(let uri) = try StorePlace.newSchema() else { return }
        let place = try DatabasePlace(uri)
        #expect(try DatabaseCheck.state(of: place, acceptsHead: false, at: .make()) == .ready)
        let notices = Mutex<[OpenedDatabase.Notice]>([])
        let opened = try OpenedDatabase(place, at: .make(), acceptsHead: false) { notice in
            notices.withLock { $0.append(notice) }
        }
        #expect(notices.withLock { $0 }.map(\.isWarning) == [false])
        #expect(try DatabaseCheck.state(of: place, acceptsHead: false, at: .make()) == .open)
        try opened.store.makeApp()
        opened.store.close()
        let missing = try DatabasePlace("postgresql:///x?host=/nonexistent")
        #expect(code { _ = try DatabaseCheck.state(of: missing, acceptsHead: false, at: .make()) } == .away)
    }
}
