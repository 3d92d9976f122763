import CanonicalJSON
import HTTPExchange
import ReleaseStore
import RouteDocuments
import RouteModel
import StoreRecords

/// The release that a channel serves: a publish is compared with it, and a publish of some rules begins with it.
struct ReleaseBase: Sendable {
    /// The channel's name.
    let channel: String
    /// The channel; nil if it does not exist.
    let record: ChannelRecord?
    /// The draft that the release was made of, as it is stored; nil if the channel serves none.
    private let content: [UInt8]?

    /// Reads it.
    ///
    /// Throws 404 for an app that does not exist, and 410 if the release was removed meanwhile.
    init(_ channel: String, of app: String, in store: any RuleStore) throws {
        self.channel = channel
        record = try store.channels(app).first { $0.name == channel }
        content = try record?.version.map { version in try store.releaseSource(app, version).draft }
    }

    /// The draft that the release was made of; empty if the channel serves none.
    func text() throws(Problem) -> DraftText {
        guard let content else { return .empty }
        return try RequestDecoding.storedText(content)
    }

    /// The number of the release; nil if the channel serves none.
    var version: Int? { record?.version }

    /// The release with some rules of the draft: added, changed, or removed where only the release has them.
    ///
    /// - Parameters:
    ///   - only: The rules.
    ///   - content: The draft in the store.
    /// - Returns: What the new release is made of; its settings are the release's.
    /// - Throws: 409 if the channel serves no release, 422 for ids that neither the draft nor the release has.
    func taking(_ only: RuleSelection, fromDraft content: [UInt8]) throws(Problem) -> DraftText {
        guard version != nil else { throw nothingServed("leave \"only\" out to publish the whole draft") }
        let (served, draft) = (try text(), try RequestDecoding.storedText(content))
        let known = Set(draft.rules.map(\.id)).union(served.rules.map(\.id))
        try only.verify(among: known, in: "the draft or in the release that \(channel) serves")
        return served.taking(Set(only.ids), from: draft)
    }

    /// 409 for a request that needs a release.
    func nothingServed(_ remedy: String) -> Problem {
        .conflict("nothing-served", "the channel \(channel) serves no release; \(remedy)")
    }

    /// How many of the rules that clients get now would be missing, and how many there are, if a publish of these rules
    /// needs the permission for that; nil if it needs none.
    ///
    /// It does if no rule is left, or if more than half of at least ``ControlLimits/shrinkingRulesMin`` rules leave.
    func shrinkage(to enabled: Set<String>) throws(Problem) -> (removed: Int, of: Int)? {
        guard let content else { return nil }
        guard let served = DraftText.enabledIDs(in: content) else { throw .fault("the stored draft cannot be read") }
        let removed = served.subtracting(enabled).count
        let isEmptied = enabled.isEmpty && !served.isEmpty
        let isHalved = served.count >= ControlLimits.shrinkingRulesMin && removed * 2 > served.count
        return isEmptied || isHalved ? (removed, served.count) : nil
    }

    /// Throws 409 if a publish of a draft would remove so many rules that its request must permit it.
    func verify(_ draft: Draft, _ target: ReleaseTarget) throws(Problem) {
        guard !target.allowsShrink, content != nil else { return }
        var enabled: Set<String> = []
        enabled.reserveCapacity(draft.rules.count)
        // By index: a copy of a rule costs more than its id.
        for index in draft.rules.indices where draft.rules[index].isEnabled { enabled.insert(draft.rules[index].id) }
        guard let (removed, served) = try shrinkage(to: enabled) else { return }
        let all = served == 1 ? "the only rule" : "all \(served) rules"
        let part = enabled.isEmpty ? all : "\(removed) of the \(served) rules"
        let permission = target.channel.isQuery ? "allowShrink=1" : #""allowShrink": true"#
        var problem = Problem.conflict(
            "shrinks",
            "This publish would remove \(part) that \(channel) serves in release \(version ?? 0). If this is "
                + "intended, send \(permission).")
        problem.members = ["removed": .integer(Int64(removed)), "served": .integer(Int64(served))]
        throw problem
    }
}
