/// Limits of templates.
package enum TemplateLimits {
    /// UTF-8 bytes of a template, equal to the longest address that can be matched.
    package static let textBytesMax = 8192
    /// Expressions in one template; bounds the work of an expansion.
    package static let expressionsMax = 64
    /// Variables in one template; bounds the work of an expansion.
    package static let variablesMax = 64
    /// The largest prefix length, in Unicode scalars (RFC 6570 section 2.4.1: `max-length`).
    static let prefixLengthMax = 9999
    /// Bytes of an expansion; a longer address could not be matched.
    static let expansionBytesMax = 8192
}
