import RouteModel

/// Which of many rules on one pattern are worth comparing.
///
/// A few are compared all with all. A crowd is usually told apart by one key, such as the region: then only those that
/// name a common value, or none, can hold together.
struct CrowdPairs {
    /// Pairs of indices, the lower first.
    private(set) var pairs: [(Int, Int)] = []
    /// How many pairs more there would have been.
    private(set) var leftOut = 0

    /// - Parameter conditions: The condition of each, best first.
    init(_ conditions: [Condition?]) {
        guard conditions.count > Limits.crowdMin, let key = Self.key(conditions) else {
            for second in conditions.indices { add(0..<second, with: second) }
            return
        }
        var byValue: [String: [Int]] = [:]
        var free: [Int] = []
        for (index, condition) in conditions.enumerated() {
            let values = condition.map { $0.clauses.words(of: key) } ?? []
            if values.isEmpty {
                add(0..<index, with: index)
                free.append(index)
            } else {
                add(free, with: index)
                for value in Set(values).sorted() {
                    add(byValue[value] ?? [], with: index)
                    byValue[value, default: []].append(index)
                }
            }
        }
    }

    private mutating func add(_ others: some Collection<Int>, with index: Int) {
        let room = max(0, Limits.pairsMax - pairs.count)
        pairs += others.prefix(room).map { ($0, index) }
        leftOut += max(0, others.count - room)
    }

    /// The key that most of them name words of; nil where few do.
    private static func key(_ conditions: [Condition?]) -> Context.Key? {
        var counts: [Context.Key: Int] = [:]
        for clauses in conditions.compactMap({ $0?.clauses }) {
            let keys =
                [.platform, .region, .build, .source] + clauses.attributes.map { Context.Key.attribute($0.name) }
            for key in keys {
                let words = clauses.words(of: key)
                // The fewer values a rule names, the better the key tells it from others.
                if words.count == 1 { counts[key, default: 0] += 1 }
            }
        }
        let best = counts.max { ($0.value, $1.key.order) < ($1.value, $0.key.order) }
        return best.flatMap { $0.value * 2 > conditions.count ? $0.key : nil }
    }
}

extension Context.Key {
    /// A fixed order, so that equal counts choose the same key every time.
    fileprivate var order: String { attribute.map { "@" + $0 } ?? "\(self)" }
}

extension Clauses {
    /// The words that a key may be; empty where it is not asked.
    fileprivate func words(of key: Context.Key) -> [String] {
        switch key {
        case .platform: platform
        case .region: region
        case .build: build
        case .source: source
        case .attribute(let name): attributes.first { $0.name == name }?.values ?? []
        default: []
        }
    }
}
