import CanonicalJSON
import OfflineStore
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("The audit answers questions", .scheduled)
struct AuditReadTests {
    /// A server with the apps `shop` and `other`, and a draft of `shop` that was replaced by 600 rules.
    private func makeDesk() throws -> Desk {
        let desk = try Desk()
        desk.makeShop()
        _ = desk.send("POST", "/v1/apps", #"{"app":"other"}"#)
        #expect(desk.send("PUT", "/v1/apps/shop/draft", draft(600)).status == 200)
        return desk
    }

    private func draft(_ count: Int) -> String {
        let rules = (0..<count).map { number in
            """
            {"id":"r\(number)","match":["/r/\(number)"],"to":{"screen":"R"},"note":"\(String(repeating: "n", count: 100))"}
            """
        }
        return #"{"settings":{"origins":["https://shop.example"]},"rules":[\#(rules.joined(separator: ","))]}"#
    }

    private func rows(_ desk: Desk, _ query: String = "", token: String? = Desk.adminSecret) -> [JSONValue] {
        let answer = desk.send("GET", "/v1/audit?limit=1000" + query, token: token)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.json["audit"]?.arrayValue ?? []
    }

    private func token(_ desk: Desk, apps: String) -> String? {
        desk.send("POST", "/v1/tokens", #"{"name":"own \#(apps.count)","role":"admin","apps":\#(apps)}"#).json["token"]?
            .stringValue
    }

    /// The lines of an export, from its pieces.
    private func export(
        _ desk: Desk, _ query: String, after: String = "0", token: String? = Desk.adminSecret
    ) -> [JSONValue] {
        var text = ""
        var position: String? = after
        var pieces = 0
        while let start = position, pieces < 1000 {
            let answer = desk.send("GET", "/v1/audit/export?after=\(start)\(query)", token: token)
            #expect(answer.status == 200 && answer["Content-Type"] == "application/jsonl", "\(answer.text)")
            #expect(answer.byteCount < 2 * StoreLimits.auditPageBytes)
            text += answer.text
            position = answer["Waymark-Next"]
            pieces += 1
        }
        return text.split(separator: "\n").compactMap { try? JSONValue(parsing: Array($0.utf8)) }
    }

    @Test("rows are filtered by actor, action, rule and time, and a wrong filter is refused with the right one")
    func filters() throws {
        let desk = try makeDesk()
        desk.now += 60_000
        let body = #"{"match":["/late"],"to":{"screen":"L"}}"#
        #expect(desk.send("PUT", "/v1/apps/shop/draft/rules/r7", body).status == 200)
        #expect(rows(desk, "&app=shop&rule=r7").map { $0.word("action") } == ["rule.replace", "draft.replace"])
        #expect(rows(desk, "&app=shop&rule=item").map { $0.word("action") } == ["draft.replace", "draft.replace"])
        #expect(rows(desk, "&from=2027-01-15T08:00:30Z").map { $0.word("action") } == ["rule.replace"])
        #expect(rows(desk, "&to=2027-01-15T08:00:30Z").count == rows(desk).count - 1)
        #expect(rows(desk, "&action=app.create").count == 2)
        let row = try #require(rows(desk).first)
        #expect(rows(desk, "&actor=\(row.word("token"))").contains(row))
        #expect(rows(desk, "&actor=unknown").isEmpty)
        #expect(rows(desk, "&rule=r7").filter { $0.word("app") == "shop" } == rows(desk, "&app=shop&rule=r7"))
        #expect(rows(desk, "&rule=unknown").isEmpty)
        let long = String(repeating: "a", count: 2_000)
        for query in [
            "app=shop&rule=!", "action=none", "from=yesterday", "to=1", "actor=", "actor=\(long)", "after=x",
        ] {
            let refused = desk.send("GET", "/v1/audit?\(query)")
            #expect(refused.status == 400 && refused.text.contains("?"), "\(query): \(refused.text)")
        }
        #expect(desk.send("GET", "/v1/audit/export?after=1.2.3").status == 400)
    }

    @Test("one row shows what it changed, rule by rule, on pages")
    func detail() throws {
        let desk = try makeDesk()
        let sequence = try #require(rows(desk).first?["sequence"]?.integerValue)
        let first = desk.send("GET", "/v1/audit/\(sequence)?limit=2").json
        #expect(first["row"]?["action"] == "draft.replace" && first["complete"] == true)
        #expect(first["total"]?.integerValue == 602, "600 rules are added, one is removed, the settings change")
        let changes = first["changes"]?.arrayValue ?? []
        #expect(changes.count == 2 && first["next"] == "2")
        #expect(changes[0]["settings"] == true && changes[0]["before"]?["destinations"] != nil)
        #expect(changes[1]["rule"] == "item" && changes[1]["change"] == "removed")
        #expect(changes[1]["before"]?["match"]?[0] == "/item/:id" && changes[1]["after"] == nil)
        let rest = desk.send("GET", "/v1/audit/\(sequence)?limit=1000&after=2").json
        #expect(rest["changes"]?.arrayValue?.count == 600 && rest["next"] == .null)
        for wrong in ["0", "01", "999", "x"] { #expect(desk.send("GET", "/v1/audit/\(wrong)").status == 404) }
    }

    @Test("expectations and screens of any length are shown before and after, and their rows prove the chain")
    func otherTexts() throws {
        let desk = try makeDesk()
        func detail() -> JSONValue {
            desk.send("GET", "/v1/audit/\(rows(desk).first?["sequence"]?.integerValue ?? 0)").json
        }
        func only(_ subject: String) -> JSONValue {
            let (detail, changes) = (detail(), detail()["changes"]?.arrayValue ?? [])
            #expect(detail["complete"] == true && detail["total"] == 1 && changes.count == 1)
            #expect(changes.first?[subject] == true)
            return changes.first ?? .null
        }
        for count in [1, 2_000] {
            let screens = (0..<count).map { #""Screen\#($0)":["parameter-of-a-screen-\#($0)"]"# }.joined(separator: ",")
            let put = desk.send("PUT", "/v1/apps/shop/screens/ios/5.2.0", #"{"screens":{\#(screens)}}"#)
            #expect(put.status == 200, "\(put.text.prefix(300))")
            #expect(only("screens")["after"]?["screens"]?.objectValue?.count == count)
            let list = (0..<count).map {
                #"{"url":"https://shop.example/item/\#($0)","expect":{"screen":"Item","parameters":{"id":"\#($0)"}}}"#
            }.joined(separator: ",")
            #expect(desk.send("PUT", "/v1/apps/shop/expectations", #"{"expectations":[\#(list)]}"#).status == 200)
            #expect(only("expectations")["after"]?.arrayValue?.count == count)
        }
        #expect(only("expectations")["before"]?.arrayValue?.count == 1)
        #expect(desk.send("DELETE", "/v1/apps/shop/screens/ios/5.2.0").status == 204)
        let deleted = only("screens")
        #expect(deleted["before"]?["screens"]?.objectValue?.count == 2_000 && deleted["after"] == nil)
        var proof = try AuditProof()
        for row in rows(desk) { proof.add(row) }
        #expect(proof.finished() == nil && proof.rowsWithChanges.count == 4)
        #expect(proof.sentences.open.contains { $0.contains("changes of 4 rows") })
        for sequence in proof.rowsWithChanges {
            var pages: [JSONValue] = []
            while let page = desk.send("GET", "/v1/audit/\(sequence)?limit=1000&after=\(pages.count)").json["changes"],
                let items = page.arrayValue, !items.isEmpty
            { pages += items }
            var other = proof
            other.verify(changes: Array(pages.dropLast()), of: sequence)
            #expect(other.finished()?.contains("row \(sequence): its changes") == true)
            proof.verify(changes: pages, of: sequence)
        }
        #expect(proof.finished() == nil && proof.changesVerified == 4)
    }

    @Test("an administrator of one app reads the rows of this app and no other row, in lists, rows and exports")
    func scope() throws {
        let desk = try makeDesk()
        _ = desk.send("POST", "/v1/apps", #"{"app":"none"}"#)
        let everything = rows(desk)
        let own = token(desk, apps: #"["shop"]"#)
        let both = token(desk, apps: #"["shop","none"]"#)
        for (token, apps) in [(own, ["shop"]), (both, ["shop", "none"])] as [(String?, [JSONValue])] {
            let all = everything
            let visible = all.filter { apps.contains($0["app"] ?? .null) }
            #expect(!visible.isEmpty && visible.count < all.count)
            #expect(rows(desk, token: token) == visible)
            #expect(export(desk, "", token: token) == visible.reversed())
            #expect(export(desk, "&changes=1", token: token).count > 600)
            let refused = desk.send("GET", "/v1/audit?app=other", token: token)
            #expect(refused.status == 403)
            let absent = desk.send("GET", "/v1/audit?app=absent", token: token)
            #expect(absent.text.replacing("absent", with: "other") == refused.text)
            for row in all {
                let answer = desk.send("GET", "/v1/audit/\(row.word("sequence"))", token: token)
                #expect(answer.status == (visible.contains(row) ? 200 : 404))
                // A position inside a row shows nothing of a row that the token does not read.
                let lines = export(desk, "&changes=1", after: "\(row.word("sequence")).0", token: token)
                #expect(lines.allSatisfy { $0["app"] == "shop" || visible.contains(where: has($0)) })
            }
        }
        #expect(rows(desk, "&rule=r7", token: own).count == 1, "the only app of the token needs no ?app=")
    }

    private func has(_ line: JSONValue) -> (JSONValue) -> Bool { { $0["sequence"] == line["sequence"] } }

    @Test("an export has every row once, in order, with its changes, however long its pieces are, and can be resumed")
    func exports() throws {
        let desk = try makeDesk()
        let all = Array(rows(desk).reversed())
        #expect(export(desk, "") == all)
        #expect(export(desk, "&limit=1") == all)
        let whole = export(desk, "&changes=1")
        #expect(whole.filter { $0["change"] == nil } == all)
        // 600 rules are added and one is removed; the draft before added one rule; both changed the settings.
        #expect(whole.count { $0["change"] != nil } == 604)
        for start in [0, 3, whole.count / 2, whole.count - 2] {
            let line = whole[start]
            let position = line["number"].map { "\(line.word("sequence")).\($0.text)" } ?? "\(line.word("sequence")).0"
            #expect(export(desk, "&changes=1&limit=2", after: position) == Array(whole[(start + 1)...]))
        }
    }

    @Test("pieces of a long export end at their bytes")
    func pieces() throws {
        let desk = try makeDesk()
        for number in [4500, 0] { #expect(desk.send("PUT", "/v1/apps/shop/draft", draft(number)).status == 200) }
        let lines = export(desk, "&changes=1&app=shop")
        let changes = lines.filter { $0["change"] != nil }
        #expect(changes.count { $0["sequence"] == lines.last?["sequence"] } == 4500)
        let numbers = changes.compactMap { $0["number"]?.integerValue }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 || $1 == 1 })
    }
}

extension JSONValue {
    fileprivate func word(_ name: String) -> String {
        self[name]?.stringValue ?? self[name]?.integerValue.map(String.init) ?? ""
    }
}
