/// Texts compared by their UTF-8 bytes, as the rule language compares them (language.md section 4).
///
/// `String`'s `==` and `hash(into:)` use canonical equivalence (UAX #15): they do not tell `é` as U+00E9 from `e` with
/// U+0301. `Set<String>`, `[String: …]`, `contains(_:)` and a synthesised `==` inherit that, so none of them may decide
/// what the language decides by bytes.
package enum ExactText {
    /// Whether two texts have the same bytes.
    package static func isSame(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
    }

    /// Whether two texts have the same bytes, or neither is there.
    package static func isSame(_ a: String?, _ b: String?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return isSame(a, b)
    }

    /// Whether a list has an entry with exactly the bytes of a text.
    package static func contains(_ texts: [String], _ text: String) -> Bool {
        texts.contains { isSame($0, text) }
    }

    /// Whether two lists have the same texts in the same order.
    package static func isSame(_ a: [String], _ b: [String]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    }

    /// The texts that differ in their bytes, each once, sorted by them.
    package static func distinct(_ texts: [String]) -> [String] {
        // Most lists have most texts several times, and a look-up is faster than the comparisons of sorting one.
        var (first, others): (Set<String>, [String]) = ([], [])
        for text in texts {
            // A set has one of several equivalent texts.
            let (isNew, member) = first.insert(text)
            if !isNew, !isSame(member, text) { others.append(text) }
        }
        var distinct: [String] = []
        let sorted = (first + others).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for text in sorted where distinct.last.map({ isSame($0, text) }) != true { distinct.append(text) }
        return distinct
    }

    /// The value under the key with exactly these bytes.
    ///
    /// A dictionary has at most one of several equivalent keys, so one look-up is enough.
    package static func value<Value>(of key: String, in texts: [String: Value]) -> Value? {
        guard let index = texts.index(forKey: key), isSame(texts[index].key, key) else { return nil }
        return texts[index].value
    }

    /// Sets a value under a key with exactly these bytes; nil removes that key.
    ///
    /// An equivalent key with other bytes is removed for a new one, which is true then: `texts[key] = value` would keep that
    /// key and replace its value.
    @discardableResult
    package static func set<Value>(_ value: Value?, for key: String, in texts: inout [String: Value]) -> Bool {
        let twin = texts.index(forKey: key).flatMap { isSame(texts[$0].key, key) ? nil : $0 }
        if let twin {
            if value == nil { return false }
            texts.remove(at: twin)
        }
        texts[key] = value
        return twin != nil
    }
}
