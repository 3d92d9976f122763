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

    /// The chain through alternatives at these order positions; nil if none was found.
    func chain(along path: [Int]) -> Chain? {
        guard let first = path.first else { return nil }
        var waiting = [SymbolicAddress(release.entries[first].value)]
        var walks = 0
        while let start = waiting.popLast(), walks < Limits.walksMax, !release.work.isSpent {
            walks += 1
            switch follow(start, path) {
            case .fits(let stops): return Chain(start: start, stops: stops)
            case .fails: continue
            case .narrow(let choices):
                // A stack: the first choice is tried first.
                for narrowings in choices.reversed() {
                    var next: SymbolicAddress? = start
                    for narrowing in narrowings { next = next?.narrowed(narrowing) }
                    if let next { waiting.append(next) }
                }
            }
        }
        return nil
    }

    /// The target of an alternative's redirect, with every capture unknown.
    func target(of position: Int) -> Address? {
        let start = SymbolicAddress(release.entries[position].value)
        guard let address = try? Address(start.text) else { return nil }
        return target(position, address, start.captures)
    }

    private func follow(_ start: SymbolicAddress, _ path: [Int]) -> Unification<[Address]> {
        release.work.spend(Limits.stepsPerHop)
        guard var address = try? Address(start.text) else { return .fails }
        var stops = [address]
        var captures = start.captures
        for (from, to) in zip(path, path.dropFirst()) {
            guard let next = target(from, address, captures) else { return .fails }
            let subject = MatchSubject(next, authority: release.draft.settings.authority)
            let unification = AddressUnification(
                start: start, alternative: release.entries[to].value, work: release.work)
            switch unification.unify(subject) {
            case .fits(let found): captures = found
            case .narrow(let choices): return .narrow(choices)
            case .fails: return .fails
            }
            release.work.spend(next.href.utf8.count / 4)
            address = next
            stops.append(next)
        }
        return .fits(stops)
    }

    private func target(_ position: Int, _ address: Address, _ captures: AddressUnification.Captures) -> Address? {
        guard case .redirect(let template) = release.rule(position).destination else { return nil }
        release.work.spend(Limits.stepsPerHop)
        let alternative = release.entries[position].value
        let capturedNames = Set(
            alternative.query.compactMap { constraint -> String? in
                if case .capture = constraint.test { return constraint.name }
                return nil
            })
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
