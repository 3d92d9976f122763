import RouteModel
import RoutePattern
import WebAddress

/// The ports and hosts of addresses.
extension MatchSets {
    func ports(_ scheme: String, _ shapes: [Shape], hasHost: Bool) -> [Way<UInt16?>] {
        // An address does not keep the default port of its scheme.
        let usual = SpecialScheme.defaultPort(scheme)
        guard hasHost, scheme != "file" else { return [Way(part: nil, alive: Array(shapes.indices))] }
        var numbers: [UInt16?] = [nil]
        for shape in shapes {
            if case .literal(let number) = patterns[shape.pattern].alternative.port, number != usual {
                numbers.append(number)
            }
        }
        numbers.append((8_001...UInt16.max).first { !numbers.contains($0) })
        var seen: Set<[Int]> = []
        return Set(numbers).sorted { ($0 ?? 0) < ($1 ?? 0) }.compactMap { number in
            let alive = shapes.indices.filter { index in
                switch patterns[shapes[index].pattern].alternative.port {
                case .any: true
                case .schemeDefault: number == nil
                case .literal(let wanted): number == wanted
                }
            }
            return hasSeed(alive, shapes) && seen.insert(alive).inserted ? Way(part: number, alive: alive) : nil
        }
    }

    mutating func hosts(
        _ scheme: String, _ shapes: [Shape], _ port: Way<UInt16?>, hasHost: Bool, isRead: Bool
    ) {
        guard hasHost else {
            return paths(scheme, shapes, Way(part: nil, alive: port.alive), nil)
        }
        var done: Set<[Int]> = []
        let ways =
            labels(scheme, shapes, port.alive) + addresses(scheme, shapes, port.alive)
            + octets(scheme, shapes, port.alive) + (isRead ? segmentHosts(shapes, port.alive) : [])
        for host in ways where done.insert(host.alive).inserted {
            paths(scheme, shapes, Way(part: host.part, alive: host.alive), port.part)
        }
        noteCut(port.alive, shapes)
    }

    /// Hosts of every number of labels that matters.
    private mutating func labels(_ scheme: String, _ shapes: [Shape], _ alive: [Int]) -> [Way<[String]?>] {
        let isSpecial = SpecialScheme.isSpecial(scheme)
        var counts: Set<Int> = []
        var takesMore = false
        for index in alive {
            switch shapes[index].host {
            case .any: takesMore = true
            case .none: continue
            case .segment: counts.insert(1)
            case .labels(let labels, let wildcard):
                counts.insert(labels.count + (wildcard ? 1 : 0))
                takesMore = takesMore || wildcard
            }
        }
        if takesMore { counts.insert(max(2, (counts.max() ?? 0) + 1)) }
        var hosts: [Way<[String]?>] = []
        for count in counts.sorted() {
            let fitting = alive.filter { index in
                switch shapes[index].host {
                case .any: true
                case .none: false
                case .segment: count == 1
                case .labels(let labels, let wildcard): wildcard ? labels.count < count : labels.count == count
                }
            }
            hosts += self.hosts(count, shapes, fitting) { .label(isLast: $0 == 0, isSpecial: isSpecial) }
        }
        return hosts
    }

    /// Hosts of so many labels; the closure says what stands at each place from the right.
    private mutating func hosts(
        _ count: Int, _ shapes: [Shape], _ fitting: [Int], _ kind: (Int) -> TextClasses.Place
    ) -> [Way<[String]?>] {
        guard hasSeed(fitting, shapes) else { return [] }
        var ways = [Way(part: [String](), alive: fitting)]
        for place in 0..<count {
            ways = divided(ways, shapes, kind(place)) { shape in
                switch shape.host {
                case .labels(let labels, _) where place < labels.count: labels[labels.count - 1 - place]
                case .segment(let matcher): matcher
                default: nil
                }
            }
        }
        return ways.filter { $0.part != [""] }.map { Way(part: $0.part.reversed(), alive: $0.alive) }
    }

    /// IPv4 addresses, if some host pattern takes several hosts.
    private mutating func octets(_ scheme: String, _ shapes: [Shape], _ alive: [Int]) -> [Way<[String]?>] {
        guard SpecialScheme.isSpecial(scheme) else { return [] }
        var takesSeveral = false
        let fitting = alive.filter { index in
            switch shapes[index].host {
            case .any: return true
            case .none, .segment: return false
            case .labels(let labels, let wildcard):
                takesSeveral = takesSeveral || patterns[shapes[index].pattern].alternative.host.only == nil
                return wildcard ? labels.count < 4 : labels.count == 4
            }
        }
        return takesSeveral ? hosts(4, shapes, fitting) { _ in .octet } : []
    }

    /// Hosts that are IP addresses: those of patterns, and some of each kind.
    private mutating func addresses(_ scheme: String, _ shapes: [Shape], _ alive: [Int]) -> [Way<[String]?>] {
        var hosts = ["[::1]", "[2001:db8::1]", "127.0.0.1", "192.0.2.7"]
        for index in alive {
            guard let host = patterns[shapes[index].pattern].alternative.host.only else { continue }
            if host.hasPrefix("[") || host.utf8.last.map({ $0 &- UInt8(ascii: "0") < 10 }) == true {
                hosts.append(host)
            }
        }
        return ExactText.distinct(hosts).map { host in
            let labels = host.hasPrefix("[") ? [host] : host.split(separator: ".").map(String.init)
            return Way(part: labels, alive: alive.filter { takes(labels, shapes[$0]) })
        }
    }

    /// Whether a shape matches a host that is read as one.
    private func takes(_ labels: [String], _ shape: Shape) -> Bool {
        switch shape.host {
        case .any: true
        case .none: false
        case .segment(let matcher): classes.accepts(matcher, labels.joined(separator: "."))
        case .labels(let matchers, let wildcard):
            (wildcard ? labels.count > matchers.count : labels.count == matchers.count)
                && zip(matchers, labels.suffix(matchers.count)).allSatisfy { classes.accepts($0, $1) }
        }
    }

    /// Hosts that are read as a segment, also with dots.
    private mutating func segmentHosts(_ shapes: [Shape], _ alive: [Int]) -> [Way<[String]?>] {
        let segments = alive.filter { index in
            if case .labels = shapes[index].host { return false }
            return true
        }
        let ways = divided([Way(part: [String](), alive: segments)], shapes, .authority) { shape in
            if case .segment(let matcher) = shape.host { return matcher }
            return nil
        }
        return ways.map { way in
            let labels = way.part[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let others = alive.filter { index in
                if case .labels = shapes[index].host { return takes(labels, shapes[index]) }
                return false
            }
            return Way(part: labels, alive: (way.alive + others).sorted())
        }
    }
}
