import CanonicalJSON
import RouteAnalysis
import RouteDocuments
import RouteModel
import SystemIO

#if os(Linux)
import LinkAnswers
#endif

/// One run of `push`: the folder, what the server has now, and the requests.
struct FolderPush: Sendable {
    private let call: AdminCall
    private let app: String
    private let folder: RuleFolder

    init(_ call: AdminCall) throws(CommandError) {
        self.call = call
        app = try call.arguments.required("--app")
        folder = RuleFolder(path: call.arguments.operands[0])
    }

    private var isPublishing: Bool { call.arguments.has("--publish") }

    func run() async throws(CommandError) -> ExitCode {
        guard !isPublishing || call.arguments.text("--message") != nil else {
            throw CommandError(.usage, "--publish needs --message", hint: "give the release's message in the history")
        }
        let content = try folder.read(call)
        let state = try FolderState(folder, app: app)
        let draft = try await call.demand("GET", try call.appPath("/draft"))
        let expectations = try await call.demand("GET", try call.appPath("/expectations"))
        let options = FolderChanges.Options(
            isForced: call.arguments.has("--force"), prunes: call.arguments.has("--prune"))
        let changes = FolderChanges(
            content, draft: draft.json, expectations: expectations.json["expectations"] ?? .array([]), since: state,
            options)
        if !call.arguments.has("--json") { (changes.lines + changes.keptLines).forEach(call.terminal.say) }
        try refuseConflicts(changes, state)
        if call.arguments.has("--check") { return try await check(changes, content, draft) }
        guard !changes.isEmpty || isPublishing else {
            try changes.state(app: app, revision: draft.json["revision"]?.integerValue ?? 0).write(into: folder)
            return call.show(.object(changes.json)) { _ in
                [changes.keptLines.isEmpty ? "nothing to push: the draft equals the folder" : "nothing to push"]
            }
        }
        if changes.overwrites { try call.confirm("this replaces content of the draft", unattended: .proceeds) }
        return try await send(changes, draft, expectations)
    }

    /// Refuses to overwrite what others changed since the pull; asks if it is not known what was pulled.
    private func refuseConflicts(_ changes: FolderChanges, _ state: FolderState?) throws(CommandError) {
        let conflicts = changes.conflicts
        guard !conflicts.isEmpty else { return }
        var lines: [String] = []
        for part in conflicts.prefix(AdminLimits.versionsShownMax) {
            lines.append("\(part.file):")
            lines += ThreeVersions(read: part.read, now: part.now, wanted: part.mine).lines.map { "  " + $0 }
        }
        let more = conflicts.count - AdminLimits.versionsShownMax
        if more > 0 { lines.append("and \(more) more files") }
        let files = conflicts.count == 1 ? conflicts[0].file : "\(conflicts.count) files"
        guard state == nil else {
            lines.append(
                "run `waymark draft pull` into another folder to see what is there now, or add --force to overwrite it")
            throw CommandError(
                .refused, "\(files): others changed it since the pull; nothing was changed now",
                hint: lines.joined(separator: "\n  "))
        }
        if call.terminal.isInteractive, !call.arguments.isGiven("--yes"), !call.arguments.has("--check") {
            lines.forEach(call.terminal.printError)
            return try call.confirm("this overwrites \(files), which you have not pulled", unattended: .refuses)
        }
        lines.append("run `waymark draft pull` first, or add --force to overwrite what is there now")
        throw CommandError(
            .usage,
            "\(files): the server has another content, and \(FolderState.name) does not show that you pulled it",
            hint: lines.joined(separator: "\n  "))
    }

    /// Sends the draft, then the expectations, then publishes.
    ///
    /// If only the draft changes, one transaction writes and publishes it. Expectations of the folder may need its rules,
    /// and its rules the expectations, so with both the release is made last; nothing is lost if a request fails.
    private func send(
        _ changes: FolderChanges, _ draft: ServerAnswer, _ expectations: ServerAnswer
    ) async throws(CommandError) -> ExitCode {
        let message = call.arguments.text("--message") ?? ""
        let isOneRequest = isPublishing && !changes.changesExpectations
        let query = isOneRequest ? "?publish=1&message=" + AdminCall.escaped(message) : ""
        var (members, etag) = (changes.json, draft.etag)
        members["revision"] = draft.json["revision"]
        var written: [String] = []
        if changes.changesDraft || isOneRequest {
            let answer = try await call.ask(
                "PUT", try call.appPath("/draft" + query), json: changes.body, ifMatch: draft.etag)
            if answer.status == 412 {
                throw call.staleError("the draft", [], answer, reader: "push")
            }
            guard answer.isSuccess else { throw call.refusal(answer, locating: changes.located) }
            members.merge(answer.json.objectValue ?? [:]) { _, new in new }
            etag = answer.etag
            written.append("the draft is at revision \(answer.json.word("revision"))")
        }
        if changes.changesExpectations, let list = changes.expectations.result {
            let body = JSONValue.object(["expectations": list]).canonicalBytes
            let answer = try await call.ask(
                "PUT", try call.appPath("/expectations"), json: body, ifMatch: expectations.etag)
            guard answer.isSuccess else { throw refusal(answer, after: written) }
            let count = list.arrayValue?.count ?? 0
            written.append("\(count.counted("test address is", "test addresses are")) stored")
        }
        remember(changes, revision: members["revision"]?.integerValue ?? 0)
        if isPublishing, !isOneRequest {
            let order: JSONValue = ["message": .string(message), "channel": "production"]
            let answer = try await call.ask(
                "POST", try call.appPath("/releases"), json: order.canonicalBytes, ifMatch: etag)
            guard answer.isSuccess else { throw refusal(answer, after: written) }
            members["release"] = answer.json
            members["findings"] = answer.json["findings"]
        }
        return call.show(.object(members)) { summary in
            let release = summary["release"].map { ["published as release \($0.word("version"))"] } ?? []
            return [(written + release).joined(separator: ", ")] + ProblemText.findings(in: summary)
        }
    }

    /// The error of a request that failed after others were done.
    private func refusal(_ answer: ServerAnswer, after written: [String]) -> CommandError {
        var error = call.refusal(answer)
        guard !written.isEmpty else { return error }
        let done = "done before: " + written.joined(separator: ", ")
        error.hint = [error.hint, done].compactMap { $0 }.joined(separator: "\n  ")
        return error
    }

    /// Writes what the next push compares with; a folder that cannot be written is no reason to fail after the push.
    private func remember(_ changes: FolderChanges, revision: Int64) {
        do throws(CommandError) { try changes.state(app: app, revision: revision).write(into: folder) } catch {
            call.terminal.printError("waymark: \(FolderState.name) is not written: \(error.message)")
        }
    }

    /// The expectations of the folder that do not hold, checked here as the server would.
    private func failedExpectations(_ list: JSONValue, _ changes: FolderChanges) -> [JSONValue] {
        guard let draft = DraftDecoder.draft(changes.body).value,
            let expectations = DraftDecoder.expectations(list.canonicalBytes, isStored: true).value
        else { return [] }
        let now = Instant(milliseconds: WallClock.milliseconds)
        let ofBrowsers = expectations.count { $0.surface == .web }
        if ofBrowsers > 0, Self.browser == nil {
            call.terminal.printError(
                "waymark: \(Count.of(ofBrowsers, "expectation of browsers is", "expectations of browsers are")) left to the publish"
            )
        }
        let findings = ReleaseCheck(
            draft: draft, expectations: expectations, browser: Self.browser, at: now
        ).findings()
        return findings.filter { $0.code == .expectationFailed }.map(\.json)
    }

    /// What browsers get; nil where the server, and with it the responder, is not built.
    private static var browser: BrowserAnswers? {
        #if os(Linux)
        .responder
        #else
        nil
        #endif
    }

    private func check(
        _ changes: FolderChanges, _ content: RuleFolder.Content, _ draft: ServerAnswer
    ) async throws(CommandError) -> ExitCode {
        let answer = try await call.ask(
            "PUT", try call.appPath("/draft?dryRun=1"), json: changes.body, ifMatch: draft.etag)
        guard answer.isSuccess else { throw call.refusal(answer, locating: changes.located) }
        var findings = answer.json["findings"]?.arrayValue ?? []
        if changes.changesExpectations, let list = changes.expectations.result {
            // The server has checked its own list, which the push would replace.
            findings = findings.filter { $0["code"]?.stringValue != Finding.Code.expectationFailed.rawValue }
            findings = failedExpectations(list, changes) + findings
        }
        let found = findings.map(changes.located)
        var members = changes.json
        members["findings"] = .array(found)
        _ = call.show(.object(members)) {
            ProblemText.findings(in: $0) + [
                "\(Count.of(changes.lines.count, "change", "changes")), \(found.count) finding\(found.count == 1 ? "" : "s"); nothing was changed"
            ]
        }
        return found.contains { $0["severity"]?.stringValue == "error" } ? .negative : .done
    }
}
