import RouteModel
import TargetTemplate
import WebAddress

/// One resolution: look up, follow redirects, collect the trail.
struct Resolver {
    let tables: IndexTables
    /// Where redirects may lead; nil for nowhere.
    let destinations: DestinationAllowList?
    let conditions: ConditionReader

    /// What one look-up found.
    private struct Match {
        var alternative: CompiledAlternative
        var captures: [Parameters.Item]
        /// The query as parameters, where matching has read it or there is none.
        var query: [Parameters.Item]?
    }

    /// What one look-up came to.
    private enum LookUp {
        case match(Match)
        case nothing
        /// Longer than 8 KB or more parts than take part in matching.
        case tooLong
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
    private func follow(_ first: Address, _ original: String, _ progress: inout Progress) -> Resolution {
        var address = first
        while true {
            let match: Match
            switch lookUp(address, &progress) {
            case .tooLong: return failed(.addressTooLong, "\(address.href.utf8.count) bytes", original, progress)
            case .nothing:
                let outcome: Outcome = progress.trail.isEmpty ? .unmatched : .address(address.href)
                return finish(outcome, original, progress, Parameters(query: Self.items(of: address)))
            case .match(let found): match = found
            }
            var hop = Hop(
                rule: tables.text(match.alternative.ruleID), alternative: match.alternative.number, from: address.href)
            var cursor = tables.record(match.alternative.destination, of: tables.destinations)
            switch IndexRecord.Destination(rawValue: cursor.next()) {
            case .redirect:
                do {
                    let next = try target(&cursor, match, address, &progress)
                    hop.to = next.href
                    progress.add(hop)
                    // The nearest hop's captures are found first.
                    progress.carried = match.captures + progress.carried
                    address = next
                } catch {
                    progress.add(hop)
                    return failed(error.code, error.detail, original, progress)
                }
            case .screen:
                progress.add(hop)
                let (screen, constants) = screen(&cursor)
                let parameters = Parameters(
                    path: match.captures, constants: constants, query: match.query ?? Self.items(of: address))
                return finish(.screen(screen), original, progress, parameters)
            default:
                progress.add(hop)
                let parameters = Parameters(path: match.captures, query: match.query ?? Self.items(of: address))
                return finish(.blocked(tables.text(cursor.next())), original, progress, parameters)
            }
        }
    }

    // MARK: One look-up

    private func lookUp(_ address: Address, _ progress: inout Progress) -> LookUp {
        let found: LookUp = AddressPieces.with(address, tables) { pieces in
            guard let pieces else { return address.hasCredentials ? .nothing : .tooLong }
            var walk = Walk(tables: tables, address: pieces, judge: RuleJudge(tables, pieces))
            walk.run(conditions)
            guard walk.best != IndexFormat.none else { return .nothing }
            var query = walk.judge.query
            let captures = CaptureReader(tables: tables, address: pieces).items(walk.best, &query)
            return .match(
                Match(
                    alternative: CompiledAlternative(tables, walk.best), captures: captures,
                    query: pieces.query.count == 0 ? [] : query.read.map(Self.items)))
        }
        if progress.explanation != nil {
            let explainer = Explainer(tables: tables, conditions: conditions)
            progress.explanation?.hops.append(explainer.explain(address))
        }
        return found
    }

    // MARK: Destinations

    /// Expands a redirect and checks that it may and need be followed.
    private func target(
        _ cursor: inout RecordCursor, _ match: Match, _ address: Address, _ progress: inout Progress
    ) throws(Failure) -> Address {
        let text = tables.text(cursor.next())
        let policy: QueryPolicy = cursor.next() == 1 ? .drop : .keep
        guard let template = try? RedirectTemplate(text, query: policy) else {
            throw Failure(.expansion, detail: "\"\(text)\" is not a template")
        }
        let next: Address
        do {
            next = try template.follow(
                { name in match.captures.first { $0.name == name }.map { Self.value($0.value) } },
                capturedQueryNames: match.alternative.capturedQueryNames, from: address)
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

    private func screen(_ cursor: inout RecordCursor) -> (Screen, [Parameters.Item]) {
        let name = tables.text(cursor.next())
        let transition = cursor.next()
        var list = tables.record(cursor.next(), of: tables.constants)
        let count = list.count()
        guard count > 0 else {
            return (Screen(name: name, transition: transition == 0 ? nil : tables.text(transition - 1)), [])
        }
        var constants: [Parameters.Item] = []
        constants.reserveCapacity(count)
        for _ in 0..<count {
            constants.append(Parameters.Item(tables.text(list.next()), tables.text(list.next())))
        }
        return (Screen(name: name, transition: transition == 0 ? nil : tables.text(transition - 1)), constants)
    }

    // MARK: Answers

    private static func items(of address: Address) -> [Parameters.Item] {
        guard let query = address.query, !query.isEmpty else { return [] }
        return items(FormURLEncoded.items(query))
    }

    private static func items(_ items: [FormItem]) -> [Parameters.Item] {
        items.map { Parameters.Item($0.name, $0.value) }
    }

    private static func value(_ value: Parameters.Value) -> TemplateValue {
        switch value {
        case .text(let text): .string(text)
        case .list(let list): .list(list)
        }
    }

    private func finish(
        _ outcome: Outcome, _ original: String, _ progress: Progress, _ parameters: Parameters
    ) -> Resolution {
        var parameters = parameters
        parameters.carried = progress.carried
        return Resolution(
            outcome: outcome, original: original, trail: progress.trail, version: tables.version,
            parameters: parameters, explanation: progress.explanation)
    }

    private func failed(
        _ code: Failure.Code, _ detail: String, _ original: String, _ progress: Progress
    ) -> Resolution {
        finish(.failed(Failure(code, detail: detail)), original, progress, Parameters())
    }
}
