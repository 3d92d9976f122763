package import RouteModel

extension SQLiteRuleStore {
    package func apps() throws(StoreError) -> [AppRecord] {
        try readers.read { session throws(StoreError) in try session.apps() }
    }

    package func app(_ name: String) throws(StoreError) -> AppRecord {
        try readers.read { session throws(StoreError) in try session.app(name) }
    }

    package func createApp(
        _ name: String, title: String, poll: PollSettings, by: Principal, at: Instant, recording: Recording<AppRecord>?
    ) throws(StoreError) -> AppRecord {
        let stamp = Stamp(by: by, at: at)
        return try write(stamp, recording: recording) { session throws(StoreError) in
            try session.createApp(name, title: title, poll: poll, stamp)
        }
    }

    package func changeApp(
        _ name: String, title: String?, poll: PollSettings?, if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> AppRecord {
        try writes.perform { session throws(StoreError) in
            try session.changeApp(name, title: title, poll: poll, if: precondition, Stamp(by: by, at: at))
        }
    }

    package func deleteApp(
        _ name: String, if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) {
        try writes.perform { session throws(StoreError) in
            try session.deleteApp(name, if: precondition, Stamp(by: by, at: at))
        }
    }

    package func expectations(_ app: String) throws(StoreError) -> ExpectationsRecord {
        try readers.read { session throws(StoreError) in try session.expectations(app) }
    }

    package func replaceExpectations(
        _ app: String, _ json: [UInt8], if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> ExpectationsRecord {
        try writes.perform { session throws(StoreError) in
            try session.replaceExpectations(app, json, if: precondition, Stamp(by: by, at: at))
        }
    }

    package func screens(_ app: String) throws(StoreError) -> [ScreensRecord] {
        try readers.read { session throws(StoreError) in try session.screens(app) }
    }

    package func putScreens(
        _ app: String, platform: String, version: String, json: [UInt8], by: Principal, at: Instant
    ) throws(StoreError) -> Bool {
        try writes.perform { session throws(StoreError) in
            try session.putScreens(app, platform: platform, version: version, json: json, Stamp(by: by, at: at))
        }
    }
}
