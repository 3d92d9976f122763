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
        /// The order position that matched.
        case match(UInt32)
        case nothing
        /// The address exceeds ``Limits/addressBytesMax`` or ``Limits/segmentsMax``.
        case tooLong
    }

    /// The parameters that come from the current hop's address.
    private struct Found {
        var captures: [Parameters.Item] = []
        /// The query as parameters; nil if matching did not decode it.
        var query: [Parameters.Item]?
    }

    func resolve(_ original: String, explaining: Bool) -> Resolution {
        // Made in place: a resolution is large, and a local variable would be copied on return.
        filledIn(Resolution(unanswered: original, version: tables.version)) { resolution in
            if explaining { resolution.explanation = Explanation() }
            resolve(original, &resolution)
        }
    }

    private func resolve(_ original: String, _ resolution: inout Resolution) {
        guard original.utf8.count <= Limits.addressBytesMax else {
            return fail(.addressTooLong, "\(original.utf8.count) bytes", &resolution)
        }
        let parsed: Address
        do {
            parsed = try Address(original)
        } catch {
            return fail(.invalidAddress, error.explanation, &resolution)
        }
        follow(parsed, &resolution)
    }

    /// Looks up addresses until one is not redirected (language.md L7.1).
    private func follow(_ first: consuming Address, _ resolution: inout Resolution) {
        var address = first
        var seen: [String] = []
        while true {
            var found = Found()
            let alternative: CompiledAlternative
            switch lookUp(address, &found, &resolution) {
            case .tooLong: return fail(.addressTooLong, "\(address.href.utf8.count) bytes", &resolution)
            case .nothing:
                if !resolution.trail.isEmpty { resolution.outcome = .address(address.href) }
                resolution.parameters.query = Self.items(of: address)
                return
            case .match(let position): alternative = CompiledAlternative(tables, position)
            }
            var hop = Hop(rule: tables.text(alternative.ruleID), alternative: alternative.number, from: address.href)
            var cursor = tables.record(alternative.destination, of: tables.destinations)
            let kind = IndexRecord.Destination(rawValue: cursor.next())
            if kind == .redirect {
                do {
                    let next = try target(&cursor, found.captures, alternative, address, resolution.trail.count, &seen)
                    hop.to = next.href
                    add(hop, to: &resolution)
                    // Captures of later hops come first.
                    resolution.parameters.carried = found.captures + resolution.parameters.carried
                    address = next
                    continue
                } catch {
                    add(hop, to: &resolution)
                    return fail(error.code, error.detail, &resolution)
                }
            }
            add(hop, to: &resolution)
            // The resolution has no captures yet: exchanging costs no reference.
            swap(&resolution.parameters.path, &found.captures)
            resolution.parameters.query = found.query ?? Self.items(of: address)
            let text = tables.text(cursor.next())
            guard kind == .screen else {
                resolution.outcome = .blocked(text)
                return
            }
            resolution.outcome = .screen(Screen(name: text, transition: transition(cursor.next())))
            resolution.parameters.constants = constants(cursor.next())
            return
        }
    }

    /// Appends a hop; most trails have one, and an array literal costs fewer instructions than appending.
    private func add(_ hop: Hop, to resolution: inout Resolution) {
        if resolution.trail.isEmpty { resolution.trail = [hop] } else { resolution.trail.append(hop) }
    }

    private func fail(_ code: Failure.Code, _ detail: String, _ resolution: inout Resolution) {
        resolution.outcome = .failed(Failure(code, detail: detail))
    }

    // MARK: One look-up

    private func lookUp(_ address: Address, _ found: inout Found, _ resolution: inout Resolution) -> LookUp {
        // The closure does not capture `address`, which would copy it.
        let result: LookUp? = AddressPieces.with(address, tables) { pieces in
            guard let pieces else { return nil }
            var walk = Walk(tables: tables, address: pieces)
            var filter = RuleFilter(tables, pieces)
            walk.run(conditions, &filter)
            guard walk.best != IndexFormat.none else { return .nothing }
            found.captures = CaptureReader(tables: tables, address: pieces).items(walk.best, &filter.query)
            found.query = pieces.query.count == 0 ? [] : filter.query.read.map(Self.items)
            return .match(walk.best)
        }
        if resolution.explanation != nil {
            let explainer = Explainer(tables: tables, conditions: conditions)
            resolution.explanation?.hops.append(explainer.explain(address))
        }
        return result ?? (address.hasCredentials ? .nothing : .tooLong)
    }

    // MARK: Destinations

    /// Expands a redirect and checks the allow-list, the count of redirects, and that the address is new, in this order
    /// (language.md L7.2).
    private func target(
        _ cursor: inout RecordCursor, _ captures: [Parameters.Item], _ alternative: CompiledAlternative,
        _ address: Address, _ hops: Int, _ seen: inout [String]
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
        guard hops < Limits.redirectsMax else {
            throw Failure(
                .tooManyRedirects, detail: "the redirect to \(next.href) would be number \(Limits.redirectsMax + 1)")
        }
        if seen.isEmpty { seen.append(address.withFragment(nil).href) }
        let plain = next.withFragment(nil).href
        guard !seen.contains(where: { $0.utf8.elementsEqual(plain.utf8) }) else {
            throw Failure(.loop, detail: "\(plain) came up before")
        }
        seen.append(plain)
        return next
    }

    private func transition(_ string: UInt32) -> String? { string == 0 ? nil : tables.text(string - 1) }

    private func constants(_ record: UInt32) -> [Parameters.Item] {
        var cursor = tables.record(record, of: tables.constants)
        let count = cursor.count()
        guard count > 0 else { return [] }
        return cursor.items(count) { Parameters.Item(tables.text($0.next()), tables.text($0.next())) }
    }

    // MARK: Query items

    private static func items(of address: Address) -> [Parameters.Item] {
        guard let query = address.query, !query.isEmpty else { return [] }
        return items(FormURLEncoded.items(query))
    }

    private static func items(_ items: [FormItem]) -> [Parameters.Item] {
        items.map { Parameters.Item($0.name, $0.value) }
    }
}
