/// What a publish assumes that its channel serves; the transaction verifies it.
package enum Served: Sendable, Hashable {
    /// Nothing was compared with it: the channel may serve any release, or none.
    case anything
    /// The publish was compared with this release, or made from it; nil for a channel that serves none.
    case release(Int?)

    /// Verifies that a channel serves that release still.
    ///
    /// - Parameter channel: The channel in the transaction; nil if it does not exist.
    /// - Throws: `versionMismatch` if it serves another one.
    package func verify(_ channel: ChannelRecord?) throws(StoreError) {
        guard case .release(let version) = self, channel?.version != version else { return }
        throw StoreError(
            .versionMismatch, "The channel was moved to another release while this one was prepared.",
            hint: "Prepare the release again.", current: channel?.version)
    }
}
