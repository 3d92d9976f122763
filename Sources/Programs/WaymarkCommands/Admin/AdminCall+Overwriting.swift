import CanonicalJSON
import SystemIO

/// A resource that a command replaces or deletes as a whole.
struct Overwritable: Sendable {
    /// Its path at the server.
    let path: String
    /// What it is, for messages, such as `the rule item`.
    let name: String
    /// The command that reads it, such as `rules show item`.
    let reader: String
    /// The member of an answer that has the content; nil if the answer is the content.
    var member: String?

    /// The content in an answer.
    func content(_ answer: JSONValue) -> JSONValue { member.map { answer[$0] ?? .null } ?? answer }
}

extension AdminCall {
    /// Remembers what this user read or wrote, for the next write.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - content: Its content; nil if it is not known.
    ///   - etag: Its entity tag; without one it is not remembered.
    ///   - basis: The entity tag that the user's own writes are based on.
    /// - Throws: An error for a wrong server or token.
    func remember(
        _ resource: Overwritable, _ content: JSONValue?, etag: String?, basis: String? = nil
    ) throws(CommandError) {
        guard let etag, let folder = ReadingFolder(terminal.environment) else { return }
        let reading = Reading(etag: etag, content: content, basis: basis)
        let key = try key(of: resource)
        do throws(Errno) { try folder.store(reading, for: key) } catch {
            terminal.printError("waymark: cannot remember what you read: \(error)")
        }
    }

    /// What this user read last of a resource; nil if that is not known.
    func remembered(_ resource: Overwritable) throws(CommandError) -> Reading? {
        ReadingFolder(terminal.environment)?.reading(try key(of: resource))
    }

    /// Replaces or deletes a resource, unless it was changed after this user read it.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - method: `PUT` or `DELETE`.
    ///   - now: The answer to a GET of the resource.
    ///   - wanted: The content that it will have; nil to delete it.
    ///   - body: The content of the request; nil for none.
    ///   - file: The entity tag that the file names as the state it was read with; nil if it names none.
    /// - Returns: The server's answer, which is a success.
    /// - Throws: The three versions if it was changed; a question's answer; the server's refusal.
    func overwrite(
        _ resource: Overwritable, _ method: String = "PUT", now: ServerAnswer, wanted: JSONValue?, body: [UInt8]?,
        file: String? = nil
    ) async throws(CommandError) -> ServerAnswer {
        let reading = try remembered(resource)
        let tag = try tag(for: resource, now: now, wanted: wanted, reading, file: file)
        let answer = try await ask(method, resource.path, json: body, ifMatch: tag)
        if answer.status == 412 {
            let isRead = file == nil || reading?.etag == file
            throw changed(resource, answer, read: isRead ? reading?.content : nil, wanted: wanted)
        }
        guard answer.isSuccess else { throw refusal(answer) }
        if method == "DELETE" {
            let key = try key(of: resource)
            ReadingFolder(terminal.environment)?.forget(key)
        } else {
            try remember(resource, resource.content(answer.json), etag: answer.etag, basis: file)
        }
        return answer
    }

    /// The `If-Match` of a write: the tag of what this user read, `*` with `--force`.
    ///
    /// The tag of a rule changes with each edit of its draft. If the content is the one that was read, the current tag
    /// is sent; else the tag that was read, which the server refuses.
    private func tag(
        for resource: Overwritable, now: ServerAnswer, wanted: JSONValue?, _ reading: Reading?, file: String?
    ) throws(CommandError) -> String {
        if arguments.has("--force") { return "*" }
        guard let etag = now.etag else {
            throw CommandError(.refused, "\(resource.path) has no entity tag", hint: "is this a Waymark server?")
        }
        let there = resource.content(now.json)
        if there == wanted || there.isEmpty { return etag }
        if let file { return Reading.tag(of: file, now: etag, reading) }
        guard let reading else {
            // A script that deletes a rule by its id means that rule.
            if wanted != nil || terminal.isInteractive { try confirmUnread(resource, there, wanted: wanted) }
            return etag
        }
        if let content = reading.content {
            if content == there { return etag }
            // A restored database can have another content under the same tag.
            if reading.etag == etag { throw changed(resource, now, read: content, wanted: wanted) }
        }
        return reading.etag
    }

    /// The error for a resource that was changed after this user read it, with the three versions.
    func changed(
        _ resource: Overwritable, _ answer: ServerAnswer, read: JSONValue?, wanted: JSONValue?
    ) -> CommandError {
        let there = answer.status == 412 ? answer.json["resource"] : answer.json
        // A deleted resource is null.
        let now = there == .some(.null) ? JSONValue?.none : there.map(resource.content)
        let versions = ThreeVersions(read: read, now: now, wanted: wanted)
        return staleError(resource.name, versions.lines, answer, reader: resource.reader)
    }

    /// The error of a refused write; with `--json` the server's answer is printed.
    func staleError(_ name: String, _ lines: [String], _ answer: ServerAnswer?, reader: String) -> CommandError {
        if arguments.has("--json"), let answer, !answer.isSuccess { terminal.write(answer.text) }
        let advice = "run `waymark \(reader)`, apply your change to it, or add --force to overwrite what is there now"
        return CommandError(
            .refused, "\(name) was changed after you read it; nothing was changed now",
            hint: (lines + [advice]).joined(separator: "\n  "))
    }

    /// Asks before content is overwritten of which it is not known that the user read it; scripts need `--force`.
    func confirmUnread(_ resource: Overwritable, _ there: JSONValue, wanted: JSONValue?) throws(CommandError) {
        let lines = ThreeVersions(read: nil, now: there, wanted: wanted).lines
        guard terminal.isInteractive, !arguments.isGiven("--yes") else {
            throw CommandError(
                .usage, "\(resource.name) exists, and it is not known that you read it; nothing was changed",
                hint: (lines + [
                    "run `waymark \(resource.reader)` first, or add --force to overwrite what is there now"
                ]).joined(separator: "\n  "))
        }
        for line in lines { terminal.printError(line) }
        try confirm("this overwrites \(resource.name)", unattended: .refuses)
    }

    private func key(of resource: Overwritable) throws(CommandError) -> String {
        let connection = try connection()
        return ReadingFolder.key(server: connection.text, token: connection.token, resource: resource.path)
    }
}

extension JSONValue {
    /// Whether there is nothing that could be lost.
    fileprivate var isEmpty: Bool { self == .null || self == .object([:]) || self == .array([]) }
}
