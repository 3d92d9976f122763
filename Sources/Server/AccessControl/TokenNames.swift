package import HTTPExchange
package import ReleaseStore
import RouteModel
package import StoreRecords

/// Names in requests about tokens, compared with the apps, channels and tokens that exist.
package enum TokenNames {
    /// A name that does not exist, or is hardly meant.
    package struct Mistake: Sendable, Hashable {
        /// Whether it is the name of a channel.
        package let isChannel: Bool
        /// What is wrong, as a sentence without its period.
        package let detail: String
        /// What to do.
        package let hint: String
    }

    /// The first mistake in the names of an order.
    ///
    /// A channel that does not exist may be made later, by the token itself, so that only one whose name is similar to
    /// the name of another channel is a mistake.
    ///
    /// - Parameters:
    ///   - scope: The apps of the new token.
    ///   - channels: The channels of the new token.
    ///   - own: The apps of the caller; of other apps nothing is told, because the store refuses them.
    ///   - store: The store.
    /// - Returns: The mistake; nil if there is none.
    /// - Throws: The errors of the store.
    package static func mistake(
        in scope: AppScope, _ channels: ChannelLimits, for own: AppScope, store: any RuleStore
    ) throws(StoreError) -> Mistake? {
        guard case .only(let apps) = scope, apps.allSatisfy(own.contains) else { return nil }
        let known = try store.apps().map(\.name).filter(own.contains)
        if let app = apps.sorted().first(where: { !known.contains($0) }) {
            let meant = NearestName.of(app, among: known).map { "\(NearestName.question) \"\($0)\"?" }
            return Mistake(
                isChannel: false, detail: "there is no app \(app)",
                hint: meant ?? "Create the app first, or correct its name.")
        }
        for (app, names) in channels.channelsByApp.sorted(by: { $0.key < $1.key }) where apps.contains(app) {
            let known = try store.channels(app).map(\.name)
            for name in names.sorted() where !known.contains(name) {
                guard let meant = NearestName.of(name, among: known) else { continue }
                return Mistake(
                    isChannel: true, detail: "there is no channel \(name) of \(app)",
                    hint: "\(NearestName.question) \"\(app)/\(meant)\"? Otherwise make the channel first.")
            }
        }
        return nil
    }

    /// 404 for an id that no token has, with the id of the token that was probably meant by its name.
    ///
    /// - Parameters:
    ///   - id: The id in the request.
    ///   - caller: It is told only of tokens that it may see.
    ///   - store: The store.
    /// - Returns: The problem.
    /// - Throws: The errors of the store.
    package static func unknown(_ id: String, for caller: Caller, _ store: any RuleStore) throws(StoreError) -> Problem
    {
        let tokens = try store.tokens(after: nil, limit: ExchangeLimits.pageItemsMax, where: caller.token.covers)
        let nearest = NearestName.of(id, among: tokens.map(\.name))
        let meant = tokens.last { $0.name == id } ?? tokens.last { $0.name == nearest }
        let hint = meant.map { "the token called “\($0.name)” has the id \($0.id)" }
        return .notFound(
            .token, "there is no token with the id \(id); \(hint ?? "GET /v1/tokens lists all with their ids")")
    }
}
