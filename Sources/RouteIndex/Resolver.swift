import RouteModel
import TargetTemplate
import WebAddress

/// One resolution: look up, follow redirects, collect the trail.
struct Resolver {
    let tables: IndexTables
    /// Where redirects may lead; nil for nowhere.
    let destinations: DestinationAllowList?
    let conditions: ConditionReader

    /// What one look-up came to.
    private enum LookUp {
        /// The order position that matched.
        case match(UInt32)
        case nothing
        /// Longer than 8 KB or more parts than take part in matching.
        case tooLong
    }

    /// What the address of the hop at hand hands over.
    private struct Found {
        var captures: [Parameters.Item] = []
        /// The query as parameters, where matching has read it or there is none.
        var query: [Parameters.Item]?
    }

    /// What has happened so far.
    private struct Progress {
        var trail: [Hop] = []
        var carried: [Parameters.Item] = []
        var seen: [String] = []
        var explanation: Explanation?

        /// Adds a step; most trails have one, and an array made whole costs less than one that grows.
        mutating func add(_ hop: Hop) {
            if trail.isEmpty { trail = [hop] } else { trail.append(hop) }
        }
    }

    func resolve(_ original: String, explaining: Bool) -> Resolution {
        var progress = Progress(explanation: explaining ? Explanation() : nil)
        guard original.utf8.count <= Limits.addressBytesMax else {
            return failed(.addressTooLong, "\(original.utf8.count) bytes", original, progress)
        }
        let parsed: Address
        do {
            parsed = try Address(original)
        } catch {
            return failed(.invalidAddress, error.description, original, progress)
        }
        return follow(parsed, original, &progress)
    }

    /// Looks up address after address until one does not redirect.
    private func follow(_ first: consuming Address, _ original: String, _ progress: inout Progress) -> Resolution {
        var address = first
        while true {
            var found = Found()
            let alternative: CompiledAlternative
            switch lookUp(address, &found, &progress) {
            case .tooLong: return failed(.addressTooLong, "\(address.href.utf8.count) bytes", original, progress)
            case .nothing:
                let outcome: Outcome = progress.trail.isEmpty ? .unmatched : .address(address.href)
                return finish(outcome, original, progress, query: Self.items(of: address))
            case .match(let position): alternative = CompiledAlternative(tables, position)
            }
            var hop = Hop(rule: tables.text(alternative.ruleID), alternative: alternative.number, from: address.href)
            var cursor = tables.record(alternative.destination, of: tables.destinations)
            switch IndexRecord.Destination(rawValue: cursor.next()) {
            case .redirect:
                do {
                    let next = try target(&cursor, found.captures, alternative, address, &progress)
                    hop.to = next.href
                    progress.add(hop)
                    // The nearest hop's captures are found first.
                    progress.carried = found.captures + progress.carried
                    address = next
                } catch {
                    progress.add(hop)
                    return failed(error.code, error.detail, original, progress)
                }
            case .screen:
                progress.add(hop)
                let screen = Screen(name: tables.text(cursor.next()), transition: transition(cursor.next()))
                return finish(
                    .screen(screen), original, progress, path: found.captures, constants: constants(cursor.next()),
                    query: found.query ?? Self.items(of: address))
            default:
                progress.add(hop)
                return finish(
                    .blocked(tables.text(cursor.next())), original, progress, path: found.captures,
                    query: found.query ?? Self.items(of: address))
            }
        }
    }

    // MARK: One look-up

    private func lookUp(_ address: Address, _ found: inout Found, _ progress: inout Progress) -> LookUp {
        let result: LookUp = AddressPieces.with(address, tables) { pieces in
            guard let pieces else { return address.hasCredentials ? .nothing : .tooLong }
            var walk = Walk(tables: tables, address: pieces, judge: RuleJudge(tables, pieces))
            walk.run(conditions)
            guard walk.best != IndexFormat.none else { return .nothing }
            found.captures = CaptureReader(tables: tables, address: pieces).items(walk.best, &walk.judge.query)
            found.query = pieces.query.count == 0 ? [] : walk.judge.query.read.map(Self.items)
            return .match(walk.best)
        }
        if progress.explanation != nil {
            let explainer = Explainer(tables: tables, conditions: conditions)
            progress.explanation?.hops.append(explainer.explain(address))
        }
        return result
    }

    // MARK: Destinations

    /// Expands a redirect and checks that it may and need be followed.
    private func target(
        _ cursor: inout RecordCursor, _ captures: [Parameters.Item], _ alternative: CompiledAlternative,
        _ address: Address, _ progress: inout Progress
    ) throws(Failure) -> Address {
        let next: Address
        do {
            next = try TemplateReader(tables, &cursor).follow(captures, of: alternative, from: address)
        } catch {
            throw Failure(.expansion, detail: error.detail)
        }
        guard destinations?.allows(next) == true else {
            throw Failure(.destinationNotAllowed, detail: next.href)
        }
        guard progress.trail.count < Limits.redirectsMax else {
            throw Failure(
                .tooManyRedirects, detail: "the redirect to \(next.href) would be number \(Limits.redirectsMax + 1)")
        }
        if progress.seen.isEmpty { progress.seen.append(address.withFragment(nil).href) }
        let plain = next.withFragment(nil).href
        guard !progress.seen.contains(where: { $0.utf8.elementsEqual(plain.utf8) }) else {
            throw Failure(.loop, detail: "\(plain) came up before")
        }
        progress.seen.append(plain)
        return next
    }

    private func transition(_ string: UInt32) -> String? { string == 0 ? nil : tables.text(string - 1) }

    private func constants(_ record: UInt32) -> [Parameters.Item] {
        var cursor = tables.record(record, of: tables.constants)
        let count = cursor.count()
        guard count > 0 else { return [] }
        var constants: [Parameters.Item] = []
        constants.reserveCapacity(count)
        for _ in 0..<count {
            constants.append(Parameters.Item(tables.text(cursor.next()), tables.text(cursor.next())))
        }
        return constants
    }

    // MARK: Answers

    private static func items(of address: Address) -> [Parameters.Item] {
        guard let query = address.query, !query.isEmpty else { return [] }
        return items(FormURLEncoded.items(query))
    }

    private static func items(_ items: [FormItem]) -> [Parameters.Item] {
        items.map { Parameters.Item($0.name, $0.value) }
    }

    @inline(__always)
    private func finish(
        _ outcome: Outcome, _ original: String, _ progress: Progress, path: [Parameters.Item] = [],
        constants: [Parameters.Item] = [], query: [Parameters.Item] = []
    ) -> Resolution {
        Resolution(
            outcome: outcome, original: original, trail: progress.trail, version: tables.version,
            parameters: Parameters(path: path, constants: constants, query: query, carried: progress.carried),
            explanation: progress.explanation)
    }

    private func failed(
        _ code: Failure.Code, _ detail: String, _ original: String, _ progress: Progress
    ) -> Resolution {
        finish(.failed(Failure(code, detail: detail)), original, progress)
    }
}
