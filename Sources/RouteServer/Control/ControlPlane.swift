import ReleaseStore
import RouteModel

/// Everything behind a token: finds the endpoint, knows the caller, runs the handler, says what went wrong.
struct ControlPlane: Sendable {
    let store: any RuleStore
    let apps: Apps
    let drafts: Drafts
    let rules: DraftRules
    let checks: DraftChecks
    let publishing: Publishing
    let releases: Releases
    let channels: Channels
    let expectations: TestAddresses
    let screens: Screens
    let tokens: Tokens
    let audit: AuditTrail
    let backups: Backups
    let snapshots: SnapshotKeeper

    /// Answers a request for an endpoint of the control plane.
    func answer(
        _ incoming: IncomingRequest, _ match: EndpointMatch, _ endpoint: Endpoint, caller: Caller
    ) throws(Problem) -> Answer {
        try caller.check(endpoint.access, app: match.values["app"])
        let query = QueryItems(incoming.query)
        try Self.check(query, of: endpoint)
        if endpoint.request != nil {
            // One table that can be imported is no JSON: Netlify's.
            let mayBeText = endpoint.takesText && query["format"] == "netlify"
            try Self.check(contentType: incoming.fields.contentType, mayBeText: mayBeText)
        }
        let key =
            try endpoint.isIdempotent
            ? RecordingKey(
                incoming.fields.idempotencyKey, token: caller.token.id, method: incoming.method,
                target: incoming.target,
                body: incoming.body) : nil
        let request = ControlRequest(
            endpoint: endpoint, values: match.values, query: query, caller: caller,
            ifMatch: try IfMatch(incoming.fields.ifMatch), recordingKey: key, body: incoming.body, now: incoming.now)
        return try once(request)
    }

    /// Runs the handler; with an idempotency key at most once for all repetitions.
    private func once(_ request: ControlRequest) throws(Problem) -> Answer {
        guard let key = request.recordingKey?.key else { return try performOrShow(request) }
        let claim = try asking { () throws(StoreError) in try store.claim(key, at: request.now) }
        if case .replay(let answer) = claim { return Answer(answer) }
        defer { store.endClaim(key) }
        return try performOrShow(request)
    }

    /// Runs the handler; a 412 brings the addressed resource as it is now.
    private func performOrShow(_ request: ControlRequest) throws(Problem) -> Answer {
        do throws(Problem) { return try perform(request) } catch {
            guard error.status == 412, let read = reader(of: request.endpoint.id) else { throw error }
            var current: Answer?
            do throws(Problem) { current = try read(request) } catch {
                // The resource is gone, or cannot be read now: the refusal stands without it.
                current = nil
            }
            throw error.showing(current)
        }
    }

    /// What reads the resource that a write addresses; nil where the address is not what the tag is of: a publish names
    /// the draft's tag, and the draft is not what it makes.
    private func reader(of write: EndpointID) -> ((ControlRequest) throws(Problem) -> Answer)? {
        switch write {
        case .replaceDraft: drafts.read
        case .replaceSettings: drafts.readSettings
        case .replaceRule, .deleteRule: rules.read
        case .updateApp, .deleteApp: apps.read
        case .replaceExpectations: expectations.read
        case .moveChannel: channels.read
        default: nil
        }
    }

    private func perform(_ request: ControlRequest) throws(Problem) -> Answer {
        switch request.endpoint.id {
        case .whoami: WhoAmI.read(request)
        case .listApps: try apps.list(request)
        case .createApp: try apps.create(request)
        case .readApp: try apps.read(request)
        case .updateApp: refreshing(request, try apps.update(request))
        case .deleteApp: refreshing(request, try apps.delete(request))
        case .readExpectations: try expectations.read(request)
        case .replaceExpectations: try expectations.replace(request)
        case .listScreens: try screens.list(request)
        case .putScreens: try screens.put(request)
        case .deleteScreens: try screens.delete(request)
        case .listTokens: try tokens.list(request)
        case .createToken: try tokens.create(request)
        case .deleteToken: try tokens.delete(request)
        case .audit: try audit.list(request)
        case .backup: try backups.make(request)
        default: try performOnRules(request)
        }
    }

    private func performOnRules(_ request: ControlRequest) throws(Problem) -> Answer {
        switch request.endpoint.id {
        case .readDraft: try drafts.read(request)
        case .replaceDraft: try drafts.replace(request)
        case .readSettings: try drafts.readSettings(request)
        case .replaceSettings: try drafts.replaceSettings(request)
        case .listRules: try rules.list(request)
        case .addRule: try rules.add(request)
        case .readRule: try rules.read(request)
        case .replaceRule: try rules.replace(request)
        case .deleteRule: try rules.delete(request)
        case .checkDraft: try checks.check(request)
        case .diffDraft: try checks.diffDraft(request)
        case .diffReleases: try checks.diffReleases(request)
        case .publish: try publishing.publish(request)
        case .restoreRelease: try publishing.restore(request)
        case .listReleases: try releases.list(request)
        case .readRelease: try releases.read(request)
        case .readChannel: try channels.read(request)
        case .moveChannel: try channels.move(request)
        default: throw .fault("\(request.endpoint.id.rawValue) is not of the control plane")
        }
    }

    /// Brings a changed app into the snapshots before the change is answered.
    private func refreshing(_ request: ControlRequest, _ answer: Answer) -> Answer {
        if !request.app.isEmpty { snapshots.refresh(request.app) }
        return answer
    }

    /// A misspelt parameter would silently do something else: `?pubish=1` would not publish.
    private static func check(_ query: QueryItems, of endpoint: Endpoint) throws(Problem) {
        let known = endpoint.query.map(\.name)
        for (name, value) in query.pairs {
            guard let parameter = endpoint.query.first(where: { $0.name == name }) else {
                let hint = known.isEmpty ? "There are none." : NearestName.hint(for: name, among: known)
                throw .badRequest("there is no parameter ?\(name)= here. \(hint)")
            }
            // Flags, which may be empty, are refused where they are read.
            guard case .words(let words) = parameter.schema, !words.contains(""), !words.contains(value) else {
                continue
            }
            throw .badRequest("?\(name)= is \(words.joined(separator: " or ")), not \(value)")
        }
        // Where a release would go is read also when none is asked for: who forgets `publish=1` hears of both mistakes.
        if known.contains("publish") { _ = try ReleaseTarget(query, fallback: "") }
    }

    private static func check(contentType: String?, mayBeText: Bool) throws(Problem) {
        let type = MediaType(contentType ?? "")
        guard type.isJSON || type.isUnstated || mayBeText && type.isPlainText else {
            throw .unsupportedMediaType(contentType ?? "", wanted: mayBeText ? "text/plain" : JSONText.mediaType)
        }
    }
}
