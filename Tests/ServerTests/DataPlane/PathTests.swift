import TestSupport
import Testing

@testable import DataPlane
@testable import ServerLog

@Suite("Paths, queries and validators that the loop reads in place", .scheduled)
struct PathTests {
    private static let digest = String(repeating: "0a", count: 32)

    @Test(
        "the name of the app is found in a path",
        arguments: [
            ("/v1/apps/shop/rules", 9..<13), ("/v1/apps/s/events", 9..<10), ("/v1/apps/shop", 9..<13),
            ("/v1/apps//rules", nil), ("/v1/apps/", nil), ("/", nil), ("", nil), ("/v1/app", nil),
        ] as [(String, Range<Int>?)])
    func app(_ path: String, _ range: Range<Int>?) {
        #expect(AppPath.app(in: Array(path.utf8)) == range)
        #expect(AppPath.range(in: Array(path.utf8)[...]) == range)
    }

    @Test(
        "the loop reads a query that has only an unencoded channel",
        arguments: [
            ("", ChannelQuery.standard), ("channel=staging", .channel(8..<15)), ("channel=", .channel(8..<8)),
            ("channel=a&b=1", .other), ("channel=%61", .other), ("format=cnrouter", .other), ("a", .other),
        ] as [(String, ChannelQuery)])
    func query(_ text: String, _ query: ChannelQuery) {
        #expect(ChannelQuery(Array(text.utf8)) == query)
    }

    @Test(
        "If-None-Match compares after removing W/ and -gzip",
        arguments: [
            ("\"D\"", true), ("W/\"D\"", true), ("\"D-gzip\"", true), ("W/\"D-gzip\"", true), ("*", true),
            (" * ", true),
            ("\"x\", \"D\"", true), ("\"x\" , W/\"D-gzip\",\"y\"", true), ("\"a,b\", \"D\"", true), ("", false),
            ("D", false), ("\"D", false), ("\"D-br\"", false), ("\"Dx\"", false), ("\"x\"", false), ("\"x\" * ", false),
            ("w/\"D\"", false), ("\"D-gzip-gzip\"", false),
        ] as [(String, Bool)])
    func validators(_ pattern: String, _ isCurrent: Bool) {
        let field = pattern.split(separator: "D", omittingEmptySubsequences: false).joined(separator: Self.digest)
        #expect(Validators.isCurrent(Array(field.utf8), digest: Array(Self.digest.utf8)) == isCurrent)
    }

    @Test("a ByteMap finds exactly its own keys", arguments: [0, 1, 2, 3, 17, 1000])
    func byteMap(_ count: Int) {
        let map = ByteMap((0..<count).map { (Array("app\($0)".utf8), $0) })
        for number in 0..<(count + 3) {
            let path = Array("/v1/app\(number)/x".utf8)
            #expect(map.value(path, 4..<(path.count - 2)) == (number < count ? number : nil))
        }
        #expect(map.value([UInt8](), 0..<0) == nil)
    }

    @Test("the cache stays within its cost limit and removes the least recently used value first")
    func leastRecentlyUsed() {
        var cache = LeastRecentlyUsed<String, Int>(costMax: 10)
        cache.insert(1, for: "a", cost: 4)
        cache.insert(2, for: "b", cost: 4)
        #expect(cache.value("a") == 1)
        cache.insert(3, for: "c", cost: 4)
        #expect(cache.value("b") == nil && cache.value("a") == 1 && cache.value("c") == 3)
        cache.insert(4, for: "d", cost: 11)
        #expect(cache.count == 0)
    }

    @Test("the cache keeps the values of a list that is ordered by use", arguments: [UInt64(5)])
    func leastRecentlyUsedModel(seed: UInt64) {
        var random = SeededGenerator.fromEnvironment(default: seed)
        var cache = LeastRecentlyUsed<Int, Int>(costMax: 30)
        var model: [(key: Int, value: Int, cost: Int, isUsed: Bool)] = []
        for step in 0..<5000 {
            let key = Int.random(in: 0..<20, using: &random)
            let place = model.firstIndex { $0.key == key }
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2:
                let cost = Int.random(in: 1...8, using: &random)
                if let place { model.remove(at: place) }
                model.append((key, step, cost, true))
                cache.insert(step, for: key, cost: cost)
                while model.reduce(0, { $0 + $1.cost }) > 30 { model.removeFirst() }
            case 3...5:
                let value = cache.value(key)
                #expect(value == place.map { model[$0].value }, "step \(step), seed \(seed)")
                if let place {
                    model.append(model.remove(at: place))
                    model[model.count - 1].isUsed = true
                }
            case 6:
                cache.removeUnused()
                model = model.filter(\.isUsed).map { ($0.key, $0.value, $0.cost, false) }
            default:
                let value = cache.remove(key)
                #expect(value == place.map { model[$0].value }, "step \(step), seed \(seed)")
                if let place { model.remove(at: place) }
            }
            #expect(cache.count == model.count && cache.cost == model.reduce(0) { $0 + $1.cost })
        }
    }
}
