import CanonicalJSON
import ReleaseStore
import RouteModel

/// `/v1/apps/{app}/screens/{platform}/{version}`.
struct Screens: Sendable {
    let store: any RuleStore

    func list(_ request: ControlRequest) throws(Problem) -> Answer {
        let records = try asking { () throws(StoreError) in try store.screens(request.app) }
        var builds: [JSONValue] = []
        for record in records {
            let manifest = try DraftText.screens(record.json, platform: record.platform, version: record.version)
            builds.append(
                manifest.json.adding("platform", .string(record.platform)).adding("version", .string(record.version)))
        }
        return .json(200, ["next": .null, "screens": .array(builds)])
    }

    func delete(_ request: ControlRequest) throws(Problem) -> Answer {
        let by = request.caller.principal
        try asking { () throws(StoreError) in
            try store.deleteScreens(
                request.app, platform: request.value("platform"), version: request.value("version"), by: by,
                at: request.now)
        }
        return .done()
    }

    func put(_ request: ControlRequest) throws(Problem) -> Answer {
        let platform = request.value("platform")
        let version = request.value("version")
        guard NameGrammar.isWord(platform) else {
            throw .unprocessable("invalid-value", "\(platform) is not the name of a platform")
        }
        guard Version(version) != nil else {
            throw .unprocessable("invalid-value", "\(version) is not a version of up to four numbers, such as 5.2.1")
        }
        let manifest = try DraftText.screens(request.body, platform: platform, version: version)
        let by = request.caller.principal
        _ = try asking { () throws(StoreError) in
            try store.putScreens(
                request.app, platform: platform, version: version, json: manifest.json.canonicalBytes, by: by,
                at: request.now)
        }
        return .json(200, manifest.json)
    }
}
