import RouteIndex
import RouteModel
import RouteOrder
import RoutePattern
import RouteProtocols

/// The patterns that the app registers, matched by the engine of the server's rules.
@MainActor
final class LocalRoutes {
    /// One registered pattern.
    struct Entry {
        var pattern: String
        var traits: RoutingTraits
        /// The name of the registered screen that it leads to; nil for handlers.
        var screen: String?
        var handler: RouteHandler?
        var object: ObjectHandler?
        var defaults: UserInfo = [:]
        var matching: LocalMatching
        /// The pattern, and with `prefix` a second one for longer addresses.
        var parsed: [Pattern]
    }

    private let origins: [Origin]
    private var entries: [Entry] = []
    /// The indexes, compiled at the first look-up after a change; the key is whether they are for links from outside.
    private var compiled: [Bool: CompiledIndex] = [:]

    /// Makes an empty table.
    /// - Parameter origins: the origins of a pattern without scheme and host; invalid ones are ignored.
    init(origins: [String]) {
        self.origins = origins.compactMap { text in
            do throws(PatternError) { return try Origin(text) } catch { return nil }
        }
    }

    /// The registered patterns, in the order of registration.
    var patterns: [String] { entries.map(\.pattern) }

    subscript(pattern: String) -> Entry? { entries.first { $0.pattern == pattern } }

    /// Registers a pattern, or changes a registered one; its matching and traits are replaced.
    func register(
        _ pattern: String, matching: LocalMatching, traits: RoutingTraits, _ fill: (inout Entry) -> Void
    ) throws(LocalRouteError) {
        let parsed = try parse(pattern, matching)
        compiled = [:]
        guard let index = entries.firstIndex(where: { $0.pattern == pattern }) else {
            var entry = Entry(pattern: pattern, traits: traits, matching: matching, parsed: parsed)
            fill(&entry)
            return entries.append(entry)
        }
        entries[index].traits = traits
        entries[index].matching = matching
        entries[index].parsed = parsed
        fill(&entries[index])
    }

    /// Removes a pattern.
    func deregister(_ pattern: String) -> Bool {
        let before = entries.count
        entries.removeAll { $0.pattern == pattern }
        compiled = [:]
        return entries.count < before
    }

    /// The best pattern for an address, with its captures; links from outside match whole addresses only.
    func match(_ address: String, from kind: LinkKind) -> (entry: Entry, parameters: Parameters)? {
        guard let index = current(isOutside: kind.isExternal) else { return nil }
        let resolution = index.resolve(address, context: Context(), at: Instant(milliseconds: 0))
        guard case .screen(let screen) = resolution.outcome, let number = Int(screen.name),
            entries.indices.contains(number)
        else { return nil }
        return (entries[number], resolution.parameters)
    }

    private func current(isOutside: Bool) -> CompiledIndex? {
        if let found = compiled[isOutside] { return found }
        guard !entries.isEmpty else { return nil }
        let rules = entries.enumerated().map { number, entry in
            Rule(
                id: "local-\(number)", patterns: isOutside ? Array(entry.parsed.prefix(1)) : entry.parsed,
                destination: .screen(ScreenTarget(name: String(number))))
        }
        do {
            let order = try RuleOrder.entries(of: rules, origins: origins)
            let body = ReleaseBody(
                app: "local", version: 1, publishedAt: Instant(milliseconds: 0), settings: Settings(origins: origins),
                rules: rules, order: order.map { .init(rule: $0.rule, alternative: $0.alternative) })
            let bytes = try CompiledIndex.compile(body, digest: [UInt8](repeating: 0, count: 32))
            let index = try CompiledIndex(IndexBytes(bytes))
            compiled[isOutside] = index
            return index
        } catch {
            preconditionFailure("patterns are checked when they are registered: \(error)")
        }
    }

    private func parse(_ text: String, _ matching: LocalMatching) throws(LocalRouteError) -> [Pattern] {
        do throws(PatternError) {
            var patterns = [try Pattern(text)]
            if matching == .prefix { patterns += [try Pattern(Self.trimmed(text) + "/*")] }
            for pattern in patterns { _ = try pattern.alternatives(origins: origins) }
            return patterns
        } catch {
            throw LocalRouteError(pattern: text, detail: error.detail, hint: error.hint)
        }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.hasSuffix("/") { text.removeLast() }
        return String(text)
    }
}

/// Which addresses a pattern of the app matches.
public enum LocalMatching: String, Sendable, Hashable {
    /// Whole addresses.
    case exact
    /// Also longer addresses that begin with it, as in MGJRouter.
    ///
    /// Danger: the address of a new deeper page matches its parent's pattern. So it is never used for links from
    /// outside.
    case prefix
}

/// Why a pattern of the app was not registered.
public struct LocalRouteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pattern as it was given.
    public var pattern: String
    /// What is wrong, for people.
    public var detail: String
    /// What to do about it, if that is known.
    public var hint: String?

    /// `pattern: detail (hint)`.
    public var description: String { "\(pattern): \(detail)" + (hint.map { " (\($0))" } ?? "") }
}
