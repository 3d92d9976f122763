import RouteModel
import RouteOrder
import RoutePattern
import WebAddress

/// Finds loops and chains that are too long, over as many rules as a resolution follows.
///
/// First it makes a graph: the patterns that the target of each redirect can match. Only alternatives from which six
/// redirects can follow one another are considered further; a loop is such a chain. A chain that patterns and templates
/// allow gets a concrete address, which is resolved: a loop or too many redirects are an error. A cycle of which no
/// witness loops is a warning, unless another rule always matches before one of its rules.
struct ChainCheck {
    let release: CompiledDraft
    let now: Instant

    private struct Search {
        var start: Int
        var chains = 0
        var isOver = false
        var error: Finding?
        var possible: Finding?
    }

    func findings() -> [Finding] {
        let redirects = release.entries.indices.filter { position in
            release.fact(position).isRedirect && !release.isImpossible(release.entries[position].rule, at: now)
        }
        let chains = ChainCache(release, redirects)
        let followers = followers(redirects, chains)
        var findings: [Finding] = []
        var budget = Limits.chainsInAllMax
        for start in starts(redirects, followers) {
            guard budget > 0, findings.count < Limits.findingsMax, !release.work.isSpent else {
                release.work.leaveOut(.chains)
                continue
            }
            var search = Search(start: start)
            explore(followers, chains, &search)
            budget -= search.chains
            let isCut = search.chains >= Limits.chainsMax || release.work.isSpent
            if search.error == nil, isCut { release.work.leaveOut(.chains) }
            if let finding = search.error ?? search.possible { findings.append(finding) }
        }
        return findings
    }

    // MARK: Graph

    /// By alternative, the redirects that its target can match.
    private func followers(_ redirects: [Int], _ chains: ChainCache) -> [Int: [Int]] {
        var pairs = 0
        let map = AlternativeMap(release, positions: redirects)
        let search = ChainSearch(release: release)
        var followers: [Int: [Int]] = [:]
        for position in redirects {
            guard let target = search.target(of: position) else { continue }
            guard pairs < Limits.pairsMax, !release.work.isSpent else {
                release.work.leaveOut(.chains)
                continue
            }
            for candidate in map.candidates(target) {
                pairs += 1
                guard chains.canFollow(candidate, position) else { continue }
                followers[position, default: []].append(candidate)
            }
        }
        return followers
    }

    /// Alternatives that can begin a chain with one redirect more than `Limits.redirectsFollowed`.
    private func starts(_ redirects: [Int], _ followers: [Int: [Int]]) -> [Int] {
        var starts = Set(followers.keys)
        for _ in 1..<Limits.redirectsFollowed {
            starts = starts.filter { followers[$0]?.contains(where: starts.contains) == true }
        }
        return redirects.filter(starts.contains)
    }

    // MARK: Chains

    /// Searches chains from the start, short ones first, and of one length the one that leads back to the start first.
    private func explore(_ followers: [Int: [Int]], _ chains: ChainCache, _ search: inout Search) {
        var waiting = [[search.start]]
        var place = 0
        while place < waiting.count {
            let path = waiting[place]
            place += 1
            let nexts = followers[path[path.count - 1]] ?? []
            for next in nexts.filter({ $0 == search.start }) + nexts.filter({ $0 != search.start }) {
                guard !search.isOver, search.chains < Limits.chainsMax, !release.work.isSpent else { return }
                search.chains += 1
                let longer = path + [next]
                guard let chain = chains.chain(along: longer) else { continue }
                let isFull = longer.count == Limits.redirectsFollowed + 1
                if next == search.start || isFull { resolve(chain, longer, &search) }
                if !isFull { waiting.append(longer) }
            }
        }
    }

    /// Resolves a concrete address of a chain, and records the result.
    private func resolve(_ chain: ChainSearch.Chain, _ path: [Int], _ search: inout Search) {
        var rules: [Rule] = []
        for position in path where !rules.contains(where: { $0.id == release.rule(position).id }) {
            rules.append(release.rule(position))
        }
        let conditions = rules.compactMap(\.condition)
        let isImpossible = conditions.indices.contains { index in
            conditions[..<index].contains { $0.excludes(conditions[index]) }
        }
        let numbers = path.reduce(into: [Int]()) { numbers, position in
            if !numbers.contains(release.entries[position].rule) { numbers.append(release.entries[position].rule) }
        }
        guard !isImpossible, let situation = release.situation(of: numbers, at: now) else { return }
        let report = RedirectReport(release: release)
        for variant in 0..<Limits.variantsMax {
            guard let address = chain.start.concrete(variant, work: release.work) else { continue }
            let resolution = release.resolve(address, situation)
            guard resolution.trail.first?.rule == rules[0].id else { continue }
            let finding = report.finding(resolution, address, situation)
            if let finding, finding.code == .loop || finding.code == .chainTooLong {
                (search.error, search.isOver) = (finding, true)
                return
            }
            guard path[path.count - 1] == search.start, search.possible == nil,
                !Interception(release: release, chain: chain, path: path).isCertain(resolution, rules)
            else { continue }
            search.possible = Self.possible(
                rules, Finding.Witness(address: address, context: situation.context, at: situation.at))
        }
    }

    private static func possible(_ rules: [Rule], _ witness: Finding.Witness) -> Finding {
        let names = rules.map { "\"\($0.id)\"" }.joined(separator: ", ")
        return Finding(
            .loop, severity: .warning, reason: "possible", rules: rules.map(\.id),
            detail: rules.count == 1
                ? "\(names) can redirect to an address that it matches itself; the witness does not loop."
                : "\(names) can redirect to one another in a cycle; the witness does not loop.",
            hint: "Make sure that every address leads out of the cycle, or let one of the rules lead to a screen.",
            witness: witness)
    }
}
