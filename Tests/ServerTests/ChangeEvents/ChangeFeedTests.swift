import HTTPExchange
import HTTPWire
import ReleaseStore
import StoreDatabases
import StoreFixtures
import StoreRecords
import Synchronization
import TestSupport
import Testing

@testable import ControlPlane

@Suite("What is delivered to streams of changes", .scheduled)
struct ChangeFeedTests {
    /// What a feed delivered: events by topic, and topics that ended.
    private final class Receiver: Sendable {
        let text = Mutex<[Int: String]>([:])
        let numbers = Mutex<[Int: [Int]]>([:])
        let ended = Mutex<[Int]>([])

        init(_ feed: ChangeFeed) {
            feed.onDelivery { [self] delivery in
                switch delivery {
                case .events(let topic, let number, let bytes):
                    text.withLock { $0[topic, default: ""] += String(decoding: bytes.plain.bytes, as: UTF8.self) }
                    numbers.withLock { $0[topic, default: []].append(number) }
                case .end(let topic): ended.withLock { $0.append(topic) }
                }
            }
        }
    }

    @Test("each set of apps gets its own changes, in their order, once, and none that was there before")
    func delivery() throws {
        try withStore { store, _ in
            try store.makeApp("shop")
            let feed = try ChangeFeed(store: store)
            let receiver = Receiver(feed)
            let all = feed.begin(.all, after: nil)
            let shop = feed.begin(.only(["shop"]), after: nil)
            let none = feed.begin(.only(["elsewhere"]), after: nil)
            #expect(Set([all.topic, shop.topic, none.topic]).count == 3 && max(all.topic, shop.topic, none.topic) < 0)
            #expect(feed.begin(.only(["shop"]), after: nil).topic == shop.topic)
            #expect(all.number == 2 && !all.isOpen)
            try store.makeApp("other")
            try store.edit(.addRule(.make("d")), app: "shop")
            #expect(feed.refresh() == nil)
            try store.publish(.make(basis: 3, version: 1), app: "shop")
            #expect(feed.refresh() == nil && feed.refresh() == nil)
            let told = receiver.text.withLock { $0 }
            func actions(_ topic: Int) -> [String] {
                (told[topic] ?? "").matches(of: /"action":"([a-z.]+)"/).map { String($0.1) }
            }
            #expect(actions(all.topic) == ["app.create", "draft.replace", "rule.add", "release.publish"])
            #expect(actions(shop.topic) == ["rule.add", "release.publish"] && told[none.topic] == nil)
            #expect(receiver.numbers.withLock { $0[all.topic] } == [5, 6])
            let late = feed.begin(.only(["shop"]), after: "4")
            let first = String(decoding: late.beginning.body?.bytes ?? [], as: UTF8.self)
            #expect(first.contains("id: 5\n") && first.contains("id: 6\n") && !first.contains("id: 4\n"))
            #expect(first.hasSuffix("event: ready\nid: 6\ndata: {}\n\n") && late.number == 6)
        }
    }

    @Test("ids survive a restart: a new feed on the same audit knows what an old one sent")
    func restart() throws {
        try withStore { store, _ in
            try store.makeApp("shop")
            try store.edit(.addRule(.make("d")), app: "shop")
            let feed = try ChangeFeed(store: store)
            let first = String(decoding: feed.begin(.all, after: "2").beginning.body?.bytes ?? [], as: UTF8.self)
            #expect(first.contains(#""action":"rule.add""#) && first.contains("event: ready\nid: 3\n"))
        }
    }

    @Test("changes that are too many for one burst become one reload with the newest id")
    func burst() throws {
        try withStore { store, _ in
            try store.makeApp("shop")
            let feed = try ChangeFeed(store: store)
            let receiver = Receiver(feed)
            let topic = feed.begin(.all, after: nil).topic
            let name = String(repeating: "r", count: 500)
            for number in 0..<100 { try store.edit(.addRule(.make("\(name)\(number)")), app: "shop") }
            #expect(feed.refresh() == nil)
            #expect(receiver.text.withLock { $0[topic] } == "event: reload\nid: 102\ndata: {}\n\n")
        }
    }

    @Test("topics are bounded: the set of apps without a new stream for the longest time gives its place up")
    func topics() throws {
        try withStore { store, _ in
            let feed = try ChangeFeed(store: store)
            let receiver = Receiver(feed)
            let first = feed.begin(.only(["a0"]), after: nil).topic
            for number in 1..<ChangeLimits.scopesMax { _ = feed.begin(.only(["a\(number)"]), after: nil) }
            #expect(feed.begin(.only(["a0"]), after: nil).topic == first)
            let second = feed.begin(.only(["a1"]), after: nil).topic
            _ = feed.begin(.only(["a0"]), after: nil)
            for number in 2..<ChangeLimits.scopesMax { _ = feed.begin(.only(["a\(number)"]), after: nil) }
            _ = feed.begin(.all, after: nil)
            #expect(receiver.ended.withLock { $0 } == [second])
            #expect(feed.begin(.only(["a1"]), after: nil).topic < second, "no number is used twice")
        }
    }
}
