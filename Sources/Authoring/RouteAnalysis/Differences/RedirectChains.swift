import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import TargetTemplate
import WebAddress

/// The chains of redirects that lead to alternatives that differ, or that begin with one.
struct RedirectChains {
    /// The ends of the chains as patterns, each followed by those of its addresses on whose way an alternative before a
    /// redirect wins: the others have other texts.
    private(set) var patterns: [[WalkedPattern]] = []
    /// Positions of unchanged redirects from which a chain leads to an alternative that differs.
    private(set) var relevant: [WalkedPattern.Side: [Int]] = [:]
    /// Ids of rules whose chains were not all followed.
    private(set) var notProved: Set<String> = []
    private(set) var images: [(image: RedirectImage, side: WalkedPattern.Side, path: [Int])] = []
    private var known: Set<[String]> = []
    private let changed: ChangedAlternatives
    /// The position of the best alternative with `strictSlash`.
    private var strictest: [WalkedPattern.Side: Int] = [:]

    init(_ changed: ChangedAlternatives) {
        self.changed = changed
        for side in [WalkedPattern.Side.after, .before] {
            guard let draft = changed.drafts[side] else { continue }
            let graph = RedirectGraph(draft, changed: changed.positions[side] ?? [])
            relevant[side] = graph.relevant
            notProved.formUnion(graph.notProved)
            add(graph, draft, side)
            strictest[side] = draft.entries.indices.first(where: draft.isStrict)
        }
    }

    /// Addresses from which a chain may lead to an address, and whether one of them does.
    func starts(_ image: RedirectImage, _ number: Int, of end: Address) -> (texts: [String], isReached: Bool) {
        let (_, side, path) = images[number]
        guard let draft = changed.drafts[side] else { return ([], false) }
        let authority = draft.draft.settings.authority
        let wanted = MatchSubject(end, authority: authority)
        let texts = image.starts(of: end, work: draft.work)
        let isReached = texts.contains { text in
            var address = try? Address(text)
            for position in path { address = address.flatMap { draft.target(position, of: $0) } }
            return address.map { MatchSubject($0, authority: authority).isLike(wanted) } ?? false
        }
        // Where a better alternative with `strictSlash` takes an address, the chain begins with one that ends in a slash.
        let slashed = texts.filter { text in
            guard let first = path.first, let strict = strictest[side], strict < first, !draft.isStrict(first) else {
                return false
            }
            return draft.matches(text).contains { $0 < first && draft.isStrict($0) }
        }
        return (texts + slashed.map(Self.endingInSlash), isReached)
    }

    private static func endingInSlash(_ text: String) -> String {
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        return text[..<end].hasSuffix("/") ? text : text[..<end] + "/" + text[end...]
    }

    /// The ids of the rules of a chain.
    func rules(_ number: Int) -> [String] {
        let (_, side, path) = images[number]
        return path.compactMap { changed.drafts[side]?.ruleID($0) }
    }

    private mutating func add(_ graph: RedirectGraph, _ draft: CompiledDraft, _ side: WalkedPattern.Side) {
        let search = ChainSearch(release: draft)
        var waiting = graph.starts.map { (path: [$0.redirect], within: $0.within) }
        var place = 0
        while place < waiting.count {
            let (path, within) = waiting[place]
            place += 1
            let ids = path.map { draft.ruleID($0) }
            let isChanged = ids.contains(where: changed.rules.contains)
            let isSeed = isChanged || within != nil
            let name =
                zip(path, ids).flatMap { [$1, "\(draft.entries[$0].alternative)", isChanged ? "\(side)" : ""] }
                + [within.map { "\(side) \($0)" } ?? ""]
            guard known.insert(name).inserted else { continue }
            guard images.count < Limits.imagesMax, !draft.work.isHalfSpent else {
                notProved.formUnion(ids)
                continue
            }
            let (chains, isCut) = search.chains(
                along: path, isWhole: true, within: within.map { ChainSearch.Rival(stop: 0, position: $0) },
                atMost: Limits.wholeChainsMax)
            if isCut { notProved.formUnion(ids) }
            guard let last = path.last, !chains.isEmpty else { continue }
            let held = path.map { draft.queryPolicy($0) }
            let imageOf = { (chain: ChainSearch.Chain) in
                RedirectImage(
                    chain, isClosed: held.contains(where: \.drops), heldNames: held.flatMap(\.names),
                    authority: draft.draft.settings.authority)
            }
            let sides: Set<WalkedPattern.Side> = isChanged ? [side] : [.before, .after]
            var lost: [ChainSearch.Rival] = []
            for (stop, redirect) in path.enumerated() where within == nil {
                let rivals = graph.rivals(of: redirect)
                lost += rivals.prefix(Limits.rivalsMax).map { ChainSearch.Rival(stop: stop, position: $0) }
                if rivals.count > Limits.rivalsMax { notProved.insert(ids[stop]) }
            }
            var losing: [WalkedPattern] = []
            for rival in lost {
                let (chains, isCut) = search.chains(along: path, isWhole: true, within: rival, atMost: 1)
                if chains.isEmpty, isCut { notProved.insert(ids[rival.stop]) }
                losing += chains.compactMap { imageOf($0)?.pattern(sides: sides, isSeed: false) }
            }
            for image in chains.compactMap(imageOf) {
                patterns.append([image.pattern(sides: sides, isSeed: isSeed)] + losing)
                images.append((image, side, path))
            }
            guard path.count < Limits.redirectsFollowed else { continue }
            waiting += (graph.followers[last] ?? []).map { (path + [$0], within) }
        }
    }
}

/// Which redirects of a draft can follow one another on the way to or from alternatives that differ.
private struct RedirectGraph {
    /// By redirect, the redirects that can follow it.
    private(set) var followers: [Int: [Int]] = [:]
    /// Unchanged redirects from which a chain leads to an alternative that differs.
    private(set) var relevant: [Int] = []
    /// Where chains begin: the redirects that differ, the relevant ones, and those that may win an address because an
    /// alternative that differs, and comes before, does not, with that alternative.
    private(set) var starts: [(redirect: Int, within: Int?)] = []
    private(set) var notProved: Set<String> = []
    private let draft: CompiledDraft
    private let search: ChainSearch
    private var targets: [Int: Target] = [:]
    /// The alternatives that win every address they match, unless a better one does: unconditional ones.
    private let certain: AlternativeMap

    /// Where a redirect leads with every capture unknown.
    private struct Target {
        var address: Address
        /// The position of the best alternative that matches all these addresses in every situation.
        var last: Int
    }

    init(_ draft: CompiledDraft, changed: [Int]) {
        self.draft = draft
        search = ChainSearch(release: draft)
        certain = AlternativeMap(draft, positions: draft.entries.indices.filter { draft.fact($0).isUnconditional })
        let redirects = draft.entries.indices.filter { draft.fact($0).isRedirect }
        let own = Set(changed.filter { draft.fact($0).isRedirect })
        var reached = Set(changed)
        var goals = changed
        // Backwards from the alternatives that differ.
        for _ in 0..<Limits.redirectsFollowed where !goals.isEmpty {
            let map = AlternativeMap(draft, positions: goals)
            var next: [Int] = []
            for redirect in redirects {
                guard case .redirect(let template) = draft.rule(redirect).destination, map.mayMeet(template) else {
                    continue
                }
                if Self.cutsText(template) { notProved.insert(draft.ruleID(redirect)) }
                guard leads(redirect, map) else { continue }
                if reached.insert(redirect).inserted { next.append(redirect) }
            }
            goals = next
        }
        relevant = redirects.filter { reached.contains($0) && !own.contains($0) }
        let changes = AlternativeMap(draft, positions: changed)
        var uncovered: [(redirect: Int, within: Int?)] = []
        for redirect in redirects where !own.contains(redirect) && redirect > changed.first ?? .max {
            let rivals = (SymbolicAddress(draft.entries[redirect].value).address.map(changes.candidates) ?? [])
                .filter { $0 < redirect }
            uncovered += rivals.prefix(Limits.rivalsMax).map { (redirect, $0) }
            if rivals.count > Limits.rivalsMax { notProved.insert(draft.ruleID(redirect)) }
        }
        // Forwards from the redirects that differ.
        let map = AlternativeMap(draft, positions: redirects)
        // Made once, and only for a template that needs it.
        lazy var anywhere = AlternativeMap(draft, positions: Array(draft.entries.indices))
        var waiting = Array(own.union(uncovered.map(\.redirect)))
        var seen = Set(waiting)
        while let position = waiting.popLast() {
            if case .redirect(let template) = draft.rule(position).destination, Self.cutsText(template),
                anywhere.mayMeet(template)
            {
                notProved.insert(draft.ruleID(position))
            }
            _ = leads(position, map)
            for next in followers[position] ?? [] where seen.insert(next).inserted { waiting.append(next) }
        }
        starts = (own.sorted() + relevant).map { ($0, nil) } + uncovered
    }

    /// Alternatives that win addresses of a redirect, which is a stop of a chain, in every situation.
    func rivals(of redirect: Int) -> ArraySlice<Int> {
        let address = SymbolicAddress(draft.entries[redirect].value).address
        return (address.map(certain.candidates) ?? []).prefix { $0 < redirect }
    }

    /// Whether it has a prefix of a value: where an unknown text is cut is not known, so what it leads to is not proved.
    private static func cutsText(_ template: RedirectTemplate) -> Bool {
        template.template.expressions.contains { $0.variables.contains { $0.prefixLength != nil } }
    }

    /// Whether a redirect can lead to an alternative of the map; remembers those that redirect in their turn.
    private mutating func leads(_ redirect: Int, _ map: AlternativeMap) -> Bool {
        guard !draft.work.isHalfSpent else {
            notProved.insert(draft.ruleID(redirect))
            return false
        }
        guard let target = targets[redirect] ?? target(of: redirect) else { return false }
        targets[redirect] = target
        var leads = false
        for candidate in map.candidates(target.address) where candidate <= target.last {
            let (chains, isCut) = search.chains(
                along: [redirect, candidate], isWhole: false, within: nil, atMost: 1)
            guard !chains.isEmpty else {
                if isCut { notProved.insert(draft.ruleID(redirect)) }
                continue
            }
            leads = true
            if draft.fact(candidate).isRedirect, followers[redirect]?.contains(candidate) != true {
                followers[redirect, default: []].append(candidate)
            }
        }
        return leads
    }
}

extension RedirectGraph {
    private func target(of redirect: Int) -> Target? {
        let start = SymbolicAddress(draft.entries[redirect].value)
        guard let address = search.target(of: redirect) else { return nil }
        let image = RedirectImage(
            ChainSearch.Chain(start: start, stops: [address]), isClosed: false, heldNames: [],
            authority: draft.draft.settings.authority)
        let pattern = image?.pattern(sides: [], isSeed: false).alternative
        let last = pattern.flatMap { pattern in
            certain.candidates(address).first { draft.entries[$0].value.covers(pattern) }
        }
        return Target(address: address, last: last ?? .max)
    }
}

extension CompiledDraft {
    /// Where the redirect of the alternative at a position leads from an address; nil if it matches another address only.
    func target(_ position: Int, of address: Address) -> Address? {
        guard fact(position).isRedirect else { return nil }
        let value = entries[position].value
        guard let values = value.match(MatchSubject(address, authority: draft.settings.authority)) else { return nil }
        var captures: AddressUnification.Captures = [:]
        for (name, value) in zip(value.captureNames, values) {
            captures[name] =
                switch value {
                case .text(let text): .text(text)
                case .list(let list): .list(list)
                }
        }
        return ChainSearch(release: self).target(position, address, captures)
    }

    fileprivate func isStrict(_ position: Int) -> Bool { entries[position].value.options.strictSlash }

    /// What a redirect does to the query: whether it drops all other items, and the names it writes or does not hand on.
    fileprivate func queryPolicy(_ position: Int) -> (drops: Bool, names: [String]) {
        guard case .redirect(let template) = rule(position).destination else { return (false, []) }
        let value = entries[position].value
        let absent = value.query.filter { $0.test == .absent }.map(\.name)
        return (template.query == .drop, template.queryNames + value.capturedQueryNames + absent)
    }
}

extension MatchSubject {
    /// Whether patterns cannot tell it from another one.
    fileprivate func isLike(_ other: MatchSubject) -> Bool {
        let texts = { (items: [FormItem]) in items.map { [UInt8]($0.name.utf8) + [0] + $0.value.utf8 } }
        return scheme == other.scheme && hostLabels == other.hostLabels && port == other.port
            && opaquePath == other.opaquePath
            && segments.elementsEqual(other.segments) { one, two in
                one.isRaw == two.isRaw && one.text.utf8.elementsEqual(two.text.utf8)
            } && Set(texts(queryItems)) == Set(texts(other.queryItems))
    }
}
