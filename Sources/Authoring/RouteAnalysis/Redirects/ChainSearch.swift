import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import TargetTemplate
import WebAddress

/// Searches for an address with which each of some alternatives redirects to the next one.
///
/// The redirects are followed from the first alternative's address with its captures unknown. If the next pattern
/// requires more than is known, the start is narrowed and followed again, until the chain matches or all choices were
/// tried.
struct ChainSearch {
    let release: CompiledDraft

    /// A chain that patterns and templates allow; conditions and other rules are not considered.
    struct Chain {
        var start: SymbolicAddress
        /// The address that each alternative matches, with tokens for unknowns.
        var stops: [Address]
    }

    /// An alternative at an order position that matches a stop of a chain, too.
    struct Rival {
        var stop: Int
        var position: Int
    }

    /// The chain through alternatives at these order positions; nil if none was found.
    ///
    /// - Parameters:
    ///   - path: The positions; all but perhaps the last one redirect.
    ///   - isWhole: Whether the last one redirects, too, and its target is the last stop.
    ///   - rival: An alternative that matches one of the stops, too; nil for any stops.
    /// - Returns: The chain; nil if none was found.
    func chain(along path: [Int], isWhole: Bool = false, within rival: Rival? = nil) -> Chain? {
        chains(along: path, isWhole: isWhole, within: rival, atMost: 1).chains.first
    }

    /// All chains, and whether there are more: a limit ended the search, or a text was chosen where others would do.
    func chains(
        along path: [Int], isWhole: Bool, within rival: Rival?, atMost limit: Int
    ) -> (chains: [Chain], isCut: Bool) {
        guard let first = path.first else { return ([], false) }
        var chains: [Chain] = []
        var waiting = [SymbolicAddress(release.entries[first].value)]
        var walks = 0
        var isCut = isPartlySpelled(first)
        // What waits stays there at a limit: it tells that there is more.
        while chains.count < limit, walks < (isWhole ? Limits.wholeWalksMax : Limits.walksMax), !release.work.isSpent,
            let start = waiting.popLast()
        {
            walks += 1
            switch follow(start, path, isWhole, rival) {
            case .fits(let stops): chains.append(Chain(start: start, stops: stops))
            case .fails: continue
            case .narrow(let choices):
                // A stack: the first choice is tried first.
                for narrowings in choices.reversed() {
                    var next: SymbolicAddress? = start
                    for narrowing in narrowings {
                        isCut = isCut || next?.isTooLong(for: narrowing) == true
                        next = next?.narrowed(narrowing)
                    }
                    if let next { waiting.append(next) }
                }
            }
        }
        return (chains, isCut || !waiting.isEmpty || chains.contains(where: \.start.isSample))
    }

    /// Whether the redirect of an alternative writes a capture that is followed in some of its spellings only.
    private func isPartlySpelled(_ position: Int) -> Bool {
        guard case .redirect(let template) = release.rule(position).destination else { return false }
        let names = release.entries[position].value.partlySpelledNames
        return !names.isEmpty && !template.template.variableNames.isDisjoint(with: names)
    }

    /// The target of an alternative's redirect, with every capture unknown.
    func target(of position: Int) -> Address? {
        let start = SymbolicAddress(release.entries[position].value)
        guard let address = try? Address(start.text) else { return nil }
        return target(position, address, start.captures)
    }

    /// What a rival asks of a stop; nil if it matches, or if it is that of another stop.
    private func meet(
        _ rival: Rival?, _ place: Int, _ start: SymbolicAddress, _ address: Address
    ) -> Unification<[Address]>? {
        guard let rival, rival.stop == place else { return nil }
        switch unify(start, address, rival.position) {
        case .fits: return nil
        case .narrow(let choices): return .narrow(choices)
        case .fails: return .fails
        }
    }

    private func follow(
        _ start: SymbolicAddress, _ path: [Int], _ isWhole: Bool, _ rival: Rival?
    ) -> Unification<[Address]> {
        release.work.spend(Limits.stepsPerHop)
        guard var address = try? Address(start.text) else { return .fails }
        var stops = [address]
        var captures = start.captures
        for (place, (from, to)) in zip(path, path.dropFirst()).enumerated() {
            if let refusal = meet(rival, place, start, address) { return refusal }
            guard let next = target(from, address, captures) else { return .fails }
            switch unify(start, next, to) {
            case .fits(let found): captures = found
            case .narrow(let choices): return .narrow(choices)
            case .fails: return .fails
            }
            release.work.spend(next.href.utf8.count / 4)
            address = next
            stops.append(next)
        }
        if let refusal = meet(rival, path.count - 1, start, address) { return refusal }
        if isWhole, let last = path.last {
            guard let next = target(last, address, captures) else { return .fails }
            stops.append(next)
        }
        return .fits(stops)
    }

    private func unify(
        _ start: SymbolicAddress, _ address: Address, _ position: Int
    ) -> Unification<AddressUnification.Captures> {
        AddressUnification(start: start, alternative: release.entries[position].value, work: release.work)
            .unify(MatchSubject(address, authority: release.draft.settings.authority))
    }

    /// The target of an alternative's redirect from an address with these captures.
    func target(_ position: Int, _ address: Address, _ captures: AddressUnification.Captures) -> Address? {
        guard case .redirect(let template) = release.rule(position).destination else { return nil }
        release.work.spend(Limits.stepsPerHop)
        let capturedNames = Set(release.entries[position].value.capturedQueryNames)
        let value = { (name: String) -> TemplateValue? in
            switch captures[name] {
            case .text(let text): .string(text)
            case .list(let list): .list(list)
            case nil: nil
            }
        }
        return try? template.follow(value, capturedQueryNames: capturedNames, from: address)
    }
}

extension Alternative {
    /// The names of query items that it captures; redirects do not hand them on (language.md L5.7).
    var capturedQueryNames: [String] {
        query.compactMap { constraint in
            if case .capture = constraint.test { return constraint.name }
            return nil
        }
    }
}
