import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import TargetTemplate
import WebAddress

/// Alternatives by host and first segment, so that an address or another alternative is compared with few of them.
struct AlternativeMap {
    private var byHost: [String: Places] = [:]
    private var anywhere = Places()
    private var authority: [String: AuthorityReading] = [:]

    /// The only host and the only first segment of some addresses, in lower case; nil for several.
    struct Head {
        fileprivate var host: String?
        fileprivate var segment: String?

        init(_ alternative: Alternative) {
            host = alternative.host.only
            guard case .segments(let segments, _) = alternative.path, let first = segments.first?.literal else {
                return
            }
            segment = first.lowercased()
        }
    }

    /// Alternatives of one host.
    private struct Places {
        var bySegment: [String: [Int]] = [:]
        var anySegment: [Int] = []

        func positions(_ segment: String?) -> [Int] {
            guard let segment else { return bySegment.values.flatMap { $0 } + anySegment }
            return (bySegment[segment] ?? []) + anySegment
        }

        func hasAny(_ segment: String?) -> Bool {
            !anySegment.isEmpty || (segment.map { bySegment[$0] != nil } ?? !bySegment.isEmpty)
        }
    }

    init() {}

    /// A map of the alternatives at these order positions.
    init(_ release: CompiledDraft, positions: [Int]) {
        authority = release.draft.settings.authority
        for position in positions { insert(Head(release.entries[position].value), position) }
    }

    /// Adds an alternative under a number.
    mutating func insert(_ head: Head, _ number: Int) {
        func add(_ places: inout Places) {
            if let segment = head.segment {
                places.bySegment[segment, default: []].append(number)
            } else {
                places.anySegment.append(number)
            }
        }
        if let host = head.host { add(&byHost[host, default: Places()]) } else { add(&anywhere) }
    }

    /// The numbers of alternatives that may match an address with unknowns, in ascending order.
    func candidates(_ address: Address) -> [Int] {
        let subject = MatchSubject(address, authority: authority)
        let first = subject.segments.first.flatMap { SymbolicText(reading: $0.text).known }
        let host = subject.hostLabels?.joined(separator: ".").lowercased() ?? ""
        let segment = first?.lowercased()
        return ((byHost[host]?.positions(segment) ?? []) + anywhere.positions(segment)).sorted()
    }

    /// The numbers of alternatives that may match an address that one with this head matches, in ascending order.
    func candidates(_ head: Head) -> [Int] {
        let own = head.host.map { byHost[$0].map { [$0] } ?? [] } ?? Array(byHost.values)
        return (own.flatMap { $0.positions(head.segment) } + anywhere.positions(head.segment)).sorted()
    }

    /// Whether one of the alternatives may match an address that one with this head matches.
    func mayMeet(_ head: Head) -> Bool {
        if anywhere.hasAny(head.segment) { return true }
        guard let host = head.host else { return byHost.values.contains { $0.hasAny(head.segment) } }
        return byHost[host]?.hasAny(head.segment) ?? false
    }

    /// Whether a redirect may lead to an address that one of the alternatives matches.
    func mayMeet(_ template: RedirectTemplate) -> Bool {
        let segment = template.literalFirstSegment
        return anywhere.hasAny(segment) || byHost[template.literalHost?.lowercased() ?? ""]?.hasAny(segment) ?? false
    }
}

extension HostConstraint {
    /// The only host that it allows, in lower case and empty for none; nil if it allows several.
    var only: String? {
        switch self {
        case .any: return nil
        case .none: return ""
        case .labels(let labels, let wildcard):
            let texts = labels.compactMap(\.literal)
            return wildcard || texts.count != labels.count ? nil : texts.joined(separator: ".").lowercased()
        }
    }
}
