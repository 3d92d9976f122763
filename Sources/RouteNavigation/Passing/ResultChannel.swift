/// Brings one result from a screen back to whoever asked for it, without either knowing the other.
///
/// The asker makes a channel and hands its port over as user info; the screen sends once. A screen that goes away
/// without sending ends the wait with nil.
@MainActor
public final class ResultChannel<Value: Sendable> {
    /// The name under which a port travels in user info.
    public nonisolated static var userInfoKey: String { "waymark.result" }

    private let answer = FirstAnswer<Value?>()

    /// Makes a channel.
    public init() {}

    /// The end that a screen holds; when the last holder lets it go, the wait is over.
    public func makePort() -> OneAnswer<Value?> {
        OneAnswer(forgotten: nil) { [answer] in answer.give($0) }
    }

    /// Waits for the result; nil where the screen went away without one, or could not be shown.
    public func value() async -> Value? { await answer.wait() }
}

extension AppRouter {
    /// Opens an address and waits for what its screen sends back.
    ///
    /// - Parameters:
    ///   - type: what is waited for.
    ///   - address: where to go.
    ///   - source: where the jump starts.
    ///   - userInfo: what else is handed over.
    /// - Returns: the result; nil where the screen went away without one, or could not be shown.
    public func ask<Value: Sendable>(
        for type: Value.Type, at address: String, from source: (any RoutingSource)? = nil, userInfo: UserInfo = [:]
    ) async -> Value? {
        let channel = ResultChannel<Value>()
        await hand(channel, to: address, from: source, userInfo)
        return await channel.value()
    }

    /// A function of its own, so that nothing here keeps the port alive while the result is waited for.
    private func hand<Value: Sendable>(
        _ channel: ResultChannel<Value>, to address: String, from source: (any RoutingSource)?, _ userInfo: UserInfo
    ) async {
        var userInfo = userInfo
        userInfo[ResultChannel<Value>.userInfoKey] = channel.makePort()
        await open(address, kind: .internal, from: source, userInfo: userInfo)
    }
}
