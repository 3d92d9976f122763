/// What the benches that print figures are asked for.
struct BenchOptions {
    /// The flags, for usage texts.
    static let flags = "[--quick] [--sizes N,N] [--rounds N] [--seed N] [--only WORD] [--json]"

    /// Few sizes and short rounds: a proof that everything is measured, not a measurement.
    private(set) var isQuick = false
    /// Whether programs read the outcome.
    private(set) var isJSON = false
    /// Numbers of rules.
    private(set) var sizes: [Int]?
    /// How often everything is measured.
    private(set) var rounds: Int?
    /// What the rules are made from.
    private(set) var seed: UInt64 = 42
    /// A part of the titles of the rows that are wanted.
    private(set) var only: String?

    /// Reads flags; throws where one is unknown or has no value.
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
                guard only != nil else { throw BenchError("--only wants a part of a row's title") }
            case "--rounds": rounds = try Self.number(flag, rest.popFirst(), in: 1...1_000)
            case "--seed": seed = UInt64(try Self.number(flag, rest.popFirst(), in: 0...Int.max))
            default: throw BenchError("\(flag) is not known; there are \(Self.flags)")
            }
        }
    }

    private static func number(_ flag: String, _ text: String?, in range: ClosedRange<Int>) throws -> Int {
        guard let number = text.flatMap({ Int($0) }), range.contains(number) else {
            throw BenchError("\(flag) wants a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
