import CanonicalJSON
import Digests
import GzipCoding
import HTTPFetching
import HTTPWire
import ReleaseStore
import RouteModel
import StoreRecords
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Compiled indexes over HTTP", .scheduled)
struct IndexEndpointTests {
    /// The path of the index that the head of a channel names.
    private func path(_ desk: Desk, _ query: String = "") throws -> String {
        let index = try #require(desk.send("GET", "/v1/apps/shop/head\(query)").json["index"])
        return "/v1/apps/shop/indexes/\(index["digest"]?.stringValue ?? "")"
    }

    @Test("the head names the index; loops and workers answer it as a body, in both codings")
    func answered() throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.publish()
        let head = try server.send("GET", "/v1/apps/shop/head", token: nil).json
        let digest = try #require(head["index"]?["digest"]?.stringValue)
        #expect(head["index"]?["format"]?.integerValue == 3)
        let path = Head.indexPath(app: "shop", digest: digest)
        // The second path needs decoding, so that a worker answers.
        for target in [path, path.replacing("/shop/", with: "/%73hop/")] {
            let plain = try server.send("GET", target, token: nil, ["Accept-Encoding": "identity"])
            #expect(plain.status == 200 && SHA256.hexDigest(of: plain.content) == digest, "\(target)")
            #expect(plain["Content-Type"] == "application/vnd.waymark.index")
            #expect(plain["ETag"] == "\"\(digest)\"" && plain["Vary"] == "Accept-Encoding")
            #expect(plain["Cache-Control"]?.contains("immutable") == true)
            #expect(plain["Access-Control-Allow-Origin"] == "*")
            let tag = ["If-None-Match": "\"\(digest)\"", "Accept-Encoding": "gzip"]
            let unchanged = try server.send("GET", target, token: nil, tag)
            #expect(unchanged.status == 304 && unchanged.content.isEmpty)
            #expect(unchanged["ETag"] == "\"\(digest)-gzip\"")
            let bodiless = try server.send("HEAD", target, token: nil, ["Accept-Encoding": "identity"])
            #expect(bodiless.status == 200 && bodiless.content.isEmpty)
            #expect(bodiless["Content-Length"] == "\(plain.content.count)")
        }
        let metrics = try server.send("GET", "/metrics").text
        #expect(metrics.contains(#"kind="index"} 2"#))
        #expect(try server.send("GET", "/v1/apps/shop/indexes/\(head["digest"]?.stringValue ?? "")").status == 404)
    }

    @Test("the gzip form is the stored one, and is the file again")
    func gzip() throws {
        let desk = try Desk()
        desk.makeShop()
        let stored = try #require(try desk.store.releaseContent("shop", 1).indexes.first)
        let app = try #require(desk.components.snapshots.snapshot.apps["shop"])
        let coded = try #require(app.releases[1]?.bytes?[.index(stored.record)])
        #expect(coded.gzip.bytes == stored.gzip && coded.identity.bytes == stored.bytes)
        #expect(try Gzip.decompress(stored.gzip, limit: 1 << 20) == stored.bytes)
        let content = try desk.store.releaseContent("shop", 1)
        let size = content.body.count + content.gzip.count + stored.bytes.count + stored.gzip.count
        #expect(app.bodyBytes == size && app.releases[1]?.record.servedByteCount == size)
    }

    @Test("an index needs the same right as its body, and one of an older release is read from the store")
    func older() throws {
        let desk = try Desk(["releasesInMemory": "1"])
        desk.makeShop()
        let first = try path(desk)
        let bytes = desk.send("GET", first, token: nil).bytes
        let staging = #"{"message":"m","channel":"staging","createChannel":true,"public":false}"#
        #expect(desk.send("POST", "/v1/apps/shop/releases", staging).status == 201)
        let hidden = try path(desk, "?channel=staging")
        #expect(desk.send("GET", hidden, token: nil).status == 404 && desk.send("GET", hidden).status == 200)
        #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 201)
        #expect(desk.send("PUT", "/v1/apps/shop/channels/staging", #"{"version":3}"#).status == 200)
        #expect(desk.components.snapshots.snapshot.apps["shop"]?.releases[1] == nil)
        let again = desk.send("GET", first, token: nil)
        #expect(again.status == 200 && again.bytes == bytes && !bytes.isEmpty)
        #expect(desk.send("GET", hidden, token: nil).status == 404)
    }

    @Test("after a start, resolve opens the stored index; only a release without one is compiled")
    func resolved() throws {
        let folder = try TemporaryDirectory()
        let first = try Desk(folder: folder)
        first.makeShop()
        let target = "/v1/apps/shop/resolve?url=https%3A%2F%2Fshop.example%2Fitem%2F1"
        let before = first.send("GET", target)
        first.store.close()
        for isStored in [true, false] {
            let desk = try Desk(folder: folder)
            if !isStored {
                _ = try desk.store.write { session in
                    try session.run("DELETE FROM release_indexes")
                }
                desk.components.snapshots.refresh("shop")
                #expect(desk.send("GET", "/v1/apps/shop/head").json["index"] == nil)
            }
            #expect(desk.send("GET", target).bytes == before.bytes && before.json["outcome"] == "screen")
            #expect(desk.components.snapshots.indexes.compiled == (isStored ? 0 : 1))
            desk.store.close()
        }
    }

    @Test("a move to a release without an index makes it, and the head names it at once")
    func moved() throws {
        let desk = try Desk()
        desk.makeShop()
        let first = try path(desk)
        _ = try desk.store.write { session in try session.run("DELETE FROM release_indexes") }
        #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 201)
        #expect(try path(desk) != first)
        #expect(desk.send("PUT", "/v1/apps/shop/channels/production", #"{"version":1}"#).status == 200)
        #expect(try path(desk) == first && desk.send("GET", first, token: nil).status == 200)
        let app = try #require(desk.components.snapshots.snapshot.apps["shop"])
        #expect(app.standardChannel?.release.bytes != nil)
    }
}
