import RouteModel

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
        "NewApp": .object(["app": name, "title": .nullable(title), "poll": .nullable(poll)], required: ["app"]),
        "AppChanges": .object(["title": .nullable(title), "poll": .nullable(poll)]),
        "Channel": .object(
            [
                "app": name, "channel": name, "version": .nullable(count), "public": .flag, "sequence": count,
                "changedAt": instant,
            ], required: ["app", "channel", "version", "public", "sequence", "changedAt"]),
        "ChannelTarget": .object(["version": version, "public": .nullable(.flag)], required: ["version"]),
        "Expectations": .object(
            ["revision": count, "expectations": expectations], required: ["revision", "expectations"]),
        "NewExpectations": .object(
            ["revision": count, "expectations": expectations], required: ["expectations"]),
        "Expectation": .object(
            ["url": address, "context": .reference("Context"), "at": instant, "expect": .reference("Outcome")],
            required: ["url", "expect"]),
        "Outcome": .either([
            .object(["screen": label, "parameters": .map(.text())], required: ["screen"]),
            .object(["address": address], required: ["address"]),
            .object(["blocked": .either([.yes, .text()])], required: ["blocked"]),
            .object(["unmatched": .yes], required: ["unmatched"]),
            .object(["failed": .either([.yes, failures])], required: ["failed"]),
        ]),
        "BuildScreens": .object(
            ["platform": word, "version": word, "screens": screens], required: ["platform", "version", "screens"]),
        "Screens": .object(["screens": screens], required: ["screens"]),
        "HeadEvent": .object(
            ["event": .words(["head"]), "id": .text(), "data": .text()], required: ["event", "id", "data"]),
        "Health": .object(["status": .words(["ok"])], required: ["status"]),
        "Readiness": .object(
            ["ready": .flag, "checks": .map(.object(["ok": .flag, "detail": .text()], required: ["ok"]))],
            required: ["ready", "checks"]),
    ]

    private static let failures = Schema.words(Failure.Code.allCases.map(\.rawValue))
    private static let expectations = Schema.list(
        .reference("Expectation"), count: 0...ModelLimits.expectationsMax)
    private static let screens = Schema.map(
        .list(label, count: 0...ModelLimits.constantsMax), count: 0...ModelLimits.screensMax)

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
                "code": .text(), "severity": .words(["error", "warning"]), "rules": texts, "detail": .text(),
                "hint": .text(), "pointer": .text(), "line": count, "column": count, "reason": .text(),
                "witness": .object(
                    ["address": .text(), "context": .reference("Context"), "at": instant], required: ["address"]),
            ], required: ["code", "severity", "detail"]),
        "Difference": .object(
            [
                "added": texts, "removed": texts, "changed": texts, "moved": texts, "settings": .flag,
                "addresses": .list(
                    .object(
                        [
                            "witness": .object([:], open: true), "from": .object([:], open: true),
                            "to": .object([:], open: true), "stored": .flag,
                        ],
                        required: ["witness", "from", "to", "stored"])),
                "addressesLeftOut": count, "witnesses": count, "incomplete": .flag,
            ], required: ["added", "removed", "changed"], open: true),
        "NewRelease": .object(
            ["message": .text(count: 0...ServerLimits.messageBytesMax), "channel": .nullable(name)],
            required: ["message"]),
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
    private static let scope = Schema.either([.words(["all"]), .list(name, count: 1...1000)])

    private static let access: [String: Schema] = [
        "Identity": .object(
            ["id": .text(), "name": .text(), "role": roles, "apps": scope, "expiresAt": instant, "may": texts],
            required: ["id", "name", "role", "apps", "may"]),
        "Token": .object(
            [
                "id": .text(), "name": .text(), "role": roles, "apps": scope, "createdAt": instant,
                "createdBy": .text(), "expiresAt": instant, "lastUsedAt": instant,
            ], required: ["id", "name", "role", "apps", "createdAt"]),
        "NewToken": .object(
            [
                "name": .text(count: 1...ServerLimits.titleBytesMax), "role": roles, "apps": .nullable(scope),
                "expiresAt": .nullable(instant),
            ], required: ["name", "role"]),
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
                "type": .words(ProblemCatalogue.all.map(\.type)), "title": .text(), "status": .integer(400...599),
                "detail": .text(), "current": .text(), "resource": .anything, "instance": .text(format: "uri"),
                "errors": .list(
                    .object(
                        [
                            "code": .text(), "pointer": .text(), "line": count, "column": count, "detail": .text(),
                            "hint": .text(),
                        ], required: ["code", "detail"], open: true)),
            ], required: ["type", "title", "status"], open: true),
    ]
}
