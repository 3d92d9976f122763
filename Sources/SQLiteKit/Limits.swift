/// Bounds of this module, each with its reason.
package enum SQLiteLimits {
    /// Statements a connection keeps prepared unless told otherwise: a few KB each, more than a program has by hand.
    package static let statementsMax = 128
}
