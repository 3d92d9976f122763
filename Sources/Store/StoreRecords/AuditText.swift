import CanonicalJSON
import Digests
package import RouteModel

/// The canonical JSON that the audit stores of each kind of record.
package enum AuditText {
    /// An app.
    package static func app(_ app: AppRecord) -> [UInt8] {
        object { writer in
            writer.name("poll")
            writer.beginObject()
            writer.name("interval")
            writer.integer(app.poll.interval)
            writer.name("jitter")
            writer.integer(app.poll.jitter)
            writer.endObject()
            if let days = app.retention.days {
                writer.name("retentionDays")
                writer.integer(days)
            }
            if let releases = app.retention.releases {
                writer.name("retentionReleases")
                writer.integer(releases)
            }
            writer.name("revision")
            writer.integer(app.revision)
            writer.name("title")
            writer.string(app.title)
        }
    }

    /// A rule of a draft at a revision; with a release's number, it was restored from that.
    package static func rule(_ json: [UInt8], revision: Int, from version: Int? = nil) -> [UInt8] {
        revised(revision, "rule", json, from: version)
    }

    /// The settings of a draft at a revision.
    package static func settings(_ json: [UInt8], revision: Int) -> [UInt8] { revised(revision, "settings", json) }

    /// The test addresses of an app.
    package static func expectations(_ record: ExpectationsRecord) -> [UInt8] {
        object { writer in
            writer.name("expectations")
            writer.raw(summary(record.json))
            writer.name("revision")
            writer.integer(record.revision)
        }
    }

    /// A whole draft at a revision; with a release's number, edits were given up for what that has.
    package static func draft(_ json: [UInt8], revision: Int, from version: Int? = nil) -> [UInt8] {
        object { writer in
            writer.name("draft")
            writer.raw(summary(json))
            if let version {
                writer.name("from")
                writer.integer(version)
            }
            writer.name("revision")
            writer.integer(revision)
        }
    }

    /// The screens of a build.
    package static func screens(_ json: [UInt8], platform: String, version: String) -> [UInt8] {
        object { writer in
            writer.name("platform")
            writer.string(platform)
            writer.name("screens")
            writer.raw(summary(json))
            writer.name("version")
            writer.string(version)
        }
    }

    /// A channel.
    package static func channel(_ channel: ChannelRecord) -> [UInt8] {
        object { writer in
            writer.name("channel")
            writer.string(channel.name)
            writer.name("public")
            writer.bool(channel.isPublic)
            writer.name("sequence")
            writer.integer(channel.sequence)
            writer.name("version")
            if let version = channel.version { writer.integer(version) } else { writer.null() }
        }
    }

    /// A publish or a restore.
    ///
    /// - Parameters:
    ///   - outcome: What was published.
    ///   - only: The rules of the draft that the publish was limited to; empty for the whole draft.
    ///   - isForced: Whether edits of the draft or findings were overruled.
    /// - Returns: Canonical JSON; a list of ids that is too long for the row is length and SHA-256.
    package static func published(_ outcome: PublishedRelease, only: [String] = [], isForced: Bool) -> [UInt8] {
        object { writer in
            writer.name("channel")
            writer.string(outcome.channel.name)
            writer.name("contentDigest")
            writer.string(outcome.release.contentDigest)
            writer.name("digest")
            writer.string(outcome.release.digest)
            writer.name("draftRevision")
            writer.integer(outcome.draftRevision)
            if isForced {
                writer.name("forced")
                writer.bool(true)
            }
            writer.name("message")
            writer.string(outcome.release.message)
            if let notes = outcome.release.notes {
                writer.name("notes")
                writer.string(notes)
            }
            if !only.isEmpty {
                writer.name("only")
                writer.raw(rules(only))
            }
            if let source = outcome.release.restoredFrom {
                writer.name("restoredFrom")
                writer.integer(source)
            }
            writer.name("sequence")
            writer.integer(outcome.channel.sequence)
            writer.name("version")
            writer.integer(outcome.release.version)
        }
    }

    /// A token, without its secret.
    package static func token(_ token: TokenRecord) -> [UInt8] {
        object { writer in
            writer.name("apps")
            if case .only(let apps) = token.scope { writer.strings(apps.sorted()) } else { writer.null() }
            if token.channels != .none {
                writer.name("channels")
                writer.strings(token.channels.texts)
            }
            writer.name("expiresAt")
            if let instant = token.expiresAt { writer.string(instant.description) } else { writer.null() }
            writer.name("id")
            writer.string(token.id)
            writer.name("name")
            writer.string(token.name)
            if let instant = token.previousUntil {
                writer.name("previousUntil")
                writer.string(instant.description)
            }
            writer.name("role")
            writer.string(token.role.rawValue)
        }
    }

    /// A session of the console.
    package static func session(_ session: SessionRecord) -> [UInt8] {
        object { writer in
            writer.name("address")
            writer.string(session.address)
            writer.name("endsAt")
            writer.string(session.endsAt.description)
            if case .person(let person) = session.owner {
                writer.name("groups")
                writer.strings(person.groups)
            }
            writer.name("id")
            writer.string(session.id)
            writer.name("origin")
            writer.string(session.origin.rawValue)
            switch session.owner {
            case .person(let person):
                writer.name("person")
                writer.string(person.name)
                writer.name("proxy")
                writer.string(person.proxy)
            case .token(let id, _):
                writer.name("tokenId")
                writer.string(id)
            }
        }
    }

    /// A link that signs a browser in with the rights of a token.
    package static func signInLink(of tokenID: String, endsAt: Instant) -> [UInt8] {
        object { writer in
            writer.name("endsAt")
            writer.string(endsAt.description)
            writer.name("tokenId")
            writer.string(tokenID)
        }
    }

    /// An epoch, and why it was raised.
    package static func epoch(_ epoch: Int, reason: String? = nil) -> [UInt8] {
        object { writer in
            writer.name("epoch")
            writer.integer(epoch)
            guard let reason else { return }
            writer.name("reason")
            writer.string(reason)
        }
    }

    /// A backup.
    package static func backup(to path: String) -> [UInt8] {
        object { writer in
            writer.name("path")
            writer.string(path)
        }
    }

    /// A cut of the audit: the last removed row and its hash.
    package static func cut(_ cut: AuditCut) -> [UInt8] {
        object { writer in
            writer.name("hash")
            writer.string(hex(cut.hash))
            writer.name("rows")
            writer.integer(cut.rowCount)
            writer.name("through")
            writer.integer(cut.through)
        }
    }

    /// Releases whose bytes were removed.
    package static func retention(_ removed: RemovedReleases) -> [UInt8] {
        object { writer in
            writer.name("bytes")
            writer.integer(removed.byteCount)
            writer.name("releases")
            writer.beginArray()
            for version in removed.versions { writer.integer(version) }
            writer.endArray()
        }
    }

    /// Whether a rule, settings, a draft, expectations or screens are too long for a row, so that their change is stored in
    /// parts.
    package static func isLong(_ json: [UInt8]) -> Bool { json.count > StoreLimits.auditTextBytesMax }

    /// The text, or its length and SHA-256 if it is longer than ``StoreLimits/auditJSONBytesMax``.
    package static func bounded(_ json: [UInt8]) -> [UInt8] {
        json.count > StoreLimits.auditJSONBytesMax ? digested(json) : json
    }

    /// The text, or its length and SHA-256 if it is too long for a row.
    private static func summary(_ json: [UInt8]) -> [UInt8] { isLong(json) ? digested(json) : json }

    private static func digested(_ json: [UInt8]) -> [UInt8] {
        object { writer in
            writer.name("bytes")
            writer.integer(json.count)
            writer.name("sha256")
            writer.string(SHA256.hexDigest(of: json))
        }
    }

    private static func rules(_ ids: [String]) -> [UInt8] {
        var writer = CanonicalWriter()
        writer.strings(ids.sorted())
        return writer.bytes.count > StoreLimits.auditRuleListBytesMax ? digested(writer.bytes) : writer.bytes
    }

    private static func revised(
        _ revision: Int, _ name: String, _ json: [UInt8], from version: Int? = nil
    ) -> [UInt8] {
        object { writer in
            if let version {
                writer.name("from")
                writer.integer(version)
            }
            writer.name("revision")
            writer.integer(revision)
            writer.name(name)
            writer.raw(summary(json))
        }
    }

    private static func object(_ body: (inout CanonicalWriter) -> Void) -> [UInt8] {
        var writer = CanonicalWriter()
        writer.beginObject()
        body(&writer)
        writer.endObject()
        return writer.bytes
    }
}
