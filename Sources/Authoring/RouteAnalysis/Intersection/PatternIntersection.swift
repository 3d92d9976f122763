import RoutePattern
import WebAddress

/// An address that two alternatives both match, computed from the two.
///
/// Schemes and ports are compared, host labels aligned from the right, path segments from the left for each length that
/// the endings allow, and query constraints joined by name. A text for two matchers comes from the product of their
/// automata. Every address that is returned was parsed and matched by both alternatives.
struct PatternIntersection {
    let authority: [String: AuthorityReading]
    let work: CheckWork

    /// Whether two patterns overlap.
    enum Overlap: Hashable {
        /// Both match this address.
        case address(String)
        /// It is proved that no address matches both.
        case none
        /// No address was found, but there may be one: too many combinations, or a host that the parser refuses.
        case undecided
    }

    /// An address that both match; variants give different ones if there are several.
    func overlap(_ one: Alternative, _ other: Alternative, variant: Int = 0) -> Overlap {
        do throws(NoOverlap) {
            return .address(try address(one, other, variant))
        } catch {
            return error == .disjoint ? .none : .undecided
        }
    }

    private func address(_ one: Alternative, _ other: Alternative, _ variant: Int) throws(NoOverlap) -> String {
        let schemes = try schemes(one.scheme, other.scheme)
        let port = try port(one.port, other.port)
        let query = try query(one.query, other.query, variant)
        let hosts = try HostIntersection(variant: variant, work: work).hosts(one.host, other.host)
        let paths = try paths(one, other, variant)
        for scheme in schemes {
            for host in hosts {
                for path in paths {
                    let text = AddressParts(host: host, port: port, path: path, query: query).text(scheme)
                    if matches(text, one, other) { return text }
                }
            }
        }
        throw .undecided
    }

    /// The address of an overlap.
    func witness(_ one: Alternative, _ other: Alternative, variant: Int = 0) -> String? {
        guard case .address(let text) = overlap(one, other, variant: variant) else { return nil }
        return text
    }

    private func matches(_ text: String, _ one: Alternative, _ other: Alternative) -> Bool {
        work.spend(Limits.stepsPerLookup + text.utf8.count / 8)
        guard text.utf8.count <= PatternLimits.textBytesMax, let address = try? Address(text) else { return false }
        let subject = MatchSubject(address, authority: authority)
        return one.match(subject) != nil && other.match(subject) != nil
    }

    // MARK: Components

    /// Schemes to try, in order.
    private func schemes(_ one: SchemeConstraint, _ other: SchemeConstraint) throws(NoOverlap) -> [String] {
        switch (one, other) {
        // http is for port 443, which https does not keep, and "any" for addresses without a host.
        case (.any, .any): return ["https", "http", "any"]
        case (.literal(let scheme), .any), (.any, .literal(let scheme)): return [scheme]
        case (.literal(let scheme), .literal(let second)):
            guard scheme == second else { throw .disjoint }
            return [scheme]
        }
    }

    private func port(_ one: PortConstraint, _ other: PortConstraint) throws(NoOverlap) -> UInt16? {
        switch (one, other) {
        case (.literal(let number), .any), (.any, .literal(let number)): return number
        case (.literal(let number), .literal(let second)) where number == second: return number
        case (.literal, _), (_, .literal): throw .disjoint
        default: return nil
        }
    }

    private func paths(
        _ one: Alternative, _ other: Alternative, _ variant: Int
    ) throws(NoOverlap) -> [AddressParts.Path] {
        switch (one.path, other.path) {
        case (.any, .any): return [.segments(variant == 0 ? [""] : ["any", CommonText.filler(variant)])]
        case (.opaque(let text, let rest), .opaque(let second, let secondRest)):
            let folds = (one.options.ignoreCase, other.options.ignoreCase)
            guard let text = Self.opaque((text, rest, folds.0), (second, secondRest, folds.1)) else {
                throw .disjoint
            }
            return [.opaque(text)]
        case (.opaque, _), (_, .opaque): throw .disjoint
        default: return try PathIntersection(one, other, variant, work: work).paths()
        }
    }

    /// An opaque path that both match: the longer text, with the letters of the side that compares with case.
    private static func opaque(
        _ one: (text: String, rest: Bool, folds: Bool), _ other: (text: String, rest: Bool, folds: Bool)
    ) -> String? {
        let (long, short) = one.text.utf8.count >= other.text.utf8.count ? (one, other) : (other, one)
        let (longBytes, shortBytes) = (Array(long.text.utf8), Array(short.text.utf8))
        guard short.rest || longBytes.count == shortBytes.count else { return nil }
        let folds = one.folds || other.folds
        var common = longBytes
        for (index, byte) in shortBytes.enumerated() {
            guard ByteSet(byte, ignoreCase: folds).contains(longBytes[index]) else { return nil }
            if long.folds { common[index] = byte }
        }
        return String(decoding: common, as: UTF8.self)
    }

    // MARK: Query

    private func query(
        _ one: [QueryConstraint], _ other: [QueryConstraint], _ variant: Int
    ) throws(NoOverlap) -> [(String, String)] {
        var items: [(String, String)] = []
        for constraint in one {
            let second = other.first { $0.hasSameName(as: constraint) }
            if let second, (constraint.test == .absent) != (second.test == .absent) { throw .disjoint }
            items += try values([constraint.test, second?.test ?? .present], variant).map { (constraint.name, $0) }
        }
        for constraint in other where !one.contains(where: { $0.hasSameName(as: constraint) }) {
            items += try values([constraint.test], variant).map { (constraint.name, $0) }
        }
        return items
    }

    /// Values of one name that satisfy up to two tests: a common one if there is one, else one for each.
    private func values(_ tests: [QueryConstraint.Test], _ variant: Int) throws(NoOverlap) -> [String] {
        if tests[0] == .absent { return [] }
        let common = CommonText(place: .value, variant: variant, work: work)
        let forms = tests.compactMap(Self.form)
        guard let first = forms.first, let last = forms.last else { return ["\(variant)"] }
        if let text = try? common.text(first, last) { return [text] }
        return [try common.text(first, first), try common.text(last, last)]
    }

    private static func form(_ test: QueryConstraint.Test) -> TextForm? {
        switch test {
        case .absent, .present: nil
        case .equals(let value): TextForm([.literal(value)], ignoreCase: false)
        case .capture(let matcher): TextForm(matcher, ignoreCase: false)
        }
    }
}

extension QueryConstraint {
    fileprivate func hasSameName(as other: QueryConstraint) -> Bool { name.utf8.elementsEqual(other.name.utf8) }
}
