import DataPlane
import HTTPExchange
import LinkServing
import ReleaseStore
import RouteDocuments
import ServerMetrics
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Link files in memory", .scheduled)
struct LinkFileTests {
    private static let files = ReleaseSurfaces.Files(
        apple: Array(#"{"applinks":{}}"#.utf8), android: Array("[]".utf8), harmony: Array("{}".utf8))

    @Test("a file has a tag of its bytes, and is not sent to a client that has it")
    func conditional() {
        let file = LinkFile(Array("[]".utf8))
        let other = LinkFile(Array("[1]".utf8))
        #expect(file.tag != other.tag && file.tag.opaque.utf8.count == 64 && !file.tag.isWeak)
        for field in [file.tag.description, "W/" + file.tag.description, " * ", "\"a\", " + file.tag.description] {
            #expect(file.answer(ifNoneMatch: field) === file.unchanged, "\(field)")
        }
        for field in [nil, "", " ", other.tag.description, "tag", "\"a\" \"b\""] {
            #expect(file.answer(ifNoneMatch: field) === file.whole, "\(field ?? "nil")")
        }
    }

    @Test("each system reads its file, and iOS at two paths")
    func paths() {
        #expect(Set(LinkFileKind.allCases.map(\.path)).count == 4)
        #expect(LinkFileKind.allCases.filter { $0.path.hasPrefix("/.well-known/") }.count == 3)
    }

    @Test("an app's hosts have the files of the release that it serves, and only that")
    func load() throws {
        try withStore { store, _ in
            for app in ["moments", "news"] { try store.makeApp(app) }
            var surfaces = ReleaseSurfaces(of: Draft())
            for host in ["a.example", "b.example", "c.example"] { surfaces.files[host] = Self.files }
            var prepared = PreparedRelease.make(basis: 2, version: 1)
            prepared.surfaces = surfaces.document
            try store.publish(prepared)
            for (host, app) in [("a.example", "moments"), ("b.example", "moments"), ("c.example", "news")] {
                _ = try store.putHost(host, of: app, if: .any, by: .make(), at: .make())
            }
            let metrics = try RequestMetrics(loops: 1, routes: LoopEndpoint.all.map(\.route))
            let snapshots = try SnapshotSource(
                store: store, releasesInMemory: 1, bodyBytesMax: 1 << 20, indexBytes: 1 << 20, metrics: metrics)
            let hosted = HostedFiles(store: store, snapshots: snapshots)
            try hosted.load("moments", serving: 1)
            try hosted.load("news", serving: nil)
            #expect(hosted.count == 2 && hosted.file(.apple, of: "A.example:8080") != nil)
            #expect(hosted.file(.apple, of: "c.example") == nil, "another app's host")
            #expect(hosted.file(.android, of: "b.example.")?.tag == LinkFile(Self.files.android).tag)
            try hosted.load("moments", serving: nil)
            #expect(hosted.count == 0)
            try hosted.load("moments", serving: 1)
            try store.deleteApp("moments", if: .any, by: .make(), at: .make())
            try hosted.load("moments", serving: 1)
            #expect(hosted.count == 0)
        }
    }
}
