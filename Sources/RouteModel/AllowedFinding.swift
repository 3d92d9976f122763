import CanonicalJSON

/// A warning that the author of a rule accepts, so that checks count it but do not list it.
package struct AllowedFinding: Sendable, Hashable {
    /// The code of the warning.
    package var code: Finding.Code
    /// Why it is accepted; nil if the author gave no reason.
    package var reason: String?

    /// Makes an entry.
    package init(_ code: Finding.Code, reason: String? = nil) {
        self.code = code
        self.reason = reason
    }
}

extension CanonicalWriter {
    /// Writes the member `allow`: a list of codes, or an object with a reason for each; nothing if there are none.
    mutating func member(allowing allowed: [AllowedFinding]) {
        guard !allowed.isEmpty else { return }
        guard allowed.contains(where: { $0.reason != nil }) else {
            return member("allow", allowed.map { $0.code.rawValue })
        }
        name("allow")
        beginObject()
        for entry in allowed { member(entry.code.rawValue, entry.reason ?? "") }
        endObject()
    }
}
