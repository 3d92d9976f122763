import TestSupport
import Testing

@testable import DataPlane

@Suite("Tables of apps in parts", .scheduled)
struct DividedMapTests {
    @Test(
        "After random changes, a table has the values of a dictionary, and older copies keep theirs",
        arguments: [(11, 500), (12, 9_000)] as [(UInt64, Int)])
    func differential(seed: UInt64, names: Int) {
        var random = SeededGenerator.fromEnvironment(default: seed)
        var (map, model) = (DividedMap<Int>(), [String: Int]())
        var copies: [(map: DividedMap<Int>, model: [String: Int])] = []
        for step in 0..<400 {
            var changes: [(key: [UInt8], value: Int?)] = []
            for _ in 0..<Int.random(in: 1...names / 25, using: &random) {
                let key = "app\(Int.random(in: 0..<names, using: &random))"
                let value = Int.random(in: 0..<4, using: &random) == 0 ? nil : step
                changes.append((Array(key.utf8), value))
                model[key] = value
            }
            map = map.replacing(changes)
            if step % 50 == 0 { copies.append((map, model)) }
        }
        for (map, model) in copies + [(map, model)] {
            #expect(map.count == model.count && map.values.sorted() == model.values.sorted())
            for number in 0..<names {
                let key = Array("app\(number)".utf8)
                #expect(map.value(key, 0..<key.count) == model["app\(number)"], "seed \(seed)")
            }
        }
    }

    @Test("A change copies as few entries in a table of 10,000 apps as in a small one")
    func work() {
        let names = (0..<10_000).map { Array("/v1/apps/app\($0)/rules".utf8) }
        let large = DividedMap<Int>().replacing(names.enumerated().map { ($1, $0) })
        var most = 0
        for name in names.prefix(1000) {
            let next = large.replacing([(name, 1)])
            most = max(most, next.written - large.written)
        }
        #expect(large.count == 10_000 && most <= 40, "\(most) entries of 10,000 were copied")
    }
}
