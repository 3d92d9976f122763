import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import WebAddress

/// Alternatives by host and first segment, so that an address is compared with few of them.
struct AlternativeMap {
    private let release: CompiledDraft
    private var byHost: [String: Places] = [:]
    private var anywhere = Places()

    /// Alternatives of one host.
    private struct Places {
        var bySegment: [String: [Int]] = [:]
        var anySegment: [Int] = []

        mutating func add(_ position: Int, _ alternative: Alternative) {
            if case .segments(let segments, _) = alternative.path, let text = segments.first?.literal {
                bySegment[text.lowercased(), default: []].append(position)
            } else {
                anySegment.append(position)
            }
        }

        func positions(_ segment: String?) -> [Int] {
            guard let segment else { return bySegment.values.flatMap { $0 } + anySegment }
            return (bySegment[segment.lowercased()] ?? []) + anySegment
        }
    }

    /// A map of the alternatives at these order positions.
    init(_ release: CompiledDraft, positions: [Int]) {
        self.release = release
        for position in positions {
            let alternative = release.entries[position].value
            if let host = Self.host(alternative.host) {
                byHost[host, default: Places()].add(position, alternative)
            } else {
                anywhere.add(position, alternative)
            }
        }
    }

    /// The alternatives that may match an address with unknowns, in ascending order.
    func candidates(_ address: Address) -> [Int] {
        let subject = MatchSubject(address, authority: release.draft.settings.authority)
        let first = subject.segments.first.flatMap { SymbolicText(reading: $0.text).known }
        let host = subject.hostLabels?.joined(separator: ".").lowercased() ?? ""
        return ((byHost[host]?.positions(first) ?? []) + anywhere.positions(first)).sorted()
    }

    /// The only host that a constraint allows; nil if it allows several.
    private static func host(_ host: HostConstraint) -> String? {
        switch host {
        case .any: return nil
        case .none: return ""
        case .labels(let labels, let wildcard):
            let texts = labels.compactMap(\.literal)
            return wildcard || texts.count != labels.count ? nil : texts.joined(separator: ".").lowercased()
        }
    }
}
