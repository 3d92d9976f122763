import CanonicalJSON
import RouteModel
import StoreFixtures
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("The contract's session and the members of its schemas", .scheduled)
struct ContractSessionTests {
    private func endpoint(_ id: String) throws -> Endpoint {
        try #require(Contract.table.endpoints.first { $0.id == id })
    }

    /// Sends a request and compares the answer with the contract.
    private func send(
        _ id: String, _ path: String, _ body: String?, at desk: Desk, _ reader: SchemaReader,
        token: String? = Desk.adminSecret
    ) throws -> JSONValue {
        let endpoint = try endpoint(id)
        let answer = desk.send(endpoint.method.rawValue, path, body, token: token)
        if id == "backup", StoreKind.selected == .postgres {
            #expect(answer.status == 422, "a database server makes its own backups")
            return .null
        }
        let isNew = id == "replaceRule" && answer.status == 201
        #expect(isNew || answer.status == endpoint.success.status, "\(id): \(answer.status) \(answer.text)")
        if let line = endpoint.success.line {
            for text in answer.text.split(separator: "\n") {
                let wrong = reader.mismatch(try JSONValue(parsing: Array(text.utf8)), line, id)
                #expect(wrong == nil, "\(id): \(wrong ?? "")")
            }
        }
        guard endpoint.success.mediaType == "application/json" else { return .null }
        if let schema = endpoint.success.schema {
            let wrong = reader.mismatch(answer.json, schema, id)
            #expect(wrong == nil, "\(id): \(wrong ?? "")")
        }
        return answer.json
    }

    @Test("the examples form one session: each request succeeds, and each answer matches its schema")
    func session() throws {
        let desk = try Desk()
        let reader = SchemaReader()
        var tried: Set<String> = []
        var session = SessionRun()
        for step in ContractSession.session where !ContractSession.streams.contains(step.id) {
            if let request = try endpoint(step.id).request, let value = request.exampleJSON {
                #expect(SchemaReader().mismatch(value, request.schema, "\(step.id)") == nil)
            }
            let answer = try send(step.id, session.path(step), session.body(step), at: desk, reader)
            session.note(step, answer)
            tried.insert(step.id)
        }
        #expect(tried.union(ContractSession.streams) == Set(Contract.table.endpoints.map(\.id)))
        for endpoint in Contract.table.endpoints {
            #expect((endpoint.request == nil) == (endpoint.request?.example == nil), "\(endpoint.id) has no example")
        }
    }

    /// Members that no answer in this test has, and the reason or the test that has them.
    private static let elsewhere: [String: String] = [
        "Check.findingsLeftOut": "beyond 1,000 findings (AnalysisAnswerTests)",
        "DraftChange.findingsLeftOut": "the same", "Published.findingsLeftOut": "the same",
        "Difference.notProved": "beyond the limits of a comparison (AnalysisAnswerTests)",
        "RuleHistory.damaged": "a release whose stored draft is damaged (RuleHistoryTests)",
        "DraftChange.difference": "a dry run with moves (AnalysisAnswerTests)",
        "HeadEvent.event": "a stream (LifeTests)", "HeadEvent.id": "a stream", "HeadEvent.data": "a stream",
        "ChangeEvent.event": "a stream (ChangeStreamTests)", "ChangeEvent.id": "a stream",
        "ChangeEvent.data": "a stream",
        "Channel.publicReleases": "a move that makes a channel private (ChannelTests)",
        "Resolutions.revision": "of a draft (PrivateReadingTests)",
        "Resolution.address": "the outcomes of vectors (ResolutionJSONTests)", "Resolution.reason": "the same",
        "Resolution.failure": "the same", "ResolutionFailure.code": "the same",
        "ResolutionFailure.detail": "the same", "Resolution.transition": "the same",
        "Release.removedAt": "a release that retention removed (RetentionTests)",
        "RemovedReleases.app": "the same", "RemovedReleases.bytes": "the same",
        "RemovedReleases.releases": "the same", "RemovedReleases.versions": "the same",
        "Person.name": "behind a proxy (ProxySignInTests)", "Person.role": "the same",
        "Person.apps": "the same", "Session.groups": "the same",
        "ConsoleSession.channels": "as in whoami", "ConsoleSession.expiresAt": "the same",
        "UnusedScreens.platform": "a manifest without a change for months (RetentionTests)",
        "UnusedScreens.version": "the same", "UnusedScreens.changedAt": "the same",
        "AuditState.bytes": "a run of retention", "AuditState.releases": "the same",
        "AuditState.epoch": "a store that was put back (EpochTests)", "AuditState.reason": "the same",
        "AuditState.forced": "a restore over findings", "AuditState.only": "a publish of some rules (PublishOnlyTests)",
        "AuditState.groups": "behind a proxy (ProxySignInTests)", "AuditState.person": "the same",
        "AuditState.proxy": "the same", "AuditState.hash": "a cut of old rows (AuditCutTests)",
        "AuditState.rows": "the same", "AuditState.through": "the same",
        "AuditState.sha256": "a text that is too long for a row", "AuditSettings.bytes": "the same",
        "AuditSettings.sha256": "the same", "LongText.bytes": "the same", "LongText.sha256": "the same",
        "BodyRule.needs": "features that later versions make (language.md section 9)",
        "ListedIndexName.digest": "a release with indexes of two formats", "ListedIndexName.format": "the same",
        "AuditCut.through": "a cut of old rows (AuditCutTests)", "AuditCut.hash": "the same",
        "PatternTarget.priority": "read from an imported table, never written: a release expresses it by its order",
    ]

    /// The members of a condition, with all clauses of the rule language.
    private static let wideClauses: String = {
        let clauses = ConditionKey.clauses.compactMap { key -> String? in
            switch key {
            case .words(let key): #""\#(key.rawValue)":["\#(key.allowed?.first ?? "w")"]"#
            case .locale: #""locale":["zh-Hans"]"#
            case .versions(let key): #""\#(key.rawValue)":">=5""#
            case .flag(let key): #""\#(key.rawValue)":true"#
            case .after: #""after":"2026-01-01T00:00:00Z""#
            case .before: #""before":"2099-01-01T00:00:00Z""#
            case .attributes: #""attributes":{"abGroup":["B"]}"#
            case .rollout, .not: nil
            }
        }
        return clauses.joined(separator: ",")
    }()
    /// The members of a context, with all values that conditions compare.
    private static let wideContext: String = {
        let values = ContextKey.all.map { key in
            let value =
                switch key {
                case .words(let key): key.allowed?.first ?? "w"
                case .versions: "5"
                case .deviceID: "d"
                case .locale: "zh"
                case .flag: "true"
                }
            return key.isFlag ? #""\#(key.name)":\#(value)"# : #""\#(key.name)":"\#(value)""#
        }
        return (values + [#""attributes":{"a":"b"}"#]).joined(separator: ",")
    }()
    private static let rollouts = [
        #"{"percent":12.5,"by":"userID","salt":"s"}"#,
        """
        {"ramp":{"from":0,"to":100,"start":"2026-01-01T00:00:00Z","end":"2026-02-01T00:00:00Z"},
        "by":"userID","salt":"s"}
        """,
    ]

    private static var wideDraft: String {
        let rules = rollouts.enumerated().map { index, rollout in
            """
            {"id":"r\(index)","match":[{"protocol":"https","hostname":"wide.example","port":"","pathname":"/r\(index)/:id",
            "search":"q=:q"}],"when":{\(wideClauses),"rollout":\(rollout),"not":{\(wideClauses),"rollout":\(rollout)}},
            "to":{"screen":"Item","parameters":{"tab":"reviews"},"transition":"push"},"priority":5,
            "ignoreCase":true,"strictSlash":true,"note":"n"}
            """
        }
        return """
            {"revision":3,"settings":{"origins":["https://wide.example"],"destinations":["https://wide.example"],
            "schemes":["wide"],"authority":{"wide":"firstSegment"}},"rules":[\(rules.joined(separator: ",")),
            {"id":"x","match":"/x","to":{"block":"closed"}},{"id":"x2","match":"/x","enabled":false,"to":{"block":"closed"}},
            {"id":"late","match":"/late","when":{"before":"2026-01-01T00:00:00Z"},"to":{"screen":"Late"}},
            {"id":"kept","match":"/kept","when":{"before":"2026-01-01T00:00:00Z"},"to":{"screen":"Late"},
            "allow":{"expired":"kept for the next sale"}},
            {"id":"y","match":"/y","to":{"redirect":"https://wide.example/x","query":"drop"}}]}
            """
    }

    /// A draft with every member about links.
    private static let linkedDraft = """
        {"settings":{"origins":["https://go.linked.example"],"destinations":["https://www.linked.example"],"title":"L","description":"D","image":"https://l.example/i.png",
        "fallback":["app","web"],"surfaces":{"go.linked.example":{"apple":[{"appID":"ABCDE12345.linked"}],
        "android":[{"package":"example.linked","sha256":["\([String](repeating: "0A", count: 32).joined(separator: ":"))"]}],
        "harmony":["1"],"stores":{"ios":"https://a.example/","android":"https://b.example/","harmony":"https://c.example/"},
        "web":"https://www.linked.example/","secondHost":"open.linked.example","colour":"#0a7d4f",
        "icon":"https://www.linked.example/icon.png","campaign":["utm_source"],"claim":["/i/*"],"never":["/login"]}}},
        "rules":[{"id":"i","match":["/i/:id"],"to":{"screen":"I"},"title":"T","description":"D","image":"https://l.example/1.png",
        "fallback":["store"]},
        {"id":"m","match":["/i/moved"],"permanent":true,"to":{"redirect":"https://www.linked.example/new"}}]}
        """

    private static let wideExpectations = """
        {"revision":0,"expectations":[{"url":"https://wide.example/x","at":"2027-01-01T00:00:00Z","context":{\(wideContext)},
        "expect":{"blocked":true}},
        {"url":"https://wide.example/a","expect":{"address":"https://wide.example/a"},"surface":"os"},
        {"url":"https://wide.example/b","expect":{"unmatched":true}},
        {"url":"https://wide.example/d","expect":{"systems":["ios"]},"surface":"os"},
        {"url":"https://wide.example/e","expect":{"answer":"open"},"surface":"web"},
        {"url":"https://wide.example/f","expect":{"address":"https://wide.example/g","status":301},"surface":"web"},
        {"url":"https://wide.example/c","expect":{"failed":true}}]}
        """

    /// Sends further requests, whose answers have the members that the session's answers lack.
    private func sendWide(at desk: Desk, _ reader: SchemaReader) throws {
        _ = try send("createApp", "/v1/apps", #"{"app":"wide"}"#, at: desk, reader)
        _ = try send("replaceDraft", "/v1/apps/wide/draft", Self.wideDraft, at: desk, reader)
        _ = try send("readDraft", "/v1/apps/wide/draft", nil, at: desk, reader)
        _ = try send("readDraftBody", "/v1/apps/wide/draft/body", nil, at: desk, reader)
        _ = try send("listRules", "/v1/apps/wide/draft/rules", nil, at: desk, reader)
        _ = try send("checkDraft", "/v1/apps/wide/draft/check", nil, at: desk, reader)
        _ = try send("replaceExpectations", "/v1/apps/wide/expectations", Self.wideExpectations, at: desk, reader)
        _ = try send("createApp", "/v1/apps", #"{"app":"linked"}"#, at: desk, reader)
        _ = try send("putHost", "/v1/hosts/go.linked.example", #"{"app":"linked"}"#, at: desk, reader)
        _ = try send("putHost", "/v1/hosts/open.linked.example", #"{"app":"linked"}"#, at: desk, reader)
        _ = try send("replaceDraft", "/v1/apps/linked/draft?publish=1", Self.linkedDraft, at: desk, reader)
        _ = try send("readDraft", "/v1/apps/linked/draft", nil, at: desk, reader)
        _ = try send("readReleaseSurfaces", "/v1/apps/linked/releases/1/surfaces", nil, at: desk, reader)
        let place = "/v1/apps/linked/draft/settings"
        let settings = try send("readSettings", place, nil, at: desk, reader)
            .adding("schemes", ["linked"]).adding("authority", ["linked": "host"])
        _ = try send("replaceSettings", place, settings.text, at: desk, reader)
        let screens = #"{"screens":{"I":["id"]},"hosts":{"go.linked.example":["/i/*"]}}"#
        _ = try send("putScreens", "/v1/apps/linked/screens/ios/1", screens, at: desk, reader)
        _ = try send("listScreens", "/v1/apps/linked/screens", nil, at: desk, reader)
        let question = #"{"address":"https://go.linked.example/i/7","os":"ios","release":"draft"}"#
        _ = try send("diagnoseLink", "/v1/apps/linked/link-diagnoses", question, at: desk, reader)
        _ = try send("createApp", "/v1/apps", #"{"app":"table"}"#, at: desk, reader)
        let table = #"{"wide://t/a":{"class":"A","priority":1},"wide://t/b":{"redirectUrl":"wide://t/a"}}"#
        let path = "/v1/apps/table/draft?format=cnrouter&destinations=add"
        _ = try send("replaceDraft", path + "&dryRun=1", table, at: desk, reader)
        _ = try send("replaceDraft", path + "&publish=1", table, at: desk, reader)
        _ = try send("currentRules", "/v1/apps/table/rules?format=cnrouter", nil, at: desk, reader)
        let made = try send(
            "createToken", "/v1/tokens",
            #"{"name":"t","role":"viewer","channels":["market/staging"],"expiresAt":"2099-01-01T00:00:00Z"}"#, at: desk,
            reader)
        _ = try send("whoami", "/v1/whoami", nil, at: desk, reader, token: made["token"]?.stringValue)
        desk.components.maintenance.recordUses()
        _ = try send("rotateToken", "/v1/tokens/\(made["id"]?.stringValue ?? "")/rotate", "{}", at: desk, reader)
        _ = try send("listTokens", "/v1/tokens", nil, at: desk, reader)
    }

    @Test("every member that the contract names is in an answer, and every member of an answer is in the contract")
    func members() throws {
        let desk = try Desk()
        let reader = SchemaReader()
        var session = SessionRun()
        for step in ContractSession.session where !ContractSession.streams.contains(step.id) {
            session.note(step, try send(step.id, session.path(step), session.body(step), at: desk, reader))
        }
        for endpoint in Contract.table.endpoints
        where endpoint.method == .get
            && !ContractSession.streams.union(["body", "index", "engineFile", "readSession", "readScreens"]).contains(
                endpoint.id)
        {
            let values = [
                "app": "market", "version": "1", "from": "1", "to": "2", "id": "item", "channel": "production",
                "sequence": "6", "host": "go.market.example",
            ]
            let path = values.reduce(endpoint.path.description) {
                $0.replacing("{\($1.key)}", with: $1.value)
            }
            let query = [
                "resolve": "?url=https%3A%2F%2Fmarket.example%2Fi%2F7&explain=1", "diffReleases": "?texts=1",
                "diffDraft": "?texts=1",
            ]
            _ = try send(endpoint.id, path + (query[endpoint.id] ?? ""), nil, at: desk, reader)
        }
        try sendWide(at: desk, reader)
        let audit = try send("audit", "/v1/audit?limit=1000", nil, at: desk, reader)["audit"]?.arrayValue ?? []
        for row in audit {
            _ = try send("readAuditRow", "/v1/audit/\(row["sequence"]?.integerValue ?? 0)", nil, at: desk, reader)
        }
        _ = try send("exportAudit", "/v1/audit/export?changes=1&limit=1000", nil, at: desk, reader)
        var all: Set<String> = []
        for endpoint in Contract.table.endpoints {
            guard let schema = endpoint.success.schema else { continue }
            var visited: Set<String> = []
            all.formUnion(SchemaReader.members(of: schema, endpoint.id, &visited))
        }
        // A server on PostgreSQL makes no backups, whose rows of the audit have their paths.
        let missing: Set<String> = StoreKind.selected == .postgres ? ["AuditState.path"] : []
        let unseen = all.subtracting(reader.seen).subtracting(missing)
        #expect(unseen == Set(Self.elsewhere.keys), "\(unseen.symmetricDifference(Self.elsewhere.keys).sorted())")
        print("counts: \(all.count) members of answers in the contract, \(unseen.count) proved elsewhere")
    }
}
