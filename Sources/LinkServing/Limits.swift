/// Limits of serving links, each with its reason.
package enum LinkServingLimits {
    /// Kinds of clients that each loop remembers: a power of two.
    ///
    /// A thousand combinations of system, in-app browser, version
    /// and language are most of what a day brings; a kind that another one has displaced is read again.
    package static let clientsMax = 1024
}
