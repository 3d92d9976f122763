import ReleaseStore

extension EndpointTable {
    static let releases: [Endpoint] = [
        Endpoint(
            id: .publish, method: .post, path: PathTemplate("/v1/apps/{app}/releases"), access: .role(.publisher),
            summary: "Checks, freezes, numbers and publishes the draft.", precondition: .draft,
            request: .reference("NewRelease"), success: .init(201, .reference("Published"))),
        Endpoint(
            id: .listReleases, method: .get, path: PathTemplate("/v1/apps/{app}/releases"), access: .role(.viewer),
            summary: "The releases, newest first, paged.", query: pageQuery(numericCursor),
            success: .init(200, page("releases", of: "Release"))),
        Endpoint(
            id: .readRelease, method: .get, path: PathTemplate("/v1/apps/{app}/releases/{version}"),
            access: .role(.viewer), summary: "One release without its body.",
            success: .init(200, .reference("Release"))),
        Endpoint(
            id: .diffReleases, method: .get, path: PathTemplate("/v1/apps/{app}/releases/{a}/diff/{b}"),
            access: .role(.viewer), summary: "What changed from one release to another.",
            success: .init(200, .reference("Difference"))),
        Endpoint(
            id: .restoreRelease, method: .post, path: PathTemplate("/v1/apps/{app}/releases/{version}/restore"),
            access: .role(.publisher), summary: "The old content becomes a new release, and the draft follows it.",
            query: [.flag("force", "1: in spite of unpublished edits and blocking findings; audited")],
            precondition: .draft, request: .reference("NewRelease"), success: .init(201, .reference("Published"))),
        Endpoint(
            id: .readChannel, method: .get, path: PathTemplate("/v1/apps/{app}/channels/{channel}"),
            access: .role(.viewer), summary: "Where a channel points.", success: .init(200, .reference("Channel"))),
        Endpoint(
            id: .moveChannel, method: .put, path: PathTemplate("/v1/apps/{app}/channels/{channel}"),
            access: .role(.publisher), summary: "Points a channel at a release: the instant rollback.",
            precondition: .channel, request: .reference("ChannelTarget"),
            success: .init(200, .reference("Channel"))),
    ]

    static let access: [Endpoint] = [
        Endpoint(
            id: .listTokens, method: .get, path: PathTemplate("/v1/tokens"), access: .unlimited(.admin),
            summary: "All tokens, without their secrets.", query: pageQuery(.text()),
            success: .init(200, page("tokens", of: "Token"))),
        Endpoint(
            id: .createToken, method: .post, path: PathTemplate("/v1/tokens"), access: .role(.admin),
            summary: "Makes a token of at most the maker's role, apps and expiry; its secret is shown once.",
            request: .reference("NewToken"), success: .init(201, .reference("CreatedToken"))),
        Endpoint(
            id: .deleteToken, method: .delete, path: PathTemplate("/v1/tokens/{id}"), access: .role(.admin),
            summary: "Revokes a token at once.", success: .init(204)),
        Endpoint(
            id: .audit, method: .get, path: PathTemplate("/v1/audit"), access: .unlimited(.admin),
            summary: "Who did what, when, from where; each row carries the hash of the one before.",
            query: [QueryParameter("app", "only this app's rows", OpenAPISchemas.name)] + pageQuery(numericCursor),
            success: .init(200, page("audit", of: "AuditEntry"))),
        Endpoint(
            id: .backup, method: .post, path: PathTemplate("/v1/backup"), access: .unlimited(.admin),
            summary: "A consistent copy of the database.",
            success: .init(200, .text(format: "binary"), mediaType: "application/vnd.sqlite3")),
    ]
}
