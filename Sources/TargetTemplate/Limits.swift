/// Limits of templates.
package enum TemplateLimits {
    /// Bytes of a template: an address may have 8 KB, and a template that is longer could only expand to more.
    package static let textBytesMax = 8192
    /// Expressions in one template: more than the captures a pattern can have.
    package static let expressionsMax = 64
    /// Variables in one template, for the same reason.
    package static let variablesMax = 64
    /// The largest prefix length RFC 6570 section 2.4.1 allows.
    static let prefixLengthMax = 9999
    /// Bytes that an expansion may have; the address parser refuses more anyway.
    package static let expansionBytesMax = 8192
}
