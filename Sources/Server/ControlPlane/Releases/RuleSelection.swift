import HTTPExchange
import RouteModel

/// The rules that a request names, with their places in its body.
struct RuleSelection: Sendable {
    /// The ids, in the order of the request.
    let ids: [String]
    private let member: String
    private let reader: ObjectReader

    /// Reads a member with a list of ids; nil if the body does not have it.
    init?(_ member: String, in reader: inout ObjectReader) {
        let counts = 1...ControlLimits.selectedRulesMax
        guard let ids = reader.texts(member, bytesMax: ModelLimits.ruleIDBytesMax, counts: counts) else { return nil }
        self.ids = ids
        self.member = member
        self.reader = reader
    }

    /// Refuses ids that are unknown.
    ///
    /// - Parameters:
    ///   - known: The ids that the request may name.
    ///   - places: Where they are, for the text.
    /// - Throws: 422 with the place of each unknown id, and the most similar known one.
    func verify(among known: Set<String>, in places: String) throws(Problem) {
        var (reader, left) = (reader, ControlLimits.nearestRulesMax.ids)
        for (index, id) in ids.enumerated() where !known.contains(id) {
            let nearest = left > 0 ? Self.nearest(to: id, among: known) : nil
            left -= 1
            reader.refuse(
                member, at: index, "there is no rule \(id) in \(places)",
                hint: nearest.map { "Did you mean \"\($0)\"?" } ?? "List the rules with GET …/draft/rules.")
        }
        try reader.finish()
    }

    /// The most similar of many ids, or nil.
    static func nearest(to id: String, among known: Set<String>) -> String? {
        NearestName.of(id, among: known.sorted().prefix(ControlLimits.nearestRulesMax.rules))
    }
}
