import RouteModel
import TargetTemplate
import WebAddress

/// One resolution: looks up an address, follows redirects and collects the trail.
struct Resolver {
    let tables: IndexTables
    /// The allow-list of redirects; nil if no redirect is allowed.
    let destinations: DestinationAllowList?
    let conditions: ConditionReader

    /// The result of one look-up.
    private enum LookUp {
        case match(Match)
        case nothing
        /// The address exceeds ``Limits/addressBytesMax`` or ``Limits/segmentsMax``.
        case tooLong
    }

    /// What a look-up found.
    private struct Match {
        /// The order position.
        var position: UInt32
        /// The captures; for a screen the constants stand after them.
        var items: [Parameters.Item]
        /// The number of captures among the items.
        var captures: Int
        /// The query as parameters; nil if there are none.
        var query: [Parameters.Item]?
    }

    /// The redirects of one resolution up to the current address; nil before the first one, because nil needs no count of
    /// references.
    private struct Journey {
        /// The hops, in order.
        var redirects: [Hop]?
        /// The captures of the hops, the latest one first.
        var carried: [Parameters.Item]?
        /// The candidates of each look-up; nil unless they were requested.
        var explanation: Explanation?
    }

    func resolve(_ original: String, explaining: Bool) -> Resolution {
        var journey = Journey(explanation: explaining ? Explanation() : nil)
        guard original.utf8.count <= Limits.addressBytesMax else {
            return failed(.addressTooLong, "\(original.utf8.count) bytes", original, journey)
        }
        let address: Address
        do {
            address = try Address(original)
        } catch {
            return failed(.invalidAddress, error.explanation, original, journey)
        }
        return follow(address, original, &journey)
    }

    /// Looks up an address, and then those to which it is redirected (language.md L7.1).
    ///
    /// - Complexity: at most ``Limits/redirectsMax`` + 1 calls inside each other.
    private func follow(_ address: borrowing Address, _ original: String, _ journey: inout Journey) -> Resolution {
        let match: Match
        switch lookUp(address, &journey) {
        case .tooLong: return failed(.addressTooLong, "more than 8,192 bytes, or 64 segments", original, journey)
        case .nothing:
            let outcome: Outcome = journey.redirects == nil ? .unmatched : .address(address.href)
            return finished(outcome, nil, [], 0, Self.items(of: address), original, journey)
        case .match(let found): match = found
        }
        let alternative = CompiledAlternative(tables, match.position)
        let destination = CompiledDestination(alternative)
        var operands = destination.operands
        if destination.kind == .redirect {
            return redirect(match.items, alternative, &operands, address, original, &journey)
        }
        let hop = Hop(rule: tables.text(alternative.ruleID), alternative: alternative.number, from: address.href)
        let text = tables.text(operands.next())
        let outcome: Outcome =
            destination.kind == .screen
            ? .screen(Screen(name: text, transition: transition(operands.next()))) : .blocked(text)
        return finished(outcome, hop, match.items, match.captures, match.query, original, journey)
    }

    /// Goes on with the address that a redirect leads to.
    ///
    /// Not inlined: its temporary values would make the frame of ``follow(_:_:_:)`` larger, which an address that opens a
    /// screen has to clear, too.
    @inline(never)
    private func redirect(
        _ captures: [Parameters.Item], _ alternative: CompiledAlternative, _ operands: inout RecordCursor,
        _ address: borrowing Address, _ original: String, _ journey: inout Journey
    ) -> Resolution {
        var hop = Hop(rule: tables.text(alternative.ruleID), alternative: alternative.number, from: address.href)
        let next: Address
        do {
            next = try target(&operands, captures, alternative, address, journey)
        } catch {
            return failed(error.code, error.detail, original, journey, at: hop)
        }
        hop.to = next.href
        if journey.redirects == nil { journey.redirects = [hop] } else { journey.redirects?.append(hop) }
        // Captures of later hops come first.
        journey.carried = journey.carried.map { captures + $0 } ?? captures
        return follow(next, original, &journey)
    }

    /// The resolution at the end of a journey.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - last: The hop after the redirects; nil if no rule matched the last address.
    ///   - items: The captures, and the constants after them.
    ///   - captures: The number of captures among `items`.
    ///   - query: The query items of the last address; nil if there are none.
    ///   - original: The address as it was given.
    ///   - journey: The redirects.
    /// - Returns: The resolution.
    private func finished(
        _ outcome: consuming Outcome, _ last: consuming Hop?, _ items: consuming [Parameters.Item], _ captures: Int,
        _ query: [Parameters.Item]?, _ original: String, _ journey: Journey
    ) -> Resolution {
        let constants = items.count - captures
        if let query { items += query }
        if let carried = journey.carried { items = items.isEmpty ? carried : items + carried }
        return Resolution(
            outcome, original: original, redirects: journey.redirects, last: last, version: tables.version,
            parameters: Parameters(items, path: captures, constants: constants, query: query?.count ?? 0),
            explanation: journey.explanation)
    }

    private func failed(
        _ code: Failure.Code, _ detail: String, _ original: String, _ journey: Journey, at last: Hop? = nil
    ) -> Resolution {
        finished(.failed(Failure(code, detail: detail)), last, [], 0, nil, original, journey)
    }

    // MARK: One look-up

    private func lookUp(_ address: borrowing Address, _ journey: inout Journey) -> LookUp {
        // The closure does not capture `address`, which would copy it.
        let result: LookUp? = AddressPieces.with(address, tables) { pieces in
            guard let pieces else { return nil }
            var walk = Walk(tables: tables, address: pieces)
            var filter = RuleFilter(tables, pieces)
            walk.run(conditions, &filter)
            guard walk.best != IndexFormat.none else { return .nothing }
            let alternative = CompiledAlternative(tables, walk.best)
            let (items, captures) = CaptureReader(tables: tables, address: pieces)
                .items(alternative, CompiledDestination(alternative), &filter.query)
            let query = pieces.query.count == 0 ? nil : Self.items(filter.query.items)
            return .match(Match(position: walk.best, items: items, captures: captures, query: query))
        }
        if journey.explanation != nil {
            let explainer = Explainer(tables: tables, conditions: conditions)
            journey.explanation?.hops.append(explainer.explain(address))
        }
        return result ?? (address.hasCredentials ? .nothing : .tooLong)
    }

    // MARK: Destinations

    /// Expands a redirect and checks the allow-list, the count of redirects, and that the address is new, in this order
    /// (language.md L7.2).
    private func target(
        _ cursor: inout RecordCursor, _ captures: [Parameters.Item], _ alternative: CompiledAlternative,
        _ address: borrowing Address, _ journey: Journey
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
        guard (journey.redirects?.count ?? 0) < Limits.redirectsMax else {
            throw Failure(
                .tooManyRedirects, detail: "the redirect to \(next.href) would be number \(Limits.redirectsMax + 1)")
        }
        let plain = next.parts.hasFragment ? next.withFragment(nil).href : next.href
        let isLoop =
            Self.isSame(address.href, plain) || journey.redirects?.contains { Self.isSame($0.from, plain) } == true
        guard !isLoop else { throw Failure(.loop, detail: "\(plain) came up before") }
        return next
    }

    /// Whether a serialised address without its fragment is `plain`; the first `#` begins the fragment.
    private static func isSame(_ address: String, _ plain: String) -> Bool {
        let (bytes, wanted) = (address.utf8, plain.utf8)
        guard bytes.count >= wanted.count else { return false }
        let end = bytes.index(bytes.startIndex, offsetBy: wanted.count)
        guard end == bytes.endIndex || bytes[end] == UInt8(ascii: "#") else { return false }
        return bytes[..<end].elementsEqual(wanted)
    }

    private func transition(_ string: UInt32) -> String? { string == 0 ? nil : tables.text(string - 1) }

    // MARK: Query items

    private static func items(of address: Address) -> [Parameters.Item]? {
        guard let query = address.query, !query.isEmpty else { return nil }
        return items(FormURLEncoded.items(query))
    }

    private static func items(_ items: [FormItem]) -> [Parameters.Item] {
        items.map { Parameters.Item($0.name, $0.value) }
    }
}
