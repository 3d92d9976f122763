import ReleaseStore

extension EndpointTable {
    static let drafts: [Endpoint] = [
        Endpoint(
            id: .readDraft, method: .get, path: PathTemplate("/v1/apps/{app}/draft"), access: .role(.viewer),
            summary: "The whole draft.", success: .init(200, .reference("Draft"))),
        Endpoint(
            id: .replaceDraft, method: .put, path: PathTemplate("/v1/apps/{app}/draft"), access: .role(.editor),
            summary: "Replaces the whole draft, or imports a table of another system.",
            query: importQuery + publishQuery, precondition: .draft,
            request: .either([.reference("NewDraft"), .reference("PatternTable"), .reference("VercelRedirects")]),
            takesText: true,
            success: .init(200, .reference("DraftChange"))),
        Endpoint(
            id: .readSettings, method: .get, path: PathTemplate("/v1/apps/{app}/draft/settings"),
            access: .role(.viewer), summary: "The draft's settings.", success: .init(200, .reference("Settings"))),
        Endpoint(
            id: .replaceSettings, method: .put, path: PathTemplate("/v1/apps/{app}/draft/settings"),
            access: .role(.editor), summary: "Replaces the draft's settings.", query: publishQuery,
            precondition: .draft, request: .reference("Settings"), success: .init(200, .reference("Settings"))),
        Endpoint(
            id: .listRules, method: .get, path: PathTemplate("/v1/apps/{app}/draft/rules"), access: .role(.viewer),
            summary: "The draft's rules in order, paged.",
            query: [QueryParameter("q", "only rules whose text contains this, without ASCII case")]
                + pageQuery(numericCursor),
            success: .init(200, page("rules", of: "Rule"))),
        Endpoint(
            id: .addRule, method: .post, path: PathTemplate("/v1/apps/{app}/draft/rules"), access: .role(.editor),
            summary: "Adds a rule at the end; needs no If-Match.", query: publishQuery, request: .reference("NewRule"),
            success: .init(201, .reference("Rule"))),
        Endpoint(
            id: .readRule, method: .get, path: PathTemplate("/v1/apps/{app}/draft/rules/{id}"),
            access: .role(.viewer), summary: "One rule.", success: .init(200, .reference("Rule"))),
        Endpoint(
            id: .replaceRule, method: .put, path: PathTemplate("/v1/apps/{app}/draft/rules/{id}"),
            access: .role(.editor), summary: "Replaces one rule in its place, or adds it under this id.",
            query: publishQuery, precondition: .draft, request: .reference("NewRule"),
            success: .init(200, .reference("Rule"))),
        Endpoint(
            id: .deleteRule, method: .delete, path: PathTemplate("/v1/apps/{app}/draft/rules/{id}"),
            access: .role(.editor), summary: "Removes one rule.", query: publishQuery, precondition: .draft,
            success: .init(204)),
        Endpoint(
            id: .checkDraft, method: .post, path: PathTemplate("/v1/apps/{app}/draft/check"), access: .role(.viewer),
            summary: "All findings that a publish would have.", success: .init(200, .reference("Check"))),
        Endpoint(
            id: .diffDraft, method: .get, path: PathTemplate("/v1/apps/{app}/draft/diff"), access: .role(.viewer),
            summary: "What changed since a release, and which addresses resolve differently.",
            query: [
                QueryParameter(
                    "against", "a release's number, or a channel; `production` when left out", OpenAPISchemas.name)
            ],
            success: .init(200, .reference("Difference"))),
    ]

    private static let importQuery = [
        QueryParameter(
            "format",
            "the body is a table of another system: `cnrouter` (CNRouter, MGJRouter), `jlroutes`, `netlify` "
                + "(`_redirects`), `routerx`, `vercel` (`vercel.json`)",
            .words(["cnrouter", "jlroutes", "netlify", "routerx", "vercel"])),
        QueryParameter(
            "order",
            "`keep`: the table's order by priorities; `specificity`: none; by default as the format itself has it",
            .words(["keep", "specificity"])),
        QueryParameter(
            "match", "`exact` (default) or `prefix`: how the other system matched", .words(["exact", "prefix"])),
        QueryParameter(
            "destinations", "`add`: let the table's redirect targets into `destinations` in the same edit",
            .words(["add"])),
        QueryParameter.flag("dryRun", "1: say what would be stored and what a check finds, and change nothing"),
    ]
}
