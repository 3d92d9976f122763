package import CanonicalJSON
import RouteModel
package import StoreRecords

extension AppRecord {
    /// An app as JSON.
    package var json: JSONValue {
        var object: [String: JSONValue] = [
            "app": .string(name), "title": .string(title),
            "poll": ["interval": .integer(Int64(poll.interval)), "jitter": .integer(Int64(poll.jitter))],
            "revision": .integer(Int64(revision)), "createdAt": .string(createdAt.description),
        ]
        if let releases = retention.releases { object["retentionReleases"] = .integer(Int64(releases)) }
        if let days = retention.days { object["retentionDays"] = .integer(Int64(days)) }
        return .object(object)
    }

    /// An app with its channels as JSON.
    package func json(channels: [ChannelRecord]) -> JSONValue { json.adding("channels", .array(channels.map(\.json))) }
}

extension ChannelRecord {
    /// A channel as JSON.
    package var json: JSONValue {
        [
            "app": .string(app), "channel": .string(name),
            "version": version.map { .integer(Int64($0)) } ?? .null,
            "public": .bool(isPublic), "sequence": .integer(Int64(sequence)),
            "changedAt": .string(changedAt.description),
        ]
    }
}

extension ReleaseRecord {
    /// A release without its body as JSON.
    package var json: JSONValue {
        var object: [String: JSONValue] = [
            "app": .string(app), "version": .integer(Int64(version)), "digest": .string(digest),
            "contentDigest": .string(contentDigest), "publishedAt": .string(publishedAt.description),
            "message": .string(message), "author": .string(author.name), "rules": .integer(Int64(ruleCount)),
            "bytes": .integer(Int64(bodyByteCount)), "gzipBytes": .integer(Int64(gzipByteCount)),
            "public": .bool(wasPublic),
        ]
        if let restoredFrom { object["restoredFrom"] = .integer(Int64(restoredFrom)) }
        if let notes { object["notes"] = .string(notes) }
        if let removedAt { object["removedAt"] = .string(removedAt.description) }
        return .object(object)
    }
}

extension AppScope {
    /// The apps of a token as JSON.
    package var json: JSONValue {
        switch self {
        case .all: "all"
        case .only(let apps): .array(apps.sorted().map(JSONValue.string))
        }
    }
}

extension TokenRecord {
    /// A token as JSON, without its secret's hash.
    package var json: JSONValue {
        var object: [String: JSONValue] = [
            "id": .string(id), "name": .string(name), "role": .string(role.rawValue), "apps": scope.json,
            "createdAt": .string(createdAt.description),
        ]
        if channels != .none { object["channels"] = .array(channels.texts.map(JSONValue.string)) }
        if let previousUntil { object["previousUntil"] = .string(previousUntil.description) }
        if let createdBy { object["createdBy"] = .string(createdBy) }
        if let expiresAt { object["expiresAt"] = .string(expiresAt.description) }
        if let lastUsedAt { object["lastUsedAt"] = .string(lastUsedAt.description) }
        return .object(object)
    }
}
