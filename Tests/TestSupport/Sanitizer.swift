import Foundation

/// Whether the tests run under AddressSanitizer or ThreadSanitizer (`make sanitize` says so).
///
/// Both keep what was freed and shadow what is used: what a process takes of memory, and how fast it is, is theirs then,
/// and is not judged.
package enum Sanitizer {
    /// True under either.
    package static let isOn = ProcessInfo.processInfo.environment["WAYMARK_SANITIZER"] != nil
}
