import Foundation
import TestSupport

/// Sends recorded requests and finds the differences between the answers and the recorded ones.
enum SessionReplay {
    /// An intended difference between the recordings before a version and those since.
    struct Accepted: Sendable {
        /// The version that made the difference.
        var since = "0.2.0"
        /// The name of the exchange, or the first word of the command; an empty name for all exchanges.
        let exchange: String
        /// A text of the old answer, with volatile parts replaced.
        let old: String
        /// The text that replaces it now.
        let new: String
        /// The exit status of the command now; nil for the recorded one.
        var status: Int32?
        let reason: String
    }

    /// The last names in `may` of every caller.
    private static let reading = bodies + surfaces + changes + sessions
    private static let bodies = #""readDraftBody","readReleaseBody","resolveMany","diagnoseLink""#
    private static let hosts = #","listHosts","readHost","putHost","deleteHost""#
    private static let surfaces = #","readReleaseSurfaces""#
    private static let changes = #","changes","readAdoption""#
    private static let nodes = #","listNodes""#
    private static let sessions = #","listSessions","deleteSession","createSignInLink""#

    /// Intended differences, each with its reason.
    static let accepted =
        ["GET /v1/whoami", "whoami", "login"].flatMap { name in
            [
                Accepted(
                    exchange: name, old: #""createToken","deleteToken""#,
                    new: #""createToken","rotateToken","deleteToken""#, reason: "an administrator may rotate tokens"),
                Accepted(
                    exchange: name, old: #""moveChannel","listTokens""#,
                    new: #""moveChannel","deleteChannel","listTokens""#, reason: "a publisher may delete channels"),
                Accepted(
                    exchange: name, old: #""audit","backup""#,
                    new: #""audit","exportAudit","cutAudit","readAuditRow","backup","readRetention","runRetention","#
                        + #""readServerSettings","# + bodies + hosts + surfaces + changes + nodes + sessions,
                    reason: "an administrator may read one row of the audit, export it, cut it, remove old releases, "
                        + "read the settings, give hosts to apps, and list the servers of a database"
                ),
            ]
        }
        + ["GET /v1/whoami", "whoami", "login", "who the editor is"].map { name in
            Accepted(
                exchange: name, old: #""deleteRule","checkDraft","diffDraft""#,
                new: #""deleteRule","ruleHistory","restoreRule","checkDraft","diffDraft","resolveInDraft","#
                    + #""summarizeDraft","discardDraft""#,
                reason: "an editor may read what a rule was and what a publish would change, and undo edits")
        }
        + ["GET /v1/whoami", "whoami", "login", "who the editor is", "who the viewer is"].map { name in
            Accepted(
                exchange: name, old: #","listScreens""#, new: #","readScreens","listScreens""#,
                reason: "a viewer may read the screens of one build")
        }
        + [("store a build's screens", "b12"), ("store another build's screens", "b13")].map { name, tag in
            Accepted(
                exchange: name, old: "date: <date>\nserver:", new: "date: <date>\netag: \"\(tag)\"\nserver:",
                reason: "the screens of a build have an entity tag")
        }
        + ["who the editor is", "who the viewer is"].map { name in
            Accepted(
                exchange: name, old: #""readChannel"],"name""#, new: #""readChannel",\#(reading)],"name""#,
                reason: "a viewer may read bodies and surfaces, resolve many addresses, and use the console")
        } + [
            Accepted(
                exchange: "draft",
                old: #"{"destinations":["https://market.example"],"origins":["https://market.example"],"#
                    + #""schemes":["market"]}"# + "\n",
                new: """
                    {
                      "origins": ["https://market.example"],
                      "destinations": ["https://market.example"],
                      "schemes": ["market"]
                    }

                    """, reason: "JSON that people read has several lines; --json prints one, as before"),
            Accepted(
                exchange: "who the viewer is", old: #""readRule","checkDraft","diffDraft""#,
                new: #""readRule","ruleHistory","checkDraft","diffDraft","resolveInDraft","summarizeDraft""#,
                reason: "a viewer may read what a rule was and what a publish would change, and try addresses"),
            Accepted(
                exchange: "audit", old: #"{"detail":null,"intact":true,"#,
                new: #"{"detail":null,"hash":"<hash>","intact":true,"#,
                reason: "audit verify prints the newest hash also for a file, to compare it later"),
            Accepted(
                exchange: "content that cannot be accepted", old: #""pointer":"/match/0"}"#,
                new: #""pointer":"/match/0","reason":"capture-name"}"#,
                reason: "an entry of errors has the exact mistake beside its kind, as findings have"),
        ]
        + ["check the draft", "publish", "restore", "check"].map { name in
            mistakes(of: name, item: "/rules/0", feed: "/rules/4")
        }
        + [mistakes(of: "push", item: "rules/item.json#", feed: "rules/feed.json#")] + acceptedForPercent
        + acceptedForSurfaces + acceptedForPages

    /// What scripts of pages may read and send, and what redirects of links say.
    private static let acceptedForPages =
        [
            Accepted(
                since: "0.3.0", exchange: "", old: "access-control-expose-headers: ETag, Retry-After\n",
                new: "access-control-expose-headers: ETag, Retry-After, X-Request-Id\n",
                reason: "a page may report the id of a refused request"),
            Accepted(
                since: "0.3.0", exchange: "a preflight",
                old: "access-control-allow-headers: If-None-Match, Content-Type\n",
                new: "access-control-allow-headers: If-None-Match, Content-Type, traceparent, tracestate, baggage\n",
                reason: "tracing in a browser adds these fields to requests"),
        ]
        + ["sale", "sales/2025"].map { path in
            Accepted(
                since: "0.3.0", exchange: "HEAD links.shop.example/\(path)", old: "content-length: <length>\n",
                new: "content-length: <length>\ncontent-type: text/plain; charset=utf-8\n",
                reason: "a redirect has its address as text")
        }

    /// The warnings about the recorded draft that 0.1.0 did not have; they do not block.
    private static func mistakes(of exchange: String, item: String, feed: String) -> Accepted {
        func warning(_ code: String, _ rule: String, _ pointer: String) -> String {
            #",{"code":"\#(code)","detail":"<text>","hint":"<text>","pointer":"\#(pointer)","rules":["\#(rule)"],"#
                + #""severity":"warning"}"#
        }
        return Accepted(
            exchange: exchange, old: #""context":{}}}]"#,
            new: #""context":{}}}"# + warning("unknown-parameter", "item", item + "/to/parameters/tab")
                + warning("small-share", "feed", feed + "/when/rollout/percent") + "]",
            reason: "the manifest does not list the constant tab, and the share of feed is 0.5 %")
    }

    /// A recorded text with the differences that were intended since.
    static func expected(_ old: String, of name: String, in recording: Recording) -> String {
        accepted.filter { ["", name].contains($0.exchange) && recording.isBefore($0.since) }
            .reduce(old) { $0.replacingOccurrences(of: $1.old, with: $1.new) }
    }

    /// The exit status of a recorded command with the differences that were intended since.
    static func status(of old: RecordedCommand, in recording: Recording) -> Int32 {
        accepted.first {
            $0.exchange == old.arguments[0] && recording.isBefore($0.since) && old.output.contains($0.old)
        }?.status ?? old.status
    }

    /// New header fields of answers, in lowercase, each with its reason.
    static let addedFields = [
        "x-content-type-options": "every answer but 204 and 304 has it, so that browsers believe Content-Type",
        "accept-ranges": "a body that a client has in part is fetched anew",
        "content-security-policy": "no answer of the control plane is a page",
        "cross-origin-resource-policy": "no page of another site embeds an answer of the control plane",
        "referrer-policy": "no address of the control plane goes to other sites",
        "waymark-audit-head": "audit verify compares the rows with it",
        "waymark-position": "a reader on another server waits for the write",
        "www-authenticate": "a 403 says what the token lacks (RFC 6750)",
        "link": "the next page of a list (RFC 8288)", "vary": "long answers may be compressed",
    ]

    /// A request that is refused now unless it says more, or that means something else now.
    struct Amended: Sendable {
        /// The version that asks for it.
        var since = "0.2.0"
        /// The name of the exchange.
        let exchange: String
        /// A text of the request's target or body.
        let old: String
        /// The text that replaces it, so that the answer is the recorded one.
        let new: String
        /// The problem type of the refusal without it; nil if the request would mean something else.
        let refusal: String?
        let reason: String
    }

    /// Requests that say more than they had to, each with its reason.
    static let amended =
        [
            "edit and publish in one request", "the same request again", "the same key for another request",
        ]
        .map { name in
            Amended(
                exchange: name, old: "&channel=beta", new: "&channel=beta&createChannel=1&public=0",
                refusal: "urn:waymark:problem:unknown-channel",
                reason: "a misspelt channel is not made, and a new channel is public only where the request says so")
        } + amendedForPercent + amendedForSurfaces

    /// The recorded request of an exchange with its amendments.
    static func request(of exchange: RecordedExchange, in recording: Recording) -> RecordedRequest {
        var request = exchange.request
        for amendment in amended where amendment.exchange == exchange.name && recording.isBefore(amendment.since) {
            request.target = request.target.replacingOccurrences(of: amendment.old, with: amendment.new)
            request.body = request.body.replacingOccurrences(of: amendment.old, with: amendment.new)
        }
        return request
    }

    /// Sends a session in its order; returns it with the answers of this server.
    static func send(
        _ session: [RecordedExchange], of recording: Recording, to peer: HTTPPeer
    ) throws -> [RecordedExchange] {
        var values: [String: String] = [:]
        return try session.map { exchange in
            var sent = exchange
            sent.answer = try peer.send(request(of: exchange, in: recording).filled(with: values))
            values.merge(sent.captured()) { _, new in new }
            return sent
        }
    }

    /// Compares two runs of a session; returns a line for each answer that differs, with both texts.
    static func differences(
        between old: [RecordedExchange], of recording: Recording, and new: [RecordedExchange],
        volatile rules: [VolatileFields.Rule]
    ) throws -> [String] {
        var (oldFields, newFields) = (try VolatileFields(rules), try VolatileFields(rules))
        return zip(old, new).compactMap { old, new in
            let expected = Self.expected(oldFields.text(of: old.answer), of: old.name, in: recording)
            var answer = new.answer
            if recording.isBefore("0.2.0") { answer.body = withoutIndex(withoutConversion(answer.body)) }
            let hadBefore = { (name: String) in old.answer.fields.contains { $0.name.lowercased() == name } }
            answer.fields.removeAll { field in
                let name = field.name.lowercased()
                return addedFields[name] != nil && !hadBefore(name)
            }
            let text = withoutAdditions(newFields.text(of: answer), since: expected, in: recording)
            let (was, found) = withoutMoves(expected, text, in: recording)
            return was == found ? nil : "\(old.name): \(contrast(was, found))"
        }
    }

    /// The parts of two texts around their first difference.
    static func contrast(_ old: String, _ new: String) -> String {
        let shared = zip(old, new).prefix { $0 == $1 }.count
        func around(_ text: String) -> String { String(text.dropFirst(max(0, shared - 80)).prefix(240)) }
        return "was …\(around(old))… is …\(around(new))…"
    }
}
