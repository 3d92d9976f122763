import CanonicalJSON
import RouteDocuments
import RouteImport
import RouteIndex
import RouteModel
import RouteNavigation
import Testing

/// Rules resolved by the engine, without a server.
struct IndexRoutes: AddressResolving {
    let index: CompiledIndex
    var context: Context
    let isReady = true

    /// Makes rules of a draft's JSON.
    init(draft text: String, context: Context = Context(platform: "ios")) throws {
        let decoded = DraftDecoder.draft(Array(text.utf8))
        try self.init(try #require(decoded.value, "\(decoded.findings)"), context)
    }

    /// Makes rules of a table of CNRouter.
    init(table text: String) throws {
        let table = try CNRouterTable.importing(Array(text.utf8), matching: .exact)
        let list = table.destinations.map { "\"\($0)\"" }.joined(separator: ",")
        let settings = try #require(
            DraftDecoder.draft(Array("{\"settings\":{\"destinations\":[\(list)]},\"rules\":[]}".utf8)).value)
        try self.init(Draft(settings: settings.settings, rules: table.rules), Context())
    }

    private init(_ draft: Draft, _ context: Context) throws {
        let now = Instant(milliseconds: 0)
        let body = try ReleaseBody.freeze(draft: draft, app: "test", version: 1, publishedAt: now)
        let bytes = try CompiledIndex.compile(body, digest: [UInt8](repeating: 0, count: 32))
        index = try CompiledIndex(IndexBytes(bytes))
        self.context = context
    }

    func resolve(_ address: String, context: Context) -> Resolution {
        index.resolve(address, context: context, at: Instant(milliseconds: 0))
    }
}

/// A router with rules that the engine resolves.
@MainActor
struct RealScene {
    let host = MemoryHost(root: .stack([.plain("Home")]))
    let screens = ScreenRegistry()
    let events = EventLog()
    let router: AppRouter

    init(_ routes: some AddressResolving, policy: RoutingPolicy = RoutingPolicy()) {
        router = AppRouter(routes: routes, screens: screens, host: host, policy: policy, clock: StandingClock())
        router.onEvent = { [events] in events.all.append($0) }
    }

    var shown: ScreenRequest? { (host.topScreen as? MemoryNode)?.request }
}
