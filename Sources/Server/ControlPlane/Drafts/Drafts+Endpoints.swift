import DataPlane
import HTTPExchange
import RouteImport
import RouteModel
import StoreRecords

extension Drafts {
    var endpoints: [Endpoint] {
        let (path, settings) = ("/v1/apps/{app}/draft", "/v1/apps/{app}/draft/settings")
        return [
            Endpoint(
                "readDraft", .get, path, access: .role(.viewer), summary: "The whole draft.",
                cost: { _ in .queued },
                success: .init(200, .draft, tag: .number(.draft)), handler: .answer(read)),
            Endpoint(
                "replaceDraft", .put, path, access: .role(.editor),
                summary: "Replaces the whole draft, or imports a table of another system.",
                query: Self.importQuery + DraftWriter.publishQuery, cost: Self.cost,
                checkQuery: DraftWriter.checkTarget,
                precondition: .init(.draft, exception: "not required for a dry run", current: read),
                request: .json(
                    .draftOrTable, example: Self.example,
                    orTextWhere: { query in query["format"].flatMap(ImportFormat.named)?.mediaType == .plainText }),
                success: .init(200, .draftChange, tag: .number(.draft)), handler: .answer(replace)),
            Endpoint(
                "readSettings", .get, settings, access: .role(.viewer), summary: "The draft's settings.",
                success: .init(200, .settings, tag: .number(.draft)), handler: .answer(readSettings)),
            Endpoint(
                "replaceSettings", .put, settings, access: .role(.editor), summary: "Replaces the draft's settings.",
                query: DraftWriter.publishQuery, cost: DraftWriter.cost, checkQuery: DraftWriter.checkTarget,
                precondition: .init(.draft, current: readSettings),
                request: .json(
                    .settings,
                    example: #"""
                        {
                          "origins": ["https://market.example"],
                          "destinations": ["https://market.example"],
                          "schemes": ["market"]
                        }
                        """#),
                success: .init(200, .settings, tag: .number(.draft)), handler: .answer(replaceSettings)),
        ]
    }

    /// Imports and dry runs check the whole draft, so they are expensive.
    ///
    /// Other whole drafts wait for a place, too, because each takes several times its length in memory while it is read.
    @Sendable private static func cost(_ query: QueryItems) -> Endpoint.Cost {
        let isDryRun = query["dryRun"].map { !["0", "false"].contains($0) } ?? false
        return query["format"] != nil || isDryRun ? .expensive : .queued
    }

    private static let importQuery = [
        QueryParameter(
            "format",
            "the body is a table of another system: "
                + ImportFormat.all.map(\.markdown).joined(separator: ", "),
            .words(ImportFormat.all.map(\.name))),
        QueryParameter(
            "order",
            "`keep`: priorities keep the table's order; `specificity`: no priorities; the default depends on the format",
            .words(ImportFormat.Order.allCases.map(\.rawValue))),
        QueryParameter(
            "match", "`exact` (default) or `prefix`: how the other system matches",
            .words(CNRouterTable.Matching.allCases.map(\.rawValue))),
        QueryParameter(
            "destinations", "`add`: add the table's redirect targets to `destinations` in the same edit",
            .words(["add"])),
        QueryParameter.flag("dryRun", "1: change nothing; answer what would be stored and the findings of a check"),
        QueryParameter.flag(
            "moves", "with `dryRun`, 1: also `difference`, the addresses that resolve differently in the stored draft"),
    ]

    private static let example = #"""
        {
          "settings": { "origins": ["https://market.example"], "destinations": ["https://market.example"] },
          "rules": [
            { "id": "item", "match": ["/item/:id"], "to": { "screen": "Item", "parameters": { "tab": "reviews" } } },
            { "id": "old-item", "match": ["/i/:id"], "to": { "redirect": "https://market.example/item/{id}" } },
            { "id": "sale", "match": ["/sale"], "to": { "screen": "Sale" } }
          ]
        }
        """#
}

extension Schema {
    private static let vercelRedirects = Schema.list(
        .record("VercelRedirect", ["source": .text(), "destination": .text()], open: true))
    /// A whole draft, or a table of another system, which is an object or a list.
    fileprivate static let draftOrTable = Schema.either([
        .record("Draft", ["revision?": count, "settings?": settings, "rules?": .list(newRule)]), patternTable(least: 1),
        .record("VercelTable", ["redirects": vercelRedirects], open: true), vercelRedirects,
    ])
    fileprivate static let draft = Schema.record(
        "Draft", ["revision": count, "settings": settings, "rules": .list(rule)])
    /// A draft without its revision.
    static let draftContent = Schema.record("DraftContent", ["settings": settings, "rules": .list(rule)])
    fileprivate static let draftChange = Schema.record(
        "DraftChange",
        [
            "revision": count, "rules": count, "findings": .list(finding), "findingsLeftOut?": count,
            "release?": published, "difference?": .difference,
            "draft?": draftContent,
        ])
}
