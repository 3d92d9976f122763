/// What the maker of an answer wants to stand beside it in a journal; no client sees it.
package struct AnswerRemark: Sendable, Hashable {
    /// The name under which the request stands in the server's log; nil where the answer does not tell it.
    package var requestID: String?
    /// Whose token was sent; nil where there was none, or a wrong one.
    package var principal: String?
    /// The number of the release that was answered with.
    package var release: Int?

    /// Makes a remark of what is known.
    package init(requestID: String? = nil, principal: String? = nil, release: Int? = nil) {
        self.requestID = requestID
        self.principal = principal
        self.release = release
    }
}
