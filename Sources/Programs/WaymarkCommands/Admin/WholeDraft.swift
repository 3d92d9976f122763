import CanonicalJSON
import RouteDocuments
import RouteModel

/// `draft put`: the whole draft, which is compared by its revision.
enum WholeDraft {
    /// The draft of the command's app.
    static func resource(_ call: AdminCall) throws(CommandError) -> Overwritable {
        Overwritable(path: try call.appPath("/draft"), name: "the draft", reader: "draft show --json")
    }

    /// Replaces the draft by a file, unless it was changed after the file's revision.
    static func put(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let draft = try resource(call)
        let file = try SourceFile(call.arguments.operands[0])
        _ = try file.value(of: DraftDecoder.draft(file.bytes), call)
        let wanted = try file.json()
        let basis = try await basis(of: wanted, draft, call)
        let answer = try await call.ask("PUT", draft.path, json: file.bytes, ifMatch: basis.tag)
        if answer.status == 412 {
            let reading = try call.remembered(draft)
            let read = reading?.etag == basis.tag ? reading?.content : nil
            throw call.changed(draft, answer, read: read, wanted: wanted)
        }
        guard answer.isSuccess else { throw call.refusal(answer) }
        try call.remember(draft, wanted, etag: answer.etag, basis: basis.file)
        return call.show(answer) {
            ["the draft is at revision \($0.word("revision"))"] + ProblemText.findings(in: $0)
        }
    }

    private struct Basis {
        /// The `If-Match` to send.
        let tag: String
        /// The tag that the file's `revision` names, or on which the user's earlier writes are based.
        let file: String?
    }

    /// The state that the file was made from; asks before the rules of the draft are replaced.
    private static func basis(
        of wanted: JSONValue, _ draft: Overwritable, _ call: AdminCall
    ) async throws(CommandError) -> Basis {
        let list = try await call.demand("GET", try call.appPath("/draft/rules?limit=1"))
        let settings = try await call.demand("GET", try call.appPath("/draft/settings"))
        let hasRules = list.json["rules"]?.arrayValue?.isEmpty == false
        guard let now = settings.etag else { throw CommandError(.refused, "the draft has no entity tag") }
        let named = wanted["revision"]?.integerValue.map { "\"r\($0)\"" }
        if hasRules { try call.confirm("this replaces the rules that the draft has", unattended: .proceeds) }
        if call.arguments.has("--force") { return Basis(tag: "*", file: named) }
        // An empty draft has nothing that could be lost, such as that of a new app.
        if !hasRules, settings.json == .object([:]) { return Basis(tag: now, file: named) }
        let reading = try call.remembered(draft)
        if let named { return Basis(tag: Reading.tag(of: named, now: now, reading), file: named) }
        if let reading { return Basis(tag: reading.etag, file: reading.basis) }
        let answer = try await call.demand("GET", draft.path)
        try call.confirmUnread(draft, answer.json, wanted: wanted)
        return Basis(tag: answer.etag ?? now, file: nil)
    }
}
