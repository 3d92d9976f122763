import CanonicalJSON

/// `waymark retention …`: which old releases are removed.
enum RetentionCommands {
    static let all: [Command] = [
        .admin(
            "retention show", "show which old releases would be removed now, and which channels and screens are unused",
            discussion: "Channels and screens are only proposed: delete them with channel delete and screens remove."
        ) { call async throws(CommandError) in
            let table = TextTable("APP", "KEEPS", "DAYS", "REMOVABLE", "BYTES", "UNUSED CHANNELS", "UNUSED SCREENS")
            return try await call.list("/v1/retention", member: "retention", table) { table, app in
                let channels = (app["unusedChannels"]?.arrayValue ?? []).map { $0.word("channel") }
                let screens = (app["unusedScreens"]?.arrayValue ?? []).map { screen in
                    "\(screen.word("platform")) \(screen.word("version"))"
                }
                table.add(
                    app.word("app"), app.word("keepReleases"), app.word("keepDays"), app.word("releases"),
                    app.word("bytes"), channels.joined(separator: ", "), screens.joined(separator: ", "))
            }
        },
        .admin(
            "retention run", "remove the bytes of old releases now; their rows in the history stay", options: [.yes]
        ) { call async throws(CommandError) in
            try call.confirm(
                "this removes the bytes of the releases that waymark retention show counts", unattended: .refuses)
            return call.show(try await call.demand("POST", "/v1/retention")) { answer in
                let removed = (answer["removed"]?.arrayValue ?? []).map { app in
                    "\(app.word("app")): removed \(app.word("releases")) releases, \(app.word("bytes")) bytes"
                }
                let more = answer["more"] == true ? ["more are left: run it again"] : []
                return (removed.isEmpty ? ["there was nothing to remove"] : removed) + more
            }
        },
    ]
}
