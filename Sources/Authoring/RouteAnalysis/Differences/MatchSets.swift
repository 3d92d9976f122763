import RoutePattern
import WebAddress

/// A pattern whose addresses are divided by the other patterns that match them.
struct WalkedPattern {
    /// The pattern; captures of more than two parts in a segment are allowed.
    var alternative: Alternative
    /// The drafts that have it.
    var sides: Set<Side>
    /// Whether sets of patterns without any such pattern are left out.
    var isSeed: Bool
    /// Whether its addresses have no query items but its own.
    var isClosed = false
    /// Names of query items that occur at most once in its addresses; nil for a pattern of a rule.
    var singleNames: [String]?
    /// Whether it stands for the ends of a chain of redirects.
    var isImage: Bool { singleNames != nil }
    /// By draft, its position in the order of the draft; empty if it is not compared.
    var ranks: [Side: Int] = [:]
    /// Whether it wins each address that it matches, unless a better one does.
    var isCertain = false
    /// Whether a redirect's tail makes another result where it is empty.
    var tellsTails = false

    /// One of the two drafts.
    enum Side: CaseIterable {
        case before
        case after
    }
}

/// Finds every set of patterns that some address matches and no others, with an address of each.
///
/// An address is put together from its scheme, host, port, path and query. In each place the patterns that still match
/// divide the texts into classes (`TextClasses`); of the ways that lead to the same patterns one is followed. So the
/// sets are exactly those that exist, as far as no limit is reached.
struct MatchSets {
    /// The patterns; a set names them by index.
    let patterns: [WalkedPattern]
    /// How each draft reads the authority of schemes.
    let readings: [WalkedPattern.Side: [String: AuthorityReading]]
    let classes: TextClasses
    private let work: CheckWork
    /// The pattern that every set has; nil for any set.
    private let common: Int?
    /// Is given each set once, ascending, with an address.
    let found: ([Int], String) -> Void
    /// Is given the patterns of sets that were not divided further, because a limit was reached.
    let cut: ([Int]) -> Void

    var seen: Set<[Int]> = []
    private var waysLeft = Limits.waysMax

    init(
        _ patterns: [WalkedPattern], with common: Int?, classes: TextClasses,
        readings: [WalkedPattern.Side: [String: AuthorityReading]],
        found: @escaping ([Int], String) -> Void, cut: @escaping ([Int]) -> Void
    ) {
        self.patterns = patterns
        self.readings = readings
        (self.classes, work, self.common) = (classes, classes.work, common)
        (self.found, self.cut) = (found, cut)
    }

    /// A pattern as one spelling of addresses shows it: where the authority is the first segment, the path begins there.
    struct Shape {
        var pattern: Int
        var host: Host
        var segments: [Int]
        var ending: PathEnding.Kind?
        var isStrict: Bool
        var query: [QueryConstraint]
        var isClosed: Bool

        enum Host {
            case any
            case none
            case labels([Int], leadingWildcard: Bool)
            case segment(Int)
        }
    }

    /// A part of an address that the shapes of `alive` match.
    struct Way<Part> {
        var part: Part
        var alive: [Int]
    }

    /// Finds the sets.
    mutating func run() {
        for scheme in schemes() {
            let inScheme = patterns.indices.filter { index in
                if case .literal(let text) = patterns[index].alternative.scheme { return text == scheme }
                return true
            }
            guard inScheme.contains(where: { patterns[$0].isSeed }), common.map(inScheme.contains) ?? true else {
                continue
            }
            opaque(scheme, inScheme)
            let isRead = readings.values.contains { $0[scheme] == .firstSegment }
            // An authority that is the first segment may also be empty, with the segment after a third slash.
            for hasHost in [true, false] where hasHost || !SpecialScheme.isSpecial(scheme) || scheme == "file" {
                let shapes = inScheme.flatMap { self.shapes($0, scheme, hasHost: hasHost) }
                for port in ports(scheme, shapes, hasHost: hasHost) {
                    hosts(scheme, shapes, port, hasHost: hasHost, isRead: isRead)
                }
            }
        }
    }

    /// The schemes to try: those of the patterns, and for patterns of any scheme some without own patterns.
    private func schemes() -> [String] {
        var schemes: [String] = []
        var takesAny = false
        for pattern in patterns {
            switch pattern.alternative.scheme {
            case .any: takesAny = takesAny || pattern.isSeed
            case .literal(let scheme): schemes.append(scheme)
            }
        }
        // http is for port 443, which https does not keep; the last one is in no pattern.
        if takesAny {
            let other = (0...).lazy.map { "any\($0 == 0 ? "" : "\($0)")" }.first { !schemes.contains($0) }
            schemes += ["https", "http"] + readings.values.flatMap(\.keys).sorted() + [other].compactMap(\.self)
        }
        var seen: Set<String> = []
        return schemes.filter { seen.insert($0).inserted }
    }

    func hasSeed(_ alive: [Int], _ shapes: [Shape]) -> Bool {
        alive.contains { patterns[shapes[$0].pattern].isSeed }
            && (common == nil || alive.contains { shapes[$0].pattern == common })
    }

    // MARK: Opaque paths

    private mutating func opaque(_ scheme: String, _ inScheme: [Int]) {
        var numbers: [(pattern: Int, matcher: Int)] = []
        for index in inScheme {
            let alternative = patterns[index].alternative
            guard case .opaque(let text, let rest) = alternative.path else { continue }
            let folds = alternative.options.ignoreCase
            numbers.append((index, classes.number([.literal(text)], ignoreCase: folds, isOpen: rest)))
        }
        guard numbers.contains(where: { patterns[$0.pattern].isSeed }) else { return }
        let shapes = numbers.map { entry in
            Shape(
                pattern: entry.pattern, host: .none, segments: [], ending: nil, isStrict: false,
                query: patterns[entry.pattern].alternative.query, isClosed: patterns[entry.pattern].isClosed)
        }
        for one in classes.classes(Set(numbers.map(\.matcher)), .opaque) {
            let alive = numbers.indices.filter { one.takers.contains(numbers[$0].matcher) }
            guard hasSeed(alive, shapes) else { continue }
            query(alive, shapes) { AddressParts(host: nil, port: nil, path: .opaque(one.text), query: $0).text(scheme) }
        }
        noteCut(Array(numbers.indices), shapes)
    }

    // MARK: Shapes

    private func shapes(_ index: Int, _ scheme: String, hasHost: Bool) -> [Shape] {
        let pattern = patterns[index]
        let own = Set(pattern.sides.map { readings[$0]?[scheme] ?? .host })
        return own.sorted { $0.rawValue < $1.rawValue }
            .compactMap { shape(index, pattern, $0, hasHost: hasHost) }
    }

    private func shape(
        _ index: Int, _ pattern: WalkedPattern, _ reading: AuthorityReading, hasHost: Bool
    ) -> Shape? {
        let alternative = pattern.alternative
        let folds = alternative.options.ignoreCase
        var segments: [Int] = []
        var ending: PathEnding.Kind?
        switch alternative.path {
        case .any: break
        case .opaque: return nil
        case .segments(let matchers, let end):
            segments = matchers.map { classes.number($0.parts, ignoreCase: folds) }
            ending = end.kind
        }
        var host: Shape.Host
        switch alternative.host {
        case .any: host = .any
        case .none: host = .none
        case .labels(let labels, let wildcard):
            host = .labels(labels.map { classes.number($0.parts, ignoreCase: true) }, leadingWildcard: wildcard)
        }
        if reading == .firstSegment {
            // Such addresses have no host.
            if case .labels = host { return nil }
            host = .none
            if hasHost {
                host = .any
                if let first = segments.first {
                    host = .segment(first)
                    segments.removeFirst()
                } else if ending == .end {
                    return nil
                } else if ending == .oneOrMore {
                    ending = .zeroOrMore
                }
            }
        }
        switch (host, hasHost) {
        case (.none, true), (.labels, false): return nil
        default: break
        }
        return Shape(
            pattern: index, host: host, segments: segments, ending: ending, isStrict: alternative.options.strictSlash,
            query: alternative.query, isClosed: pattern.isClosed)
    }

    // MARK: Path

    mutating func paths(_ scheme: String, _ shapes: [Shape], _ host: Way<[String]?>, _ port: UInt16?) {
        guard hasSeed(host.alive, shapes) else { return }
        let anyText = classes.number([.capture("", .none)], ignoreCase: false)
        let longest = host.alive.map { shapes[$0].segments.count }.max() ?? 0
        for length in 0...min(longest + 1, PatternLimits.segmentsMax) {
            for hasSlash in [false, true] where hasSlash || length > 0 || !SpecialScheme.isSpecial(scheme) {
                let fitting = host.alive.filter { takes(length, hasSlash, shapes[$0]) }
                guard hasSeed(fitting, shapes) else { continue }
                var ways = [Way(part: [String](), alive: fitting)]
                for place in 0..<length {
                    ways = divided(ways, shapes, .segment) { [patterns] shape in
                        if place < shape.segments.count { return shape.segments[place] }
                        // No template writes an empty segment of a list.
                        return patterns[shape.pattern].isImage ? anyText : nil
                    }
                    if place == length - 1, !hasSlash { ways.removeAll { $0.part.last == "" } }
                }
                for way in ways {
                    let path = way.part + (hasSlash ? [""] : [])
                    // A strict tail captures the empty segment after a final slash.
                    let keepsSlash = hasSlash && way.alive.contains { shapes[$0].isStrict && shapes[$0].ending != .end }
                    // A template may fail where the tail is empty.
                    let hasTail = way.alive.contains { index in
                        patterns[shapes[index].pattern].tellsTails && length > shapes[index].segments.count
                    }
                    query(way.alive, shapes, kind: (keepsSlash ? 1 : 0) + (hasTail ? 2 : 0)) {
                        AddressParts(host: host.part, port: port, path: .segments(path), query: $0).text(scheme)
                    }
                }
            }
        }
        noteCut(host.alive, shapes)
    }

    /// Whether a shape may match a path of so many segments before a final slash, or without one.
    private func takes(_ length: Int, _ hasSlash: Bool, _ shape: Shape) -> Bool {
        guard let ending = shape.ending else { return true }
        let seen = length + (hasSlash && shape.isStrict ? 1 : 0)
        let count = shape.segments.count
        // No template writes an empty last segment of a list.
        if hasSlash, count <= length, ending != .end, patterns[shape.pattern].isImage { return false }
        if count > length {
            guard count == seen, ending != .oneOrMore else { return false }
            return classes.accepts(shape.segments[length], "")
        }
        return switch ending {
        case .end: seen == count
        case .oneOrMore: seen > count
        case .zeroOrMore: true
        }
    }

    /// Each way longer by one text, for each set of shapes that go on matching.
    mutating func divided(
        _ ways: [Way<[String]>], _ shapes: [Shape], _ place: TextClasses.Place, _ matcher: (Shape) -> Int?
    ) -> [Way<[String]>] {
        var longer: [Way<[String]>] = []
        var seen: Set<[Int]> = []
        for way in ways {
            var free: [Int] = []
            var byMatcher: [Int: [Int]] = [:]
            for index in way.alive {
                if let number = matcher(shapes[index]) {
                    byMatcher[number, default: []].append(index)
                } else {
                    free.append(index)
                }
            }
            for one in classes.classes(Set(byMatcher.keys), place) {
                let alive = (free + one.takers.flatMap { byMatcher[$0] ?? [] }).sorted()
                guard hasSeed(alive, shapes), seen.insert(alive).inserted else { continue }
                guard spendWay() else { return longer }
                longer.append(Way(part: way.part + [one.text], alive: alive))
            }
        }
        return longer
    }

    mutating func spendWay() -> Bool {
        waysLeft -= 1
        work.spend(2)
        return waysLeft > 0 && !work.isSpent
    }

    mutating func noteCut(_ alive: [Int], _ shapes: [Shape]) {
        guard classes.takeCut() || waysLeft <= 0 || work.isSpent else { return }
        cut(Set(alive.map { shapes[$0].pattern }).sorted())
    }
}
