import CanonicalJSON
import RouteModel
package import StoreRecords

/// Members of requests about tokens.
extension ObjectReader {
    /// A role; nil if it is absent, which is a mistake, or wrong.
    package mutating func role(_ member: String) -> Role? {
        guard let text = text(member, bytesMax: ExchangeLimits.titleBytesMax, required: true) else { return nil }
        if let role = Role(rawValue: text) { return role }
        refuse(
            member, "\(text) is not a role", hint: NearestName.hint(for: text, among: Role.allCases.map(\.rawValue)))
        return nil
    }

    /// `"all"` or a list of apps; nil if it is absent or wrong.
    package mutating func appScope(_ member: String) -> AppScope? {
        guard let node = node(member) else { return nil }
        if node.stringValue == "all" { return .all }
        let names = node.elements.compactMap(\.stringValue)
        guard node.kind == .array, !names.isEmpty, names.count == node.elements.count,
            names.allSatisfy(NameGrammar.isAppName)
        else {
            refuse(member, "apps is neither \"all\" nor a list of apps", hint: #"write ["moments"] or "all""#)
            return nil
        }
        return .only(Set(names))
    }

    /// A list of channels as `app/channel`; nil if it is absent or wrong.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - scope: The apps of the token, one of which the example of a refusal names.
    ///   - apps: The names of all apps.
    /// - Returns: The channels.
    /// - Throws: The errors of `apps`.
    package mutating func channelLimits(
        _ member: String, of scope: AppScope, apps: () throws(StoreError) -> [String]
    ) throws(StoreError) -> ChannelLimits? {
        guard let node = node(member) else { return nil }
        let pairs = node.elements.map { $0.stringValue.flatMap { ChannelLimits.names($0) } }
        let names = pairs.compactMap(\.self)
        guard node.kind == .array, !names.isEmpty, names.count == node.elements.count else {
            let wrong = zip(node.elements, pairs).first { $1 == nil }?.0.stringValue
            let app = try apps().first(where: scope.contains) ?? "moments"
            refuse(
                member, wrong.map { "\($0) is not a channel" } ?? "channels is not a list of channels",
                hint: "Write APP/CHANNEL in a list, such as [\"\(app)/staging\"].")
            return nil
        }
        return ChannelLimits(names)
    }
}
