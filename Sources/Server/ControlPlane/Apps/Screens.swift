import CanonicalJSON
import HTTPExchange
import ReleaseStore
import RouteAnalysis
import RouteDocuments
import RouteModel
import StoreRecords

/// `/v1/apps/{app}/screens` and `/v1/apps/{app}/screens/{platform}/{version}`: the screens of each build.
struct Screens: Sendable {
    let store: any RuleStore

    var endpoints: [Endpoint] {
        let path = "/v1/apps/{app}/screens/{platform}/{version}"
        let segments = ["version": Schema.text(pattern: "^[0-9]{1,9}(\\.[0-9]{1,9}){0,3}$")]
        return [
            Endpoint(
                "putScreens", .put, path, access: .role(.editor),
                summary:
                    """
                    Stores the screens of a build, the parameters that they need, and the hosts whose links it declares. \
                    `"b0"` is the tag of a build without screens.
                    """,
                segments: segments,
                precondition: .init(.build, exception: Self.exception, creates: true, current: read),
                request: .json(
                    .screens, example: #"{"screens": {"Item": ["id", "tab?"], "Summer": [], "Search": ["text"]}}"#),
                success: .init(200, .screens, tag: .number(.build)), handler: .answer(put)),
            Endpoint(
                "readScreens", .get, path, access: .role(.viewer), summary: "The stored screens of a build.",
                segments: segments, success: .init(200, .screens, tag: .number(.build)), handler: .answer(read)),
            Endpoint(
                "listScreens", .get, "/v1/apps/{app}/screens", access: .role(.viewer),
                summary: "The stored screens of all builds, by platform and version.",
                query: QueryParameter.page(
                    .text(pattern: Self.cursorPattern), default: ExchangeLimits.pageItemsMax),
                checkQuery: { query throws(Problem) in _ = try Self.cursor(query) },
                success: .init(200, .page("screens", of: .buildScreens)), handler: .answer(list)),
            Endpoint(
                "deleteScreens", .delete, path, access: .role(.editor),
                summary: "Deletes the stored screens of a build that is no longer used or was stored by mistake.",
                segments: segments, precondition: .init(.build, exception: Self.exception, current: read),
                success: .init(204), handler: .answer(delete)),
        ]
    }

    /// Builds of an app store their own screens without a look at those before.
    private static let exception = "without it, the write replaces whatever is stored"

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        guard let record = try stored(request) else {
            throw Problem.notFound(.screens, "no screens of this build are stored: list the builds with GET …/screens")
        }
        return try record.answer(request.app)
    }

    private func stored(_ request: EndpointRequest) throws(StoreError) -> ScreensRecord? {
        try store.findScreens(request.app, platform: request.value("platform"), version: request.value("version"))
    }

    private func precondition(_ request: EndpointRequest) throws -> Precondition {
        let precondition = try request.ifMatch.optionalPrecondition(
            .build, current: try stored(request)?.revision ?? 0)
        return request.createsOnly ? .exactly(0) : precondition
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let page = try store.screens(
            request.app, after: try Self.cursor(request.query),
            // Before the list had pages, it had all builds.
            limit: try request.limit(default: ExchangeLimits.pageItemsMax))
        let builds = try page.rows.map { record in
            let (platform, version) = (record.platform, record.version)
            let manifest = try RequestDecoding.screens(record.json, platform: platform, version: version)
            return manifest.json.adding("platform", .string(platform)).adding("version", .string(version))
        }
        let next = page.hasMore ? page.rows.last.map { "\($0.platform)/\($0.version)" } : nil
        return ListPage.answer(to: request, "screens", builds, next: next)
    }

    private static let cursorPattern = "^[^\\x00-\\x1f\\x7f]+/[0-9]{1,9}(\\.[0-9]{1,9}){0,3}$"

    /// The build in `?after=`, which is a platform, a slash and a version; nil if there is none.
    private static func cursor(_ query: QueryItems) throws(Problem) -> ScreenTable.Build? {
        guard let text = query["after"] else { return nil }
        guard let slash = text.lastIndex(of: "/"), Version(String(text[text.index(after: slash)...])) != nil,
            NameGrammar.isWord(String(text[..<slash]))
        else {
            throw .badRequest("?after= must be the cursor `next` of the page before, such as ios/5.2.0, not \(text)")
        }
        return ScreenTable.Build(platform: String(text[..<slash]), version: String(text[text.index(after: slash)...]))
    }

    @Sendable private func put(_ request: EndpointRequest) throws -> Answer {
        let (platform, version) = (request.value("platform"), request.value("version"))
        guard NameGrammar.isWord(platform) else {
            throw Problem.unprocessable(
                "invalid-value", "\(platform) is not the name of a platform: write a word such as ios")
        }
        if let meant = PlatformWords.meant(by: platform), try !isKnown(platform, of: request.app) {
            throw Problem.unprocessable(
                "invalid-value",
                "\(platform) is a platform that no client is known to send, because words are compared byte for byte. "
                    + "\(NearestName.question) \"\(meant)\"?")
        }
        guard Version(version) != nil else {
            throw Problem.unprocessable(
                "invalid-value", "\(version) is not a version of up to four numbers, such as 5.2.1")
        }
        let manifest = try RequestDecoding.screens(request.body, platform: platform, version: version)
        return try store.putScreens(
            request.app, manifest, if: try precondition(request), by: request.caller.principal, at: request.now
        ).answer(request.app)
    }

    /// Whether screens of a build of this platform are stored; 0.1.0 accepted every word.
    private func isKnown(_ platform: String, of app: String) throws(StoreError) -> Bool {
        try store.screens(app, after: .init(platform: platform, version: ""), limit: 1).rows.first?.platform == platform
    }

    @Sendable private func delete(_ request: EndpointRequest) throws -> Answer {
        try store.deleteScreens(
            request.app, platform: request.value("platform"), version: request.value("version"),
            if: try precondition(request), by: request.caller.principal, at: request.now)
        return .done()
    }
}

extension ScreensRecord {
    fileprivate func answer(_ app: String) throws(Problem) -> Answer {
        .json(
            200, try RequestDecoding.storedJSON(json, "screens of a build", of: app), fields: [.tag(.build, revision)])
    }
}
