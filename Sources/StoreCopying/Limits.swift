/// Limits of this target, each with its reason.
enum CopyLimits {
    /// Rows of one transaction where rows are short; tables with long rows have fewer, so that a batch has some MB.
    static let batchRows = 512

    /// Rows of the audit by which a copy is made newer; with more of them everything is copied.
    static let rowsMax = 10_000
}
