/// What becomes of the incoming address's query when a redirect is followed.
package enum QueryPolicy: String, Sendable, Hashable, CaseIterable {
    /// The incoming items are appended in order, except names the template could set and names that were captured.
    case keep
    /// The target has only its own query.
    case drop
}
