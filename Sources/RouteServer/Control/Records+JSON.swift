import CanonicalJSON
import Digests
import ReleaseStore
import RouteModel

extension PollSettings {
    var json: JSONValue { ["interval": .integer(Int64(interval)), "jitter": .integer(Int64(jitter))] }
}

extension AppRecord {
    var json: JSONValue { .object(members) }

    func json(channels: [ChannelRecord]) -> JSONValue {
        var members = members
        members["channels"] = .array(channels.map(\.json))
        return .object(members)
    }

    private var members: [String: JSONValue] {
        [
            "app": .string(name), "title": .string(title), "poll": poll.json, "revision": .integer(Int64(revision)),
            "createdAt": .string(createdAt.description),
        ]
    }
}

extension ChannelRecord {
    var json: JSONValue {
        [
            "app": .string(app), "channel": .string(name),
            "version": version.map { .integer(Int64($0)) } ?? .null,
            "public": .bool(isPublic), "sequence": .integer(Int64(sequence)),
            "changedAt": .string(changedAt.description),
        ]
    }
}

extension ReleaseRecord {
    var json: JSONValue {
        var object: [String: JSONValue] = [
            "app": .string(app), "version": .integer(Int64(version)), "digest": .string(digest),
            "contentDigest": .string(contentDigest), "publishedAt": .string(publishedAt.description),
            "message": .string(message), "author": .string(author.name), "rules": .integer(Int64(ruleCount)),
            "bytes": .integer(Int64(bodyByteCount)), "gzipBytes": .integer(Int64(gzipByteCount)),
            "public": .bool(wasPublic),
        ]
        if let restoredFrom { object["restoredFrom"] = .integer(Int64(restoredFrom)) }
        return .object(object)
    }
}

extension AppScope {
    var json: JSONValue {
        switch self {
        case .all: "all"
        case .only(let apps): .array(apps.sorted().map(JSONValue.string))
        }
    }
}

extension TokenRecord {
    /// All but the secret's hash.
    var json: JSONValue { .object(members) }

    /// With the secret, for the one answer that shows it.
    func json(showing secret: Secret) -> JSONValue {
        var members = members
        members["token"] = .string(secret.text)
        return .object(members)
    }

    private var members: [String: JSONValue] {
        var object: [String: JSONValue] = [
            "id": .string(id), "name": .string(name), "role": .string(role.rawValue), "apps": scope.json,
            "createdAt": .string(createdAt.description),
        ]
        if let createdBy { object["createdBy"] = .string(createdBy) }
        if let expiresAt { object["expiresAt"] = .string(expiresAt.description) }
        if let lastUsedAt { object["lastUsedAt"] = .string(lastUsedAt.description) }
        return object
    }
}

extension AuditRecord {
    var json: JSONValue {
        var object: [String: JSONValue] = [
            "sequence": .integer(Int64(sequence)), "at": .string(at.description), "by": .string(by.name),
            "from": .string(by.address), "action": .string(action), "previousHash": .string(hex(previousHash)),
            "hash": .string(hex(hash)),
        ]
        if let id = by.tokenID { object["token"] = .string(id) }
        if let app { object["app"] = .string(app) }
        if let before { object["before"] = JSONValue(stored: before) }
        if let after { object["after"] = JSONValue(stored: after) }
        return .object(object)
    }
}

extension JSONValue {
    /// What the store keeps as JSON; a text where it is none, so that a damaged row is still shown.
    init(stored bytes: [UInt8]) {
        do throws(JSONError) { self = try JSONValue(parsing: bytes) } catch {
            self = .string(String(decoding: bytes, as: UTF8.self))
        }
    }
}
