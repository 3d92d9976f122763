import CanonicalJSON
import Digests
import HTTPFetching
import SQLKit

/// Checks a restarted server: acknowledged writes are there, and no write is incomplete.
struct KillInspection {
    let target: KillTarget
    let ledger: KillLedger

    /// What the server says of the database, which its file must agree with.
    struct Counts {
        let revision: Int
        let releases: Int
    }

    func run() throws -> Counts {
        repeatOpenPublishes()
        let draft = target.send("GET", "/v1/apps/kill/draft")?.json ?? .null
        checkRules(draft)
        checkExpectations()
        let releases = try releases()
        checkReleases(releases, draft)
        checkBodies(releases)
        checkChannels(releases)
        checkTokens()
        return Counts(revision: Int(draft["revision"]?.integerValue ?? 0), releases: releases.count)
    }

    /// Repeats each publish without an answer under its idempotency key: it must be done exactly once.
    private func repeatOpenPublishes() {
        for open in ledger.with({ $0.open }) {
            guard let key = open.key else { continue }
            let order: JSONValue = ["message": .string(open.message), "allowShrink": true]
            guard let answer = target.send("POST", "/v1/apps/kill/releases", order, key: key), answer.isSuccess else {
                ledger.complain("the repeated publish \(open.message) was not done")
                continue
            }
            KillWriter.note(answer, open.message, ledger)
            ledger.with { $0.open.removeAll { $0.message == open.message } }
        }
    }

    private func checkRules(_ draft: JSONValue) {
        var found: [String: String] = [:]
        for rule in draft["rules"]?.arrayValue ?? [] {
            let note = rule["note"]?.stringValue ?? ""
            found[rule["id"]?.stringValue ?? ""] = String(note.prefix { $0 != " " })
        }
        let seen = found
        ledger.with { state in
            for (id, cell) in state.cells where id != "expectations" {
                if !cell.allows(seen[id]) {
                    state.wrong.append("rule \(id) is \(seen[id] ?? "gone"), not \(cell.known ?? "gone")")
                }
                state.cells[id] = .init(known: seen[id])
            }
            for id in seen.keys where state.cells[id] == nil { state.wrong.append("nobody wrote the rule \(id)") }
            let revision = Int(draft["revision"]?.integerValue ?? 0)
            if revision < state.revision { state.wrong.append("the draft went back to \(revision)") }
            state.revision = revision
        }
    }

    private func checkExpectations() {
        let list = target.send("GET", "/v1/apps/kill/expectations")?.json["expectations"]?.arrayValue
        let url = list?.first?["url"]?.stringValue
        ledger.with { state in
            if let cell = state.cells["expectations"], !cell.allows(url) {
                state.wrong.append("expectations are \(url ?? "none"), not \(cell.known ?? "none")")
            }
            state.cells["expectations"] = .init(known: url)
        }
    }

    private func releases() throws -> [JSONValue] {
        var releases: [JSONValue] = []
        var next: String? = ""
        while let cursor = next {
            let after = cursor.isEmpty ? "" : "&after=\(cursor)"
            let page = target.send("GET", "/v1/apps/kill/releases?limit=1000\(after)")?.json ?? .null
            releases += page["releases"]?.arrayValue ?? []
            next = page["next"]?.stringValue
        }
        return releases
    }

    private func checkReleases(_ releases: [JSONValue], _ draft: JSONValue) {
        let versions = releases.compactMap { $0["version"]?.integerValue }.map { Int($0) }
        if versions != Array((0..<versions.count).map { versions.count - $0 }) {
            ledger.complain("the versions have gaps: \(versions)")
        }
        for release in releases {
            ledger.note(
                version: Int(release["version"]?.integerValue ?? 0), digest: release["digest"]?.stringValue ?? "",
                message: release["message"]?.stringValue ?? "")
        }
        let messages = releases.compactMap { $0["message"]?.stringValue }
        if Set(messages).count != messages.count { ledger.complain("one publish made two releases") }
        let there = Set(messages)
        ledger.with { state in
            for version in state.digests.keys where version > versions.count {
                state.wrong.append("release \(version) is lost")
            }
            let lost = state.acknowledgedMessages.subtracting(there)
            if !lost.isEmpty { state.wrong.append("published edits are lost: \(lost)") }
            // An edit with `publish=1` and its release are either both stored or both missing.
            for open in state.open {
                guard let edit = open.edit else { continue }
                let isEdited = state.cells[edit.rule]?.known == edit.value
                if isEdited != there.contains(open.message) {
                    state.wrong.append("half of \(open.message) is there: rule \(isEdited)")
                }
            }
            state.open = []
        }
    }

    /// The bodies of the newest releases, which were published shortly before the kill, have their digests.
    private func checkBodies(_ releases: [JSONValue]) {
        for release in releases.prefix(6) {
            let version = release["version"]?.integerValue ?? 0
            let body = target.send("GET", "/v1/apps/kill/releases/\(version)/rules")
            let digest = SHA256.hexDigest(of: body?.content ?? [])
            if digest != release["digest"]?.stringValue { ledger.complain("release \(version) is half there") }
        }
    }

    private func checkChannels(_ releases: [JSONValue]) {
        for name in ["production", "canary"] {
            let channel = target.send("GET", "/v1/apps/kill/channels/\(name)")?.json ?? .null
            let sequence = Int(channel["sequence"]?.integerValue ?? 0)
            let version = channel["version"]?.integerValue ?? 0
            ledger.with { state in
                if sequence < state.sequences[name] ?? 0 { state.wrong.append("\(name) went back to \(sequence)") }
                if version > releases.count { state.wrong.append("\(name) points at \(version), which is not there") }
            }
            if name == "production", sequence != releases.count {
                ledger.complain("production was moved \(sequence) times by \(releases.count) publishes")
            }
        }
    }

    private func checkTokens() {
        for secret in ledger.with({ $0.secrets }).suffix(5)
        where target.send("GET", "/v1/whoami", token: secret)?.status != 200 {
            ledger.complain("a token that was made is lost")
        }
    }

    /// Checks the database file: its structure, the audit's hash chain, and counts that must agree.
    func checkFile(_ path: String, _ counts: Counts) throws {
        let (revision, releases) = (counts.revision, counts.releases)
        var connection = try Connection(path, .readOnly, lockWaitMilliseconds: 5000)
        defer { connection.close() }
        for damage in try connection.damage() { ledger.complain("integrity_check: \(damage)") }
        let chain = try AuditProof(connection)
        if let failure = chain.failure { ledger.complain(failure) }
        let edits = chain.count { $0.hasPrefix("rule.") || $0 == "settings.replace" || $0 == "draft.replace" }
        if edits != revision - 1 { ledger.complain("\(edits) audited edits made revision \(revision)") }
        if chain.count({ $0 == "release.publish" }) != releases { ledger.complain("a publish is not in the audit") }
        let orphans = try connection.first(
            """
            SELECT (SELECT count(*) FROM releases) - (SELECT count(*) FROM release_contents),
                (SELECT count(*) FROM blobs WHERE is_staged = 1),
                (SELECT count(*) FROM blobs) - 3 * (SELECT count(*) FROM releases)
                    - (SELECT count(*) FROM release_indexes),
                (SELECT count(DISTINCT digest) FROM releases)
                    - (SELECT count(DISTINCT body_digest) FROM release_indexes)
            """
        ) { row in (0...3).map { row.integer($0) } }
        if orphans != [0, 0, 0, 0] { ledger.complain("half releases: \(orphans ?? [])") }
    }
}
