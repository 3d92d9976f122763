package import RouteModel
import WebAddress

/// The query of a request, form-decoded, in order.
package struct QueryItems: Sendable {
    private let items: [FormItem]

    /// Decodes a query; nil has no items (URL standard, application/x-www-form-urlencoded).
    package init(_ query: String?) {
        items = query.map { FormURLEncoded.items($0) } ?? []
    }

    /// The first value of a name, or nil.
    package subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Every name with its value, in order.
    package var pairs: [(name: String, value: String)] { items.map { ($0.name, $0.value) } }

    /// Throws 400 for a name that comes twice, of which one value would be ignored.
    package func checkOnce(_ name: String) throws(Problem) {
        guard items.lazy.filter({ $0.name == name }).count > 1 else { return }
        throw .badRequest(
            "?\(name)= comes more than once; write it once, and percent-encode an address: & becomes %26")
    }

    /// One of a few words; nil if the item is missing, 400 for any other word.
    package func word<Word: RawRepresentable & CaseIterable>(_ name: String, _: Word.Type) throws(Problem) -> Word?
    where Word.RawValue == String {
        guard let text = self[name] else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue).joined(separator: " or ")
        throw .badRequest("?\(name)= is \(words), not \(text)")
    }

    /// A flag: `1`, `true` and a bare name mean yes; `0`, `false` and absence mean no.
    package func flag(_ name: String) throws(Problem) -> Bool {
        switch self[name] {
        case nil, "0", "false": return false
        case "", "1", "true": return true
        case .some(let text): throw .badRequest("?\(name)= is 1 or 0, not \(text)")
        }
    }

    /// An instant (RFC 3339); nil if the item is missing.
    package func instant(_ name: String) throws(Problem) -> Instant? {
        guard let text = self[name] else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            throw .badRequest("?\(name)= must be an RFC 3339 instant such as 2030-06-01T00:00:00Z, not \(text)")
        }
        return instant
    }

    /// A whole number in a range, or the default if the name is absent.
    package func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws(Problem) -> Int {
        guard let text = self[name] else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw .badRequest(
                "?\(name)= must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)")
        }
        return number
    }
}
