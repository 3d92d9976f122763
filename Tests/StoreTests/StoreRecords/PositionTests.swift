import Digests
import RouteModel
import TestSupport
import Testing

@testable import StoreRecords

@Suite("Positions in the history of a store, and what its rows touch", .scheduled)
struct PositionTests {
    @Test("The epoch counts first, then the row")
    func order() {
        #expect(StorePosition(epoch: 1, sequence: 9) < StorePosition(epoch: 2, sequence: 0))
        #expect(StorePosition(epoch: 2, sequence: 0) < StorePosition(epoch: 2, sequence: 1))
    }

    @Test("A position is read back from its text; other texts are none")
    func text() {
        let position = StorePosition(epoch: 1_790_000_000, sequence: 12)
        #expect(StorePosition("\(position)") == position)
        for text in ["", ".", "1", "1.", ".1", "1.2.3", "+1.2", "-1.2", "1. 2", "99999999999999999999.1", "a.b"] {
            #expect(StorePosition(text) == nil, "\(text)")
        }
    }

    private func row(
        _ action: String, app: String? = nil, before: String? = nil, after: String? = nil
    ) -> AuditRecord {
        AuditRecord(
            sequence: 1, at: Instant(milliseconds: 0), by: .machine("m"), action: action, app: app,
            before: before.map { Array($0.utf8) }, after: after.map { Array($0.utf8) },
            previousHash: AuditChain.start, hash: AuditChain.start)
    }

    @Test("Every action has a meaning: each touches an app, a draft, tokens, sessions, or nothing in memory")
    func actions() {
        let silent: Set<AuditAction> = [
            .ruleAdd, .ruleReplace, .ruleRestore, .ruleDelete, .expectationsReplace, .screensReplace, .screensDelete,
            .sessionLink, .storeBackup, .storeEpoch, .auditCut,
        ]
        for action in AuditAction.allCases {
            let parts = TouchedParts([row(action.rawValue, app: "shop")])
            #expect(parts.isEmpty == silent.contains(action), "\(action)")
        }
    }

    @Test(
        "A publish touches its app, settings a draft, a revocation tokens and their sessions, a host both of its apps")
    func parts() {
        let published = TouchedParts([row("release.publish", app: "shop")])
        #expect(published.apps == ["shop"] && published.drafts.isEmpty && !published.tokens)
        let settings = TouchedParts([row("settings.replace", app: "shop")])
        #expect(settings.apps.isEmpty && settings.drafts == ["shop"])
        let revoked = TouchedParts([row("token.delete")])
        #expect(revoked.tokens && revoked.sessions && revoked.apps.isEmpty)
        let moved = TouchedParts([row("host.put", app: "new", before: #"{"app":"old"}"#, after: #"{"app":"new"}"#)])
        #expect(moved.apps == ["old", "new"])
        #expect(TouchedParts([row("app.invented", app: "shop")]).apps == ["shop"], "a later version may write others")
    }
}
