import Foundation

/// Whether the tests run under AddressSanitizer or ThreadSanitizer (`make sanitize` sets the variable).
///
/// Both keep freed memory and need shadow memory, so limits on memory and time are not tested then.
package enum Sanitizer {
    /// Whether one of them is on.
    package static let isOn = name != nil
    /// Whether it is ThreadSanitizer.
    package static let findsRaces = name == "thread"

    private static let name = ProcessInfo.processInfo.environment["WAYMARK_SANITIZER"]
}
