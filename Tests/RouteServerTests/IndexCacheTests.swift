import CanonicalJSON
import HTTPWire
import ReleaseStore
import RouteIndex
import StoreRecords
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Compiled indexes in memory", .scheduled)
struct IndexCacheTests {
    @Test("the number of cached indexes is bounded, however often a small app is published")
    func manyReleases() throws {
        let desk = try Desk()
        desk.makeShop()
        for number in 0..<(DataLimits.indexesMax + 8) {
            let rule = #"{"id":"r","match":["/r\#(number)"],"to":{"screen":"S"}}"#
            #expect(desk.send("PUT", "/v1/apps/shop/draft/rules/r", rule).status < 300)
            #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 201)
            let answer = desk.send("GET", "/v1/apps/shop/resolve?url=https%3A%2F%2Fshop.example%2Fr\(number)")
            #expect(answer.json["outcome"] == "screen")
        }
        // The channel's own release is on a shelf of its own.
        let counts = desk.components.snapshots.indexes.counts
        #expect(counts.pinned == 1 && counts.others == DataLimits.indexesMax)
    }

    private static let address = "url=https%3A%2F%2Fshop.example%2Fitem%2F1"

    @Test("a crowd of older releases does not drop the index of a release that a channel points at")
    func crowd() throws {
        let desk = try Desk()
        desk.makeShop()
        let releases = DataLimits.indexesMax + 8
        for _ in 0..<releases {
            #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 201)
        }
        #expect(desk.send("PUT", "/v1/apps/shop/channels/production", #"{"version":1}"#).status == 200)
        // Without stored indexes, each one that is not in memory is compiled, which is counted.
        _ = try desk.store.write { session in try session.run("DELETE FROM release_indexes") }
        desk.components.snapshots.refresh("shop")
        let indexes = desk.components.snapshots.indexes
        #expect(desk.send("GET", "/v1/apps/shop/resolve?\(Self.address)", token: nil).json["outcome"] == "screen")
        let before = indexes.compiled
        for version in 2...releases {
            let answer = desk.send("GET", "/v1/apps/shop/resolve?\(Self.address)&release=\(version)", token: nil)
            #expect(answer.json["outcome"] == "screen")
        }
        let after = indexes.compiled
        #expect(after > before && indexes.counts.pinned == 1 && indexes.counts.others == DataLimits.indexesMax)
        #expect(desk.send("GET", "/v1/apps/shop/resolve?\(Self.address)", token: nil).json["outcome"] == "screen")
        #expect(indexes.compiled == after, "the channel's index was dropped")
        // What channels no longer point at may be dropped again.
        #expect(desk.send("DELETE", "/v1/apps/shop").status == 204)
        #expect(indexes.counts.pinned == 0)
    }

    @Test("what no request uses leaves memory after two looks of maintenance, and comes back when it is asked for")
    func unused() throws {
        let desk = try Desk()
        desk.makeShop()
        for _ in 0..<8 { #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 201) }
        let (indexes, data) = (desk.components.snapshots.indexes, desk.components.data)
        func resolve(_ release: String = "") {
            let answer = desk.send("GET", "/v1/apps/shop/resolve?\(Self.address)\(release)", token: nil)
            #expect(answer.json["outcome"] == "screen")
        }
        func maintain(_ look: Int64) {
            desk.components.maintenance.run(atMilliseconds: look * ServerLimits.memoryReturnMilliseconds)
        }
        maintain(0)
        for round in 0..<2 as Range<Int64> {
            resolve()
            resolve("&release=1")
            // The first look finds them used, the next one does not.
            for (look, isKept) in [(Int64(1), true), (2, false)] {
                maintain(round * 2 + look)
                #expect((indexes.counts.others > 0) == isKept && indexes.counts.pinned == 1, "look \(look)")
                #expect((data.olderReleases.withLock { $0.count } > 0) == isKept, "look \(look)")
            }
        }
    }

    @Test("what stays in memory of a release takes no more than its bytes, in both codings, published or read")
    func exact() throws {
        let (desk, release) = try large()
        let read = ServedRelease(try desk.store.releaseContent("shop", release.version))
        let index = try #require(release.record.indexes.first)
        for bytes in [try #require(release.bytes), try #require(read.bytes)] {
            for part in [bytes.body, try #require(bytes[.index(index)])] {
                for coded in [part.identity.bytes, part.gzip.bytes] {
                    // The allocator rounds up.
                    #expect(coded.capacity < coded.count + 64, "\(coded.count) bytes")
                }
            }
        }
    }

    @Test("many requests for the index of one release compile it once")
    func once() throws {
        // Large enough that the threads want it while it is compiled.
        let (desk, release) = try large()
        let body = try #require(release.bytes?.body.identity.bytes)
        let cache = IndexCache(bytesMax: 1 << 20)
        // The index of another body is not used.
        let stored = try #require(compiledElsewhere(desk))
        let made = Mutex(0)
        let threads = try (0..<16).map { _ in
            try Threads.start {
                let index = try? cache.index(of: release.digest) { IndexCache.Origin(body: body, stored: stored) }
                made.withLock { $0 += index == nil ? 0 : 1 }
            }
        }
        for thread in threads { thread.join() }
        #expect(made.withLock { $0 } == 16 && cache.compiled == 1 && cache.counts.others == 1)
    }

    /// A desk, and a release of 500 rules in memory.
    private func large() throws -> (Desk, ServedRelease) {
        let desk = try Desk()
        desk.makeShop()
        let rules = (0..<500).map { #"{"id":"r\#($0)","match":["/r\#($0)/:id"],"to":{"screen":"S"}}"# }
        let draft = #"{"settings":{"origins":["https://shop.example"]},"rules":[\#(rules.joined(separator: ","))]}"#
        #expect(desk.send("PUT", "/v1/apps/shop/draft?publish=1", draft).status == 200)
        return (desk, try #require(desk.components.snapshots.snapshot.apps["shop"]?.standardChannel?.release))
    }

    /// The file of an index of another app.
    private func compiledElsewhere(_ desk: Desk) -> [UInt8]? {
        _ = desk.send("POST", "/v1/apps", #"{"app":"other"}"#)
        let draft =
            #"{"settings":{"origins":["https://o.example"]},"rules":[{"id":"a","match":["/a"],"to":{"screen":"S"}}]}"#
        _ = desk.send("PUT", "/v1/apps/other/draft?publish=1", draft)
        let release = desk.components.snapshots.snapshot.apps["other"]?.standardChannel?.release
        return release?.bytes?.index(format: CompiledIndex.format)
    }
}
