import CanonicalJSON
import ReleaseStore
import RouteModel

/// `/v1/whoami`.
enum WhoAmI {
    static func read(_ request: ControlRequest) -> Answer {
        let token = request.caller.token
        // An app that the token is for, so that only its role decides.
        let app: String? =
            switch token.scope {
            case .all: nil
            case .only(let apps): apps.min()
            }
        let may = EndpointTable.all.filter { endpoint in
            guard endpoint.isControl else { return false }
            do throws(Problem) { try request.caller.check(endpoint.access, app: app) } catch { return false }
            return true
        }
        var object: [String: JSONValue] = [
            "id": .string(token.id), "name": .string(token.name), "role": .string(token.role.rawValue),
            "apps": token.scope.json, "may": .array(may.map { .string($0.id.rawValue) }),
        ]
        if let expiresAt = token.expiresAt { object["expiresAt"] = .string(expiresAt.description) }
        return .json(200, .object(object))
    }
}
