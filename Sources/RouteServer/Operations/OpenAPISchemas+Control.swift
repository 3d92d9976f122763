extension OpenAPISchemas {
    /// What the control plane and operations speak of.
    static let control: [String: Schema] = apps.merging(drafts) { first, _ in first }
        .merging(access) { first, _ in first }

    private static let apps: [String: Schema] = [
        "App": .object(
            [
                "app": name, "title": .text(), "poll": poll, "revision": count, "createdAt": instant,
                "channels": .list(.reference("Channel")),
            ], required: ["app", "title", "poll", "revision", "createdAt"]),
        "NewApp": .object(["app": name, "title": .text(), "poll": poll], required: ["app"]),
        "AppChanges": .object(["title": .text(), "poll": poll]),
        "Channel": .object(
            [
                "app": name, "channel": name, "version": .nullable(count), "public": .flag, "sequence": count,
                "changedAt": instant,
            ], required: ["app", "channel", "version", "public", "sequence", "changedAt"]),
        "ChannelTarget": .object(["version": count, "public": .flag], required: ["version"]),
        "Expectations": .object(
            ["revision": count, "expectations": .list(.object([:], open: true))], required: ["expectations"]),
        "BuildScreens": .object(
            ["platform": .text(), "version": .text(), "screens": .map(words)],
            required: ["platform", "version", "screens"]),
        "Screens": .object(["screens": .map(words)], required: ["screens"], open: true),
        "Health": .object(["status": .words(["ok"])], required: ["status"]),
        "Readiness": .object(
            ["ready": .flag, "checks": .map(.object(["ok": .flag, "detail": .text()], required: ["ok"]))],
            required: ["ready", "checks"]),
    ]

    private static let drafts: [String: Schema] = [
        "Draft": .object(
            ["revision": count, "settings": .reference("Settings"), "rules": .list(.reference("Rule"))],
            required: ["revision", "settings", "rules"]),
        "NewDraft": .object(
            ["revision": count, "settings": .reference("Settings"), "rules": .list(.reference("NewRule"))]),
        "DraftChange": .object(
            [
                "revision": count, "rules": count, "findings": .list(.reference("Finding")),
                "findingsLeftOut": count, "release": .reference("Published"),
                "draft": .reference("NewDraft"),
            ], required: ["revision", "rules", "findings"]),
        "Check": .object(
            [
                "revision": count, "blocks": .flag, "findings": .list(.reference("Finding")), "findingsLeftOut": count,
            ],
            required: ["revision", "blocks", "findings"]),
        "Finding": .object(
            [
                "code": .text(), "severity": .words(["error", "warning"]), "rules": words, "detail": .text(),
                "hint": .text(), "pointer": .text(), "line": count, "column": count, "reason": .text(),
                "witness": .object(
                    ["address": .text(), "context": .reference("Context"), "at": instant], required: ["address"]),
            ], required: ["code", "severity", "detail"]),
        "Difference": .object(
            [
                "added": words, "removed": words, "changed": words, "moved": words, "settings": .flag,
                "addresses": .list(
                    .object(
                        [
                            "witness": .object([:], open: true), "from": .object([:], open: true),
                            "to": .object([:], open: true), "stored": .flag,
                        ],
                        required: ["witness", "from", "to", "stored"])),
                "addressesLeftOut": count, "witnesses": count, "incomplete": .flag,
            ], required: ["added", "removed", "changed"], open: true),
        "NewRelease": .object(["message": .text(), "channel": name], required: ["message"]),
        "Published": .object(
            [
                "version": count, "digest": digest, "contentDigest": digest, "publishedAt": instant,
                "message": .text(), "channel": .reference("Channel"), "revision": count,
                "findings": .list(.reference("Finding")), "findingsLeftOut": count,
            ], required: ["version", "digest", "publishedAt", "message", "findings"]),
        "Release": .object(
            [
                "app": name, "version": count, "digest": digest, "contentDigest": digest, "publishedAt": instant,
                "message": .text(), "author": .text(), "rules": count, "bytes": count, "gzipBytes": count,
                "public": .flag, "restoredFrom": count,
            ], required: ["version", "digest", "contentDigest", "publishedAt", "message", "author"]),
    ]

    private static let roles = Schema.words(["viewer", "editor", "publisher", "admin"])
    private static let scope = Schema.either([.words(["all"]), .list(name)])

    private static let access: [String: Schema] = [
        "Identity": .object(
            ["id": .text(), "name": .text(), "role": roles, "apps": scope, "expiresAt": instant, "may": words],
            required: ["id", "name", "role", "apps", "may"]),
        "Token": .object(
            [
                "id": .text(), "name": .text(), "role": roles, "apps": scope, "createdAt": instant,
                "createdBy": .text(), "expiresAt": instant, "lastUsedAt": instant,
            ], required: ["id", "name", "role", "apps", "createdAt"]),
        "NewToken": .object(
            ["name": .text(), "role": roles, "apps": scope, "expiresAt": instant], required: ["name", "role"]),
        "CreatedToken": .object(
            [
                "id": .text(), "name": .text(), "role": roles, "apps": scope, "createdAt": instant,
                "createdBy": .text(), "expiresAt": instant, "token": .text(),
            ], required: ["id", "name", "role", "apps", "createdAt", "token"]),
        "AuditEntry": .object(
            [
                "sequence": count, "at": instant, "by": .text(), "token": .text(), "from": .text(), "action": .text(),
                "app": name, "before": .anything, "after": .anything, "previousHash": digest, "hash": digest,
            ], required: ["sequence", "at", "by", "from", "action", "previousHash", "hash"]),
        "Problem": .object(
            [
                "type": .text(format: "uri"), "title": .text(), "status": .integer(400...599), "detail": .text(),
                "current": .text(), "resource": .anything,
                "errors": .list(
                    .object(
                        [
                            "code": .text(), "pointer": .text(), "line": count, "column": count, "detail": .text(),
                            "hint": .text(),
                        ], required: ["code", "detail"], open: true)),
            ], required: ["type", "title", "status"], open: true),
    ]
}
