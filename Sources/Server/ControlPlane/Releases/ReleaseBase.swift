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
    private let app: String
    /// The channel; nil if it does not exist.
    let record: ChannelRecord?
    /// The draft that the release was made of, as it is stored, or what is damaged; nil if the channel serves none.
    private let content: Result<[UInt8], StoreError>?

    /// Reads it.
    ///
    /// Throws 404 for an app that does not exist, and 410 if the release was removed meanwhile.
    init(_ channel: String, of app: String, in store: any RuleStore) throws {
        let record = try store.channels(app).first { $0.name == channel }
        try self.init(record, channel, of: app, in: store)
    }

    /// Reads it of a channel that was read; nil for one that does not exist.
    init(_ record: ChannelRecord?, _ channel: String, of app: String, in store: any RuleStore) throws {
        self.channel = channel
        self.app = app
        self.record = record
        content = try record?.version.map { version in
            do throws(StoreError) { return .success(try store.releaseSource(app, version).draft) } catch {
                guard error.code == .corrupt else { throw error }
                (store as? StoreSnapshot)?.noteDamage()
                return .failure(error)
            }
        }
    }

    /// The draft that the release was made of; empty if the channel serves none.
    func text() throws -> DraftText {
        guard let content else { return .empty }
        return try RequestDecoding.storedText(content.get(), of: .release(version ?? 0, of: app))
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
    func taking(_ only: RuleSelection, fromDraft content: [UInt8]) throws -> DraftText {
        guard version != nil else { throw nothingServed("leave \"only\" out to publish the whole draft") }
        let (served, draft) = (try text(), try RequestDecoding.storedText(content, of: .app(app)))
        let known = Set(draft.rules.map(\.id)).union(served.rules.map(\.id))
        try only.verify(among: known, in: "the draft or in the release that \(channel) serves")
        return served.taking(Set(only.ids), from: draft)
    }

    /// 409 for a request that needs a release.
    func nothingServed(_ remedy: String) -> Problem {
        .conflict("nothing-served", "the channel \(channel) serves no release; \(remedy)")
    }

    /// What a publish removes that needs a permission.
    enum Shrinkage {
        /// Of the rules that clients get now.
        case rules(removed: Int, of: Int)
        /// Not known, because the stored draft of the release is damaged.
        case unknown
    }

    /// What a publish of these rules would remove, if it needs the permission for that; nil if it needs none.
    ///
    /// It does if no rule is left, or if more than half of at least ``ControlLimits/shrinkingRulesMin`` rules leave.
    func shrinkage(to enabled: Set<String>) -> Shrinkage? {
        guard let content else { return nil }
        guard case .success(let bytes) = content, let served = DraftText.enabledIDs(in: bytes) else { return .unknown }
        let removed = served.subtracting(enabled).count
        let isEmptied = enabled.isEmpty && !served.isEmpty
        let isHalved = served.count >= ControlLimits.shrinkingRulesMin && removed * 2 > served.count
        return isEmptied || isHalved ? .rules(removed: removed, of: served.count) : nil
    }

    /// Throws 409 if a publish of a draft would remove so many rules that its request must permit it.
    func verify(_ draft: Draft, _ target: ReleaseTarget) throws(Problem) {
        guard !target.allowsShrink, content != nil else { return }
        var enabled: Set<String> = []
        enabled.reserveCapacity(draft.rules.count)
        // By index: a copy of a rule costs more than its id.
        for index in draft.rules.indices where draft.rules[index].isEnabled { enabled.insert(draft.rules[index].id) }
        let permission = target.channel.isQuery ? "allowShrink=1" : #""allowShrink": true"#
        switch shrinkage(to: enabled) {
        case nil: return
        case .unknown:
            throw .conflict(
                "shrinks",
                "The stored draft of release \(version ?? 0), which \(channel) serves, cannot be read, so how many of its "
                    + "rules this publish would remove is not known. If the draft has all rules, send \(permission).")
        case .rules(let removed, let served):
            let all = served == 1 ? "the only rule" : "all \(served) rules"
            let part = enabled.isEmpty ? all : "\(removed) of the \(served) rules"
            var problem = Problem.conflict(
                "shrinks",
                "This publish would remove \(part) that \(channel) serves in release \(version ?? 0). If this is "
                    + "intended, send \(permission).")
            problem.members = ["removed": .integer(Int64(removed)), "served": .integer(Int64(served))]
            throw problem
        }
    }
}
