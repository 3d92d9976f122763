import RouteModel

/// The channel that a publish points at the new release, and whether the publish may make it.
package struct ChannelOrder: Sendable, Hashable {
    /// The channel's name.
    package var name: String
    /// Whether a channel that does not exist is made.
    ///
    /// `production`, which every app has from the start, is made again without this.
    package var isCreating: Bool
    /// Whether clients read the channel without a token, as the order says; nil if it does not say.
    ///
    /// A publish never changes the visibility of a channel that exists.
    package var isPublic: Bool?
    /// The sequence that the channel had when the publish was reviewed, 0 if it did not exist; nil if any will do.
    var base: Int?
    /// Whether the order is written as query parameters, for the texts of refusals.
    package var isQuery: Bool

    /// Makes an order; without more than a name, for a channel that exists.
    package init(
        _ name: String, isCreating: Bool = false, isPublic: Bool? = nil, base: Int? = nil, isQuery: Bool = false
    ) {
        self.name = name
        self.isCreating = isCreating
        self.isPublic = isPublic
        self.base = base
        self.isQuery = isQuery
    }

    /// Whether the channel is public after the publish.
    ///
    /// - Parameters:
    ///   - current: The channel as it is; nil if it does not exist.
    ///   - app: The app.
    ///   - names: The names of the app's channels; read only for a refusal.
    /// - Returns: Whether clients read it without a token.
    /// - Throws: `unknownChannel` if it does not exist and shall not be made, `channelVisibility` if the order contradicts
    ///   what it is, and the errors of `names`.
    package func visibility(
        of current: ChannelRecord?, in app: String, among names: () throws(StoreError) -> [String]
    ) throws(StoreError) -> Bool {
        if let current {
            guard let isPublic, isPublic != current.isPublic else { return current.isPublic }
            throw contradicts(current.isPublic)
        }
        if isCreating, let isPublic { return isPublic }
        guard name == ChannelRecord.production else {
            let members = #""createChannel": true and "public": true or false"#
            throw .unknownChannel(
                name, of: app, among: try names(),
                remedy: "To make it, send \(isQuery ? "createChannel=1 and public=1 or public=0" : members).")
        }
        guard isPublic != false else { throw contradicts(true) }
        return true
    }

    /// Throws `channelMoved` if the channel was moved since the publish was reviewed.
    package func verifyBase(_ current: ChannelRecord?) throws(StoreError) {
        guard let base, base != current?.sequence ?? 0 else { return }
        let state = current.map {
            "is at \($0.sequence)" + ($0.version.map { " and serves release \($0)" } ?? " and serves no release")
        }
        var error = StoreError(
            .channelMoved,
            "The channel \(name) was at \(base) when this was reviewed, and \(state ?? "is not there") now.",
            hint: "Compare again with what it serves now.", current: current?.sequence ?? 0)
        error.reviewed = base
        throw error
    }

    private func contradicts(_ isPublic: Bool) -> StoreError {
        StoreError(
            .channelVisibility,
            isPublic
                ? "The channel \(name) is public, and the order says that it is not."
                : "Clients need a token for the channel \(name), and the order says that it is public.",
            hint: "A publish changes no visibility: leave \"public\" out, or change it with PUT …/channels/\(name).")
    }
}

extension StoreError {
    /// The refusal of a write to a channel that does not exist, with the most similar name that does.
    package static func unknownChannel(
        _ name: String, of app: String, among names: [String],
        remedy: String = #"To make it, send "public": true or false."#
    ) -> StoreError {
        let known =
            names.isEmpty
            ? "The app has no channels." : NearestName.hint(for: name, among: Array(names.prefix(namesMax)))
        return StoreError(
            .unknownChannel, "There is no channel \"\(name)\" of \(app).", hint: "\(known) \(remedy)")
    }

    /// The most names of channels that a refusal lists or compares.
    private static let namesMax = 100
}
