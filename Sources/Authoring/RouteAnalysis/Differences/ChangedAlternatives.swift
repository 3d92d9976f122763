import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import TargetTemplate
import WebAddress

/// The alternatives of two drafts that differ, or whose captures or redirects the settings make differ.
struct ChangedAlternatives {
    let drafts: [WalkedPattern.Side: CompiledDraft]
    /// Ids of the rules that differ, or that the settings make differ.
    private(set) var rules: Set<String>
    /// The positions of their alternatives.
    private(set) var positions: [WalkedPattern.Side: [Int]] = [:]
    /// Whether the drafts read the authority of some scheme differently.
    private let readsDiffer: Bool
    /// Whether alternatives of one rule may have other numbers.
    private let originsDiffer: Bool

    /// An alternative that takes part.
    struct Entry {
        var pattern: WalkedPattern
        /// The id of its rule.
        var rule: String
        /// Whether it differs.
        var isChanged: Bool
        var head: AlternativeMap.Head
    }

    init(before: CompiledDraft, after: CompiledDraft, rules: Set<String>) {
        drafts = [.before: before, .after: after]
        self.rules = rules
        let (old, new) = (before.draft.settings, after.draft.settings)
        (readsDiffer, originsDiffer) = (old.authority != new.authority, old.origins != new.origins)
        let schemes = Set(old.authority.keys).union(new.authority.keys)
            .filter { (old.authority[$0] ?? .host) != (new.authority[$0] ?? .host) }
        let allows = old.destinations == new.destinations ? nil : (old.destinations, new.destinations)
        for (side, draft) in drafts {
            for position in draft.entries.indices where !rules.contains(draft.ruleID(position)) {
                let value = draft.entries[position].value
                var differs = !schemes.isEmpty && value.scheme.takes(schemes)
                if let allows, case .redirect(let template) = draft.rule(position).destination {
                    differs = differs || template.isAllowed(by: allows.0) != template.isAllowed(by: allows.1)
                }
                if differs { self.rules.insert(draft.ruleID(position)) }
            }
            positions[side] = draft.entries.indices.filter { self.rules.contains(draft.ruleID($0)) }
        }
        guard originsDiffer else { return }
        addOrigins(before, after)
    }

    /// Adds the alternatives of unchanged rules that only one draft has, because of its origins.
    private mutating func addOrigins(_ before: CompiledDraft, _ after: CompiledDraft) {
        func identities(_ draft: CompiledDraft) -> [String: Set<String>] {
            var identities: [String: Set<String>] = [:]
            for entry in draft.entries {
                identities[draft.draft.rules[entry.rule].id, default: []].insert(entry.value.identity)
            }
            return identities
        }
        for (side, draft, others) in [
            (WalkedPattern.Side.before, before, identities(after)), (.after, after, identities(before)),
        ] {
            positions[side] = draft.entries.indices.filter { position in
                let id = draft.ruleID(position)
                return rules.contains(id) || others[id]?.contains(draft.entries[position].value.identity) != true
            }
        }
        for (side, draft) in drafts { rules.formUnion((positions[side] ?? []).map { draft.ruleID($0) }) }
    }

    /// Whether nothing differs that resolutions could show.
    var isEmpty: Bool { positions.values.allSatisfy(\.isEmpty) }

    // MARK: Patterns

    /// The alternatives that differ, those of redirects that lead there, and all that may match the same addresses or
    /// the ends of chains.
    func patterns(with chains: RedirectChains) -> [Entry] {
        var reach = AlternativeMap()
        for pattern in chains.patterns.compactMap(\.first) where pattern.isSeed {
            reach.insert(AlternativeMap.Head(pattern.alternative), 0)
        }
        for (side, draft) in drafts {
            for position in (positions[side] ?? []) + (chains.relevant[side] ?? []) {
                reach.insert(AlternativeMap.Head(draft.entries[position].value), position)
            }
        }
        var entries: [Entry] = []
        let ranks = readsDiffer || originsDiffer ? nil : OrderRanks(drafts)
        for side in WalkedPattern.Side.allCases {
            guard let draft = drafts[side] else { continue }
            let (own, relevant) = (Set(positions[side] ?? []), Set(chains.relevant[side] ?? []))
            for position in draft.entries.indices {
                let id = draft.ruleID(position)
                let differs = rules.contains(id)
                // Unchanged rules are in both drafts.
                guard side == .after || differs else { continue }
                let value = draft.entries[position].value
                let head = AlternativeMap.Head(value)
                guard own.contains(position) || readsDiffer || reach.mayMeet(head) else { continue }
                var pattern = WalkedPattern(
                    alternative: value, sides: differs ? [side] : [.before, .after],
                    isSeed: own.contains(position) || relevant.contains(position))
                pattern.tellsTails = own.contains(position) && draft.fact(position).isRedirect
                pattern.isCertain = draft.fact(position).isUnconditional
                pattern.ranks = ranks?.ranks(position, side, differs) ?? [:]
                entries.append(Entry(pattern: pattern, rule: id, isChanged: own.contains(position), head: head))
            }
        }
        return entries
    }
}

/// The positions of alternatives in the orders of two drafts.
private struct OrderRanks {
    /// By rule and alternative, the position in the old draft.
    private var before: [String: [Int: Int]] = [:]
    private let after: CompiledDraft?

    init(_ drafts: [WalkedPattern.Side: CompiledDraft]) {
        after = drafts[.after]
        guard let draft = drafts[.before] else { return }
        for position in draft.entries.indices {
            before[draft.ruleID(position), default: [:]][draft.entries[position].alternative] = position
        }
    }

    func ranks(_ position: Int, _ side: WalkedPattern.Side, _ differs: Bool) -> [WalkedPattern.Side: Int] {
        guard !differs else { return [side: position] }
        guard let after, let old = before[after.ruleID(position)]?[after.entries[position].alternative] else {
            return [:]
        }
        return [.before: old, .after: position]
    }
}

extension RedirectTemplate {
    /// The first path segment in lower case, if it is text and complete; nil if it is not known.
    var literalFirstSegment: String? {
        guard case .literal(let text) = template.parts.first, !text.contains("%"), text.utf8.allSatisfy({ $0 < 128 }),
            let path = Self.cut(text)?.rest, !hasDotSegments
        else { return nil }
        guard let end = path.firstIndex(where: { "/?#".contains($0) }) else {
            return template.parts.count == 1 && !path.isEmpty ? path.lowercased() : nil
        }
        return end == path.startIndex ? nil : path[..<end].lowercased()
    }

    /// Whether its text may have a segment `.` or `..`, which the address has not.
    private var hasDotSegments: Bool {
        template.parts.contains { part in
            if case .literal(let text) = part { text.contains("/.") } else { false }
        }
    }

    /// The text up to the slash after the authority, and the text after that slash; nil if there is none.
    private static func cut(_ text: String) -> (head: String, rest: Substring)? {
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[1].isEmpty, !parts[2].contains("?"), !parts[2].contains("#") else { return nil }
        return ("\(parts[0])//\(parts[2])", parts[3])
    }

    /// Whether a list allows the scheme, host and port that all its targets have.
    fileprivate func isAllowed(by list: DestinationAllowList) -> Bool {
        guard case .literal(let text) = template.parts.first else { return false }
        return (try? Address(Self.cut(text)?.head ?? text)).map(list.allows) ?? false
    }
}

extension SchemeConstraint {
    fileprivate func takes(_ schemes: Set<String>) -> Bool {
        switch self {
        case .any: true
        case .literal(let scheme): schemes.contains(scheme)
        }
    }
}
