import ReleaseStore
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Deleted channels", .scheduled)
struct ChannelTests {
    private func delete(_ store: any RuleStore, _ name: String, _ precondition: Precondition) throws {
        try store.deleteChannel("moments", name, if: precondition, by: .make(), at: .make())
    }

    @Test("A channel that is made again continues its sequence, also after a restart")
    func sequence() throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            for version in 1...3 { try store.publish(.make(basis: 2, version: version, channel: .private("beta"))) }
            #expect(try store.channel("moments", "beta").sequence == 3)
            try delete(store, "beta", .exactly(3))
            #expect(try store.channels("moments").map(\.name) == ["production"])
            #expect(try store.overview().channels.map(\.name) == ["production"])
            #expect(code { _ = try store.channel("moments", "beta") } == .notFound)
            #expect(code { try delete(store, "beta", .any) } == .notFound)
            store.close()
            let again = try place.open()
            defer { again.close() }
            #expect(code { _ = try again.channel("moments", "beta") } == .notFound)
            // For the precondition, a channel that does not exist has the sequence 0.
            let made = try again.moveChannel(
                "moments", "beta", to: 1, isPublic: false, if: .exactly(0), by: .make(), at: .make())
            #expect(made.sequence == 4 && made.version == 1 && !made.isPublic)
            try delete(again, "beta", .any)
            #expect(try again.publish(.make(basis: 2, version: 4, channel: .private("beta"))).channel.sequence == 5)
        }
    }

    @Test("A refused deletion changes nothing: a stale sequence, and the last public channel without its sequence")
    func refused() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1))
            let rows = try store.audit(AuditQuery(limit: 100)).count
            #expect(current { try delete(store, "production", .exactly(0)) } == 1)
            #expect(code { try delete(store, "production", .any) } == .lastPublicChannel)
            #expect(current { try delete(store, "production", .any) } == 1)
            // Another public channel counts as soon as it points at a release; a private one never does.
            func move(_ name: String, isPublic: Bool) throws {
                _ = try store.moveChannel(
                    "moments", name, to: 1, isPublic: isPublic, if: .any, by: .make(), at: .make())
            }
            try move("inside", isPublic: false)
            #expect(code { try delete(store, "production", .any) } == .lastPublicChannel)
            try delete(store, "inside", .any)
            #expect(try store.audit(AuditQuery(limit: 100)).count == rows + 2)
            try move("beta", isPublic: true)
            try delete(store, "production", .any)
            #expect(code { try delete(store, "beta", .any) } == .lastPublicChannel)
            try delete(store, "beta", .exactly(1))
            #expect(try store.channels("moments").isEmpty)
        }
    }

    @Test("The transaction itself refuses a channel that is missing by now, or is the opposite of what is said")
    func orders() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let known = try store.audit(AuditQuery(limit: 100)).count
            #expect(
                code { try store.publish(.make(basis: 2, version: 1, channel: ChannelOrder("beta"))) }
                    == .unknownChannel)
            let opposite = ChannelOrder("production", isCreating: true, isPublic: false)
            #expect(code { try store.publish(.make(basis: 2, version: 1, channel: opposite)) } == .channelVisibility)
            #expect(try store.audit(AuditQuery(limit: 100)).count == known)
            try store.publish(.make(basis: 2, version: 1))
            let unsaid = code {
                _ = try store.moveChannel(
                    "moments", "beta", to: 1, isPublic: nil, if: .any, by: .make(), at: .make())
            }
            #expect(unsaid == .unknownChannel)
        }
    }

    @Test("The transaction refuses a release that was compared with another one than the channel serves by now")
    func served() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            for version in 1...2 { try store.publish(.make(basis: 2, version: version)) }
            var prepared = PreparedRelease.make(basis: 2, version: 3)
            prepared.served = .release(1)
            #expect(code { try store.publish(prepared) } == .versionMismatch)
            #expect(try store.draftHeader("moments").nextVersion == 3)
            prepared.served = .release(2)
            prepared.leavesEdits = true
            #expect(try store.publish(prepared).channel.version == 3)
        }
    }

    @Test("The audit has the channel before its deletion")
    func audit() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try store.publish(.make(basis: 2, version: 1, channel: .private("beta")))
            try delete(store, "beta", .any)
            let row = try #require(try store.audit(AuditQuery(limit: 1)).first)
            #expect(row.action == "channel.delete" && row.app == "moments" && row.after == nil)
            let before = #"{"channel":"beta","public":false,"sequence":1,"version":1}"#
            #expect(String(decoding: row.before ?? [], as: UTF8.self) == before)
        }
    }
}
