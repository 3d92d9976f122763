/// Why a request's bytes are not taken: the status to answer before the connection is closed.
package struct RequestRefusal: Error, Sendable, Hashable {
    /// The status.
    package let status: Int
    /// What is wrong, one clause.
    package let detail: String

    /// Makes a refusal.
    package init(_ status: Int, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    static func malformed(_ detail: String) -> RequestRefusal { RequestRefusal(400, detail) }
}
