/// The stored byte strings of a release that were written before the transaction that publishes it.
///
/// They belong to no release until that transaction keeps them. Those that nothing deletes, because their process ended or
/// the database did not answer, are deleted when a store is opened later.
package struct StagedRelease: Sendable, Hashable {
    /// The digest of the body, 64 hexadecimal digits; verified before the body was written.
    package let digest: String
    /// The number of the body.
    package let body: Int
    /// The number of the body in gzip.
    package let gzip: Int
    /// The number of the draft.
    package let draft: Int
    /// The number of the compiled index in gzip, if the release has one.
    package let index: Int?

    /// Takes the digest of the body, and the numbers of body, gzip, draft and index, in this order.
    package init(digest: String, _ numbers: [Int]) {
        self.digest = digest
        (body, gzip, draft) = (numbers[0], numbers[1], numbers[2])
        index = numbers.count > 3 ? numbers[3] : nil
    }

    /// All numbers.
    package var numbers: [Int] { [body, gzip, draft] + (index.map { [$0] } ?? []) }
}

/// The bytes of a release that are stored apart from its row.
package struct ReleaseBytes: Sendable {
    /// The body's identity bytes.
    package let body: [UInt8]
    /// SHA-256 of `body`, 64 hexadecimal digits.
    package let digest: String
    /// The same bytes in gzip.
    package let gzip: [UInt8]
    /// Canonical JSON of the whole draft.
    package let draft: [UInt8]
    /// The body compiled; nil if it cannot be compiled.
    package let index: ReleaseIndex?

    /// Takes all of them.
    package init(body: [UInt8], digest: String, gzip: [UInt8], draft: [UInt8], index: ReleaseIndex?) {
        self.body = body
        self.digest = digest
        self.gzip = gzip
        self.draft = draft
        self.index = index
    }
}
