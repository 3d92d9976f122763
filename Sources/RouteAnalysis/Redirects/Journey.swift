import RouteModel
import RoutePattern
import TargetTemplate
import WebAddress

/// Looks for the address with which some alternatives follow one another, each redirecting to the next.
///
/// The first alternative's address is walked with its captures unknown. Where the next pattern asks for more than is
/// known, the departure is narrowed and the walk begins again, until it passes or nothing is left to try.
struct Journey {
    let release: TrialRelease

    /// A way that works, as far as patterns and templates say.
    struct Way {
        var departure: Departure
        /// The address in which each alternative stands before it redirects, with tokens for what is unknown.
        var stops: [Address]
    }

    /// The way along some order positions; nil where none was found.
    func way(_ path: [Int]) -> Way? {
        guard let start = path.first else { return nil }
        var waiting = [Departure(release.entries[start].value)]
        var walks = 0
        while let departure = waiting.popLast(), walks < Limits.walksMax, !release.work.isSpent {
            walks += 1
            switch walk(departure, path) {
            case .fits(let stops): return Way(departure: departure, stops: stops)
            case .fails: continue
            case .narrow(let ways):
                // The first is tried first.
                for narrowings in ways.reversed() {
                    var next: Departure? = departure
                    for narrowing in narrowings { next = next?.narrowed(narrowing) }
                    if let next { waiting.append(next) }
                }
            }
        }
        return nil
    }

    /// Where an alternative redirects to, with nothing known of its captures.
    func target(of position: Int) -> Address? {
        let departure = Departure(release.entries[position].value)
        guard let address = try? Address(departure.symbolic) else { return nil }
        return target(position, address, departure.captures)
    }

    private func walk(_ departure: Departure, _ path: [Int]) -> Unification<[Address]> {
        release.work.spend(Limits.stepsPerHop)
        guard var address = try? Address(departure.symbolic) else { return .fails }
        var stops = [address]
        var captures = departure.captures
        for (from, to) in zip(path, path.dropFirst()) {
            guard let next = target(from, address, captures) else { return .fails }
            let subject = MatchSubject(next, authority: release.draft.settings.authority)
            let unification = AddressUnification(
                departure: departure, alternative: release.entries[to].value, work: release.work)
            switch unification.unify(subject) {
            case .fits(let found): captures = found
            case .narrow(let ways): return .narrow(ways)
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
