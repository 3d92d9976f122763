/// Limits of the files and of the work for one of them.
package enum LinkLimits {
    /// The most bytes of a file, uncompressed.
    ///
    /// Source: Apple, "Supporting associated domains", 128 KB for the app site association file. Android and Huawei
    /// state no limit; the same number is used for all three.
    package static let fileBytes = 128 * 1024
    /// The most states of one compiled pattern with its substitution variables.
    package static let patternStates = 16_384
    /// The most states of all compiled patterns of one file together.
    ///
    /// They take at most 16 MB, and are enough for 600 rules with `$(lang)` and `$(region)`. Without this limit a variable of 16,000 characters that 8,800 rules use would need gigabytes.
    static let fileStates = 1_048_576
    /// The most problems reported for one file; further ones are dropped.
    static let problems = 100
}
