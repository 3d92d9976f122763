/// The options of the benches that print figures.
struct BenchOptions {
    /// The flags, for usage texts.
    static let flags = "[--quick] [--sizes N,N] [--rounds N] [--seed N] [--only WORD] [--json]"

    /// Few sizes and short rounds: shows that every row can be measured; the figures mean nothing.
    private(set) var isQuick = false
    /// Whether the report is printed as JSON.
    private(set) var isJSON = false
    /// The numbers of rules; nil for the bench's own.
    private(set) var sizes: [Int]?
    /// The number of rounds; nil for the bench's own.
    private(set) var rounds: Int?
    /// The seed of the rules.
    private(set) var seed: UInt64 = 42
    /// A part of the titles of the rows to measure, or a bench's own word; nil measures all.
    private(set) var only: String?

    /// Parses flags; throws if one is unknown or has no value.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            switch flag {
            case "--quick": isQuick = true
            case "--json": isJSON = true
            case "--sizes":
                let texts = (rest.popFirst() ?? "").split(separator: ",", omittingEmptySubsequences: false)
                sizes = try texts.map { try Self.number(flag, String($0), in: 10...1_000_000) }
            case "--only":
                only = rest.popFirst()
                guard only != nil else { throw BenchError("--only needs a part of a row's title") }
            case "--rounds": rounds = try Self.number(flag, rest.popFirst(), in: 1...1_000)
            case "--seed": seed = UInt64(try Self.number(flag, rest.popFirst(), in: 0...Int.max))
            default: throw BenchError("\(flag) is not known; there are \(Self.flags)")
            }
        }
    }

    private static func number(_ flag: String, _ text: String?, in range: ClosedRange<Int>) throws -> Int {
        guard let number = text.flatMap({ Int($0) }), range.contains(number) else {
            throw BenchError("\(flag) needs a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

/// Why a bench stopped.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
