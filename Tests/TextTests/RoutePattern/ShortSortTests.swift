import RoutePattern
import TestSupport
import Testing

@Suite("Short lists are sorted by insertion", .scheduled)
struct ShortSortTests {
    @Test("The order is that of the standard library's sort, and equal elements keep theirs")
    func order() {
        var random = SeededGenerator.fromEnvironment(default: 17)
        for _ in 0..<500 {
            let list = (0..<Int.random(in: 0...40, using: &random)).map { number in
                (key: Int.random(in: 0...9, using: &random), number: number)
            }
            var sorted = list
            sorted.sortShort { $0.key < $1.key }
            let expected = list.sorted { ($0.key, $0.number) < ($1.key, $1.number) }
            #expect(sorted.map(\.number) == expected.map(\.number), "WAYMARK_SEED=17: \(list)")
        }
    }
}
