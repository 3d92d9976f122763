/// Limits of this target, each with its reason.
enum CopyLimits {
    /// Rows of one transaction where rows are short; tables with long rows have fewer, so that a batch has some MB.
    static let batchRows = 512
}
