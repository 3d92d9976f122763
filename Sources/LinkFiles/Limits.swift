/// Limits of the files and of the work for one of them.
package enum LinkLimits {
    /// The most bytes of a file, uncompressed.
    ///
    /// Source: Apple, "Supporting associated domains", 128 KB for the app site association file. Android and Huawei
    /// state no limit; the same number is used for all three.
    package static let fileBytes = 128 * 1024
    /// The most states of one compiled pattern with its substitution variables.
    package static let patternStates = 16_384
    /// The most problems reported for one file; further ones are dropped.
    package static let problems = 100
}
