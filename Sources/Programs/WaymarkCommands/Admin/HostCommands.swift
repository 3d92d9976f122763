import CanonicalJSON

/// `waymark host …`: which app's releases say what is served at a host.
enum HostCommands {
    static let all: [Command] = [
        .admin("host list", "list the hosts that belong to apps") { call async throws(CommandError) in
            try await call.list("/v1/hosts", member: "hosts", TextTable("HOST", "APP", "CHANGED")) { table, host in
                table.add(host.word("host"), host.word("app"), host.time("changedAt"))
            }
        },
        .admin("host show", "show the app that a host belongs to", operands: "HOST", count: 1...1) {
            call async throws(CommandError) in
            call.show(try await call.demand("GET", path(call))) { ["\($0.word("host")) belongs to \($0.word("app"))"] }
        },
        .admin(
            "host put", "give a host to an app: its releases then say what is served there", operands: "HOST APP",
            count: 2...2, options: [.yes, .force],
            discussion: "Asks before it takes a host from another app. A host answers links and link files alone."
        ) { call async throws(CommandError) in
            let (host, app) = (call.arguments.operands[0], call.arguments.operands[1])
            let now = try await call.ask("GET", path(call))
            guard now.isSuccess || now.status == 404 else { throw call.refusal(now) }
            if let owner = now.json["app"]?.stringValue, owner != app {
                try call.confirm(
                    "this takes \(host) from \(owner), which serves nothing there any more", unattended: .refuses)
            }
            let tag = call.arguments.has("--force") ? "*" : now.etag ?? "\"h0\""
            let body = JSONValue.object(["app": .string(app)]).canonicalBytes
            let answer = try await call.demand("PUT", path(call), json: body, ifMatch: tag)
            return call.show(answer) { ["\($0.word("host")) belongs to \($0.word("app"))"] }
        },
        .admin(
            "host delete", also: ["host remove"], "take a host from its app; nothing is served there any more",
            operands: "HOST", count: 1...1, options: [.yes, .force]
        ) { call async throws(CommandError) in
            let host = call.arguments.operands[0]
            let tag = try await call.precondition(of: path(call))
            try call.confirm("this takes \(host) from its app; links to it get no answer", unattended: .refuses)
            let answer = try await call.demand("DELETE", path(call), ifMatch: tag)
            return call.show(answer) { _ in ["\(host) belongs to no app"] }
        },
    ]

    private static func path(_ call: AdminCall) -> String {
        "/v1/hosts/" + AdminCall.escaped(call.arguments.operands[0])
    }
}
