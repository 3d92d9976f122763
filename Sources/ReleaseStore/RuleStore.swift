package import RouteModel

/// Everything the product keeps, behind one protocol: no SQL and no file shows through.
///
/// Every write is one transaction, with its audit row in it; it returns once it is on disk. A thrown error means that
/// nothing was changed. Times are handed in, so that a store has no clock. Calls block: use them on worker threads.
package protocol RuleStore: Sendable {
    // MARK: The store itself

    /// Reads what the store knows about itself.
    func facts() throws(StoreError) -> StoreFacts
    /// Reads facts, apps and channels in one snapshot.
    func overview() throws(StoreError) -> StoreOverview
    /// Proves that a write reaches the disk, by one; for readiness.
    func checkWritable(at: Instant) throws(StoreError)
    /// Counters since the store was opened.
    var statistics: StoreStatistics { get }
    /// Raises the epoch, as after a restore by hand; returns the new one.
    func raiseEpoch(by: Principal, at: Instant) throws(StoreError) -> Int
    /// Copies the database to a new file while reads and writes go on; returns its length in bytes.
    func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> Int
    /// Answers what waits, then gives up the files and the lock.
    ///
    /// Later calls are `closed`.
    func close()

    // MARK: Apps

    /// All apps, by name; deleted ones are not listed.
    func apps() throws(StoreError) -> [AppRecord]
    /// One app, or `notFound`.
    func app(_ name: String) throws(StoreError) -> AppRecord
    /// Makes an app with an empty draft and the channel `production`; `exists` or `nameRetired` when the name is taken.
    func createApp(
        _ name: String, title: String, poll: PollSettings, by: Principal, at: Instant, recording: Recording<AppRecord>?
    ) throws(StoreError) -> AppRecord
    /// Changes title or poll; what is nil stays.
    func changeApp(
        _ name: String, title: String?, poll: PollSettings?, if: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> AppRecord
    /// Deletes an app with all it has; its name stays taken.
    func deleteApp(_ name: String, if: Precondition, by: Principal, at: Instant) throws(StoreError)

    // MARK: Drafts

    /// The draft without its rules.
    func draftHeader(_ app: String) throws(StoreError) -> DraftHeader
    /// The draft's settings alone, as canonical JSON; what a rule is read by.
    func draftSettings(_ app: String) throws(StoreError) -> [UInt8]
    /// The whole draft.
    func draft(_ app: String) throws(StoreError) -> DraftRecord
    /// A page of the draft's rules.
    func rules(_ app: String, _ query: RuleQuery) throws(StoreError) -> RulePage
    /// One rule of the draft.
    func rule(_ app: String, _ id: String) throws(StoreError) -> RuleReading
    /// Changes the draft and, with a publication, publishes the result: both or nothing.
    func editDraft(
        _ app: String, _ edit: DraftEdit, if: Precondition, publishing: Publication?, by: Principal, at: Instant,
        recording: Recording<DraftOutcome>?
    ) throws(StoreError) -> DraftOutcome

    // MARK: Releases

    /// Makes the draft's present revision a release and points a channel at it.
    ///
    /// `revisionMismatch` when the draft is no longer at the publication's basis, `versionMismatch` when another
    /// release took the number: freeze again.
    func publish(
        _ app: String, _ publication: Publication, by: Principal, at: Instant, recording: Recording<PublishOutcome>?
    ) throws(StoreError) -> PublishOutcome
    /// Makes an old release's content a new release, and the draft.
    func restore(
        _ app: String, _ restoration: Restoration, _ publication: Publication, by: Principal, at: Instant,
        recording: Recording<PublishOutcome>?
    ) throws(StoreError) -> PublishOutcome
    /// Releases from new to old, below a version if one is given.
    func releases(_ app: String, below version: Int?, limit: Int) throws(StoreError) -> [ReleaseRecord]
    /// One release, or `notFound`.
    func release(_ app: String, _ version: Int) throws(StoreError) -> ReleaseRecord
    /// One release's bytes, or `notFound`.
    func releaseContent(_ app: String, _ version: Int) throws(StoreError) -> ReleaseContent
    /// The release whose body has that digest, or `notFound`.
    func releaseContent(_ app: String, digest: String) throws(StoreError) -> ReleaseContent
    /// What a release was made from, or `notFound`.
    func releaseSource(_ app: String, _ version: Int) throws(StoreError) -> ReleaseSource

    // MARK: Channels

    /// All channels of an app, by name.
    func channels(_ app: String) throws(StoreError) -> [ChannelRecord]
    /// One channel, or `notFound`.
    func channel(_ app: String, _ name: String) throws(StoreError) -> ChannelRecord
    /// Points a channel at a release, or makes it; a channel that is not there counts as sequence 0.
    func moveChannel(
        _ app: String, _ name: String, to version: Int, isPublic: Bool, if: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> ChannelRecord

    // MARK: Expectations and screens

    /// The app's test addresses.
    func expectations(_ app: String) throws(StoreError) -> ExpectationsRecord
    /// Replaces the app's test addresses.
    func replaceExpectations(
        _ app: String, _ json: [UInt8], if: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> ExpectationsRecord
    /// All screen manifests of an app.
    func screens(_ app: String) throws(StoreError) -> [ScreensRecord]
    /// Takes the manifest of one build away; `notFound` where there is none.
    func deleteScreens(
        _ app: String, platform: String, version: String, by: Principal, at: Instant
    ) throws(StoreError)
    /// Stores the manifest of one build; returns whether there was none before.
    func putScreens(
        _ app: String, platform: String, version: String, json: [UInt8], by: Principal, at: Instant
    ) throws(StoreError) -> Bool

    // MARK: Tokens

    /// All tokens, expired ones included, from old to new.
    func tokens() throws(StoreError) -> [TokenRecord]
    /// The token whose secret has that SHA-256, if there is one.
    func token(secretHash: [UInt8]) throws(StoreError) -> TokenRecord?
    /// Makes a token; `beyondGrantor` when it could do more than the token of `by`.
    func createToken(
        _ token: NewToken, by: Principal, at: Instant, recording: Recording<TokenRecord>?
    ) throws(StoreError) -> TokenRecord
    /// Deletes a token; `lastAdmin` when no live unlimited administrator would be left.
    func deleteToken(_ id: String, by: Principal, at: Instant) throws(StoreError)
    /// Notes when tokens were last used; ids that are gone are passed over, and no audit row is written.
    func noteUse(_ uses: [String: Instant]) throws(StoreError)

    // MARK: Audit

    /// Rows of the audit, newest first.
    func audit(_ query: AuditQuery) throws(StoreError) -> [AuditRecord]
    /// Walks the whole audit and proves its chain.
    func verifyAudit() throws(StoreError) -> AuditVerdict

    // MARK: Idempotency

    /// Claims a key for a request about to run.
    ///
    /// `keyRunning` while another runs, `keyReused` for another body.
    func claim(_ key: IdempotencyKey, at: Instant) throws(StoreError) -> IdempotencyClaim
    /// Ends a claim that was `fresh`, whether the request succeeded or not.
    func endClaim(_ key: IdempotencyKey)
}
