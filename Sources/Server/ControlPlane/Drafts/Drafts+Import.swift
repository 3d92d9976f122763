import CanonicalJSON
import HTTPExchange
import ReleaseStore
import RouteAnalysis
import RouteDocuments
import RouteImport
import RouteModel
import StoreRecords

extension Drafts {
    /// Replaces the draft by a table of another system.
    func replaceByImport(_ request: EndpointRequest, _ format: ImportFormat) throws -> Answer {
        let header = try store.draftHeader(request.app)
        var settings = try RequestDecoding.storedSettings(header.settings, of: request.app)
        let order = try request.query.word("order", ImportFormat.Order.self) ?? format.defaultOrder
        let imported = try Self.table(request, format, order, settings)
        if request.query["destinations"] == "add" { settings = try Self.settings(settings, adding: imported) }
        let draft = Draft(settings: settings, rules: imported.rules)
        var findings = imported.findings + draft.findings()
        if order == .keep {
            findings += Self.orderFindings(draft, at: request.now)
        }
        // A publish runs the check itself and is blocked by its findings.
        if try !request.query.flag("publish") {
            findings += try writer.publisher.failedExpectations(draft, of: request.app, at: request.now)
        }
        guard try !request.query.flag("dryRun") else {
            let json = try trial(request, draft, findings, revision: header.revision)
                .adding("draft", JSONValue(stored: draft.canonicalBytes()))
            return .json(200, json, fields: [.tag(.draft, header.revision)])
        }
        return try write(request, draft, findings: findings)
    }

    private static func table(
        _ request: EndpointRequest, _ format: ImportFormat, _ order: ImportFormat.Order, _ settings: Settings
    ) throws -> ImportedTable {
        let options = ImportFormat.Options(
            matching: try request.query.word("match", CNRouterTable.Matching.self) ?? .exact, order: order,
            origin: settings.originTexts.first)
        do throws(JSONError) { return try format.importing(request.body, options) } catch {
            throw Problem.badRequest("the table is not JSON: \(error.detail)", errors: [ProblemItem(error)])
        }
    }

    /// The settings with the additions that a table needs: the destinations of its redirects, and its own schemes.
    private static func settings(_ settings: Settings, adding imported: ImportedTable) throws -> Settings {
        var json = JSONValue(stored: settings.canonicalBytes)
        for (name, texts) in [("destinations", imported.destinations), ("schemes", imported.schemes)] {
            let listed = json[name]?.arrayValue ?? []
            json = json.adding(name, .array(listed + texts.map(JSONValue.string).filter { !listed.contains($0) }))
        }
        return try RequestDecoding.settings(json.canonicalBytes)
    }

    /// A finding for each pair of rules of which one wins an address in the table's order, and the other by specificity.
    private static func orderFindings(_ draft: Draft, at now: Instant) -> [Finding] {
        var free = draft
        for index in free.rules.indices { free.rules[index].priority = 0 }
        // A draft that cannot be expanded has findings with the reason.
        guard let difference = try? DraftDifference(from: draft, to: free, at: now) else { return [] }
        var seen: Set<[String]> = []
        return difference.addresses.compactMap { address in
            let rules = [address.before, address.after].compactMap(\.trail.first?.rule)
            guard seen.insert(rules).inserted else { return nil }
            return Finding(
                .importOrder, rules: rules,
                detail: "\(address.witness.address) leads to \(address.before.outcome.place) in the table's order; by "
                    + "specificity it would lead to \(address.after.outcome.place)",
                hint: "order=keep gives the first result, by priorities; order=specificity gives the second",
                witness: address.witness)
        }
    }
}

extension Outcome {
    /// The result for an address, as part of a sentence.
    fileprivate var place: String {
        switch self {
        case .screen(let screen): "the screen \(screen.name)"
        case .address(let address): address
        case .blocked(let reason): "a block (\(reason))"
        case .unmatched: "nothing"
        case .failed(let failure): "a failure (\(failure.detail))"
        }
    }
}
