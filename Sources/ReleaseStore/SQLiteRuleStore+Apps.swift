package import RouteModel

extension SQLiteRuleStore {
    /// All apps, by name; deleted ones are not listed.
    package func apps() throws(StoreError) -> [AppRecord] {
        try readers.read { session throws(StoreError) in try session.apps() }
    }

    /// One app, or `notFound`.
    package func app(_ name: String) throws(StoreError) -> AppRecord {
        try readers.read { session throws(StoreError) in try session.app(name) }
    }

    /// Makes an app with an empty draft and the channel `production`; `exists` or `nameRetired` when the name is taken.
    package func createApp(
        _ name: String, title: String, poll: PollSettings, by: Principal, at: Instant, recording: Recording<AppRecord>?
    ) throws(StoreError) -> AppRecord {
        let stamp = Stamp(by: by, at: at)
        return try write(stamp, recording: recording) { session throws(StoreError) in
            try session.createApp(name, title: title, poll: poll, stamp)
        }
    }

    /// Changes title or poll; what is nil stays.
    package func changeApp(
        _ name: String, title: String?, poll: PollSettings?, if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> AppRecord {
        try writes.perform { session throws(StoreError) in
            try session.changeApp(name, title: title, poll: poll, if: precondition, Stamp(by: by, at: at))
        }
    }

    /// Deletes an app with all it has; its name stays taken.
    package func deleteApp(
        _ name: String, if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) {
        defer { knownSettings.forget(name) }
        try writes.perform { session throws(StoreError) in
            try session.deleteApp(name, if: precondition, Stamp(by: by, at: at))
        }
    }

    /// The app's test addresses.
    package func expectations(_ app: String) throws(StoreError) -> ExpectationsRecord {
        try readers.read { session throws(StoreError) in try session.expectations(app) }
    }

    /// Replaces the app's test addresses.
    package func replaceExpectations(
        _ app: String, _ json: [UInt8], if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> ExpectationsRecord {
        try writes.perform { session throws(StoreError) in
            try session.replaceExpectations(app, json, if: precondition, Stamp(by: by, at: at))
        }
    }

    /// All screen manifests of an app.
    package func screens(_ app: String) throws(StoreError) -> [ScreensRecord] {
        try readers.read { session throws(StoreError) in try session.screens(app) }
    }

    /// Takes the manifest of one build away, or throws `notFound`.
    package func deleteScreens(
        _ app: String, platform: String, version: String, by: Principal, at: Instant
    ) throws(StoreError) {
        try writes.perform { session throws(StoreError) in
            try session.deleteScreens(app, platform: platform, version: version, Stamp(by: by, at: at))
        }
    }

    /// Stores the manifest of one build; returns whether there was none before.
    package func putScreens(
        _ app: String, platform: String, version: String, json: [UInt8], by: Principal, at: Instant
    ) throws(StoreError) -> Bool {
        try writes.perform { session throws(StoreError) in
            try session.putScreens(app, platform: platform, version: version, json: json, Stamp(by: by, at: at))
        }
    }
}
