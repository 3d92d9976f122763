import ReleaseStore
import RouteModel
import Synchronization

/// A store whose disk can be made to fail: reads from a moment on, writes from a moment on.
final class FaultyStore: RuleStore {
    /// What fails from now on.
    struct Faults: Sendable {
        var reads: StoreError?
        var writes: StoreError?
        /// Becomes `reads` as soon as the next write is committed.
        var readsAfterWrite: StoreError?
    }

    static let broken = StoreError(.storage, "The disk does not answer.", hint: "Look at it.")

    private let store: any RuleStore
    private let faults = Mutex(Faults())

    init(_ store: any RuleStore) { self.store = store }

    func fail(_ change: @Sendable (inout Faults) -> Void) { faults.withLock { change(&$0) } }

    private func reading<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        if let error = faults.withLock({ $0.reads }) { throw error }
        return try body()
    }

    private func writing<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        if let error = faults.withLock({ $0.writes }) { throw error }
        let value = try body()
        faults.withLock { faults in
            faults.reads = faults.readsAfterWrite ?? faults.reads
            faults.readsAfterWrite = nil
        }
        return value
    }

    var statistics: StoreStatistics { store.statistics }

    func close() { store.close() }

    func endClaim(_ key: IdempotencyKey) { store.endClaim(key) }

    func facts() throws(StoreError) -> StoreFacts {
        try reading { () throws(StoreError) in try store.facts() }
    }

    func overview() throws(StoreError) -> StoreOverview {
        try reading { () throws(StoreError) in try store.overview() }
    }

    func checkWritable(at p0: Instant) throws(StoreError) {
        try writing { () throws(StoreError) in try store.checkWritable(at: p0) }
    }

    func raiseEpoch(by p0: Principal, at p1: Instant) throws(StoreError) -> Int {
        try writing { () throws(StoreError) in try store.raiseEpoch(by: p0, at: p1) }
    }

    func backup(to p0: String, by p1: Principal, at p2: Instant) throws(StoreError) -> Int {
        try writing { () throws(StoreError) in try store.backup(to: p0, by: p1, at: p2) }
    }

    func apps() throws(StoreError) -> [AppRecord] {
        try reading { () throws(StoreError) in try store.apps() }
    }

    func app(_ p0: String) throws(StoreError) -> AppRecord {
        try reading { () throws(StoreError) in try store.app(p0) }
    }

    func createApp(
        _ p0: String, title p1: String, poll p2: PollSettings, by p3: Principal, at p4: Instant,
        recording p5: Recording<AppRecord>?
    ) throws(StoreError) -> AppRecord {
        try writing { () throws(StoreError) in
            try store.createApp(p0, title: p1, poll: p2, by: p3, at: p4, recording: p5)
        }
    }

    func changeApp(
        _ p0: String, title p1: String?, poll p2: PollSettings?, if p3: Precondition, by p4: Principal, at p5: Instant
    ) throws(StoreError) -> AppRecord {
        try writing { () throws(StoreError) in try store.changeApp(p0, title: p1, poll: p2, if: p3, by: p4, at: p5) }
    }

    func deleteApp(_ p0: String, if p1: Precondition, by p2: Principal, at p3: Instant) throws(StoreError) {
        try writing { () throws(StoreError) in try store.deleteApp(p0, if: p1, by: p2, at: p3) }
    }

    func draftHeader(_ p0: String) throws(StoreError) -> DraftHeader {
        try reading { () throws(StoreError) in try store.draftHeader(p0) }
    }

    func draftSettings(_ p0: String) throws(StoreError) -> [UInt8] {
        try reading { () throws(StoreError) in try store.draftSettings(p0) }
    }

    func draft(_ p0: String) throws(StoreError) -> DraftRecord {
        try reading { () throws(StoreError) in try store.draft(p0) }
    }

    func rules(_ p0: String, _ p1: RuleQuery) throws(StoreError) -> RulePage {
        try reading { () throws(StoreError) in try store.rules(p0, p1) }
    }

    func rule(_ p0: String, _ p1: String) throws(StoreError) -> RuleReading {
        try reading { () throws(StoreError) in try store.rule(p0, p1) }
    }

    func editDraft(
        _ p0: String, _ p1: DraftEdit, if p2: Precondition, publishing p3: Publication?, by p4: Principal,
        at p5: Instant, recording p6: Recording<DraftOutcome>?
    ) throws(StoreError) -> DraftOutcome {
        try writing { () throws(StoreError) in
            try store.editDraft(p0, p1, if: p2, publishing: p3, by: p4, at: p5, recording: p6)
        }
    }

    func publish(
        _ p0: String, _ p1: Publication, by p2: Principal, at p3: Instant, recording p4: Recording<PublishOutcome>?
    ) throws(StoreError) -> PublishOutcome {
        try writing { () throws(StoreError) in try store.publish(p0, p1, by: p2, at: p3, recording: p4) }
    }

    func restore(
        _ p0: String, _ p1: Restoration, _ p2: Publication, by p3: Principal, at p4: Instant,
        recording p5: Recording<PublishOutcome>?
    ) throws(StoreError) -> PublishOutcome {
        try writing { () throws(StoreError) in try store.restore(p0, p1, p2, by: p3, at: p4, recording: p5) }
    }

    func releases(_ p0: String, below p1: Int?, limit p2: Int) throws(StoreError) -> [ReleaseRecord] {
        try reading { () throws(StoreError) in try store.releases(p0, below: p1, limit: p2) }
    }

    func release(_ p0: String, _ p1: Int) throws(StoreError) -> ReleaseRecord {
        try reading { () throws(StoreError) in try store.release(p0, p1) }
    }

    func releaseContent(_ p0: String, _ p1: Int) throws(StoreError) -> ReleaseContent {
        try reading { () throws(StoreError) in try store.releaseContent(p0, p1) }
    }

    func releaseContent(_ p0: String, digest p1: String) throws(StoreError) -> ReleaseContent {
        try reading { () throws(StoreError) in try store.releaseContent(p0, digest: p1) }
    }

    func releaseSource(_ p0: String, _ p1: Int) throws(StoreError) -> ReleaseSource {
        try reading { () throws(StoreError) in try store.releaseSource(p0, p1) }
    }

    func channels(_ p0: String) throws(StoreError) -> [ChannelRecord] {
        try reading { () throws(StoreError) in try store.channels(p0) }
    }

    func channel(_ p0: String, _ p1: String) throws(StoreError) -> ChannelRecord {
        try reading { () throws(StoreError) in try store.channel(p0, p1) }
    }

    func moveChannel(
        _ p0: String, _ p1: String, to p2: Int, isPublic p3: Bool, if p4: Precondition, by p5: Principal, at p6: Instant
    ) throws(StoreError) -> ChannelRecord {
        try writing { () throws(StoreError) in
            try store.moveChannel(p0, p1, to: p2, isPublic: p3, if: p4, by: p5, at: p6)
        }
    }

    func expectations(_ p0: String) throws(StoreError) -> ExpectationsRecord {
        try reading { () throws(StoreError) in try store.expectations(p0) }
    }

    func replaceExpectations(_ p0: String, _ p1: [UInt8], if p2: Precondition, by p3: Principal, at p4: Instant)
        throws(StoreError) -> ExpectationsRecord
    {
        try writing { () throws(StoreError) in try store.replaceExpectations(p0, p1, if: p2, by: p3, at: p4) }
    }

    func screens(_ p0: String) throws(StoreError) -> [ScreensRecord] {
        try reading { () throws(StoreError) in try store.screens(p0) }
    }

    func deleteScreens(
        _ p0: String, platform p1: String, version p2: String, by p3: Principal, at p4: Instant
    ) throws(StoreError) {
        try writing { () throws(StoreError) in
            try store.deleteScreens(p0, platform: p1, version: p2, by: p3, at: p4)
        }
    }

    func putScreens(
        _ p0: String, platform p1: String, version p2: String, json p3: [UInt8], by p4: Principal, at p5: Instant
    ) throws(StoreError) -> Bool {
        try writing { () throws(StoreError) in
            try store.putScreens(p0, platform: p1, version: p2, json: p3, by: p4, at: p5)
        }
    }

    func tokens() throws(StoreError) -> [TokenRecord] {
        try reading { () throws(StoreError) in try store.tokens() }
    }

    func token(secretHash p0: [UInt8]) throws(StoreError) -> TokenRecord? {
        try reading { () throws(StoreError) in try store.token(secretHash: p0) }
    }

    func createToken(_ p0: NewToken, by p1: Principal, at p2: Instant, recording p3: Recording<TokenRecord>?)
        throws(StoreError) -> TokenRecord
    {
        try writing { () throws(StoreError) in try store.createToken(p0, by: p1, at: p2, recording: p3) }
    }

    func deleteToken(_ p0: String, by p1: Principal, at p2: Instant) throws(StoreError) {
        try writing { () throws(StoreError) in try store.deleteToken(p0, by: p1, at: p2) }
    }

    func noteUse(_ p0: [String: Instant]) throws(StoreError) {
        try writing { () throws(StoreError) in try store.noteUse(p0) }
    }

    func audit(_ p0: AuditQuery) throws(StoreError) -> [AuditRecord] {
        try reading { () throws(StoreError) in try store.audit(p0) }
    }

    func verifyAudit() throws(StoreError) -> AuditVerdict {
        try reading { () throws(StoreError) in try store.verifyAudit() }
    }

    func claim(_ p0: IdempotencyKey, at p1: Instant) throws(StoreError) -> IdempotencyClaim {
        try reading { () throws(StoreError) in try store.claim(p0, at: p1) }
    }
}
