import CanonicalJSON
import Digests
import HTTPExchange
import HTTPWire
import ReleaseStore
import RouteDocuments
import RouteModel
import StoreRecords

/// `/v1/apps/{app}/draft/rules` and `…/rules/{id}`: one rule at a time.
struct DraftRules: Sendable {
    let store: any RuleStore
    let writer: DraftWriter

    var endpoints: [Endpoint] {
        let (list, one) = ("/v1/apps/{app}/draft/rules", "/v1/apps/{app}/draft/rules/{id}")
        return [
            Endpoint(
                "listRules", .get, list, access: .role(.viewer), summary: "The draft's rules in order, paged.",
                query: [QueryParameter("q", "only rules whose text contains this, without ASCII case")]
                    + QueryParameter.numberedPage,
                // A search reads every rule of the draft.
                cost: { $0["q"] == nil ? .ordinary : .expensive },
                success: .init(200, .page("rules", of: .rule, hasTotal: true), tag: .number(.draft)),
                handler: .answer(self.list)),
            Endpoint(
                "addRule", .post, list, access: .role(.editor), summary: "Adds a rule at the end; needs no If-Match.",
                query: DraftWriter.publishQuery, cost: DraftWriter.cost, checkQuery: DraftWriter.checkTarget,
                request: .json(
                    .newRule,
                    example: #"""
                        {
                          "id": "summer",
                          "match": ["/summer", "market://summer"],
                          "when": { "after": "2030-06-01T00:00:00Z" },
                          "to": { "screen": "Summer" }
                        }
                        """#),
                success: .init(201, .rule, tag: .number(.draft)),
                links: Endpoint.Link.to(
                    ["readRule", "replaceRule", "deleteRule"],
                    ["app": "$request.path.app", "id": "$response.body#/id"]),
                handler: .answer(add)),
            Endpoint(
                "readRule", .get, one, access: .role(.viewer), summary: "One rule.",
                success: .init(200, .rule, tag: .number(.draft)), handler: .answer(read)),
            Endpoint(
                "replaceRule", .put, one, access: .role(.editor),
                summary: "Replaces one rule in its place, or adds it under this id.", query: DraftWriter.publishQuery,
                cost: DraftWriter.cost, checkQuery: DraftWriter.checkTarget,
                precondition: .init(.draft, creates: true, current: read),
                request: .json(
                    .newRule,
                    example: #"""
                        {
                          "match": ["/i/:id"],
                          "when": { "platform": ["ios", "android"], "appVersion": ">=5" },
                          "to": { "redirect": "https://market.example/item/{id}" },
                          "note": "links in old letters"
                        }
                        """#),
                success: .init(200, .rule, tag: .number(.draft)), alternatives: [.init(201, "The rule is new.")],
                handler: .answer(replace)),
            Endpoint(
                "deleteRule", .delete, one, access: .role(.editor), summary: "Removes one rule.",
                query: DraftWriter.publishQuery, cost: DraftWriter.cost, checkQuery: DraftWriter.checkTarget,
                precondition: .init(.draft, current: read),
                success: .init(204, tag: .number(.draft)), refusing: [422], handler: .answer(delete)),
        ]
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let after = try request.query.integer("after", in: 0...ExchangeLimits.cursorMax, default: -1)
        let query = RuleQuery(contains: request.query["q"], after: after < 0 ? nil : after, limit: try request.limit())
        _ = try store.app(request.app)
        let page = try store.rules(request.app, query)
        var writer = CanonicalWriter(reserving: page.rules.reduce(64) { $0 + $1.json.count + 1 })
        writer.beginObject()
        writer.name("next")
        if let next = page.next { writer.string(String(next)) } else { writer.null() }
        writer.name("rules")
        writer.beginArray()
        for rule in page.rules { writer.raw(rule.json) }
        writer.endArray()
        writer.name("total")
        writer.integer(Int64(page.total))
        writer.endObject()
        var answer = Drafts.json(200, writer.bytes + [0x0A], revision: page.revision)
        answer.fields += ListPage.link(to: page.next.map { String($0) }, after: request)
        return answer
    }

    @Sendable func read(_ request: EndpointRequest) throws -> Answer {
        let reading = try store.rule(request.app, request.value("id"))
        return Drafts.json(200, reading.rule.json + [0x0A], revision: reading.revision)
    }

    @Sendable private func add(_ request: EndpointRequest) throws -> Answer {
        let settings = try store.draftSettings(request.app)
        var rule = try RequestDecoding.rule(request.body, settings: settings)
        var taken: Set<String> = []
        while true {
            do { return try add(rule, request) } catch {
                taken.insert(rule.id)
                // A rule that contains an id is refused: only one that was made of its first pattern gets a number.
                guard Problem(thrown: error)?.code == StoreError.Code.exists.rawValue,
                    taken.count <= ControlLimits.derivedIDsMax,
                    let next = try? RequestDecoding.rule(request.body, settings: settings, taken: taken)
                else {
                    throw error
                }
                rule = next
                if taken.count >= ControlLimits.derivedIDsMax {
                    rule.id = String(rule.id.prefix(50)) + "-" + hex(SecureRandom.bytes(4))
                }
            }
        }
    }

    private func add(_ rule: Rule, _ request: EndpointRequest) throws -> Answer {
        let (app, json) = (request.app, rule.canonicalBytes)
        return try writer.write(request, .add(rule)) { written in
            var answer = Drafts.json(201, json + [0x0A], revision: written.outcome.revision)
            answer.fields.append(HeaderField("Location", "/v1/apps/\(app)/draft/rules/\(rule.id)"))
            return answer
        }
    }

    @Sendable private func replace(_ request: EndpointRequest) throws -> Answer {
        let id = request.value("id")
        guard NameGrammar.isRuleID(id) else {
            throw Problem.unprocessable(
                "invalid-value", "\(id) is not the id of a rule: a-z, 0-9, dot, hyphen, underscore")
        }
        _ = try request.ifMatch.precondition(.draft, current: try writer.revision(of: request.app))
        let rule = try RequestDecoding.rule(request.body, settings: try store.draftSettings(request.app), id: id)
        return request.createsOnly ? try add(rule, request) : try put(request, rule)
    }

    /// Writes a rule in its place, or at the end; answers with it.
    func put(_ request: EndpointRequest, _ rule: Rule, from release: Int? = nil) throws -> Answer {
        let json = rule.canonicalBytes + [0x0A]
        return try writer.write(request, .put(rule, from: release)) { written in
            Drafts.json(written.outcome.isCreated ? 201 : 200, json, revision: written.outcome.revision)
        }
    }

    @Sendable private func delete(_ request: EndpointRequest) throws -> Answer {
        try writer.write(request, .delete(id: request.value("id"))) { written in
            .done(fields: [.tag(.draft, written.outcome.revision)])
        }
    }
}
